// The MC protocol of Mitsubishi, the half that does I/O: opens the socket.
import type { Opener } from '../driver.ts'
import { openWire } from '../modbus-tcp/wire.ts'
import { limitsOf, type McParams } from './params.ts'
import { McSession } from './session.ts'

export const opener: Opener<McParams> = {
  open: async (params, signal) => new McSession(await openWire(params, signal), limitsOf(params).random > 0),
}
