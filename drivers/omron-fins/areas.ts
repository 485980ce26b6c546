// The memory areas of CS, CJ, CP and NX PLCs and their codes in FINS (W342, section 5-2-2). Pure.
import type { Words } from '../driver.ts'

/**
 * `word` and `bit`: codes of the area. `last`: largest number. `base`: added to numbers on the wire. `isBits`: it holds
 * single bits. `isTimer`: present values of timers or counters.
 */
export type Area = {
  name: string
  word?: number
  bit?: number
  last: number
  base?: number
  isBits?: boolean
  isTimer?: boolean
  about: Words
}

// W342 gives timers and counters the same code and counters the numbers from 8000 (hexadecimal) on.
const counters = 0x8000

const area = (name: string, en: string, zh: string, more: Omit<Area, 'name' | 'about'>): Area => ({
  name,
  about: { en, 'zh-cn': zh },
  ...more,
})

/** Banks 0 to F and 10 to 18 (hexadecimal) of the extended data memory. */
const banks = Array.from({ length: 0x19 }, (_, bank) => {
  const name = bank.toString(16).toUpperCase()
  const codes = bank < 0x10 ? { word: 0xa0 + bank, bit: 0x20 + bank } : { word: 0x50 + bank, bit: 0xd0 + bank }
  return area(`E${name}_`, `extended data memory, bank ${name}`, `扩展数据存储器 E 第 ${name} 组（bank）`, {
    ...codes,
    last: 32_767,
  })
})

const areas: readonly Area[] = [
  area('CIO', 'core I/O', 'CIO 区', { word: 0xb0, bit: 0x30, last: 6143 }),
  area('W', 'work area', '工作区 W', { word: 0xb1, bit: 0x31, last: 511 }),
  area('H', 'holding area', '保持区 H', { word: 0xb2, bit: 0x32, last: 1535 }),
  area('A', 'auxiliary area', '辅助区 A', { word: 0xb3, bit: 0x33, last: 11_535 }),
  area('D', 'data memory', '数据存储器 D', { word: 0x82, bit: 0x02, last: 32_767 }),
  ...banks,
  area('T', 'present value of timer', '定时器当前值', { word: 0x89, last: 4095, isTimer: true }),
  area('C', 'present value of counter', '计数器当前值', { word: 0x89, last: 4095, base: counters, isTimer: true }),
  area('TS', 'completion flag of timer', '定时器完成标志', { bit: 0x09, last: 4095, isBits: true }),
  area('CS', 'completion flag of counter', '计数器完成标志', { bit: 0x09, last: 4095, base: counters, isBits: true }),
]
const byName = new Map(areas.map((each) => [each.name, each]))

/** The area of that name; `DM`, `EM0` and the like are other names of areas. */
export const areaOf = (name: string): Area | undefined => byName.get(name)

export const isBitArea = (name: string): boolean => byName.get(name)?.isBits === true
