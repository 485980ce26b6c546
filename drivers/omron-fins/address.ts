// Addresses as engineers of Omron PLCs write them: `D100`, `W10.00`, `E0_100`, `T5`; without letters it is CIO. Two digits
// after the point are a bit; `.H` and `.L` are the halves of a word.
import type { Refusal, Words } from '../driver.ts'
import type { WordAddress } from '../word-memory.ts'
import { type Area, areaOf } from './areas.ts'

const refuse = (en: string, zh: string): Refusal => ({ field: 'address', reason: { en, 'zh-cn': zh } })

// The bank of E is hexadecimal and ends with an underscore: E0_100.
const form = /^(?:(EM?[\dA-F]{1,2})_|([A-Z]*))(\d{1,5})(?:\.(\d{1,2}|[HL]))?$/

const otherNames: Readonly<Record<string, string>> = {
  '': 'CIO',
  DM: 'D',
  WR: 'W',
  HR: 'H',
  AR: 'A',
  TIM: 'T',
  CNT: 'C',
}

/** The parsed address, or why it is refused. */
export function parseFinsAddress(text: string): WordAddress | Refusal {
  const found = form.exec(text.trim().toUpperCase())
  if (!found)
    return refuse('Write it as D100, D100.05, W10.00, E0_100 or T5', '请写成 D100、D100.05、W10.00、E0_100 或 T5')
  const [, bank, letters = '', digits, part] = found
  const area = bank ? bankOf(bank) : areaOf(otherNames[letters] ?? letters)
  if (!area || /^E/.test(letters)) return refuseArea(letters)
  const start = Number(digits)
  if (start > area.last)
    return refuse(`${area.name} has the numbers 0 to ${area.last}`, `${area.name} 的编号范围为 0 到 ${area.last}`)
  return part === undefined ? { area: area.name, start } : withPart(area, start, part)
}

const bankOf = (bank: string): Area | undefined => {
  const number = Number.parseInt(bank.replace(/^EM?/, ''), 16)
  return areaOf(`E${number.toString(16).toUpperCase()}_`)
}

const refuseArea = (letters: string): Refusal =>
  /^E/.test(letters)
    ? refuse('Write the bank of E, such as E0_100', 'E 区请写明组号（bank），例如 E0_100')
    : refuse('Areas are CIO, W, H, A, D, E0_, T, C, TS and CS', '存储区为 CIO、W、H、A、D、E0_、T、C、TS、CS')

function withPart({ name, isBits, isTimer }: Area, start: number, part: string): WordAddress | Refusal {
  if (isBits || isTimer) return refuse('Timers and counters have no bits', '定时器和计数器没有位号')
  if (part === 'H' || part === 'L') return { area: name, start, byte: part === 'H' ? 'high' : 'low' }
  const bit = Number(part)
  return bit > 15 ? refuse('The bit must be 00 to 15', '位号为 00 到 15') : { area: name, start, bit }
}

const example = (address: string, more?: Words) => {
  const { area, start, bit } = parseFinsAddress(address) as WordAddress
  const { about } = areaOf(area)!
  const text = (language: keyof Words, bitName: string) =>
    [about[language], start, ...(bit === undefined ? [] : [`${bitName} ${bit}`])].join(' ') +
    (more ? more[language] : '')
  return { address, about: { en: text('en', 'bit'), 'zh-cn': text('zh-cn', '位') } }
}

/** Documented examples; each is valid. */
export const addressExamples: readonly { address: string; about: Words }[] = [
  example('D100'),
  example('D100.05'),
  example('D100.H', { en: ', high byte', 'zh-cn': ' 高字节' }),
  example('CIO0.01'),
  example('100.05', { en: ' (CIO without letters)', 'zh-cn': '（CIO 区可省略字母）' }),
  example('CIO10'),
  example('W10.00'),
  example('H20'),
  example('A448'),
  example('E0_100'),
  example('EC_32000'),
  example('T5'),
  example('TS5'),
  example('C10'),
  example('CS10'),
]
