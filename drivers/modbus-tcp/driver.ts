// Modbus TCP, the impure half: opens the socket, frames are numbered by the MBAP header.
import type { Opener } from '../driver.ts'
import type { ModbusParams } from './params.ts'
import { type Framing, openModbus } from './session.ts'

const framing: Framing = {
  link: (client, socket) => client.linkTCP(socket, { port: socket.remotePort ?? 0 }),
  lateAnswers: true,
}

export const opener: Opener<ModbusParams> = { open: (params, signal) => openModbus(params, framing, signal) }
