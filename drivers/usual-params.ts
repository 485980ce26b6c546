// Parameters that drivers of PLCs with words have in common: validation and form. Pure.
import { z } from 'zod'
import { byteOrders } from '../core/data-type.ts'
import type { Field, Words } from './driver.ts'
import { ModbusParams, modbusFields } from './modbus-tcp/params.ts'
import { textOrders } from './modbus-tcp/text.ts'

export const whole = (min: number, max: number) => z.number().int().min(min).max(max)

const { host, collectMs, waitMs, timeoutMs, retries, encoding, blockCollection } = ModbusParams.shape

/** Times and format, for a zod object. Words are in the order of most PLCs: the low word first. */
export const wordShape = {
  host,
  /** Interval of reading a point. */
  collectMs,
  /** Pause between two requests, ms. */
  waitMs,
  timeoutMs,
  retries,
  byteOrder: z.enum(byteOrders).default('CDAB'),
  textOrder: z.enum(textOrders).default('AB'),
  encoding,
  blockCollection,
  /** Unused words that one read may include to join two points; ×16 for bits. */
  maxGap: whole(0, 480).default(16),
}

/** A field of Modbus that a driver has too. */
export const usualField = (key: keyof ModbusParams): Field => modbusFields.find((field) => field.key === key)!

const help = (key: 'byteOrder' | 'textOrder' | 'maxGap', text: Words): Field => ({ ...usualField(key), help: text })

const textOrderHelp: Record<(typeof textOrders)[number], Words> = {
  AB: { en: 'AB: the first character is in the high byte', 'zh-cn': 'AB：第一个字符在高字节' },
  BA: { en: 'BA: the first character is in the low byte', 'zh-cn': 'BA：第一个字符在低字节' },
}

/** The fields of times and format, in order. `maxWords`: help of that field; `textOrder`: the usual one of the brand. */
export const wordFields = (maxWords: Words, textOrder: keyof typeof textOrderHelp): readonly Field[] => [
  ...(['collectMs', 'waitMs', 'timeoutMs', 'retries'] as const).map(usualField),
  help('byteOrder', { en: 'CDAB: the low word comes first', 'zh-cn': 'CDAB：低字在前' }),
  help('textOrder', textOrderHelp[textOrder]),
  usualField('encoding'),
  usualField('blockCollection'),
  {
    key: 'maxWords',
    label: { en: 'Max words per read', 'zh-cn': '单次最多读取字数' },
    input: 'number',
    section: 'format',
    help: maxWords,
  },
  help('maxGap', {
    en: 'Unused words that one read may include to join two blocks',
    'zh-cn': '合并读取时允许跨越的未用字数',
  }),
]
