// The MC protocol (SLMP) of Mitsubishi and of PLCs compatible with it, the pure half: parameters, addresses, block
// planning, conversion between bytes and values.
import { asBoolean, dataTypes, type Value } from '../../core/data-type.ts'
import {
  type Block,
  type BlockAbout,
  DriverFault,
  isRefusal,
  type Point,
  type Refusal,
  type WriteRequest,
} from '../driver.ts'
import { checkForm, orderOf, textFormat, textOf } from '../modbus-tcp/about.ts'
import { type Placed, planBlocks } from '../modbus-tcp/plan.ts'
import { decodeNumber, encodeNumber, isByte, registerCount, reorder } from '../modbus-tcp/registers.ts'
import { decodeText, encodeText } from '../modbus-tcp/text.ts'
import { addressExamples, examplesOfSeries, lastOf, type McAddress, parseMcAddress, refusalOfEnd } from './address.ts'
import { isBitArea } from './devices.ts'
import { initialMc, limitsOf, McParams, mcFields } from './params.ts'

// Codes of contract/errors.
const addressMissing = 1715
const typeError = 1716
const incomplete = 1719

export const about: BlockAbout<McParams, McAddress> = {
  kind: 'blocks',
  type: 'mitsubishi-mc',
  transport: 'tcp',
  // 3E and 4E. Frame 1E was compared with published and recorded frames only.
  verified: 'peer',
  names: { en: 'Mitsubishi MC (SLMP)', 'zh-cn': '三菱 MC 协议（SLMP）' },
  peers: ['virtual-plc', 'pymcprotocol'],
  family: 'plc',
  models: {
    en: 'Mitsubishi iQ-R, Q, L, FX5U, FX3U; Keyence KV; Inovance H5U, Easy; Panasonic FP7, FP0H',
    'zh-cn': '三菱 iQ-R、Q、L、FX5U、FX3U；基恩士 KV；汇川 H5U、Easy；松下 FP7、FP0H',
  },
  params: McParams,
  initial: initialMc,
  fields: mcFields,
  examples: addressExamples,
  examplesFor: examplesOfSeries,
  dataTypes: dataTypes.filter((type) => !isByte(type)),
  parseAddress: parseMcAddress,
  checkPoint,
  covers,
  plan,
  bytesOf: ({ area, count }) => (isBitArea(area) ? count : count * 2),
  decode,
  rawBytes,
  encode,
  connectionKey: ({ host, port }) => `mc:${host.toLowerCase()}:${port}`,
  timing: ({ collectMs, waitMs, timeoutMs, retries }) => ({ collectMs, waitMs, timeoutMs, retries }),
  at: (host, port) => ({ host, port }),
}

const refuse = (field: Refusal['field'], en: string, zh: string): Refusal => ({ field, reason: { en, 'zh-cn': zh } })

/** Number of bits in bit areas, of words elsewhere. */
const sizeOf = ({ dataType, length }: Point, { area }: McAddress): number =>
  isBitArea(area) ? 1 : registerCount(dataType, length)

function checkPoint(point: Point, params: McParams): Refusal | undefined {
  const address = parseMcAddress(point.address, params)
  if (isRefusal(address)) return address
  const { area, start } = address
  const size = sizeOf(point, address)
  if (start + size - 1 > lastOf(area, params))
    return refuse('address', 'The value ends beyond the area', '超出地址上限')
  if (point.prefix) {
    return refuse('prefix', 'Texts of this PLC end with a zero byte', '该 PLC 的字符串以 00 结尾，没有长度前缀')
  }
  const beyond = refusalOfEnd(point.address, start, size, params)
  return beyond ?? checkType(point, address) ?? checkForm(point) ?? checkSize(point, address, size, params)
}

function checkType({ dataType }: Point, { area, bit }: McAddress): Refusal | undefined {
  const isBool = dataType === 'bool'
  if (isBitArea(area))
    return isBool ? undefined : refuse('dataType', 'This device holds bool values only', '该软元件只支持布尔类型')
  if (isBool && bit === undefined)
    return refuse('address', 'A bool in a word needs a bit, such as D100.5', '字软元件中的布尔量需要位号，例如 D100.5')
  return isBool || bit === undefined
    ? undefined
    : refuse('dataType', 'A single bit must be a bool', '单个位只能是布尔类型')
}

