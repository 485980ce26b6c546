// Addresses of webhooks: the JSON path of a value, after the path that the device posts to: `temp`, or `/dev1#temp` for a
// device that adds its id to the URL. Pure.
import type { AddressExample, Refusal } from '../driver.ts'
import { type JsonPath, parseJsonPath } from '../json-value.ts'

/** `path`: below the path of the driver; empty: that path itself. */
export type HookAddress = { path: string; json: JsonPath }

const refusal: Refusal = {
  field: 'address',
  reason: {
    en: 'Write a JSON path such as data.temp, or /device#data.temp for devices with an id in the URL; $ is the whole body',
    'zh-cn': '请填写 JSON 路径，例如 data.temp；若 URL 中带设备号，写作 /设备号#data.temp；$ 表示整个报文',
  },
}

const path = /^(?:\/[\w.~:@-]{1,80}){1,4}$/

/** The parsed address, or why it is refused. */
export function parseHookAddress(text: string): HookAddress | Refusal {
  const trimmed = text.trim()
  const at = trimmed.startsWith('/') || trimmed.startsWith('#') ? trimmed.indexOf('#') : -1
  if (at < 0 && trimmed.startsWith('/')) return refusal
  const before = trimmed.slice(0, Math.max(0, at))
  const json = parseJsonPath(trimmed.slice(at + 1))
  return json && (before === '' || path.test(before)) ? { path: before, json } : refusal
}

const example = (address: string, en: string, zh: string): AddressExample => ({ address, about: { en, 'zh-cn': zh } })

export const addressExamples: readonly AddressExample[] = [
  example('temperature', 'a number of the posted document', '上报 JSON 中的数值'),
  example('data.sensors[0].value', 'a number in a list', '列表中的数值'),
  example('relay.on', 'true or false, or 0, 1, "on", "off" (bool)', '布尔值；0、1、"on"、"off" 亦可（bool）'),
  example('energy.total', 'a counter, with all digits (int64, uint64)', '累计值，64 位不丢位（int64、uint64）'),
  example(
    '["room 1"].name',
    'a text; a name with a space or dot in brackets',
    '文本；名称含空格或点时写在方括号内（string）',
  ),
  example('/dev1#temperature', 'posted by device dev1 to its own URL', '设备 dev1 上报到自己的 URL'),
]
