// The definition of one point of a PLC's memory, and the three functions that build the register tables.

export type Area = 'coil' | 'discrete' | 'input' | 'holding'
export type DataType =
  | 'bool'
  | 'int16'
  | 'uint16'
  | 'int32'
  | 'uint32'
  | 'int64'
  | 'uint64'
  | 'float32'
  | 'float64'
  | 'bcd16'
  | 'bcd32'
  | 'string'

/**
 * The byte order of a value of two or more registers; A is its most significant byte. For four registers the
 * pattern is applied to the whole: CDAB reverses the registers, BADC the bytes in each, DCBA both.
 * A single register is big-endian always, as Modbus has it, so 16-bit points say ABCD. For text, BADC and DCBA
 * swap the two characters of each register and the registers stay in order.
 */
export type ByteOrder = 'ABCD' | 'CDAB' | 'BADC' | 'DCBA'
type Access = 'r' | 'w' | 'rw'

/** A value in engineering units; the two 64-bit types are always bigint. */
export type Reading = number | bigint | boolean | string

export type Register<K extends string = string> = {
  key: K
  nameEn: string
  nameZh: string
  area: Area
  /** Zero-based protocol address. */
  address: number
  /** Bit of the register, 0 is the least significant. */
  bit?: number
  dataType: DataType
  /** Length of a text in bytes, two per register; unused bytes are NUL. */
  length?: number
  encoding?: 'ascii' | 'utf8'
  byteOrder: ByteOrder
  unit: string
  access: Access
  decimals: number
  /** Scaling: value = raw × scale + offset; 1 and 0 if absent. */
  scale?: number
  offset?: number
  /**
   * Engineering range; for a writable point also the values that the PLC accepts. Every number has one, except for
   * 64-bit counters.
   */
  min?: number
  max?: number
  normalLow?: number
  normalHigh?: number
  groupEn: string
  groupZh: string
  /** Shown on the first screen of the device. */
  pinned?: boolean
  /** The meanings of 0 and 1 of a boolean. */
  states?: States
}

type Pair = readonly [off: string, on: string]
export type States = { en: Pair; zh: Pair }

type Row<K extends string> = Omit<Register<K>, 'groupEn' | 'groupZh' | 'byteOrder'> & { byteOrder?: ByteOrder }
type Span = readonly [low: number, high: number]
type Extra = Partial<Pick<Register, 'access' | 'scale' | 'offset' | 'pinned' | 'byteOrder'>>

/** A number: place, type, unit, decimals, engineering range, normal band (an empty one for set points and counters). */
export function analog<K extends string>(
  key: K,
  nameEn: string,
  nameZh: string,
  [area, address, dataType]: readonly ['input' | 'holding', number, Exclude<DataType, 'bool' | 'string'>],
  unit: string,
  decimals: number,
  range: Span | readonly [],
  normal: Span | readonly [] = [],
  extra: Extra = {},
): Row<K> {
  const [min, max] = range
  const [normalLow, normalHigh] = normal
  return {
    ...{ key, nameEn, nameZh, area, address, dataType, unit, access: 'r', decimals },
    ...(min === undefined ? {} : { min, max }),
    ...(normalLow === undefined ? {} : { normalLow, normalHigh }),
    ...extra,
  }
}

/** A boolean: a coil, a discrete input, or a bit of a register; with the meaning of its states. */
export function flag<K extends string>(
  key: K,
  nameEn: string,
  nameZh: string,
  [area, address, bit]: readonly [Area, number, number?],
  states: States,
  access: Access = 'r',
): Row<K> {
  const place = bit === undefined ? { area, address } : { area, address, bit }
  return { key, nameEn, nameZh, ...place, dataType: 'bool', unit: '', access, decimals: 0, states }
}

/** Declares a text of `length` bytes. */
export function text<K extends string>(
  key: K,
  nameEn: string,
  nameZh: string,
  [area, address, length, encoding]: readonly ['input' | 'holding', number, number, 'ascii' | 'utf8'],
  access: Access = 'r',
  byteOrder: ByteOrder = 'ABCD',
): Row<K> {
  const place = { area, address, dataType: 'string', length, encoding, byteOrder } as const
  return { key, nameEn, nameZh, ...place, unit: '', access, decimals: 0 }
}

const wide: ReadonlySet<DataType> = new Set(['int32', 'uint32', 'int64', 'uint64', 'float32', 'float64', 'bcd32'])

/** Rows of one group, in the station's byte order unless a row has its own. */
export function group<K extends string>(
  groupEn: string,
  groupZh: string,
  stationOrder: ByteOrder,
  rows: readonly Row<K>[],
): Register<K>[] {
  return rows.map((row) => {
    const byteOrder = row.byteOrder ?? (wide.has(row.dataType) ? stationOrder : 'ABCD')
    return { ...row, byteOrder, groupEn, groupZh }
  })
}

const words: Record<Exclude<DataType, 'string'>, number> = {
  ...{ bool: 1, int16: 1, uint16: 1, bcd16: 1 },
  ...{ int32: 2, uint32: 2, float32: 2, bcd32: 2 },
  ...{ int64: 4, uint64: 4, float64: 4 },
}

/** Bits (coil, discrete) or registers (input, holding) that a point covers. */
export function sizeOf(register: Pick<Register, 'dataType' | 'length'>): number {
  return register.dataType === 'string' ? Math.ceil((register.length ?? 2) / 2) : words[register.dataType]
}
