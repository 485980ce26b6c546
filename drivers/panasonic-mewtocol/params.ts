// The parameters of Panasonic MEWTOCOL: validation, defaults and form.
import { z } from 'zod'
import type { Field } from '../driver.ts'
import { usualField, whole, wordFields, wordShape } from '../usual-params.ts'

const frames = ['standard', 'extended'] as const

export const MewtocolParams = z.object({
  ...wordShape,
  /** TCP port of the PLC or of the serial server. */
  port: whole(1, 65_535).default(9094),
  /** 1-99; 0: the connected PLC, whatever its number is (EE). */
  unit: whole(0, 99).default(1),
  /** `standard`: up to 118 characters, with %; `extended`: up to 2048, with <. */
  frame: z.enum(frames).default('standard'),
  timeoutMs: wordShape.timeoutMs.unwrap().default(2000),
  /** BA: the first character is in the low byte. */
  textOrder: wordShape.textOrder.unwrap().default('BA'),
  /** Maximum words per read; the limit of the frame applies too. */
  maxWords: whole(1, 500).default(500),
})
export type MewtocolParams = z.output<typeof MewtocolParams>

export const initialMewtocol: MewtocolParams = MewtocolParams.parse({ host: '192.168.1.5' })

// A write of 24 words has 116 characters.
const mostInStandard = 24

/** Most words of one request. */
export const mostWords = ({ frame, maxWords }: MewtocolParams): number =>
  frame === 'standard' ? Math.min(maxWords, mostInStandard) : maxWords

/** The fields of the parameter form, in order. */
export const mewtocolFields: readonly Field[] = [
  usualField('host'),
  {
    ...usualField('port'),
    help: {
      en: 'Port of the PLC for MEWTOCOL-COM, or port of the serial server. For an FP7 use Mitsubishi MC',
      'zh-cn': 'PLC 的 MEWTOCOL-COM 端口号，或串口服务器的端口号。FP7 请使用三菱 MC 协议驱动',
    },
  },
  {
    key: 'unit',
    label: { en: 'Station number', 'zh-cn': '站号' },
    input: 'number',
    section: 'connection',
    help: { en: '1 to 99. 0: the connected PLC (EE)', 'zh-cn': '1 到 99；0 表示所连接的 PLC（EE）' },
  },
  {
    key: 'frame',
    label: { en: 'Frame', 'zh-cn': '帧格式' },
    input: 'select',
    options: [
      { value: 'standard', label: { en: 'Standard (%), 118 characters', 'zh-cn': '标准（%），118 字符' } },
      { value: 'extended', label: { en: 'Extended (<), 2048 characters', 'zh-cn': '扩展（<），2048 字符' } },
    ],
    section: 'connection',
    help: {
      en: 'Extended is faster. FP0, FP-e and FP1 have standard frames only',
      'zh-cn': '扩展帧更快；FP0、FP-e、FP1 仅支持标准帧',
    },
  },
  ...wordFields({ en: 'At most 500; 24 with standard frames', 'zh-cn': '最大 500；标准帧最大 24' }, 'BA'),
]
