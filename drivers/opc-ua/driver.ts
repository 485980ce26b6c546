// OPC UA, the impure half: a session with a server.
import type { TagOpener } from '../driver.ts'
import { connect } from './client.ts'
import type { OpcUaParams } from './params.ts'
import { OpcUaSession } from './session.ts'

export const opener: TagOpener<OpcUaParams> = {
  open: async (params, signal, home) => OpcUaSession.begin(await connect(params, signal, home), params),
}