function checkSize(point: Point, { area }: McAddress, size: number, params: McParams): Refusal | undefined {
  if (isBitArea(area)) return undefined
  const isText = point.dataType === 'string'
  if (isText && !point.length)
    return refuse('length', 'A string needs its length in bytes', '字符串需要填写长度（字节）')
  const { words } = limitsOf(params)
  if (size <= words) return undefined
  return refuse(
    isText ? 'length' : 'dataType',
    `It needs ${size} words; one read can have at most ${words}`,
    `需要 ${size} 个字，单次最多读取 ${words} 个`,
  )
}

/** A point with its parsed address. Throws 1715 if it does not parse; the configuration was checked before. */
function place(point: Point, params: McParams): Placed<McAddress> {
  const address = parseMcAddress(point.address, params)
  if (isRefusal(address)) throw new DriverFault(addressMissing, address.reason.en)
  return { point, address, size: sizeOf(point, address) }
}

function covers(point: Point, params: McParams): { area: string; from: number; to: number } {
  const { address, size } = place(point, params)
  const { area, start, bit } = address
  if (isBitArea(area)) return { area, from: start, to: start }
  if (bit !== undefined) return { area, from: start * 16 + bit, to: start * 16 + bit }
  return { area, from: start * 16, to: (start + size) * 16 - 1 }
}

function plan(points: readonly Point[], params: McParams): Block<McAddress>[] {
  const placed = points.filter(({ access }) => access !== 'w').map((point) => place(point, params))
  const { words, bits } = limitsOf(params)
  return planBlocks(placed, {
    registers: words,
    bits,
    registerGap: params.maxGap,
    bitGap: params.maxGap * 16,
    join: params.blockCollection,
    inBits: isBitArea,
  })
}

/** The bytes of a point within those of its block. Throws 1719 if the device has sent fewer. */
function bytesIn({ address, size }: Placed<McAddress>, block: Block<McAddress>, bytes: Uint8Array): Uint8Array {
  const unit = isBitArea(address.area) ? 1 : 2
  const at = (address.start - block.start) * unit
  const own = bytes.subarray(at, at + size * unit)
  if (own.length < size * unit) throw new DriverFault(incomplete, 'the answer is too short')
  return own
}

function decode(point: Point, block: Block<McAddress>, bytes: Uint8Array, params: McParams): Value {
  const placed = place(point, params)
  const { bit, area } = placed.address
  const own = bytesIn(placed, block, bytes)
  if (isBitArea(area)) return own[0] === 1
  if (bit !== undefined) return ((own[bit > 7 ? 0 : 1]! >> (bit & 7)) & 1) === 1
  if (point.dataType === 'string') return decodeText(own, point.length ?? own.length, textFormat(point, params))
  return decodeNumber(point.dataType, reorder(own, orderOf(point, placed.size, params)))
}

function rawBytes(point: Point, block: Block<McAddress>, bytes: Uint8Array, params: McParams): Uint8Array | undefined {
  if (point.dataType === 'bool' || point.dataType === 'string') return undefined
  const placed = place(point, params)
  return reorder(bytesIn(placed, block, bytes), orderOf(point, placed.size, params))
}

/** Words with the high byte first; a bit of a word with its mask; a bit device as one byte, 0 or 1. */
function encode(point: Point, value: Value, params: McParams): WriteRequest {
  const { address, size } = place(point, params)
  const { area, start } = address
  if (point.dataType === 'bool') return encodeBool(address, value)
  if (point.dataType === 'string') {
    return { area, start, bytes: encodeText(textOf(value), point.length ?? 0, textFormat(point, params)) }
  }
  return { area, start, bytes: reorder(encodeNumber(point.dataType, value), orderOf(point, size, params)) }
}

function encodeBool({ area, start, bit }: McAddress, value: Value): WriteRequest {
  const on = asBoolean(value)
  if (on === undefined) throw new DriverFault(typeError, 'the value is not a bool')
  if (bit === undefined) return { area, start, bytes: Uint8Array.of(on ? 1 : 0), count: 1 }
  const mask = Uint8Array.of(bit > 7 ? 1 << (bit - 8) : 0, bit > 7 ? 0 : 1 << bit)
  return { area, start, bytes: on ? mask : new Uint8Array(2), mask }
}
