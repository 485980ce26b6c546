// Addresses as a brand writes them, converted to protocol addresses by the tables of profiles.ts. A name that means both a
// contact and a value (T5, C10) is the contact for a bool and the value for other types.
import { type AddressExample, isRefusal, type Refusal, type Words } from '../driver.ts'
import { type Area, isBitArea, type ModbusAddress } from './address.ts'
import { type ProfileArea, type ProfileKey, profiles } from './profiles.ts'

/** Name, digits, then the bit of a word (.5 or :X5), or its high or low byte. */
const named = /^(%?[A-Z]+)([0-9A-F]+)(?:(?:\.|:X)(\d{1,2})|\.([HL]))?$/i
/** Hexadecimal with the suffix H and no name. */
const unnamed = /^()([0-9A-F]{1,5})H(?:\.(\d{1,2})|\.([HL]))?$/i

const patterns = { octal: /^[0-7]+$/, hex: /^[0-9A-F]+$/i, decimal: /^\d+$/ } as const
const radix = { octal: 8, hex: 16, decimal: 10 } as const

const refuse = (en: string, zh: string): Refusal => ({ field: 'address', reason: { en, 'zh-cn': zh } })

const areaNames: Record<Area, Words> = {
  C: { en: 'coil', 'zh-cn': '线圈' },
  D: { en: 'discrete input', 'zh-cn': '离散输入' },
  I: { en: 'input register', 'zh-cn': '输入寄存器' },
  H: { en: 'holding register', 'zh-cn': '保持寄存器' },
}

/** The examples of a profile, each with its place in Modbus. */
export function profileExamples(key: ProfileKey): AddressExample[] {
  return profiles[key].examples.flatMap((address) => {
    const parsed = parseProfileAddress(address, key)
    if (isRefusal(parsed)) return []
    const { orBool, ...value } = parsed
    const places = orBool ? [orBool, value] : [value]
    const textIn = (language: keyof Words) =>
      places.map(({ area, start }) => `${areaNames[area][language]} ${area}:${start}`)
    return [{ address, about: { en: textIn('en').join(' or '), 'zh-cn': textIn('zh-cn').join(' 或 ') } }]
  })
}

type Written = { digits: string; bit: number | undefined; byte: 'high' | 'low' | undefined }

/** The parsed address, or why it is refused. */
export function parseProfileAddress(text: string, key: ProfileKey): ModbusAddress | Refusal {
  const { areas, examples } = profiles[key]
  const match = unnamed.exec(text.trim()) ?? named.exec(text.trim())
  const name = match?.[1]?.toUpperCase()
  const own = areas.filter((area) => area.name === name)
  if (!match || own.length === 0) return refuse(`Write it as ${examples.join(', ')}`, `请写成 ${examples.join('、')}`)
  const bit = match[3] === undefined ? undefined : Number(match[3])
  if (bit !== undefined && bit > 15) return refuse('The bit must be 0 to 15', '位号为 0 到 15')
  const half = match[4]?.toUpperCase()
  const byte = half === undefined ? undefined : half === 'H' ? 'high' : 'low'
  return addressIn(own, { digits: match[2]!, bit, byte })
}

function addressIn(areas: readonly ProfileArea[], written: Written): ModbusAddress | Refusal {
  const places = areas.flatMap((area) => placeIn(area, written) ?? [])
  const coil = places.find(({ area }) => isBitArea(area))
  const word = places.find(({ area }) => !isBitArea(area))
  if (coil && word && written.bit === undefined && !written.byte) return { ...word, orBool: coil }
  const place = written.bit === undefined ? (word ?? coil) : (coil ?? word)
  if (place) return place
  const [first] = areas
  if (first!.digits === 'octal' && !patterns.octal.test(written.digits))
    return refuse(`Numbers of ${first!.name} are octal`, `${first!.name} 的编号为八进制`)
  return refuse(`The number must be ${rangesOf(areas)}`, `编号范围为 ${rangesOf(areas)}`)
}

/** The place of an address in one area, if it has its form and range. */
function placeIn(area: ProfileArea, { digits, bit, byte }: Written): ModbusAddress | undefined {
  const isHexBit = area.form === 'hexBit'
  const number = isHexBit ? digits.slice(0, -1) : digits
  const kind = area.digits ?? 'decimal'
  if (!patterns[kind].test(number)) return undefined
  const index = Number.parseInt(number, radix[kind]) - area.from
  if (index < 0 || index > area.to - area.from) return undefined
  const isBits = isBitArea(area.area)
  if (isBits && (byte || (bit !== undefined) !== (area.form === 'wordBit'))) return undefined
  const perNumber = area.form ? 16 : (area.registers ?? 1)
  const offset = isHexBit ? Number.parseInt(digits.slice(-1), 16) : isBits ? (bit ?? 0) : 0
  return {
    area: area.area,
    start: area.start + index * perNumber + offset,
    last: area.start + (area.to - area.from + 1) * perNumber - 1,
    ...(area.registers && { registers: area.registers }),
    ...(!isBits && bit !== undefined && { bit }),
    ...(!isBits && byte && { byte }),
  }
}

/** The ranges of numbers with one name, as they are written. */
function rangesOf(areas: readonly ProfileArea[]): string {
  const ranges = areas.map(({ from, to, digits }) => {
    const base = radix[digits ?? 'decimal']
    return `${from.toString(base)}-${to.toString(base)}`
  })
  return [...new Set(ranges)].join(', ')
}
