// Names of columns, data types and access in CSV files of other programs: Kepware, IEC 61131. Pure.
import type { Aggregation } from '../../../contract/gateway-config.ts'
import type { DataType } from '../../../core/data-type.ts'

/** A first line such as `sep=;`, which spreadsheet programs write. */
const separatorLine = /^\uFEFF?sep=.\r?\n/i

export const withoutSeparator = (text: string): string => text.replace(separatorLine, '')

/** Headings of other programs, without spaces and in lower case. */
export const otherHeadings: Readonly<Record<string, string>> = {
  tagname: 'name',
  tag: 'name',
  variable: 'name',
  symbol: 'name',
  itemid: 'name',
  description: 'title',
  comment: 'title',
  label: 'title',
  register: 'address',
  logicaladdress: 'address',
  type: 'dataType',
  valuetype: 'dataType',
  clientaccess: 'access',
  accessrights: 'access',
  readwrite: 'access',
  'r/w': 'access',
  engunits: 'unit',
  engineeringunits: 'unit',
  units: 'unit',
  scanrate: 'periodMs',
  'scanrate(ms)': 'periodMs',
  factor: 'scale',
  multiplier: 'scale',
  gain: 'scale',
  scaledlow: 'valueLow',
  scaledhigh: 'valueHigh',
  标签名: 'name',
  变量名称: 'name',
  描述: 'title',
  注释: 'title',
  地址: 'address',
  类型: 'dataType',
  读写权限: 'access',
}

const types: Readonly<Record<string, DataType>> = {
  ...{ bool: 'bool', boolean: 'bool', bit: 'bool', digital: 'bool' },
  ...{ sint: 'int8', char: 'int8', int8: 'int8', usint: 'uint8', byte: 'uint8', uint8: 'uint8' },
  ...{ int: 'int16', short: 'int16', integer: 'int16', int16: 'int16' },
  ...{ uint: 'uint16', word: 'uint16', ushort: 'uint16', uint16: 'uint16' },
  ...{ dint: 'int32', long: 'int32', int32: 'int32' },
  ...{ udint: 'uint32', dword: 'uint32', ulong: 'uint32', uint32: 'uint32' },
  ...{ lint: 'int64', llong: 'int64', int64: 'int64', ulint: 'uint64', lword: 'uint64', qword: 'uint64' },
  ...{ uint64: 'uint64', real: 'float32', float: 'float32', single: 'float32', float32: 'float32' },
  ...{ lreal: 'float64', double: 'float64', float64: 'float64' },
  ...{ bcd: 'bcd16', bcd16: 'bcd16', lbcd: 'bcd32', bcd32: 'bcd32', bcd64: 'bcd64', string: 'string' },
}

/** A text type with its length: `STRING[20]` or `string(20)`. */
const sized = /^string\s*[[(](\d+)[\])]$/i

/** The type, with its length if the text has one; an unknown type stays, so that the check names it. */
export function typeOf(text: string): { dataType: string; length?: number } {
  const length = sized.exec(text)?.[1]
  if (length) return { dataType: 'string', length: Number(length) }
  const plain = text.toLowerCase()
  return { dataType: Object.hasOwn(types, plain) ? types[plain]! : text }
}

const accesses: Readonly<Record<string, string>> = {
  ...{ r: 'r', ro: 'r', read: 'r', readonly: 'r', 'read only': 'r', 只读: 'r' },
  ...{ w: 'w', wo: 'w', write: 'w', writeonly: 'w', 'write only': 'w', 只写: 'w' },
  ...{ rw: 'rw', 'r/w': 'rw', 'read/write': 'rw', readwrite: 'rw', 读写: 'rw' },
}

export function accessOf(text: string): string {
  const plain = text.toLowerCase()
  return Object.hasOwn(accesses, plain) ? accesses[plain]! : text
}

const aggregationWords: Readonly<Record<string, Aggregation>> = {
  ...{ difference: 'delta', maximum: 'max', minimum: 'min', avg: 'average', mean: 'average' },
  ...{ 差值: 'delta', 首值: 'first', 末值: 'last', 最大: 'max', 最大值: 'max', 最小: 'min', 最小值: 'min' },
  ...{ 平均: 'average', 平均值: 'average' },
}

export function aggregationOf(text: string): string {
  const plain = text.toLowerCase()
  return Object.hasOwn(aggregationWords, plain) ? aggregationWords[plain]! : plain
}

/**
 * Converts a name: `Line 1.Pump-2` becomes `Line_1_Pump_2`. A name that is still invalid stays as it is, so that the
 * fault names it.
 */
export const nameOf = (text: string): string => {
  const joined = text.replace(/[.\s/\\-]+/g, '_')
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(joined) ? joined : text
}
