// OPC UA, the half that does I/O: a session with a server. The library is large: an agent without OPC UA never loads
// it.
import type { TagOpener } from '../driver.ts'
import type { OpcUaParams } from './params.ts'

export const opener = {
  async open(params, signal, home, drivers) {
    const [{ connect }, { OpcUaSession }] = await Promise.all([import('./client.ts'), import('./session.ts')])
    return OpcUaSession.begin(await connect(params, signal, home), params, { home, drivers })
  },
} satisfies TagOpener<OpcUaParams>
