// Parameters of the connection to an MQTT broker, shared by the drivers that use one: validation and form. Pure.
import { z } from 'zod'
import type { Field, Words } from '../driver.ts'
import { SecretParam } from '../secret.ts'
import { usualField, whole, wordShape } from '../usual-params.ts'

const versions = ['3.1.1', '5'] as const

/** SHA-256 in hex; separators that other programs show between the bytes are removed. */
const fingerprint = z
  .string()
  .max(200)
  .transform((text) => text.replace(/[\s:-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^([0-9A-F]{64})?$/))

export const brokerShape = {
  host: wordShape.host,
  port: whole(1, 65_535).default(1883),
  tls: z.boolean().default(false),
  /** The authority that signs the certificate of the broker; none: those that the system of the gateway trusts. */
  caCertificate: SecretParam.nullable().default(null),
  /** The fingerprint of the accepted certificate; its authority is not checked then. */
  serverFingerprint: fingerprint.default(''),
  clientCertificate: SecretParam.nullable().default(null),
  clientKey: SecretParam.nullable().default(null),
  /** Client identifier; empty: a random one for each connection. */
  clientId: z.string().trim().max(200).default(''),
  /** User name; empty: anonymous. */
  userName: z.string().trim().max(200).default(''),
  password: SecretParam.nullable().default(null),
  version: z.enum(versions).default('3.1.1'),
  keepAliveS: whole(5, 3600).default(30),
  /** Interval at which the last value counts as read again. */
  collectMs: whole(50, 3_600_000).default(1000),
  timeoutMs: whole(50, 60_000).default(5000),
}

const BrokerParams = z.object(brokerShape)
export type BrokerParams = z.output<typeof BrokerParams>

type Draft = Pick<BrokerParams, 'clientCertificate' | 'clientKey' | 'userName' | 'password'>

/** Checks of the connection that concern several fields. */
export function checkBroker(params: Draft, context: z.RefinementCtx): void {
  const { clientCertificate, clientKey, userName, password } = params
  const refuse = (path: string, en: string, zh: string) =>
    context.addIssue({ code: 'custom', path: [path], params: { en, zh } })
  if ((clientCertificate === null) !== (clientKey === null))
    refuse(
      clientKey ? 'clientCertificate' : 'clientKey',
      'a client certificate and its private key belong together: choose both files or none',
      '客户端证书与私钥必须同时提供，或都不提供',
    )
  if (password !== null && userName === '')
    refuse('userName', 'a password needs a user name', '填写密码时必须填写用户名')
}

/** Drivers with the same client at the same broker share its connection. */
export const brokerKey = ({ host, port, tls, version, clientId, userName }: BrokerParams): string =>
  `${host.toLowerCase()}:${port} ${tls ? 'tls' : 'plain'} ${version} ${JSON.stringify([clientId, userName])}`

const field = (
  key: keyof BrokerParams,
  input: Field['input'],
  label: Words,
  more: Partial<Omit<Field, 'key' | 'input' | 'label'>> = {},
): Field => ({ key, label, input, section: 'connection', ...more })

const ifTls = { shownIf: { key: 'tls', value: true } }

/** The fields of the connection, in order. */
export const brokerFields: readonly Field[] = [
  field('host', 'text', { en: 'Broker host', 'zh-cn': '服务器地址' }),
  field(
    'port',
    'number',
    { en: 'Port', 'zh-cn': '端口' },
    { help: { en: 'Usually 1883, or 8883 with TLS', 'zh-cn': '通常为 1883，启用 TLS 时为 8883' } },
  ),
  field(
    'tls',
    'switch',
    { en: 'TLS', 'zh-cn': 'TLS 加密' },
    {
      help: {
        en: 'Off: the password and all values are sent unencrypted',
        'zh-cn': '关闭时密码和数据均以明文传输',
      },
    },
  ),
  field(
    'caCertificate',
    'file',
    { en: 'CA certificate', 'zh-cn': 'CA 证书' },
    {
      ...ifTls,
      help: {
        en: 'PEM or DER; without a file, the authorities that the gateway trusts',
        'zh-cn': 'PEM 或 DER 格式；不上传时使用网关系统信任的 CA',
      },
    },
  ),
  field(
    'serverFingerprint',
    'text',
    { en: 'Accepted broker certificate (SHA-256)', 'zh-cn': '已接受的服务器证书（SHA-256）' },
    {
      ...ifTls,
      help: {
        en: 'For a self-signed certificate: test the connection to see it and to accept it',
        'zh-cn': '用于自签名证书：测试连接即可查看并接受',
      },
    },
  ),
  field('clientCertificate', 'file', { en: 'Client certificate', 'zh-cn': '客户端证书' }, ifTls),
  field('clientKey', 'file', { en: 'Client private key', 'zh-cn': '客户端私钥' }, ifTls),
  field(
    'clientId',
    'text',
    { en: 'Client ID', 'zh-cn': '客户端 ID' },
    {
      help: {
        en: 'Empty: a random one. A broker disconnects a client when another one with its ID connects',
        'zh-cn': '留空则自动生成；相同 ID 的客户端会被服务器互相踢下线',
      },
    },
  ),
  field(
    'userName',
    'text',
    { en: 'User name', 'zh-cn': '用户名' },
    { help: { en: 'Empty: anonymous', 'zh-cn': '留空为匿名登录' } },
  ),
  field('password', 'secret', { en: 'Password', 'zh-cn': '密码' }),
  field(
    'version',
    'select',
    { en: 'MQTT version', 'zh-cn': 'MQTT 版本' },
    { options: versions.map((value) => ({ value, label: { en: value, 'zh-cn': value } })) },
  ),
  field('keepAliveS', 'number', { en: 'Keep alive', 'zh-cn': '心跳间隔' }, { unit: 's' }),
]

/** The fields of times, in order. */
export const brokerTimes: readonly Field[] = [
  {
    key: 'collectMs',
    label: { en: 'Update interval', 'zh-cn': '刷新周期' },
    input: 'number',
    unit: 'ms',
    section: 'timing',
    help: {
      en: 'Between messages, the last value counts as read again at this interval',
      'zh-cn': '两次消息之间，按此周期重复确认最近的值',
    },
  },
  usualField('timeoutMs'),
]
