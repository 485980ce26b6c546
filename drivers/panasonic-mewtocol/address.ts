// Addresses as engineers of Panasonic FP PLCs write them. Relays: a decimal word and a hexadecimal bit, such as R10F, or
// whole words as WR10. Data: DT100, LD10, FL10; SV and EV of timers and counters; contacts T5 and C100.
import type { Refusal, Words } from '../driver.ts'
import type { WordAddress } from '../word-memory.ts'

/**
 * `code`: letters of the area in commands. `last`: largest word, or contact. `digits`: those that a number has in
 * commands. `isBits`: single contacts, 16 to a word.
 */
type Area = { name: string; code: string; last: number; digits: 4 | 5; isBits?: true; isReadOnly?: true; about: Words }

const area = (name: string, code: string, last: number, digits: 4 | 5, en: string, zh: string): Area => ({
  ...{ name, code, last, digits, about: { en, 'zh-cn': zh } },
})

const areas: readonly Area[] = [
  { ...area('X', 'CX', 511, 4, 'external input', '外部输入'), isReadOnly: true },
  area('Y', 'CY', 511, 4, 'external output', '外部输出'),
  area('R', 'CR', 2047, 4, 'internal relay', '内部继电器'),
  area('L', 'CL', 1023, 4, 'link relay', '链接继电器'),
  { ...area('T', 'CT', 4095, 4, 'contact of timer', '定时器触点'), isBits: true, isReadOnly: true },
  { ...area('C', 'CC', 4095, 4, 'contact of counter', '计数器触点'), isBits: true, isReadOnly: true },
  area('DT', 'DD', 99_999, 5, 'data register', '数据寄存器'),
  area('LD', 'DL', 99_999, 5, 'link register', '链接寄存器'),
  area('FL', 'DF', 99_999, 5, 'file register', '文件寄存器'),
  area('SV', 'S', 4095, 4, 'set value of a timer or counter', '定时器/计数器设定值'),
  area('EV', 'K', 4095, 4, 'elapsed value of a timer or counter', '定时器/计数器经过值'),
]
const byName = new Map(areas.map((each) => [each.name, each]))

/** Throws for a name that `parseMewtocolAddress` does not return. */
export function areaOf(name: string): Area {
  const found = byName.get(name)
  if (!found) throw new Error(`no area ${name}`)
  return found
}

export const isBitArea = (name: string): boolean => byName.get(name)?.isBits === true

const refuse = (en: string, zh: string): Refusal => ({ field: 'address', reason: { en, 'zh-cn': zh } })

const relayForm = /^([XYRL])(\d{0,4})([\dA-F])$/
const wordForm = /^(W[XYRL]|DT?|LD|FL|SV|EV)(\d{1,5})(?:\.([\dA-F]|1[0-5]|[HL]))?$/
const contactForm = /^([TC])(\d{1,4})$/

/** The parsed address, or why it is refused. */
export function parseMewtocolAddress(text: string): WordAddress | Refusal {
  const written = text.trim().toUpperCase()
  const relay = relayForm.exec(written)
  if (relay) return within(relay[1]!, Number(relay[2] || 0), { bit: Number.parseInt(relay[3]!, 16) })
  const word = wordForm.exec(written)
  if (word) return within(word[1]!.replace(/^W/, '').replace(/^D$/, 'DT'), Number(word[2]), partOf(word[3]))
  const contact = contactForm.exec(written)
  if (contact) return within(contact[1]!, Number(contact[2]))
  return refuse(
    'Write it as DT100, DT100.5, R10F, WR10, X1F, T5, SV0 or EV0',
    '请写成 DT100、DT100.5、R10F、WR10、X1F、T5、SV0 或 EV0',
  )
}

/** Bits are decimal, 0 to 15, or one hexadecimal digit. */
function partOf(part: string | undefined): Pick<WordAddress, 'bit' | 'byte'> {
  if (part === undefined) return {}
  if (part === 'H' || part === 'L') return { byte: part === 'H' ? 'high' : 'low' }
  return { bit: part.length > 1 ? Number(part) : Number.parseInt(part, 16) }
}

function within(name: string, start: number, part: Pick<WordAddress, 'bit' | 'byte'> = {}): WordAddress | Refusal {
  const { last } = areaOf(name)
  return start > last
    ? refuse(`${name} has the numbers 0 to ${last}`, `${name} 的编号范围为 0 到 ${last}`)
    : { area: name, start, ...part }
}

const example = (address: string, en: string, zh: string) => ({ address, about: { en, 'zh-cn': zh } })

/** Documented examples; each is valid. */
export const addressExamples: readonly { address: string; about: Words }[] = [
  example('DT100', 'data register 100', '数据寄存器 100'),
  example('DT100.5', 'bit 5 of DT100, written by read-modify-write', 'DT100 的第 5 位（写入时先读后写）'),
  example('DT100.H', 'high byte of DT100', 'DT100 的高字节'),
  example('R10F', 'internal relay: word 10, bit F', '内部继电器：第 10 字第 F 位'),
  example('WR10', 'internal relays R100 to R10F as a word', '内部继电器 R100 到 R10F（按字）'),
  example('X1F', 'external input: word 1, bit F', '外部输入：第 1 字第 F 位'),
  example('Y10', 'external output: word 1, bit 0', '外部输出：第 1 字第 0 位'),
  example('L20', 'link relay: word 2, bit 0', '链接继电器：第 2 字第 0 位'),
  example('LD10', 'link register 10', '链接寄存器 10'),
  example('FL10', 'file register 10', '文件寄存器 10'),
  example('SV0', 'set value of timer 0', '定时器 0 设定值'),
  example('EV0', 'elapsed value of timer 0', '定时器 0 经过值'),
  example('T5', 'contact of timer 5', '定时器 5 触点'),
  example('C100', 'contact of counter 100', '计数器 100 触点'),
]
