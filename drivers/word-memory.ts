// The pure half of drivers for PLCs whose memory consists of 16-bit words and of single bits: checks, planning of blocks
// and conversion of values. A driver adds its grammar of addresses and its limits.
import { asBoolean, type Value } from '../core/data-type.ts'
import {
  type Block,
  type BlockAbout,
  DriverFault,
  isRefusal,
  type Point,
  type Refusal,
  type WriteRequest,
} from './driver.ts'
import { checkForm, orderOf, textFormat, textOf } from './modbus-tcp/about.ts'
import type { ModbusParams } from './modbus-tcp/params.ts'
import { type Placed, planBlocks } from './modbus-tcp/plan.ts'
import { decodeNumber, encodeNumber, isByte, registerCount, reorder } from './modbus-tcp/registers.ts'
import { decodeText, encodeText } from './modbus-tcp/text.ts'

/**
 * `start`: number of the word, or of the bit in areas of bits. `bit`: 0-15, with 0 the lowest; `byte`: half of the word.
 * Both only in areas of words.
 */
export type WordAddress = { area: string; start: number; bit?: number; byte?: 'high' | 'low' }

type WordParams = Pick<ModbusParams, 'byteOrder' | 'textOrder' | 'encoding' | 'blockCollection' | 'maxGap'>

/** The properties of a driver's memory. */
type WordMemory<P extends WordParams, A extends WordAddress> = {
  parse(address: string, params: P): A | Refusal
  /** Areas of bits have one byte per bit in blocks and writes: 0 or 1. */
  isBitArea(area: string): boolean
  /** Most words and bits that one request transfers. */
  limits(params: P): { words: number; bits: number }
  /** Further checks of the driver: its reason to refuse a point; `size` in words, or bits in areas of bits. */
  check(point: Point, address: A, size: number, params: P): Refusal | undefined
  /** Address of a bit in a word, shown where one is missing. */
  bitExample: string
}

type Half = 'parseAddress' | 'checkPoint' | 'covers' | 'plan' | 'bytesOf' | 'decode' | 'rawBytes' | 'encode'

// Codes of contract/errors.
const addressMissing = 1715
const typeError = 1716
const incomplete = 1719

const refuse = (field: Refusal['field'], en: string, zh: string): Refusal => ({ field, reason: { en, 'zh-cn': zh } })

/** The members of a `BlockAbout` that follow from the memory. */
export function wordHalf<P extends WordParams, A extends WordAddress>(
  memory: WordMemory<P, A>,
): Pick<BlockAbout<P, A>, Half> {
  const codec = new WordCodec(memory)
  return {
    parseAddress: memory.parse,
    checkPoint: (point, params) => codec.check(point, params),
    covers: (point, params) => codec.covers(point, params),
    plan: (points, params) => codec.plan(points, params),
    bytesOf: ({ area, count }) => (memory.isBitArea(area) ? count : count * 2),
    decode: (point, block, bytes, params) => codec.decode(point, block, bytes, params),
    rawBytes: (point, block, bytes, params) => codec.rawBytes(point, block, bytes, params),
    encode: (point, value, params) => codec.encode(point, value, params),
  }
}

class WordCodec<P extends WordParams, A extends WordAddress> {
  readonly #memory: WordMemory<P, A>
  /** Parsed points: the same ones are decoded again and again. */
  readonly #parsed = new WeakMap<Point, { params: P; placed: Placed<A> }>()

  constructor(memory: WordMemory<P, A>) {
    this.#memory = memory
  }

  check(point: Point, params: P): Refusal | undefined {
    const address = this.#memory.parse(point.address, params)
    if (isRefusal(address)) return address
    if (point.prefix)
      return refuse('prefix', 'Texts of this PLC end with a zero byte', '该 PLC 的字符串以 00 结尾，没有长度前缀')
    const size = this.#sizeOf(point, address)
    return (
      this.#checkType(point, address) ??
      checkForm(point) ??
      this.#checkSize(point, address, size, params) ??
      this.#memory.check(point, address, size, params)
    )
  }

  #checkType({ dataType }: Point, { area, bit, byte }: A): Refusal | undefined {
    const isBool = dataType === 'bool'
    if (this.#memory.isBitArea(area))
      return isBool ? undefined : refuse('dataType', 'This area holds bool values only', '该存储区只支持布尔类型')
    const { bitExample } = this.#memory
    if (isBool && bit === undefined)
      return refuse(
        'address',
        `A bool in a word needs a bit, such as ${bitExample}`,
        `字地址中的布尔量需要位号，例如 ${bitExample}`,
      )
    if (!isBool && bit !== undefined) return refuse('dataType', 'A single bit must be a bool', '单个位只能是布尔类型')
    if (isByte(dataType) === (byte !== undefined)) return undefined
    return byte
      ? refuse('dataType', 'One byte is an int8 or a uint8', '单个字节只能是 int8 或 uint8')
      : refuse(
          'address',
          'Add the byte of the word, such as D100.H (high) or D100.L (low)',
          '请指明字的高字节或低字节，例如 D100.H（高）或 D100.L（低）',
        )
  }

