// Panasonic MEWTOCOL-COM, the half that does I/O: opens the socket to the PLC or to a serial server.
import type { Opener } from '../driver.ts'
import { MarkedLine } from '../marked-line.ts'
import { MarkedSession } from '../marked-session.ts'
import { openWire } from '../modbus-tcp/wire.ts'
import { mewtocolCommands } from './commands.ts'
import { mewtocolProtocols } from './frame.ts'
import type { MewtocolParams } from './params.ts'

export const opener: Opener<MewtocolParams> = {
  open: async (params, signal) =>
    new MarkedSession(
      new MarkedLine(await openWire(params, signal), mewtocolProtocols[params.frame]),
      mewtocolCommands,
    ),
}
