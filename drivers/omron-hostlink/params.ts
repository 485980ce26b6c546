// The parameters of Omron Host Link: validation, defaults and form.
import { z } from 'zod'
import type { Field } from '../driver.ts'
import { usualField, whole, wordFields, wordShape } from '../usual-params.ts'

const protocols = ['fins', 'c-mode'] as const

export const HostLinkParams = z.object({
  ...wordShape,
  /** TCP port of the serial server. */
  port: whole(1, 65_535).default(4001),
  unit: whole(0, 31).default(0),
  /** `fins`: FINS commands in frames of Host Link (FA); `c-mode`: the commands of older PLCs. */
  protocol: z.enum(protocols).default('fins'),
  /** A frame at 9600 baud takes up to a second. */
  timeoutMs: wordShape.timeoutMs.unwrap().default(2000),
  waitMs: wordShape.waitMs.unwrap().default(20),
  /** Maximum words per read; the limit of the protocol applies too. */
  maxWords: whole(1, 267).default(100),
})
export type HostLinkParams = z.output<typeof HostLinkParams>

export const initialHostLink: HostLinkParams = HostLinkParams.parse({ host: '192.168.1.10' })

// A read of 30 words has the longest answer in one frame; a write of 29 words the longest command.
const mostInCMode = 29

/** Most words of one request. */
export const mostWords = ({ protocol, maxWords }: HostLinkParams): number =>
  protocol === 'fins' ? maxWords : Math.min(maxWords, mostInCMode)

/** The fields of the parameter form, in order. */
export const hostLinkFields: readonly Field[] = [
  usualField('host'),
  {
    ...usualField('port'),
    help: { en: 'TCP port of the serial server', 'zh-cn': '串口服务器的 TCP 端口' },
  },
  {
    key: 'unit',
    label: { en: 'Host Link unit number', 'zh-cn': '单元号（节点号）' },
    input: 'number',
    section: 'connection',
    help: { en: '0 to 31, as set in the PLC', 'zh-cn': '0 到 31，以 PLC 设置为准' },
  },
  {
    key: 'protocol',
    label: { en: 'Commands', 'zh-cn': '命令方式' },
    input: 'select',
    options: [
      { value: 'fins', label: { en: 'FINS (CS, CJ, CP)', 'zh-cn': 'FINS 命令（CS、CJ、CP）' } },
      {
        value: 'c-mode',
        label: { en: 'C-mode (C200H, CQM1, CPM1, …)', 'zh-cn': 'C-mode 命令（C200H、CQM1、CPM1 等）' },
      },
    ],
    section: 'connection',
    help: {
      en: 'C-mode cannot access W. The PLC accepts writes in MONITOR mode, some models also in PROGRAM mode',
      'zh-cn': 'C-mode 不能访问 W 区；写入时 PLC 须处于监视（MONITOR）模式，部分型号也可处于编程（PROGRAM）模式',
    },
  },
  ...wordFields({ en: 'At most 267; 29 in C-mode', 'zh-cn': '最大 267；C-mode 最大 29' }, 'AB'),
]