  #checkSize(point: Point, { area }: A, size: number, params: P): Refusal | undefined {
    if (this.#memory.isBitArea(area)) return undefined
    const isText = point.dataType === 'string'
    if (isText && !point.length)
      return refuse('length', 'A string needs its length in bytes', '字符串需要填写长度（字节）')
    const { words } = this.#memory.limits(params)
    if (size <= words) return undefined
    return refuse(
      isText ? 'length' : 'dataType',
      `It needs ${size} words; one read can have at most ${words}`,
      `需要 ${size} 个字，单次最多读取 ${words} 个`,
    )
  }

  /** Number of bits in areas of bits, of words elsewhere. */
  #sizeOf({ dataType, length }: Point, { area }: A): number {
    return this.#memory.isBitArea(area) ? 1 : registerCount(dataType, length)
  }

  /** A point with its parsed address. Throws 1715 if it does not parse; the configuration was checked before. */
  #place(point: Point, params: P): Placed<A> {
    const known = this.#parsed.get(point)
    if (known?.params === params) return known.placed
    const address = this.#memory.parse(point.address, params)
    if (isRefusal(address)) throw new DriverFault(addressMissing, address.reason.en)
    const placed = { point, address, size: this.#sizeOf(point, address) }
    this.#parsed.set(point, { params, placed })
    return placed
  }

  /** The range of a point, numbered by bits: those of words are 16 to a word. */
  covers(point: Point, params: P): { area: string; from: number; to: number } {
    const { address, size } = this.#place(point, params)
    const { area, start, bit, byte } = address
    if (this.#memory.isBitArea(area)) return { area, from: start, to: start }
    const first = start * 16
    if (bit !== undefined) return { area, from: first + bit, to: first + bit }
    const half = byte === 'high' ? first + 8 : first
    return { area, from: half, to: byte ? half + 7 : first + size * 16 - 1 }
  }

  plan(points: readonly Point[], params: P): Block<A>[] {
    const { words, bits } = this.#memory.limits(params)
    return planBlocks(
      points.filter(({ access }) => access !== 'w').map((point) => this.#place(point, params)),
      {
        registers: words,
        bits,
        registerGap: params.maxGap,
        bitGap: params.maxGap * 16,
        join: params.blockCollection,
        inBits: this.#memory.isBitArea,
      },
    )
  }

  /** The bytes of a point within those of its block. Throws 1719 if the device has sent fewer. */
  #bytesIn({ address, size }: Placed<A>, block: Block<A>, bytes: Uint8Array): Uint8Array {
    const unit = this.#memory.isBitArea(address.area) ? 1 : 2
    const at = (address.start - block.start) * unit
    const own = bytes.subarray(at, at + size * unit)
    if (own.length < size * unit) throw new DriverFault(incomplete, 'the answer is too short')
    return own
  }

  decode(point: Point, block: Block<A>, bytes: Uint8Array, params: P): Value {
    const placed = this.#place(point, params)
    const { bit, area } = placed.address
    const own = this.#bytesIn(placed, block, bytes)
    if (this.#memory.isBitArea(area)) return own[0] === 1
    if (bit !== undefined) return ((own[bit > 7 ? 0 : 1]! >> (bit & 7)) & 1) === 1
    if (point.dataType === 'string') return decodeText(own, point.length ?? own.length, textFormat(point, params))
    return decodeNumber(point.dataType, this.#numberIn(placed, own, params))
  }

  rawBytes(point: Point, block: Block<A>, bytes: Uint8Array, params: P): Uint8Array | undefined {
    if (point.dataType === 'bool' || point.dataType === 'string') return undefined
    const placed = this.#place(point, params)
    return this.#numberIn(placed, this.#bytesIn(placed, block, bytes), params)
  }

  #numberIn({ point, address, size }: Placed<A>, own: Uint8Array, params: P): Uint8Array {
    if (address.byte) return address.byte === 'high' ? own.subarray(0, 1) : own.subarray(1, 2)
    return reorder(own, orderOf(point, size, params))
  }

  /** Words with the high byte first; a part of a word with its mask; a bit of an area of bits as one byte, 0 or 1. */
  encode(point: Point, value: Value, params: P): WriteRequest {
    const { address, size } = this.#place(point, params)
    const { area, start, byte } = address
    if (point.dataType === 'bool') return encodeBool(address, value)
    if (point.dataType === 'string')
      return { area, start, bytes: encodeText(textOf(value), point.length ?? 0, textFormat(point, params)) }
    const number = encodeNumber(point.dataType, value)
    if (byte) return { area, start, ...partOf(number[0]!, 0xff, byte) }
    return { area, start, bytes: reorder(number, orderOf(point, size, params)) }
  }
}

/** Bytes and mask of a word of which one half is written. */
function partOf(value: number, mask: number, byte: 'high' | 'low'): { bytes: Uint8Array; mask: Uint8Array } {
  const word = (half: number) => (byte === 'high' ? Uint8Array.of(half, 0) : Uint8Array.of(0, half))
  return { bytes: word(value), mask: word(mask) }
}

function encodeBool({ area, start, bit }: WordAddress, value: Value): WriteRequest {
  const on = asBoolean(value)
  if (on === undefined) throw new DriverFault(typeError, 'the value is not a bool')
  if (bit === undefined) return { area, start, bytes: Uint8Array.of(on ? 1 : 0), count: 1 }
  const mask = 1 << (bit & 7)
  return { area, start, ...partOf(on ? mask : 0, mask, bit > 7 ? 'high' : 'low') }
}
