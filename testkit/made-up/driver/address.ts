// Addresses of Sample plc as PLC engineers write them: area, number and bit, such as `D100` and `D100.5`. Replace the areas
// and the grammar by those of the device's manual.
import type { Refusal, Words } from '../../../drivers/driver.ts'

/** An address. `start`: number of the 16-bit word, 0-65535. `bit`: 0-15, with 0 the lowest. */
export type Address = { area: string; start: number; bit?: number }

const written = /^([DW])(\d{1,5})(?:\.(\d{1,2}))?$/i
const last = 65_535

const refuse = (en: string, zh: string): Refusal => ({ field: 'address', reason: { en, 'zh-cn': zh } })

/** The parsed address, or why it is refused. */
export function parseAddress(text: string): Address | Refusal {
  const match = written.exec(text.trim())
  if (!match) return refuse('Write it as D100, W20 or D100.5', '请写成 D100、W20 或 D100.5')
  const [, area, number, bit] = match
  if (Number(number) > last) return refuse(`The number can be at most ${last}`, `编号最大为 ${last}`)
  if (Number(bit ?? 0) > 15) return refuse('The bit must be 0 to 15', '位号为 0 到 15')
  return { area: area!.toUpperCase(), start: Number(number), ...(bit !== undefined && { bit: Number(bit) }) }
}

/** Documented examples; each parses. */
export const addressExamples: readonly { address: string; about: Words }[] = [
  { address: 'D100', about: { en: 'data word 100', 'zh-cn': '数据字 100' } },
  { address: 'W20', about: { en: 'link word 20', 'zh-cn': '链接字 20' } },
  { address: 'D100.5', about: { en: 'bit 5 of data word 100', 'zh-cn': '数据字 100 的第 5 位' } },
]
