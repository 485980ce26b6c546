// Modbus RTU over TCP, the impure half: bare RTU frames with CRC and no number, so a late answer costs the connection.
import type { Opener } from '../driver.ts'
import type { ModbusParams } from '../modbus-tcp/params.ts'
import { type Framing, openModbus } from '../modbus-tcp/session.ts'

const framing: Framing = { link: (client, socket) => client.linkTelnet(socket, {}), lateAnswers: false }

export const opener: Opener<ModbusParams> = { open: (params, signal) => openModbus(params, framing, signal) }
