// The frames 3E, 4E and 1E around a command, and the first answer in received bytes. Pure.

import { DriverFault } from '../driver.ts'
import type { Code } from './code.ts'
import { ascii, binary } from './code.ts'
import { answerBytes, answerData, body1E, bodyOf, type Command, number1E } from './command.ts'
import type { Frame } from './devices.ts'
import { endFault, endFault1E, outOfStep } from './faults.ts'
import { frameOf, isWide, type McParams } from './params.ts'

/** How the frames of a driver are written. */
type Format = { frame: Frame; code: Code; wide: boolean }

const formatOf = (params: McParams): Format => ({
  frame: frameOf(params),
  code: params.code === 'ascii' ? ascii : binary,
  wide: isWide(params),
})

/** A request: its bytes, and what its answer is compared with. `serial`: only in 4E frames. */
export type McRequest = { command: Command; format: Format; bytes: Uint8Array; route: Uint8Array; serial: number }

/**
 * The first answer in received bytes, and how many of them it has. `serial`: that of a 4E frame. `fault`: the device
 * has refused the request.
 */
type Answer = { used: number; serial: number | undefined } & ({ data: Uint8Array } | { fault: DriverFault })

// Longer than the longest answer: 7168 bits, or 960 words, in ASCII code.
const maxLength = 8192
const readIncomplete = 1719

type Route = Pick<McParams, 'network' | 'pc' | 'moduleIo' | 'station'>

const routeBytes = ({ network, pc, moduleIo, station }: Route, { number }: Code): Uint8Array =>
  Buffer.concat([number(network, 1), number(pc, 1), number(moduleIo, 2), number(station, 1)])

/** The request that sends a command. `serial`: 0-65535. */
export function requestOf(command: Command, params: McParams, serial: number): McRequest {
  const format = formatOf(params)
  const { frame, code, wide } = format
  const route = routeBytes(params, code)
  const timer = code.number(params.monitorTimer, 2)
  if (frame === '1E') {
    const head = [code.number(number1E(command), 1), code.number(params.pc, 1), timer]
    return { command, format, bytes: Buffer.concat([...head, body1E(command, code)]), route, serial }
  }
  const body = bodyOf(command, code, wide)
  const start = frame === '4E' ? [code.constant('5400'), code.number(serial, 2), code.constant('0000')] : []
  const head = start.length > 0 ? start : [code.constant('5000')]
  const length = code.number(timer.length + body.length, 2)
  return { command, format, bytes: Buffer.concat([...head, route, length, timer, body]), route, serial }
}

/** The first answer, or nothing while it is incomplete. Throws 1712 for bytes that are no answer. */
export const findAnswer = (received: Uint8Array, request: McRequest): Answer | undefined =>
  request.format.frame === '1E' ? find1E(received, request) : findQna(received, request)

/** An answer of a 3E or 4E frame, which has a length. */
function findQna(received: Uint8Array, { command, format, route, serial }: McRequest): Answer | undefined {
  const { frame, code } = format
  const is4E = frame === '4E'
  const { unit } = code
  checkStart(received, code.constant(is4E ? 'D400' : 'D000'))
  const routeAt = (is4E ? 6 : 2) * unit
  const bodyAt = routeAt + 7 * unit
  if (received.length < bodyAt) return undefined
  const length = code.numberAt(received, bodyAt - 2 * unit, 2)
  if (length < 2 * unit || length > maxLength) throw outOfStep(`an answer of ${length} bytes`)
  const used = bodyAt + length
  if (received.length < used) return undefined
  const own = is4E ? code.numberAt(received, 2 * unit, 2) : undefined
  // The answer to an abandoned request; the caller skips it.
  if (own !== undefined && own !== serial) return { used, serial: own, data: new Uint8Array() }
  const found = received.subarray(routeAt, routeAt + route.length)
  if (Buffer.compare(found, route) !== 0) throw outOfStep(`an answer of ${hex(found)} instead of ${hex(route)}`)
  const end = code.numberAt(received, bodyAt, 2)
  if (end !== 0) return { used, serial: own, fault: endFault(end) }
  const data = received.subarray(bodyAt + 2 * unit, used)
  const expected = answerBytes(command, code, false)
  // Without a serial number a wrong length can also be that of another answer.
  if (data.length !== expected) throw incomplete(data.length, expected, !is4E)
  return { used, serial: own, data: answerData(command, data, code, false) }
}

// End code of a 1E frame that is followed by a second code.
const withAbnormal = 0x5b

/** An answer of a 1E frame, whose length follows from the request. */
function find1E(received: Uint8Array, { command, format: { code } }: McRequest): Answer | undefined {
  const { unit } = code
  checkStart(received, code.number(number1E(command) | 0x80, 1))
  if (received.length < 2 * unit) return undefined
  const end = code.numberAt(received, unit, 1)
  const at = 2 * unit
  if (end === 0) {
    const used = at + answerBytes(command, code, true)
    if (received.length < used) return undefined
    return { used, serial: undefined, data: answerData(command, received.subarray(at, used), code, true) }
  }
  if (end !== withAbnormal) return { used: at, serial: undefined, fault: endFault1E(end) }
  if (received.length < at + unit) return undefined
  // SH-080008 ends the answer here; some modules add a zero.
  const hasZero = received.length >= at + 2 * unit && code.numberAt(received, at + unit, 1) === 0
  const used = at + (hasZero ? 2 : 1) * unit
  return { used, serial: undefined, fault: endFault1E(end, code.numberAt(received, at, 1)) }
}

/** Throws 1712 unless the bytes start, or may still start, like an answer. */
function checkStart(received: Uint8Array, start: Uint8Array): void {
  const length = Math.min(received.length, start.length)
  if (Buffer.compare(received.subarray(0, length), start.subarray(0, length)) === 0) return
  throw outOfStep(`an answer that starts with ${hex(received.subarray(0, length))}`)
}

const incomplete = (length: number, expected: number, isBroken: boolean): DriverFault =>
  new DriverFault(readIncomplete, `${length} bytes of data instead of ${expected}`, isBroken)

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
