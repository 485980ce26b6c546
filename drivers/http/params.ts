// The parameters of HTTP: validation and defaults. The form is in fields.ts.
import { z } from 'zod'
import { isHostName } from '../../core/host-name.ts'
import { parseJsonPath } from '../json-value.ts'
import { ModbusParams } from '../modbus-tcp/params.ts'
import { SecretParam } from '../secret.ts'
import { isKeyHeader, parseHeaders } from './headers.ts'

const whole = (min: number, max: number) => z.number().int().min(min).max(max)

/** Whether a text is `http://host:port/path` or https, without a user, a query or a fragment. */
function isBaseUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s\\?#@]+$/i.test(text) || !URL.canParse(text)) return false
  return isHostName(new URL(text).hostname.replace(/^\[|\]$/g, ''))
}

/** SHA-256 in hex; separators that other programs show between the bytes are removed. */
const fingerprint = z
  .string()
  .max(200)
  .transform((text) => text.replace(/[\s:-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^([0-9A-F]{64})?$/))

const { collectMs, waitMs, timeoutMs, retries } = ModbusParams.shape

export const authKinds = ['none', 'basic', 'bearer', 'apiKey'] as const
export const contentTypes = ['application/json', 'text/plain', 'application/x-www-form-urlencoded'] as const
export const writeMethods = ['PUT', 'POST', 'PATCH'] as const

/** Characters of a user name of basic authentication: no colon, no control characters. */
const userName = z
  .string()
  .trim()
  .max(100)
  .regex(/^[^:\p{Cc}]*$/u)

export const HttpParams = z
  .object({
    url: z.string().trim().max(300).refine(isBaseUrl),
    method: z.enum(['GET', 'POST']).default('GET'),
    /** Body of each reading by POST. */
    body: z.string().max(2000).default(''),
    contentType: z.enum(contentTypes).default('application/json'),
    headers: z.string().trim().max(1000).default(''),
    auth: z.enum(authKinds).default('none'),
    userName: userName.default(''),
    /** Header of an API key. */
    keyHeader: z.string().trim().max(60).refine(isKeyHeader).default('X-API-Key'),
    /** The password, token or key. */
    password: SecretParam.nullable().default(null),
    verifyCertificate: z.boolean().default(true),
    /** The fingerprint of a certificate that is accepted without an authority. */
    serverFingerprint: fingerprint.default(''),
    /** Redirects to the same server are followed. */
    followRedirects: z.boolean().default(false),
    collectMs: collectMs.default(5000),
    waitMs,
    timeoutMs: timeoutMs.default(3000),
    retries,
    /** Longest answer, KiB. */
    maxKib: whole(1, 4096).default(256),
    /** Path of the time of the values in each document; empty: none. */
    timeField: z.string().trim().max(200).default(''),
    /** Values older than this are marked as uncertain; 0: never. */
    maxAgeS: whole(0, 31_536_000).default(0),
    writeMethod: z.enum(writeMethods).default('PUT'),
    /** Body of a write; empty: an object with the JSON path of the variable. */
    writeBody: z.string().max(2000).default(''),
  })
  .superRefine((params, context) => {
    const refuse = (key: keyof typeof params, isWrong: boolean, en: string, zh: string) => {
      if (isWrong) context.addIssue({ code: 'custom', path: [key], params: { en, zh }, message: en })
    }
    const { auth, userName, password, headers, timeField, maxAgeS, writeBody, keyHeader } = params
    refuse('userName', auth === 'basic' && userName === '', 'required for this authentication', '该认证方式必填')
    refuse('password', auth !== 'none' && !password, 'required for this authentication', '该认证方式必填')
    const parsed = parseHeaders(headers)
    if ('reason' in parsed) refuse('headers', true, parsed.reason.en, parsed.reason['zh-cn'])
    else if (auth === 'apiKey')
      refuse(
        'headers',
        keyHeader.toLowerCase() in parsed.headers,
        'this header carries the API key',
        '该请求头已用于 API 密钥',
      )
    const isPath = timeField === '' || parseJsonPath(timeField) !== undefined
    refuse('timeField', !isPath, 'write a JSON path such as data.time', '请填写 JSON 路径，例如 data.time')
    refuse('maxAgeS', maxAgeS > 0 && timeField === '', 'requires the timestamp field', '须同时填写时间字段')
    const hasValue = writeBody === '' || writeBody.includes('{value}')
    refuse('writeBody', !hasValue, 'must contain {value}', '须包含 {value}')
  })
export type HttpParams = z.output<typeof HttpParams>

export const initialHttp: HttpParams = HttpParams.parse({ url: 'http://192.168.1.10' })

/** Host and port of the server, as in a URL, with the port. */
export function originOf({ url }: HttpParams): string {
  const { protocol, hostname, port } = new URL(url)
  return `${protocol}//${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}

/** The URL of a path below the base URL. */
export const urlOf = ({ url }: HttpParams, path: string): URL => new URL(`${url.replace(/\/+$/, '')}${path}`)
