// Modbus RTU over TCP, the half that does I/O: bare RTU frames with CRC and without numbers.
import type { Opener } from '../driver.ts'
import { openWire } from '../modbus-tcp/wire.ts'
import type { RtuParams } from './about.ts'
import { RtuSession } from './session.ts'
import { reopenLine } from './trust.ts'

export const opener: Opener<RtuParams> = {
  async open(params, signal) {
    const dial = () => openWire(params, signal)
    const wire = await dial()
    const now = () => performance.now()
    const line = reopenLine(`${params.host.toLowerCase()}:${params.port}`, now())
    return new RtuSession({ wire, line, dial, now })
  },
}
