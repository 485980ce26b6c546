// Modbus TCP, the pure half: parameters, addresses, block planning, conversion between bytes and values.
// The pattern for every driver: `params` and `fields` for the form, the rest for both validation and the edge.
import { asBoolean, type ByteOrder, dataTypes, type Value } from '../../core/data-type.ts'
import {
  type Block,
  type BlockAbout,
  DriverFault,
  isRefusal,
  type Point,
  type Refusal,
  type WriteRequest,
} from '../driver.ts'
import { addressExamples, isBitArea, isWritableArea, type ModbusAddress, parseModbusAddress } from './address.ts'
import { initialModbus, laterModbus, ModbusParams, modbusFields } from './params.ts'
import { type Placed, planBlocks } from './plan.ts'
import { parseProfileAddress, profileExamples } from './profile-address.ts'
import { decodeNumber, encodeNumber, isByte, registerCount, reorder } from './registers.ts'
import { decodeText, encodeText, type TextFormat, textMask } from './text.ts'

// Maximum number of bits in one read of coils or inputs, by the protocol.
const maxBits = 2000
// Maximum of the length byte of a Siemens text.
const maxS7 = 254
// Codes of contract/errors.
const addressMissing = 1715
const typeError = 1716
const incomplete = 1719

export const about: BlockAbout<ModbusParams, ModbusAddress> = {
  kind: 'blocks',
  type: 'modbus-tcp',
  transport: 'tcp',
  verified: 'peer',
  names: { en: 'Modbus TCP', 'zh-cn': 'Modbus TCP' },
  peers: ['pymodbus', 'mbpoll'],
  family: 'standard',
  models: {
    en: 'Schneider, Delta, Inovance, Xinje, Fatek, Yaskawa, WAGO, ABB and most PLCs, drives and meters with Ethernet',
    'zh-cn': '施耐德、台达、汇川、信捷、永宏、安川、万可、ABB 及多数带以太网口的 PLC、变频器、仪表',
  },
  params: ModbusParams,
  initial: initialModbus,
  later: laterModbus,
  fields: modbusFields,
  examples: addressExamples,
  examplesFor: ({ profile }) => (profile === 'none' ? addressExamples : profileExamples(profile)),
  dataTypes,
  parseAddress,
  checkPoint,
  covers,
  plan,
  bytesOf: ({ area, count }) => (isBitArea(area) ? Math.ceil(count / 8) : count * 2),
  decode,
  rawBytes,
  encode,
  connectionKey: (params) => `tcp:${params.host.toLowerCase()}:${params.port}`,
  timing: ({ collectMs, waitMs, timeoutMs, retries }) => ({ collectMs, waitMs, timeoutMs, retries }),
  at: (host, port) => ({ host, port }),
}

/** Parses the notation of the profile, or that of Modbus. The prefixed form (`H:0`) is always accepted. */
function parseAddress(address: string, { profile, addressBase }: ModbusParams): ModbusAddress | Refusal {
  if (profile === 'none' || /^\s*[CDIH]:/i.test(address)) return parseModbusAddress(address, addressBase)
  return parseProfileAddress(address, profile)
}

/** The place of a value: a contact and a value can have the same name. */
const placeFor = ({ orBool, ...address }: ModbusAddress, { dataType }: Point): ModbusAddress =>
  orBool && dataType === 'bool' ? orBool : address

const refuse = (field: Refusal['field'], en: string, zh: string): Refusal => ({ field, reason: { en, 'zh-cn': zh } })

/** Number of bits in bit areas, of registers elsewhere. */
const sizeOf = (point: Point, address: ModbusAddress): number =>
  isBitArea(address.area) ? 1 : registerCount(point.dataType, point.length, point.prefix)

function checkPoint(point: Point, params: ModbusParams): Refusal | undefined {
  const parsed = about.parseAddress(point.address, params)
  if (isRefusal(parsed)) return parsed
  const address = placeFor(parsed, point)
  const size = sizeOf(point, address)
  if (address.start + size - 1 > (address.last ?? 65_535))
    return address.last === undefined
      ? refuse('address', 'The value ends beyond address 65535', '超出地址上限 65535')
      : refuse('address', 'The value ends beyond its area', '超出该区的地址上限')
  if (address.registers !== undefined && address.registers !== size)
    return refuse(
      'dataType',
      `This address has ${address.registers * 16} bits`,
      `该地址为 ${address.registers * 16} 位`,
    )
  if (!isWritableArea(address.area) && point.access !== 'r') {
    return refuse('access', 'Inputs are read-only', '输入区只读')
  }
  const fault = checkType(point, address) ?? checkForm(point)
  return fault ?? (isBitArea(address.area) ? undefined : checkSize(point, size, params))
}

