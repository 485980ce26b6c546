// The parameters of Sample plc: validation, defaults and form.
import { z } from 'zod'
import { isHostName } from '../../../core/host-name.ts'
import type { Field } from '../../../drivers/driver.ts'

const whole = (min: number, max: number) => z.number().int().min(min).max(max)

/** The parameters of the driver; all times in ms. */
export const Params = z.object({
  host: z.string().trim().min(1).max(253).refine(isHostName),
  port: whole(1, 65_535).default(9600),
  /** Interval at which a point is read. */
  collectMs: whole(10, 3_600_000).default(1000),
  /** Pause between two requests. */
  waitMs: whole(0, 60_000).default(0),
  timeoutMs: whole(50, 60_000).default(1000),
  retries: whole(0, 10).default(1),
  /** Maximum number of 16-bit words per read. */
  maxWords: whole(1, 500).default(100),
})
export type Params = z.output<typeof Params>

/** The parameters of a new driver. */
export const initialParams: Params = Params.parse({ host: '192.168.1.10' })

const ms = { input: 'number', unit: 'ms', section: 'timing' } as const

/** The fields of the parameter form, in order. */
export const paramFields: readonly Field[] = [
  {
    key: 'host',
    label: { en: 'IP address or host', 'zh-cn': 'IP 地址或主机名' },
    input: 'text',
    section: 'connection',
  },
  { key: 'port', label: { en: 'Port', 'zh-cn': '端口' }, input: 'number', section: 'connection' },
  { key: 'collectMs', label: { en: 'Poll interval', 'zh-cn': '采集周期' }, ...ms },
  {
    key: 'waitMs',
    label: { en: 'Request delay', 'zh-cn': '请求间隔' },
    ...ms,
    help: { en: 'Pause between two requests', 'zh-cn': '两次请求之间的间隔' },
  },
  { key: 'timeoutMs', label: { en: 'Timeout', 'zh-cn': '超时时间' }, ...ms },
  { key: 'retries', label: { en: 'Retries', 'zh-cn': '重试次数' }, input: 'number', section: 'timing' },
  {
    key: 'maxWords',
    label: { en: 'Max words per read', 'zh-cn': '单次最多读取字数' },
    input: 'number',
    section: 'format',
  },
]
