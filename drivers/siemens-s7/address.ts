// S7 addresses as PLC engineers write them, in the English and the German mnemonics, with or without the `%` of TIA:
// `DB1.DBX0.0`, `DB1.DBW2` and short `DB1.W2`; `I0.0`, `IB0` (German E), `Q0.0` (A), `M10.3`, `MD24`; `VW100` is the
// variable memory of an S7-200 Smart or LOGO!, which is DB1; `T5` and `C3` (German Z) are timers and counters.
import type { Refusal, Words } from '../driver.ts'

/** The size that the letter of an address means; a double word is 4 or 8 bytes. */
export type Width = 'bit' | 'byte' | 'word' | 'dword' | 'timer' | 'counter'

/** `area`: `DB1`, `I`, `Q`, `M`, `T` or `C`. `start`: byte, or number of the timer or counter. `bit`: 0-7. */
export type S7Address = { area: string; start: number; width: Width; bit?: number }

/** Areas of numbered words rather than bytes: timers and counters. */
export const isWordArea = (area: string): boolean => area === 'T' || area === 'C'

/** Bytes of one unit of an area. */
export const unitBytes = (area: string): number => (isWordArea(area) ? 2 : 1)

/** Highest byte, timer or counter. */
export const lastStart = 65_535
const lastBlock = 65_535

const inBlock = /^%?DB(\d{1,5})\.(?:DB)?([XBWD])(\d{1,5})(?:\.(\d{1,2}))?$/i
const inMemory = /^%?([IEQAMV])([BWD]?)(\d{1,5})(?:\.(\d{1,2}))?$/i
const numbered = /^%?([TCZ])(\d{1,5})$/i

const areaOf: Record<string, string> = { I: 'I', E: 'I', Q: 'Q', A: 'Q', M: 'M', V: 'DB1', T: 'T', C: 'C', Z: 'C' }
const widthOf: Record<string, Width> = { '': 'bit', X: 'bit', B: 'byte', W: 'word', D: 'dword' }

const refuse = (en: string, zh: string): Refusal => ({ field: 'address', reason: { en, 'zh-cn': zh } })

/** The parsed address, or why it is refused. */
export function parseS7Address(text: string): S7Address | Refusal {
  const trimmed = text.trim()
  const block = inBlock.exec(trimmed)
  if (block) {
    const number = Number(block[1])
    if (number < 1 || number > lastBlock)
      return refuse(`The data block must be 1 to ${lastBlock}`, `数据块编号为 1 到 ${lastBlock}`)
    return withBit(`DB${number}`, block[2]!, block[3]!, block[4])
  }
  const memory = inMemory.exec(trimmed)
  if (memory) return withBit(areaOf[memory[1]!.toUpperCase()]!, memory[2]!, memory[3]!, memory[4])
  const word = numbered.exec(trimmed)
  if (!word) {
    return refuse(
      'Write it as DB1.DBX0.0, DB1.DBW2, I0.0, QB1, MW10, VD100, T5 or C3',
      '请写成 DB1.DBX0.0、DB1.DBW2、I0.0、QB1、MW10、VD100、T5 或 C3',
    )
  }
  const area = areaOf[word[1]!.toUpperCase()]!
  return within({ area, start: Number(word[2]), width: area === 'T' ? 'timer' : 'counter' })
}

function withBit(area: string, letter: string, digits: string, bit: string | undefined): S7Address | Refusal {
  const width = widthOf[letter.toUpperCase()]!
  const start = Number(digits)
  if (width !== 'bit') {
    return bit === undefined
      ? within({ area, start, width })
      : refuse('Only a bit has a number after the byte, such as DB1.DBX0.0', '只有位地址带位号，例如 DB1.DBX0.0')
  }
  if (bit === undefined) return refuse('A bit needs its number, such as M10.3', '位地址需要位号，例如 M10.3')
  if (Number(bit) > 7) return refuse('The bit must be 0 to 7', '位号为 0 到 7')
  return within({ area, start, width, bit: Number(bit) })
}

const within = (address: S7Address): S7Address | Refusal =>
  address.start > lastStart ? refuse(`The number can be at most ${lastStart}`, `编号最大为 ${lastStart}`) : address

/** Documented examples; each parses. */
export const addressExamples: readonly { address: string; about: Words }[] = [
  { address: 'DB1.DBX0.0', about: { en: 'bit 0 of byte 0 of data block 1', 'zh-cn': '数据块 DB1 第 0 字节第 0 位' } },
  { address: 'DB1.DBB10', about: { en: 'byte 10, or the start of a text', 'zh-cn': '第 10 字节，或字符串的起始字节' } },
  { address: 'DB1.DBW2', about: { en: '16-bit value in bytes 2 and 3', 'zh-cn': '第 2、3 字节的 16 位数值' } },
  { address: 'DB1.DBD4', about: { en: '32- or 64-bit value from byte 4', 'zh-cn': '从第 4 字节起的 32 或 64 位数值' } },
  { address: 'DB1.X0.0', about: { en: 'short for DB1.DBX0.0', 'zh-cn': 'DB1.DBX0.0 的简写' } },
  { address: 'I0.0', about: { en: 'input bit (E0.0 in German)', 'zh-cn': '输入位（德文写法 E0.0）' } },
  { address: 'IW64', about: { en: 'input word', 'zh-cn': '输入字' } },
  { address: 'Q0.1', about: { en: 'output bit (A0.1 in German)', 'zh-cn': '输出位（德文写法 A0.1）' } },
  { address: 'M10.3', about: { en: 'memory bit', 'zh-cn': '位存储区 M 的位' } },
  { address: 'MD24', about: { en: '32- or 64-bit value in the bit memory', 'zh-cn': '位存储区 M 的 32 或 64 位数值' } },
  {
    address: 'VW100',
    about: { en: 'variable memory of an S7-200 Smart, which is DB1', 'zh-cn': 'S7-200 Smart 的 V 区（即 DB1）' },
  },
  {
    address: 'T5',
    about: {
      en: 'timer of an S7-300, 400 or 1500: remaining time in ms',
      'zh-cn': 'S7-300/400/1500 定时器：剩余时间（毫秒）',
    },
  },
  { address: 'C3', about: { en: 'counter of an S7-300, 400 or 1500', 'zh-cn': 'S7-300/400/1500 计数器' } },
]
