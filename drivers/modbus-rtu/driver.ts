// Modbus RTU over TCP, the impure half: bare RTU frames with CRC and no number.
import type { Opener } from '../driver.ts'
import type { ModbusParams } from '../modbus-tcp/params.ts'
import { openWire } from '../modbus-tcp/wire.ts'
import { RtuSession } from './session.ts'
import { reopened } from './trust.ts'

export const opener: Opener<ModbusParams> = {
  async open(params, signal) {
    const wire = await openWire(params, signal)
    const now = () => performance.now()
    return new RtuSession(wire, reopened(`${params.host.toLowerCase()}:${params.port}`, now()), now)
  },
}
