// Addresses of Sparkplug B: `press4#Inputs/Temperature` is a metric of a device, `#Node Control/Scan Rate` one of the edge
// node itself. Pure.
import type { AddressExample, Refusal } from '../driver.ts'

/** `device` is empty for the edge node itself. */
export type MetricAddress = { device: string; metric: string }

const maxLength = 500

const refuse = (en: string, zh: string): Refusal => ({ field: 'address', reason: { en, 'zh-cn': zh } })

/** Why a name cannot be the identifier of a group, edge node or device, or nothing. */
export const idFault = (id: string): string | undefined =>
  /[/#+]|\p{Cc}/u.test(id) ? 'an identifier has none of the characters / # +' : undefined

/** The parsed address, or why it is refused. */
export function parseMetricAddress(text: string): MetricAddress | Refusal {
  const at = text.indexOf('#')
  const [device, metric] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  if (at < 0 || metric === '')
    return refuse(
      'Write a device and a metric such as press4#Inputs/Temperature, or #Scan Rate for a metric of the edge node',
      '请填写设备和指标，例如 press4#Inputs/Temperature；边缘节点自身的指标写作 #Scan Rate',
    )
  if (idFault(device)) return refuse('A device identifier has none of the characters / # +', '设备标识不能含有 / # +')
  if (/\p{Cc}/u.test(metric)) return refuse('The name has a control character', '名称中含有控制字符')
  if (text.length > maxLength)
    return refuse(`The address has more than ${maxLength} characters`, `地址超过 ${maxLength} 个字符`)
  return { device, metric }
}

export const metricAddress = ({ device, metric }: MetricAddress): string => `${device}#${metric}`

export const addressExamples: readonly AddressExample[] = [
  {
    address: 'press4#Inputs/Temperature',
    about: { en: 'metric Inputs/Temperature of device press4', 'zh-cn': '设备 press4 的指标 Inputs/Temperature' },
  },
  {
    address: '#Node Control/Scan Rate',
    about: { en: 'a metric of the edge node itself', 'zh-cn': '边缘节点自身的指标' },
  },
  {
    address: 'press4#Started',
    about: {
      en: 'a DateTime is an int64: milliseconds since 1970',
      'zh-cn': 'DateTime 类型对应 int64：自 1970 年起的毫秒数',
    },
  },
  {
    address: 'press4#Recipe/File',
    about: { en: 'Bytes and File are texts in hex', 'zh-cn': 'Bytes 和 File 类型以十六进制文本表示' },
  },
]
