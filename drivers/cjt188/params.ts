// Parameters of a CJ/T 188 meter: validation, defaults and form.
import { z } from 'zod'
import { connectionFields, lineShape, preambleField, timingFields } from '../dlt645/params.ts'
import type { Field } from '../driver.ts'
import { lacksPath, pathNeeded } from '../modbus-rtu/params.ts'

const meterTypes = [
  [0x10, 'Cold water', '冷水水表'],
  [0x11, 'Hot water', '生活热水水表'],
  [0x12, 'Drinking water', '直饮水水表'],
  [0x13, 'Reclaimed water', '中水水表'],
  [0x20, 'Heat', '热量表（计热量）'],
  [0x21, 'Cooling', '热量表（计冷量）'],
  [0x30, 'Gas', '燃气表'],
] as const

export const Cjt188Params = z
  .object({
    ...lineShape,
    meterType: z
      .number()
      .refine((type) => meterTypes.some(([code]) => code === type))
      .default(0x10),
    /** As printed on the meter, the code of the maker first. */
    address: z
      .string()
      .trim()
      .regex(/^[0-9A-Fa-f]{1,14}$/)
      .transform((digits) => digits.toUpperCase().padStart(14, '0')),
    /** Order of the two bytes of a data identifier: `low`: 1F 90. */
    identifierOrder: z.enum(['low', 'high']).default('low'),
  })
  .superRefine((line, context) => {
    if (lacksPath(line)) context.addIssue({ code: 'custom', path: ['serialPath'], params: pathNeeded })
  })
export type Cjt188Params = z.output<typeof Cjt188Params>

export const initialCjt188: Cjt188Params = Cjt188Params.parse({ host: '192.168.1.200', address: '00000000000001' })

/** The fields of the parameter form, in order. */
export const cjt188Fields: readonly Field[] = [
  ...connectionFields,
  {
    key: 'meterType',
    label: { en: 'Meter type', 'zh-cn': '仪表类型' },
    input: 'select',
    options: meterTypes.map(([value, en, zh]) => ({ value, label: { en, 'zh-cn': zh } })),
    section: 'connection',
  },
  {
    key: 'address',
    label: { en: 'Meter address', 'zh-cn': '仪表地址' },
    input: 'text',
    section: 'connection',
    help: {
      en: '14 digits: code of the maker (4), then the number printed on the meter (10)',
      'zh-cn': '14 位：厂商代码（4 位）在前，后接表号（10 位）',
    },
  },
  preambleField,
  {
    key: 'identifierOrder',
    label: { en: 'Order of the data identifier', 'zh-cn': '数据标识字节序' },
    input: 'select',
    options: [
      { value: 'low', label: { en: '1F 90', 'zh-cn': '1F 90' } },
      { value: 'high', label: { en: '90 1F', 'zh-cn': '90 1F' } },
    ],
    section: 'format',
    help: {
      en: 'Depends on the maker: if the meter does not answer, choose the other order',
      'zh-cn': '各厂商不同，若仪表无应答请选择另一种',
    },
  },
  ...timingFields,
]
