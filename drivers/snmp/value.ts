// Values of SNMP to and from those of variables. Pure. Types: RFC 2578, chapter 7; Opaque floats: the draft of net-snmp
// (tags 9f78 and 9f79).
import type { Value } from '../../core/data-type.ts'
import { asInteger, asNumber, type DataType, integerRange } from '../../core/data-type.ts'
import { ipv4Number } from '../../core/ipv4.ts'
import { DriverFault, isRefusal } from '../driver.ts'
import { decodeText, type Encoding, encodeText } from '../modbus-tcp/text.ts'
import { floatAs, toFloat, toWhole, wholeAs } from '../tag-value.ts'
import { type OidAddress, parseOidAddress } from './address.ts'

/** Types of values by their tags. */
export const types = {
  integer: 2,
  octets: 4,
  none: 5,
  oid: 6,
  ipAddress: 64,
  counter: 65,
  gauge: 66,
  timeTicks: 67,
  opaque: 68,
  counter64: 70,
  noSuchObject: 128,
  noSuchInstance: 129,
  endOfMib: 130,
} as const

/** A value as the library decodes it; 64-bit counters and octets are bytes. */
export type Varbind = { oid: string; type: number; value: unknown }

const wrongType = (reason: string): DriverFault => new DriverFault(1716, reason)
const numbers: ReadonlySet<number> = new Set([types.integer, types.counter, types.gauge, types.timeTicks])

/** Data type and name of a type in a list of objects; nothing for values that cannot be read. */
export const typeInfo = (type: number): { name: string; dataType: DataType } | undefined => infos[type]

const infos: Record<number, { name: string; dataType: DataType }> = {
  [types.integer]: { name: 'Integer32', dataType: 'int32' },
  [types.octets]: { name: 'OCTET STRING', dataType: 'string' },
  [types.oid]: { name: 'OBJECT IDENTIFIER', dataType: 'string' },
  [types.ipAddress]: { name: 'IpAddress', dataType: 'string' },
  [types.counter]: { name: 'Counter32', dataType: 'uint32' },
  [types.gauge]: { name: 'Gauge32', dataType: 'uint32' },
  [types.timeTicks]: { name: 'TimeTicks', dataType: 'uint32' },
  [types.opaque]: { name: 'Opaque', dataType: 'float32' },
  [types.counter64]: { name: 'Counter64', dataType: 'uint64' },
}

/** The fault of an object that the device lacks, or nothing. */
export function missingFault({ type }: Varbind): DriverFault | undefined {
  if (type === types.noSuchObject) return new DriverFault(1715, 'noSuchObject: the device has no such object')
  if (type === types.noSuchInstance) return new DriverFault(1715, 'noSuchInstance: the object has no such instance')
  if (type === types.endOfMib) return new DriverFault(1715, 'endOfMibView: no object follows')
  return type === types.none ? new DriverFault(1719, 'the object has no value') : undefined
}

/** The value of an object as a data type. Throws 1715, 1716, 1719, 1740, 1741. */
export function objectValue(varbind: Varbind, dataType: DataType, form: OidAddress['form'], encoding: Encoding): Value {
  const { type, value } = varbind
  const missing = missingFault(varbind)
  if (missing) throw missing
  if (numbers.has(type)) return dataType === 'bool' ? truth(value as number) : wholeAs(value as number, dataType)
  if (type === types.counter64) return wholeAs(bigintOf(value as Buffer), dataType)
  if (type === types.octets) return octetsAs(value as Buffer, dataType, form, encoding)
  if (type === types.opaque) return opaqueAs(value as Buffer, dataType)
  if (type !== types.oid && type !== types.ipAddress) throw wrongType(`a value of type ${type} cannot be read`)
  if (dataType !== 'string') throw wrongType(`it is ${infos[type]!.name}, not ${dataType}`)
  return String(value)
}

/** TruthValue of RFC 2579: 1 is true, 2 is false; some devices have 0 for false. */
function truth(value: number): boolean {
  if (value === 1) return true
  if (value === 2 || value === 0) return false
  throw wrongType(`${value} is no truth value: 1 is true, 2 is false`)
}

/** Leading zeros are left out on the line, and one may be added as a sign. */
function bigintOf(bytes: Buffer): bigint {
  if (bytes.length > 9 || (bytes.length === 9 && bytes[0] !== 0)) throw wrongType(`a counter of ${bytes.length} bytes`)
  return BigInt(`0x${bytes.toString('hex') || '0'}`)
}