function checkType(point: Point, address: ModbusAddress): Refusal | undefined {
  if (isBitArea(address.area)) {
    return point.dataType === 'bool'
      ? undefined
      : refuse('dataType', 'This area holds bool values only', '该区只支持布尔类型')
  }
  if (point.dataType === 'bool' && address.bit === undefined) {
    return refuse(
      'address',
      'A bool in a register needs a bit, such as 40021.5',
      '寄存器中的布尔量需要位号，例如 40021.5',
    )
  }
  if (point.dataType !== 'bool' && address.bit !== undefined) {
    return refuse('dataType', 'A single bit must be a bool', '单个位只能是布尔类型')
  }
  if (isByte(point.dataType) === (address.byte !== undefined)) return undefined
  return address.byte
    ? refuse('dataType', 'One byte is an int8 or a uint8', '单个字节只能是 int8 或 uint8')
    : refuse(
        'address',
        'It needs the byte of the register, such as 40021.H or 40021.L',
        '需要指明寄存器的字节，例如 40021.H（高）或 40021.L（低）',
      )
}

/** Byte order and prefix are allowed only for types that have one. */
export function checkForm({ dataType, byteOrder, prefix, length = 0 }: Point): Refusal | undefined {
  if (prefix && dataType !== 'string') return refuse('prefix', 'Only for texts', '仅字符串可设置')
  if (prefix === 's7' && length > maxS7) {
    return refuse('length', `An S7 text has at most ${maxS7} bytes`, `S7 字符串最多 ${maxS7} 字节`)
  }
  if (!byteOrder) return undefined
  if (dataType === 'bool' || isByte(dataType)) return refuse('byteOrder', 'It has no byte order', '该类型没有字节序')
  return dataType === 'string' && byteOrder !== 'ABCD' && byteOrder !== 'BADC'
    ? refuse('byteOrder', 'A text is ABCD or BADC', '字符串只能是 ABCD 或 BADC')
    : undefined
}

function checkSize(point: Point, size: number, params: ModbusParams): Refusal | undefined {
  const text = point.dataType === 'string'
  if (text && !point.length) return refuse('length', 'A string needs its length in bytes', '字符串需要填写长度（字节）')
  if (size <= params.maxRegisters) return undefined
  return refuse(
    text ? 'length' : 'dataType',
    `It needs ${size} registers; one read can have at most ${params.maxRegisters}`,
    `需要 ${size} 个寄存器，单次最多读取 ${params.maxRegisters} 个`,
  )
}

/** A point with its parsed address. Throws 1715 if it does not parse; the configuration was checked before. */
function place(point: Point, params: ModbusParams): Placed {
  const parsed = about.parseAddress(point.address, params)
  if (isRefusal(parsed)) throw new DriverFault(addressMissing, parsed.reason.en)
  const address = placeFor(parsed, point)
  return { point, address, size: sizeOf(point, address) }
}

function covers(point: Point, params: ModbusParams): { area: string; from: number; to: number } {
  const { address, size } = place(point, params)
  if (isBitArea(address.area)) return { area: address.area, from: address.start, to: address.start }
  const first = address.start * 16
  if (address.bit !== undefined) return { area: address.area, from: first + address.bit, to: first + address.bit }
  const half = address.byte === 'high' ? first + 8 : first
  if (address.byte) return { area: address.area, from: half, to: half + 7 }
  return { area: address.area, from: first, to: first + size * 16 - 1 }
}

function plan(points: readonly Point[], params: ModbusParams): Block<ModbusAddress>[] {
  const placed = points.filter((point) => point.access !== 'w').map((point) => place(point, params))
  return planBlocks(placed, {
    registers: params.maxRegisters,
    bits: maxBits,
    registerGap: params.maxGap,
    bitGap: params.maxGap * 16,
    join: params.blockCollection,
  })
}

