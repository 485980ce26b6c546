// Addresses of HTTP: a path below the base URL, then `#` and the path in its JSON document: `/status#data.temp`. Without
// `#` the whole body is the value. Pure.
import type { AddressExample, Refusal } from '../driver.ts'
import { type JsonPath, parseJsonPath } from '../json-value.ts'

/** `path`: appended to the base URL; empty: the base URL itself. `json`: undefined if the whole body is the value. */
export type HttpAddress = { path: string; json: JsonPath | undefined }

const refuse = (en: string, zh: string): Refusal => ({ field: 'address', reason: { en, 'zh-cn': zh } })

/** A path with an optional query, in the characters of a URL. */
const path = /^\/[\w.~!$&'()*+,;=:@/%-]*(?:\?[\w.~!$&'()*+,;=:@/?%-]*)?$/

/** The parsed address, or why it is refused. */
export function parseHttpAddress(text: string): HttpAddress | Refusal {
  const trimmed = text.trim()
  const at = trimmed.indexOf('#')
  const before = at < 0 ? trimmed : trimmed.slice(0, at)
  if (at < 0 && !before.startsWith('/'))
    return refuse(
      'Write a path and a JSON path such as /status#data.temp, or #data.temp for the base URL itself',
      '请填写“路径#JSON 路径”，例如 /status#data.temp；读取基础地址本身时写 #data.temp',
    )
  if (before !== '' && !path.test(before))
    return refuse(
      'A path starts with / and has the characters of a URL: encode others, such as a space as %20',
      '路径须以 / 开头，且只含 URL 字符；其他字符请编码，例如空格写作 %20',
    )
  if (at < 0) return { path: before, json: undefined }
  const json = parseJsonPath(trimmed.slice(at + 1))
  if (json) return { path: before, json }
  return refuse(
    'Write the JSON path after # as data.temp, sensors[0].value or ["room 1"].temp; $ is the whole document',
    '# 后请填写 JSON 路径，例如 data.temp、sensors[0].value、["room 1"].temp；$ 表示整个文档',
  )
}

const example = (address: string, en: string, zh: string): AddressExample => ({ address, about: { en, 'zh-cn': zh } })

export const addressExamples: readonly AddressExample[] = [
  example('/status#temperature', 'a number of the document at /status', '/status 返回的 JSON 中的数值'),
  example(
    '/status#relays[0].on',
    'true or false, or 0, 1, "on", "off" (bool)',
    '布尔值；0、1、"on"、"off" 亦可（bool）',
  ),
  example('/status#energy.total', 'a counter, with all digits (int64, uint64)', '累计值，64 位不丢位（int64、uint64）'),
  example(
    '/status#["room 1"].name',
    'a text; a name with a space or dot in brackets',
    '文本；名称含空格或点时写在方括号内（string）',
  ),
  example('/api/v1/meter?id=7#data.kW', 'a path with a query', '带查询参数的路径'),
  example('#data.temp', 'the document at the base URL itself', '基础地址本身返回的 JSON'),
  example('/temp', 'the whole answer as a number or text', '整个应答作为数值或文本'),
]
