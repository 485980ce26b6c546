// Additional headers of requests, written as `X-Site: 7 | Accept-Language: en`. Pure.
import type { Words } from '../driver.ts'

/** Headers that decide where a request goes or where it ends, and those with a field of their own. */
const reserved: readonly string[] = [
  ...['host', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'content-type', 'authorization'],
  ...['expect', 'te', 'trailer', 'upgrade', 'accept-encoding', 'proxy-authorization', 'proxy-connection'],
]
const name = /^[!#$%&'*+.^_`|~\w-]+$/
const value = /^[\x20-\x7e]+$/

/** The headers by lower-case name, or why they are refused. */
export function parseHeaders(text: string): { headers: Readonly<Record<string, string>> } | { reason: Words } {
  const headers: Record<string, string> = {}
  for (const part of text.split('|').map((each) => each.trim())) {
    if (part === '') continue
    const colon = part.indexOf(':')
    const [key, content] = [part.slice(0, colon).trim().toLowerCase(), part.slice(colon + 1).trim()]
    if (colon < 1 || !name.test(key) || !value.test(content))
      return {
        reason: { en: 'write headers as Name: value, separated by |', 'zh-cn': '请写作“名称: 值”，多个用 | 分隔' },
      }
    if (reserved.includes(key) || Object.hasOwn(headers, key))
      return { reason: { en: `the header ${key} cannot be set here`, 'zh-cn': `此处不能设置请求头 ${key}` } }
    headers[key] = content
  }
  return { headers }
}

/** Whether a text is the name of a header that a key may be sent in. */
export const isKeyHeader = (text: string): boolean => name.test(text) && !reserved.includes(text.toLowerCase())
