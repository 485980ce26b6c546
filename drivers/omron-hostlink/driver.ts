// Omron Host Link, the half that does I/O: opens the socket to a serial server.
import type { Opener } from '../driver.ts'
import { openWire } from '../modbus-tcp/wire.ts'
import { HostLinkLine } from './line.ts'
import type { HostLinkParams } from './params.ts'
import { HostLinkSession } from './session.ts'

export const opener: Opener<HostLinkParams> = {
  open: async (params, signal) =>
    new HostLinkSession(new HostLinkLine(await openWire(params, signal)), params.protocol === 'fins'),
}
