// Why a point of an S7 driver is refused. Pure.
import type { DataType } from '../../core/data-type.ts'
import { isRefusal, type Point, type Refusal } from '../driver.ts'
import { isByte } from '../modbus-tcp/registers.ts'
import { isWordArea, lastStart, parseS7Address, type S7Address, type Width } from './address.ts'
import type { S7Params } from './params.ts'
import { sizeOf } from './value.ts'

// The smallest messages that CPUs grant have 240 bytes: one item of a read has at most 222, of a write 212.
export const maxReadBytes = 222
const maxWriteBytes = 212

/** Models with timers and counters that are addressed by number; others have them in data blocks. */
const withTimers: readonly S7Params['model'][] = ['300', '400', '1500']

const refuse = (field: Refusal['field'], en: string, zh: string): Refusal => ({ field, reason: { en, 'zh-cn': zh } })

/** The fault of a point, or nothing. */
export function checkPoint(point: Point, params: Pick<S7Params, 'model'>): Refusal | undefined {
  const address = parseS7Address(point.address)
  if (isRefusal(address)) return address
  return (
    checkModel(address, params) ??
    checkAccess(address, point) ??
    checkType(address, point) ??
    checkForm(address, point) ??
    checkSize(address, point)
  )
}

function checkModel({ area }: S7Address, { model }: Pick<S7Params, 'model'>): Refusal | undefined {
  return isWordArea(area) && !withTimers.includes(model)
    ? refuse(
        'address',
        'Only an S7-300, 400 or 1500 has timers and counters with numbers; elsewhere read them from a data block',
        '仅 S7-300/400/1500 支持按编号读取定时器和计数器；其他型号请从数据块读取',
      )
    : undefined
}

function checkAccess({ area }: S7Address, { access }: Point): Refusal | undefined {
  if (access === 'r') return undefined
  if (area === 'I') return refuse('access', 'Inputs are read-only', '输入区只读')
  return isWordArea(area) ? refuse('access', 'Timers and counters are read-only', '定时器和计数器只读') : undefined
}

/** The types that each letter of an address may have, and what to write for another one. */
const types: Record<Width, { has: (type: DataType) => boolean; en: string; zh: string }> = {
  bit: { has: (type) => type === 'bool', en: 'A single bit must be a bool', zh: '单个位只能是布尔类型' },
  byte: {
    has: (type) => isByte(type) || type === 'string',
    en: 'A byte is an int8, a uint8 or the start of a string',
    zh: '字节地址只能是 int8、uint8，或字符串的起始字节',
  },
  word: {
    has: (type) => ['int16', 'uint16', 'bcd16'].includes(type),
    en: 'A word is a 16-bit type; a string starts at a byte, such as DB1.DBB10',
    zh: '字地址只能是 16 位类型；字符串请使用字节地址，例如 DB1.DBB10',
  },
  dword: {
    has: (type) => /(32|64)$/.test(type),
    en: 'A double word is a 32- or 64-bit type',
    zh: '双字地址只能是 32 位或 64 位类型',
  },
  timer: {
    has: (type) => type === 'uint32',
    en: 'A timer is a uint32: its remaining time in ms',
    zh: '定时器只能是 uint32：剩余时间（毫秒）',
  },
  counter: {
    has: (type) => type === 'bcd16' || type === 'uint16',
    en: 'A counter is a bcd16 or a uint16, as the CPU stores it',
    zh: '计数器只能是 bcd16 或 uint16，以 CPU 的存储方式为准',
  },
}

function checkType({ width }: S7Address, { dataType }: Point): Refusal | undefined {
  if (types[width].has(dataType)) return undefined
  if (dataType === 'bool')
    return refuse(
      'address',
      'A bool needs a bit, such as DB1.DBX0.0 or M10.3',
      '布尔量需要位地址，例如 DB1.DBX0.0 或 M10.3',
    )
  return refuse('dataType', types[width].en, types[width].zh)
}

function checkForm({ area }: S7Address, { dataType, byteOrder, prefix, length }: Point): Refusal | undefined {
  const isText = dataType === 'string'
  if (prefix && !isText) return refuse('prefix', 'Only for texts', '仅字符串可设置')
  if (isText && !length) return refuse('length', 'A string needs its length in bytes', '字符串需要填写长度（字节）')
  const isOrdered = !isText && !isByte(dataType) && dataType !== 'bool' && !isWordArea(area)
  return byteOrder && !isOrdered ? refuse('byteOrder', 'It has no byte order', '该类型没有字节序') : undefined
}

function checkSize(address: S7Address, point: Point): Refusal | undefined {
  const size = sizeOf(point, address)
  if (address.start + size - 1 > lastStart)
    return refuse('address', `The value ends beyond byte ${lastStart}`, `超出字节地址上限 ${lastStart}`)
  const most = point.access === 'r' ? maxReadBytes : maxWriteBytes
  if (size <= most) return undefined
  return refuse(
    'length',
    `It needs ${size} bytes; one request can have at most ${most}`,
    `需要 ${size} 字节，单次请求最多 ${most} 字节`,
  )
}