function octetsAs(bytes: Buffer, dataType: DataType, form: OidAddress['form'], encoding: Encoding): Value {
  if (dataType === 'string') return textOf(bytes, form, encoding)
  // Many devices write numbers as text, such as the load of a server.
  const text = bytes.toString('latin1').trim()
  if (dataType === 'bool') throw wrongType('it is octets, not bool')
  const number = integerRange(dataType) ? asInteger(text) : asNumber(text)
  if (number === undefined) throw wrongType(`the octets are no ${dataType}`)
  return typeof number === 'bigint' ? wholeAs(number, dataType) : floatAs(number, false, dataType)
}

const control = /(?![\t-\r])\p{Cc}|\ufffd/u

function textOf(bytes: Buffer, form: OidAddress['form'], encoding: Encoding): string {
  if (form === 'hex') return hexOf(bytes)
  // A NUL at the end is part of the text for some devices.
  const end = bytes.at(-1) === 0 ? bytes.length - 1 : bytes.length
  const text = decodeText(bytes, end, { encoding, order: 'AB' })
  const isShown = form === 'text' || (!bytes.subarray(0, end).includes(0) && !control.test(text))
  return isShown ? text : hexOf(bytes)
}

const hexOf = (bytes: Buffer): string => bytes.toString('hex').replace(/..(?=.)/g, '$&:')

/** The bytes of an Opaque that holds a float, a double, or a 64-bit integer. */
function opaqueAs(bytes: Buffer, dataType: DataType): Value {
  const head = bytes.toString('hex', 0, 3)
  if (head === '9f7804' && bytes.length === 7) return floatAs(bytes.readFloatBE(3), true, dataType)
  if (head === '9f7908' && bytes.length === 11) return floatAs(bytes.readDoubleBE(3), false, dataType)
  throw wrongType('an Opaque that holds no float')
}

/** The object to write for a value, if the agent has this type. Throws 1716, 2001, 2007, 2008. */
export function varbindOf(
  oid: string,
  type: number,
  value: Value,
  form: OidAddress['form'],
  encoding: Encoding,
): Varbind {
  const written = { oid, type }
  if (type === types.integer) {
    const whole = typeof value === 'boolean' ? (value ? 1 : 2) : value
    return { ...written, value: Number(toWhole(whole, 'int32')) }
  }
  if (numbers.has(type)) return { ...written, value: Number(toWhole(value, 'uint32')) }
  if (type === types.counter64) return { ...written, value: counterBytes(toWhole(value, 'uint64')) }
  if (type === types.octets) return { ...written, value: octetsOf(value, form, encoding) }
  if (type === types.opaque) return { ...written, value: opaqueOf(toFloat(value, true)) }
  if (typeof value !== 'string') throw wrongType('the value is not a text')
  if (type === types.ipAddress && ipv4Number(value) !== undefined) return { ...written, value }
  const address = type === types.oid ? parseOidAddress(value) : undefined
  // Reading back must return what was written, so other notations of the same identifier are refused.
  if (address && !isRefusal(address) && address.oid === value) return { ...written, value }
  throw wrongType(type === types.oid ? 'the value is no OID in digits' : 'the value is no IPv4 address')
}

function counterBytes(whole: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(whole)
  return bytes
}

function opaqueOf(float: number): Buffer {
  const bytes = Buffer.from('9f780400000000', 'hex')
  bytes.writeFloatBE(float, 3)
  return bytes
}

const maxOctets = 65_535
/** Octets as they are shown. Reading back must return what was written, so other notations are refused. */
const hex = /^(?:[0-9a-f]{2}(?::(?=.))?)*$/
const hexPairs = /^(?:[0-9a-f]{2}[:\s-])+[0-9a-f]{2}$/i

function octetsOf(value: Value, form: OidAddress['form'], encoding: Encoding): Buffer {
  if (typeof value === 'boolean') throw wrongType('the object is no bool')
  const text = String(value)
  if (form === 'hex') {
    if (!hex.test(text) || hexOf(Buffer.from(text.replaceAll(':', ''), 'hex')) !== text)
      throw wrongType('the value is not in hex, such as 00:1a:2b')
    return Buffer.from(text.replaceAll(':', ''), 'hex')
  }
  if (form === 'auto' && hexPairs.test(text))
    throw wrongType('bytes or text: add /hex or /text to the address, which says how the value is meant')
  const padded = encodeText(text, maxOctets, { encoding, order: 'AB' })
  const end = padded.indexOf(0)
  return Buffer.from(end < 0 ? padded.subarray(0, maxOctets) : padded.subarray(0, end))
}
