// Addresses of values in a meter: a data identifier as in the tables of the standard, or a name. Pure.
import { isRefusal, type Refusal, type TagAbout } from '../driver.ts'
import { hexByte, type Item, itemWith, type Standard } from './catalogue.ts'
import { type Format, parseFormat, sizeOf } from './format.ts'
import { identifierOf } from './names.ts'

/**
 * A value of a data identifier. `di`: highest byte first. `offset`: bytes in front of it in the answer. `item`: the row
 * of the standard; without it the user has entered the format.
 */
export type MeterAddress = { di: readonly number[]; offset: number; format: Format; bit?: number; item?: Item }

const refuse = (en: string, zh: string): Refusal => ({ field: 'address', reason: { en, 'zh-cn': zh } })
const syntax = refuse(
  'Enter a data identifier such as 02010100, or a name such as Ua',
  '请输入数据标识（例如 02010100）或名称（例如 Ua、A相电压）',
)

const bytesOfIdentifier = (standard: Standard): number => (standard === '2007' ? 4 : 2)

const most = 10_000
const known: Record<Standard, Map<string, MeterAddress | Refusal>> = { '2007': new Map(), '1997': new Map() }

/**
 * Parses `02010100`, `0201 01 00`, `Ua`, `A相电压`; `01010000.time` (time of a maximum demand), `04000503.4` (a bit),
 * `0201FF00@2:XXX.X` (a value at an offset of the answer, in a format). Results are cached: it is called at each read.
 */
export function parseMeterAddress(text: string, { standard }: { standard: Standard }): MeterAddress | Refusal {
  const cache = known[standard]
  const cached = cache.get(text)
  if (cached) return cached
  const parsed = parse(text.trim(), standard)
  if (cache.size >= most) cache.clear()
  cache.set(text, parsed)
  return parsed
}

function parse(text: string, standard: Standard): MeterAddress | Refusal {
  const [, head = '', offsetText, formatText] = /^([^@:]*?)(?:@(\d{1,3}))?(?::\s*([^:@]+))?$/.exec(text) ?? []
  const [, name = '', part] = /^(.*?)(?:\.(time|\d{1,2}))?$/.exec(head.trim()) ?? []
  const di = identifier(name.trim(), standard)
  if (isRefusal(di)) return di
  const item = itemWith(di, standard)
  if (offsetText !== undefined || formatText !== undefined) return explicit(di, offsetText, formatText, part)
  if (!item) {
    return refuse(
      `${hexOf(di)} is not in the tables of DL/T 645-${standard}: add its format, such as ${hexOf(di)}:XXXX.XX`,
      `DL/T 645-${standard} 中没有数据标识 ${hexOf(di)}，请补充数据格式，例如 ${hexOf(di)}:XXXX.XX`,
    )
  }
  if (part === 'time') {
    if (!item.more) return refuse('Only a maximum demand has a time', '只有最大需量有发生时间')
    return { di, offset: sizeOf(item.format), format: item.more, item }
  }
  return withBit({ di, offset: 0, format: item.format, item }, part)
}

/** The bytes of an identifier in hex, or of a name. */
function identifier(name: string, standard: Standard): number[] | Refusal {
  const size = bytesOfIdentifier(standard)
  const own = identifierOf(name, standard)
  if (own === 'missing') return refuse(`DL/T 645-${standard} has no such value`, `DL/T 645-${standard} 没有该数据项`)
  const hex = (own ?? name.replace(/^0x/i, '')).replace(/[\s-]/g, '')
  if (!/^[0-9A-Fa-f]+$/.test(hex)) return syntax
  if (hex.length !== size * 2) {
    return refuse(
      `A data identifier of DL/T 645-${standard} has ${size * 2} hexadecimal digits`,
      `DL/T 645-${standard} 的数据标识为 ${size * 2} 位十六进制数`,
    )
  }
  return [...Buffer.from(hex, 'hex')]
}

const hexOf = (di: readonly number[]): string => di.map(hexByte).join('')

function explicit(di: number[], offsetText = '0', formatText = '', part?: string): MeterAddress | Refusal {
  const format = parseFormat(formatText.trim())
  if (!format || part === 'time') {
    return refuse(
      'Formats: XXX.X, -XX.XXXX (with a sign), B2 (binary, 2 bytes), A10 (text, 10 bytes), YYMMDDhhmm',
      '数据格式：XXX.X、-XX.XXXX（带符号）、B2（2 字节二进制）、A10（10 字节文本）、YYMMDDhhmm',
    )
  }
  return withBit({ di, offset: Number(offsetText), format }, part)
}

function withBit(address: MeterAddress, part: string | undefined): MeterAddress | Refusal {
  if (part === undefined) return address
  const { format } = address
  const bits = format.kind === 'binary' ? format.bytes * 8 : 0
  const bit = Number(part)
  if (bit < bits) return { ...address, bit }
  return bits === 0
    ? refuse('Only a status word has bits', '只有状态字可以按位读取')
    : refuse(`The bits are 0 to ${bits - 1}`, `位号范围为 0 至 ${bits - 1}`)
}

export const addressExamples: TagAbout['examples'] = [
  { address: '02010100', about: { en: 'Voltage of phase A, V', 'zh-cn': 'A 相电压，V' } },
  { address: 'Ua', about: { en: 'The same by its name', 'zh-cn': '同上，按名称填写' } },
  { address: '00 01 00 00', about: { en: 'Forward active energy, kWh', 'zh-cn': '正向有功总电能，kWh' } },
  { address: '总有功功率', about: { en: 'Active power, kW', 'zh-cn': '瞬时总有功功率，kW' } },
  { address: '01010000.time', about: { en: 'Time of the maximum demand', 'zh-cn': '正向有功最大需量发生时间' } },
  { address: '04000103', about: { en: 'Period of the maximum demand, minutes', 'zh-cn': '最大需量周期，分钟' } },
  {
    address: '04000503.4',
    about: { en: 'Relay: bit 4 of status word 3', 'zh-cn': '继电器状态：运行状态字 3 的第 4 位' },
  },
  { address: 'date', about: { en: 'Date of the meter', 'zh-cn': '电表日期' } },
  {
    address: '0201FF00@2:XXX.X',
    about: { en: 'Format XXX.X at byte 2 of any answer', 'zh-cn': '任意数据块中从第 2 字节开始、格式为 XXX.X 的数据' },
  },
]

export const examples1997: TagAbout['examples'] = [
  { address: '9010', about: { en: 'Forward active energy, kWh', 'zh-cn': '正向有功总电能，kWh' } },
  { address: 'Ua', about: { en: 'Voltage of phase A, V', 'zh-cn': 'A 相电压，V' } },
  { address: 'B630', about: { en: 'Active power, kW', 'zh-cn': '瞬时总有功功率，kW' } },
  { address: 'date', about: { en: 'Date of the meter', 'zh-cn': '电表日期' } },
  { address: 'C111', about: { en: 'Period of the maximum demand, minutes', 'zh-cn': '最大需量周期，分钟' } },
  { address: 'C020.3', about: { en: 'Bit 3 of the status word', 'zh-cn': '运行状态字第 3 位' } },
]
