// Sample plc, the half that does I/O: opens the socket. It runs on the gateway only.
import type { Opener } from '../../../drivers/driver.ts'
import { openWire } from '../../../drivers/modbus-tcp/wire.ts'
import type { Params } from './params.ts'
import { DeviceSession } from './session.ts'

/** Opens a session, or throws a `DriverFault` 1722. */
export const opener: Opener<Params> = {
  open: async (params, signal) => new DeviceSession(await openWire(params, signal)),
}