/** The registers, or the byte, of a number, in byte order. */
function rawBytes(point: Point, block: Block<ModbusAddress>, bytes: Uint8Array, params: ModbusParams) {
  const { address, size } = place(point, params)
  if (isBitArea(address.area) || address.bit !== undefined || point.dataType === 'string') return undefined
  const index = address.start - block.start
  const own = bytes.subarray(index * 2, (index + size) * 2)
  if (own.length < size * 2) throw new DriverFault(incomplete, 'the answer has too few registers')
  if (address.byte) return address.byte === 'high' ? own.subarray(0, 1) : own.subarray(1, 2)
  return reorder(own, orderOf(point, size, params))
}

function decode(point: Point, block: Block<ModbusAddress>, bytes: Uint8Array, params: ModbusParams): Value {
  const { address, size } = place(point, params)
  const raw = rawBytes(point, block, bytes, params)
  if (raw) return decodeNumber(point.dataType, raw)
  const index = address.start - block.start
  if (isBitArea(address.area)) return bitAt(bytes, index >> 3, index & 7)
  const own = bytes.subarray(index * 2, (index + size) * 2)
  if (own.length < size * 2) throw new DriverFault(incomplete, 'the answer has too few registers')
  if (address.bit !== undefined) return bitAt(own, address.bit > 7 ? 0 : 1, address.bit & 7)
  return decodeText(own, point.length ?? own.length, textFormat(point, params))
}

/** The order of the point, or that of the driver, which does not apply to single registers. */
export const orderOf = ({ byteOrder }: Point, size: number, params: Pick<ModbusParams, 'byteOrder'>): ByteOrder =>
  byteOrder ?? (size === 1 ? 'ABCD' : params.byteOrder)

function bitAt(bytes: Uint8Array, index: number, bit: number): boolean {
  const byte = bytes[index]
  if (byte === undefined) throw new DriverFault(incomplete, 'the answer has too few bits')
  return ((byte >> bit) & 1) === 1
}

/** Coils are sent as one byte, 0 or 1; registers as big-endian bytes. */
function encode(point: Point, value: Value, params: ModbusParams): WriteRequest {
  const { address, size } = place(point, params)
  const { area, start } = address
  if (point.dataType === 'bool') return encodeBool(address, value, params)
  if (address.byte) return encodeByte(address, encodeNumber(point.dataType, value), params)
  const written = { area, start, function: size === 1 ? params.writeFunction : 16 }
  if (point.dataType !== 'string') {
    return { ...written, bytes: reorder(encodeNumber(point.dataType, value), orderOf(point, size, params)) }
  }
  const [length, format] = [point.length ?? 0, textFormat(point, params)]
  const mask = textMask(length, format)
  return { ...written, bytes: encodeText(textOf(value), length, format), ...(mask && { mask }) }
}

function encodeByte({ area, start, byte }: ModbusAddress, one: Uint8Array, params: ModbusParams): WriteRequest {
  const place = byte === 'high' ? 0 : 1
  const bytes = new Uint8Array(2)
  bytes.set(one, place)
  const mask = new Uint8Array(2)
  mask[place] = 0xff
  return { area, start, bytes, mask, function: partFunction(params) }
}

/** The function code that writes a part of a register. */
const partFunction = ({ bitWrite, writeFunction }: ModbusParams) => (bitWrite === 'mask' ? 22 : writeFunction)

function encodeBool({ area, start, bit }: ModbusAddress, value: Value, params: ModbusParams): WriteRequest {
  const on = asBoolean(value)
  if (on === undefined) throw new DriverFault(typeError, 'the value is not a bool')
  if (bit === undefined) {
    const coil = { area, start, bytes: Uint8Array.of(on ? 1 : 0), function: params.coilFunction }
    return params.coilFunction === 15 ? { ...coil, count: 1 } : coil
  }
  const mask = Uint8Array.of(bit > 7 ? 1 << (bit - 8) : 0, bit > 7 ? 0 : 1 << bit)
  return { area, start, bytes: on ? mask : new Uint8Array(2), mask, function: partFunction(params) }
}

/** The text of a value. Throws 1716 for a value of another type. */
export function textOf(value: Value): string {
  if (typeof value !== 'string') throw new DriverFault(typeError, 'the value is not a string')
  return value
}

/** How the text of a point is stored: its own byte order, or that of the driver. */
export function textFormat(
  { byteOrder, prefix }: Point,
  { encoding, textOrder }: Pick<ModbusParams, 'encoding' | 'textOrder'>,
): TextFormat {
  const own = byteOrder && (byteOrder === 'BADC' ? 'BA' : 'AB')
  return { encoding, order: own ?? textOrder, prefix }
}
