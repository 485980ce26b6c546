// Addresses of values in a CJ/T 188 meter: a name, or a place in the answer to a data identifier. Pure.
import { type Format, parseFormat } from '../dlt645/format.ts'
import type { Refusal, TagAbout } from '../driver.ts'
import { layoutOf, type Value } from './layout.ts'

/** `di`: highest byte first. `value`: the value of the standard's layout; without it the user has entered the format. */
export type Cjt188Address = { di: readonly number[]; at: number; format: Format; bit?: number; value?: Value }

const refuse = (en: string, zh: string): Refusal => ({ field: 'address', reason: { en, 'zh-cn': zh } })

/** The usual meter data. */
const meterData = [0x90, 0x1f]
const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '')

/** Parses `volume`, `累积流量`, `status.2` (a bit), `901F@10:XXXX.XX` (a format at an offset of an answer). */
export function parseCjt188Address(text: string, { meterType }: { meterType: number }): Cjt188Address | Refusal {
  const explicit = /^([0-9A-Fa-f]{4})(?:\.(\d{1,2}))?(?:@(\d{1,2}))?:\s*(\S+)$/.exec(text.trim())
  if (explicit) {
    const [, di, bit, at = '0', format] = explicit
    return withBit({ di: [...Buffer.from(di!, 'hex')], at: Number(at) }, parseFormat(format!), bit)
  }
  const [, name = '', bit] = /^(.*?)(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  const values = layoutOf(meterType)
  const value = values.find(({ names }) => names.some((each) => plain(each) === plain(name)))
  if (value) return withBit({ di: meterData, at: value.at, value }, value.format, bit)
  const known = values.map(({ names }) => names[0]).join(', ')
  const knownInChinese = values.map(({ names }) => names[1]).join('、')
  return refuse(
    `This type of meter has: ${known}; or enter a format, such as 901F@10:XXXX.XX`,
    `该类型仪表的数据项：${knownInChinese}；也可填写数据格式，例如 901F@10:XXXX.XX`,
  )
}

function withBit(
  place: Omit<Cjt188Address, 'format'>,
  format: Format | undefined,
  bit: string | undefined,
): Cjt188Address | Refusal {
  if (!format) {
    return refuse(
      'Formats: XXX.X, -XX.XXXX (with a sign), B2 (binary, 2 bytes), A10 (text, 10 bytes), YYMMDDhhmm',
      '数据格式：XXX.X、-XX.XXXX（带符号）、B2（2 字节二进制）、A10（10 字节文本）、YYMMDDhhmm',
    )
  }
  if (bit === undefined) return { ...place, format }
  if (format.kind !== 'binary' || Number(bit) >= format.bytes * 8)
    return refuse('Only a status word has bits, such as status.2', '只有状态字可以按位读取，例如 status.2')
  return { ...place, format, bit: Number(bit) }
}

export const addressExamples: TagAbout['examples'] = [
  { address: 'volume', about: { en: 'Total volume, m³', 'zh-cn': '累积流量，m³' } },
  { address: '结算日累积流量', about: { en: 'Volume at the settlement, m³', 'zh-cn': '结算日累积流量，m³' } },
  { address: 'time', about: { en: 'Clock of the meter', 'zh-cn': '仪表实时时间' } },
  { address: 'status', about: { en: 'Status word', 'zh-cn': '状态字' } },
  { address: 'status.2', about: { en: 'Battery low: bit 2 of the status', 'zh-cn': '电池欠压：状态字第 2 位' } },
  {
    address: '901F@10:XXXX.XX',
    about: {
      en: 'Format XXXX.XX at byte 10 of an answer',
      'zh-cn': '应答数据中从第 10 字节开始、格式为 XXXX.XX 的数据',
    },
  },
]

export const heatExamples: TagAbout['examples'] = [
  { address: 'energy', about: { en: 'Heat, kWh', 'zh-cn': '当前热量，kWh' } },
  { address: 'volume', about: { en: 'Total volume, m³', 'zh-cn': '累积流量，m³' } },
  { address: '供水温度', about: { en: 'Supply temperature, °C', 'zh-cn': '供水温度，℃' } },
  { address: 'working hours', about: { en: 'Working time, h', 'zh-cn': '累积工作时间，h' } },
  { address: 'time', about: { en: 'Clock of the meter', 'zh-cn': '仪表实时时间' } },
  { address: 'status.2', about: { en: 'Battery low: bit 2 of the status', 'zh-cn': '电池欠压：状态字第 2 位' } },
]
