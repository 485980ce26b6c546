// The parameters of SNMP: validation, defaults and form. Times are those of Modbus.
import { z } from 'zod'
import type { Field } from '../driver.ts'
import { ModbusParams, modbusFields } from '../modbus-tcp/params.ts'
import { SecretParam } from '../secret.ts'

const whole = (min: number, max: number) => z.number().int().min(min).max(max)

const versions = ['v1', 'v2c', 'v3'] as const
/** Digests of user-based security: RFC 3414 and RFC 7860. */
const authProtocols = ['none', 'md5', 'sha', 'sha224', 'sha256', 'sha384', 'sha512'] as const
/**
 * Ciphers: `aes` of RFC 3826, and two ways of extending keys to 256 bits, of Blumenthal and of Reeder (Cisco). The
 * runtime of the gateway has no DES.
 */
const privProtocols = ['none', 'aes', 'aes256b', 'aes256r'] as const

const { host, collectMs, waitMs, timeoutMs, retries, encoding } = ModbusParams.shape
const secret = SecretParam.nullable().default(null)

export const SnmpParams = z
  .object({
    host,
    port: whole(1, 65_535).default(161),
    version: z.enum(versions).default('v2c'),
    /** Null: `public`. */
    community: secret,
    /** Null: the same as for reading. */
    writeCommunity: secret,
    userName: z.string().trim().max(32).default(''),
    authProtocol: z.enum(authProtocols).default('sha'),
    authPassword: secret,
    privProtocol: z.enum(privProtocols).default('aes'),
    privPassword: secret,
    context: z.string().trim().max(64).default(''),
    /** Objects per request. */
    maxObjects: whole(1, 100).default(25),
    collectMs: collectMs.default(10_000),
    waitMs,
    timeoutMs: timeoutMs.default(3000),
    retries,
    encoding: encoding.default('utf-8'),
  })
  .superRefine((params, context) => {
    if (params.version !== 'v3') return
    const require = (key: keyof typeof params, isMissing: boolean, en: string, zh: string) => {
      if (isMissing) context.addIssue({ code: 'custom', path: [key], params: { en, zh }, message: en })
    }
    const { userName, authProtocol, authPassword, privProtocol, privPassword } = params
    require('userName', userName === '', 'required for v3', 'v3 必填')
    require('authPassword', authProtocol !== 'none' && !authPassword, 'required for this protocol', '该协议必填')
    require('privPassword', privProtocol !== 'none' && !privPassword, 'required for this protocol', '该协议必填')
    const isBare = authProtocol === 'none' && privProtocol !== 'none'
    require('privProtocol', isBare, 'encryption requires authentication', '加密须同时启用认证')
  })
export type SnmpParams = z.output<typeof SnmpParams>

export const initialSnmp: SnmpParams = SnmpParams.parse({ host: '192.168.1.10' })

/** A field that Modbus has too. */
const shared = (key: keyof SnmpParams & keyof ModbusParams): Field => modbusFields.find((field) => field.key === key)!

const option = (value: string, en = value.toUpperCase(), zh = en) => ({ value, label: { en, 'zh-cn': zh } })
const none = option('none', 'None', '无')
const password = { input: 'secret', section: 'connection' } as const

/** The fields of the parameter form, in order. */
export const snmpFields: readonly Field[] = [
  shared('host'),
  shared('port'),
  {
    key: 'version',
    label: { en: 'Version', 'zh-cn': '版本' },
    input: 'select',
    options: [option('v1'), option('v2c'), option('v3')],
    section: 'connection',
    help: {
      en: 'v1 and v2c send their community unencrypted. v1 has no 64-bit counters',
      'zh-cn': 'v1 和 v2c 以明文发送团体名；v1 不支持 64 位计数器',
    },
  },
  {
    key: 'community',
    label: { en: 'Community', 'zh-cn': '团体名（只读）' },
    ...password,
    help: { en: 'v1 and v2c. Empty: public', 'zh-cn': '用于 v1、v2c；留空为 public' },
  },
  {
    key: 'writeCommunity',
    label: { en: 'Community for writing', 'zh-cn': '团体名（读写）' },
    ...password,
    help: { en: 'Empty: the same as for reading', 'zh-cn': '留空则与只读团体名相同' },
  },
  { key: 'userName', label: { en: 'User name (v3)', 'zh-cn': '用户名（v3）' }, input: 'text', section: 'connection' },
  {
    key: 'authProtocol',
    label: { en: 'Authentication (v3)', 'zh-cn': '认证协议（v3）' },
    input: 'select',
    options: [
      none,
      option('md5'),
      option('sha', 'SHA-1'),
      option('sha224', 'SHA-224'),
      option('sha256', 'SHA-256'),
      option('sha384', 'SHA-384'),
      option('sha512', 'SHA-512'),
    ],
    section: 'connection',
  },
  { key: 'authPassword', label: { en: 'Authentication password', 'zh-cn': '认证密码' }, ...password },
  {
    key: 'privProtocol',
    label: { en: 'Encryption (v3)', 'zh-cn': '加密协议（v3）' },
    input: 'select',
    options: [
      none,
      option('aes', 'AES-128'),
      option('aes256b', 'AES-256 (Blumenthal)', 'AES-256（Blumenthal）'),
      option('aes256r', 'AES-256 (Reeder, Cisco)', 'AES-256（Reeder，思科）'),
    ],
    section: 'connection',
  },
  { key: 'privPassword', label: { en: 'Encryption password', 'zh-cn': '加密密码' }, ...password },
  {
    key: 'context',
    label: { en: 'Context (v3)', 'zh-cn': '上下文（v3）' },
    input: 'text',
    section: 'connection',
    help: { en: 'Usually empty', 'zh-cn': '一般留空' },
  },
  shared('collectMs'),
  shared('waitMs'),
  shared('timeoutMs'),
  shared('retries'),
  {
    key: 'maxObjects',
    label: { en: 'Max objects per request', 'zh-cn': '单次最多读取对象数' },
    input: 'number',
    section: 'format',
    help: {
      en: 'Halved automatically if the device answers "too big"',
      'zh-cn': '设备答复“报文过大”时自动减半',
    },
  },
  shared('encoding'),
]
