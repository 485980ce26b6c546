// FINS frames: the header, the commands 0101, 0102 and 0104, and the data of answers (W342, sections 3-3 and 5-3). Pure.
import { DriverFault, type Span } from '../driver.ts'
import { areaOf } from './areas.ts'
import { endFault } from './faults.ts'

/** An address of FINS: network, node and unit. */
type Place = { network: number; node: number; unit: number }

/** Where a command goes and where it comes from. `to.node` 0: the PLC at the other end, whatever its node is. */
export type Route = { to: Place; from: Place }

/** A word or bit, as commands name it. */
type Item = { code: number; start: number; bit: number }

const headerBytes = 10
// An answer is required.
const commandIcf = 0x80
const responseFlag = 0x40
const gateways = 2
const codes = { read: 0x0101, write: 0x0102, many: 0x0104 } as const

export type Command =
  | { kind: 'read'; span: Span }
  | { kind: 'write'; span: Span; bytes: Uint8Array }
  | { kind: 'bit'; area: string; start: number; bit: number; on: boolean }
  | { kind: 'many'; words: readonly { area: string; start: number }[] }

const codeOf = ({ kind }: Command): number => codes[kind === 'bit' ? 'write' : kind]

const high = (value: number): number => value >> 8
const low = (value: number): number => value & 0xff

/** Throws 1715 for an area without words, or without bits. */
function itemOf(name: string, start: number, bit?: number): Item {
  const area = areaOf(name)
  const code = bit === undefined && !area?.isBits ? area?.word : area?.bit
  if (!area || code === undefined) throw new DriverFault(1715, `${name} cannot be accessed in this way`)
  return { code, start: start + (area.base ?? 0), bit: bit ?? 0 }
}

const itemBytes = ({ code, start, bit }: Item): number[] => [code, high(start), low(start), bit]

function bodyOf(command: Command): Uint8Array {
  switch (command.kind) {
    case 'many':
      return Uint8Array.from(command.words.flatMap(({ area, start }) => itemBytes(itemOf(area, start))))
    case 'bit': {
      const { area, start, bit, on } = command
      return Uint8Array.of(...itemBytes(itemOf(area, start, bit)), 0, 1, on ? 1 : 0)
    }
    default: {
      const { area, start, count } = command.span
      const place = [...itemBytes(itemOf(area, start)), high(count), low(count)]
      return command.kind === 'read' ? Uint8Array.from(place) : Uint8Array.of(...place, ...command.bytes)
    }
  }
}

const placeBytes = ({ network, node, unit }: Place): number[] => [network, node, unit]

/** A command without its header: code and parameters. */
export function textOf(command: Command): Uint8Array {
  const code = codeOf(command)
  return Uint8Array.of(high(code), low(code), ...bodyOf(command))
}

/** The frame of a command. `sid`: 0-255. */
export const frameOf = (command: Command, { to, from }: Route, sid: number): Uint8Array =>
  Uint8Array.of(commandIcf, 0, gateways, ...placeBytes(to), ...placeBytes(from), sid, ...textOf(command))

/**
 * End code and data of a frame, if it is the answer to this command: a response with its number and its code, from its
 * destination to its source. Networks are not compared, as gateways in between replace them.
 */
export function answerIn(
  frame: Uint8Array,
  command: Command,
  { to, from }: Route,
  sid: number,
): Uint8Array | undefined {
  if (frame.length < headerBytes || (frame[0]! & responseFlag) === 0 || frame[9] !== sid) return undefined
  const isForUs = frame[4] === from.node && frame[5] === from.unit
  const isFromPlc = (to.node === 0 || frame[7] === to.node) && frame[8] === to.unit
  return isForUs && isFromPlc ? resultIn(frame.subarray(headerBytes), command) : undefined
}

/** End code and data after the header of an answer, if it repeats the code of the command. */
export const resultIn = (text: Uint8Array, command: Command): Uint8Array | undefined =>
  text.length >= 4 && ((text[0]! << 8) | text[1]!) === codeOf(command) ? text.subarray(2) : undefined

/** Number of data bytes of a complete answer. */
function answerBytes(command: Command): number {
  if (command.kind === 'many') return command.words.length * 3
  if (command.kind !== 'read') return 0
  return command.span.count * (areaOf(command.span.area)?.isBits ? 1 : 2)
}

/**
 * The data of an answer, as found by `answerIn`: words with the high byte first, or one byte per bit. Throws the fault
 * of its end code, 1719 if it has too many or too few data.
 */
export function dataOf(answer: Uint8Array, command: Command): Uint8Array {
  const fault = endFault((answer[0]! << 8) | answer[1]!, answer.subarray(2))
  if (fault) throw fault
  const data = answer.subarray(2)
  const expected = answerBytes(command)
  if (data.length !== expected) throw new DriverFault(1719, `${data.length} bytes of data instead of ${expected}`)
  if (command.kind === 'many') return wordsIn(data, command.words)
  if (command.kind === 'read' && areaOf(command.span.area)?.isBits) checkBits(data)
  return data
}

/** The words of an answer to 0104, which repeats the code of the area before each. Throws 1712 for another area. */
function wordsIn(data: Uint8Array, words: readonly { area: string; start: number }[]): Uint8Array {
  const out = new Uint8Array(words.length * 2)
  for (const [index, { area, start }] of words.entries()) {
    const at = index * 3
    if (data[at] !== itemOf(area, start).code)
      throw new DriverFault(1712, `data of area ${data[at]} instead of ${area}`)
    out.set(data.subarray(at + 1, at + 3), index * 2)
  }
  return out
}

function checkBits(data: Uint8Array): void {
  const wrong = data.find((byte) => byte > 1)
  if (wrong !== undefined) throw new DriverFault(1712, `${wrong} instead of a bit`)
}
