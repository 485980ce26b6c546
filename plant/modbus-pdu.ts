// Answers one Modbus request, without framing or sockets. Limits after the Modbus application protocol V1.1b3.
import type { RegisterBank } from './register-bank.ts'
import type { Area } from './waterworks/registers.ts'

type ExceptionCode = 1 | 2 | 3 | 4
/** Checked before the register bank: lets a PLC refuse a range that its register map contains. */
export type Refuse = (area: Area, address: number, count: number) => ExceptionCode | undefined

type Answer = Uint8Array | ExceptionCode
type Handler = (body: Uint8Array, bank: RegisterBank, refuse: Refuse) => Answer

const maxBitsRead = 2000
const maxBitsWritten = 1968
const maxRegistersRead = 125
const maxRegistersWritten = 123
const maxRegistersExchanged = 121

const wordAt = (bytes: Uint8Array, at: number) => (bytes[at]! << 8) | bytes[at + 1]!
const wordBytes = (words: readonly number[]) => words.flatMap((word) => [word >> 8, word & 0xff])
const counted = (bytes: readonly number[]) => Uint8Array.of(bytes.length, ...bytes)

function packBits(bits: readonly number[]): number[] {
  const bytes = new Array<number>(Math.ceil(bits.length / 8)).fill(0)
  for (const [index, bit] of bits.entries()) bytes[index >> 3]! |= bit << (index & 7)
  return bytes
}

const unpackBits = (bytes: Uint8Array, count: number) =>
  Array.from({ length: count }, (_, index) => (bytes[index >> 3]! >> (index & 7)) & 1)

const unpackWords = (bytes: Uint8Array, count: number) =>
  Array.from({ length: count }, (_, at) => wordAt(bytes, at * 2))

/** Checks address and quantity in the order of the protocol's state diagrams: quantity 03, range 02, execution 04. */
function reader(area: Area, limit: number, pack: (values: readonly number[]) => number[]): Handler {
  return (body, bank, refuse) => {
    if (body.length !== 4) return 3
    const address = wordAt(body, 0)
    const count = wordAt(body, 2)
    if (count < 1 || count > limit) return 3
    const refused = refuse(area, address, count)
    if (refused) return refused
    const values = bank.read(area, address, count)
    return typeof values === 'number' ? values : counted(pack(values))
  }
}

function writeSingle(area: 'coil' | 'holding', toValue: (word: number) => number | undefined): Handler {
  return (body, bank, refuse) => {
    if (body.length !== 4) return 3
    const value = toValue(wordAt(body, 2))
    if (value === undefined) return 3
    const address = wordAt(body, 0)
    return refuse(area, address, 1) ?? bank.write(area, address, [value]) ?? body
  }
}

function writeMany(
  area: 'coil' | 'holding',
  limit: number,
  bytesFor: (count: number) => number,
  unpack: (bytes: Uint8Array, count: number) => number[],
): Handler {
  return (body, bank, refuse) => {
    if (body.length < 6) return 3
    const address = wordAt(body, 0)
    const count = wordAt(body, 2)
    const size = bytesFor(count)
    if (count < 1 || count > limit || body[4] !== size || body.length !== 5 + size) return 3
    const refused = refuse(area, address, count)
    return refused ?? bank.write(area, address, unpack(body.subarray(5), count)) ?? body.subarray(0, 4)
  }
}

const maskWrite: Handler = (body, bank, refuse) => {
  if (body.length !== 6) return 3
  const address = wordAt(body, 0)
  const refused = refuse('holding', address, 1)
  if (refused) return refused
  const words = bank.read('holding', address, 1)
  if (typeof words === 'number') return words
  const and = wordAt(body, 2)
  const value = (words[0]! & and) | (wordAt(body, 4) & ~and & 0xffff)
  return bank.write('holding', address, [value]) ?? body
}

const exchange: Handler = (body, bank, refuse) => {
  if (body.length < 9) return 3
  const [from, count, address, written] = [0, 2, 4, 6].map((at) => wordAt(body, at)) as [number, number, number, number]
  if (count < 1 || count > maxRegistersRead || written < 1 || written > maxRegistersExchanged) return 3
  if (body[8] !== written * 2 || body.length !== 9 + written * 2) return 3
  const refused = refuse('holding', address, written) ?? refuse('holding', from, count)
  if (refused) return refused
  // The read range is tried first, so that a refused request has written nothing.
  const before = bank.read('holding', from, count)
  if (typeof before === 'number') return before
  const fault = bank.write('holding', address, unpackWords(body.subarray(9), written))
  if (fault) return fault
  const words = bank.read('holding', from, count)
  return typeof words === 'number' ? words : counted(wordBytes(words))
}

const coilValue = (word: number) => (word === 0xff00 ? 1 : word === 0 ? 0 : undefined)

const handlers: ReadonlyMap<number, Handler> = new Map([
  [1, reader('coil', maxBitsRead, packBits)],
  [2, reader('discrete', maxBitsRead, packBits)],
  [3, reader('holding', maxRegistersRead, wordBytes)],
  [4, reader('input', maxRegistersRead, wordBytes)],
  [5, writeSingle('coil', coilValue)],
  [6, writeSingle('holding', (word) => word)],
  [15, writeMany('coil', maxBitsWritten, (count) => Math.ceil(count / 8), unpackBits)],
  [16, writeMany('holding', maxRegistersWritten, (count) => count * 2, unpackWords)],
  [22, maskWrite],
  [23, exchange],
])

/** Answer to a protocol data unit (function code and data); an exception sets the top bit of the function. */
export function answerPdu(pdu: Uint8Array, bank: RegisterBank, refuse: Refuse = () => undefined): Uint8Array {
  const code = pdu[0] ?? 0
  const handler = handlers.get(code)
  const answer = handler ? handler(pdu.subarray(1), bank, refuse) : 1
  return typeof answer === 'number' ? Uint8Array.of(code | 0x80, answer) : Uint8Array.of(code, ...answer)
}
