// Omron Host Link, the half that does I/O: opens the socket to a serial server.
import type { Opener } from '../driver.ts'
import { MarkedLine } from '../marked-line.ts'
import { openWire } from '../modbus-tcp/wire.ts'
import { hostLinkProtocol } from './frame.ts'
import type { HostLinkParams } from './params.ts'
import { HostLinkSession } from './session.ts'

export const opener: Opener<HostLinkParams> = {
  open: async (params, signal) =>
    new HostLinkSession(new MarkedLine(await openWire(params, signal), hostLinkProtocol), params.protocol === 'fins'),
}
