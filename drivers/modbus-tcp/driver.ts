// Modbus TCP, the half that does I/O: opens the socket; frames are numbered by the MBAP header.
import type { Opener } from '../driver.ts'
import type { ModbusParams } from './params.ts'
import { TcpSession } from './session.ts'
import { openWire } from './wire.ts'

export const opener: Opener<ModbusParams> = {
  open: async (params, signal) => new TcpSession(await openWire(params, signal)),
}
