// The requests that read a path and write a value. Pure.
import type { DataType, Value } from '../../core/data-type.ts'
import { DriverFault } from '../driver.ts'
import { jsonOf } from '../json-value.ts'
import { isTyped } from '../secret.ts'
import type { HttpAddress } from './address.ts'
import type { HttpRequest } from './exchange.ts'
import { parseHeaders } from './headers.ts'
import { type HttpParams, urlOf } from './params.ts'

/** The request that reads a path. Throws 1748 or 1750. */
export function readRequest(path: string, params: HttpParams): HttpRequest {
  const { method, body, contentType } = params
  const url = urlOf(params, path)
  const headers = { accept: 'application/json, text/plain, */*', 'cache-control': 'no-cache', ...ownHeaders(params) }
  if (method === 'GET') return { url, method, headers, body: undefined }
  return { url, method, headers: { ...headers, 'content-type': contentType }, body }
}

/** The request that writes a value. Throws 1748 or 1750. */
export function writeRequest(address: HttpAddress, value: Value, dataType: DataType, params: HttpParams): HttpRequest {
  const { writeMethod, contentType } = params
  return {
    url: urlOf(params, address.path),
    method: writeMethod,
    headers: { ...ownHeaders(params), 'content-type': contentType },
    body: writeBodyOf(address, value, dataType, params),
  }
}

/** Configured headers and the login. */
function ownHeaders(params: HttpParams): Record<string, string> {
  const parsed = parseHeaders(params.headers)
  return { 'user-agent': 'Gatehouse', ...('headers' in parsed ? parsed.headers : {}), ...loginHeaders(params) }
}

function loginHeaders({ auth, userName, keyHeader, password }: HttpParams): Record<string, string> {
  if (auth === 'none') return {}
  if (!isTyped(password)) throw new DriverFault(1750, 'the password or token is missing on the gateway')
  const { text } = password
  if (auth === 'basic') return { authorization: `Basic ${Buffer.from(`${userName}:${text}`).toString('base64')}` }
  if (!/^[\x21-\x7e]+$/.test(text))
    throw new DriverFault(1748, 'the token or key has characters that a header cannot contain')
  return auth === 'bearer' ? { authorization: `Bearer ${text}` } : { [keyHeader.toLowerCase()]: text }
}

const placeholder = /\{value\}|\{name\}/g
/** A text in quotes, or a placeholder outside of one. */
const jsonPiece = /"(?:[^"\\]|\\.)*"|\{value\}|\{name\}/g

/** The content of a JSON text, without its quotes. */
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)

/** The body of a write, by the template of the driver or by the JSON path of the variable. */
export function writeBodyOf(
  { json = [] }: HttpAddress,
  value: Value,
  dataType: DataType,
  { writeBody, contentType }: Pick<HttpParams, 'writeBody' | 'contentType'>,
): string {
  const plain = String(value)
  const name = json.at(-1) ?? ''
  if (contentType === 'application/json') {
    const literal = jsonOf(value, dataType)
    if (writeBody === '') return json.reduceRight((inner, each) => `{${JSON.stringify(each)}:${inner}}`, literal)
    const within = (text: string) => text.replace(placeholder, (found) => escaped(found === '{name}' ? name : plain))
    return writeBody.replace(jsonPiece, (found) => (found === '{value}' ? literal : within(found)))
  }
  const isForm = contentType === 'application/x-www-form-urlencoded'
  const encode = (text: string) => (isForm ? encodeURIComponent(text) : text)
  const template = writeBody === '' ? (isForm && name !== '' ? '{name}={value}' : '{value}') : writeBody
  return template.replace(placeholder, (found) => encode(found === '{name}' ? name : plain))
}
