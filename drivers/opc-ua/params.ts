// Parameters of an OPC UA driver: validation, defaults and form.
import { z } from 'zod'
import { isHostName } from '../../core/host-name.ts'
import type { Field } from '../driver.ts'
import { SecretParam } from '../secret.ts'

const whole = (min: number, max: number) => z.number().int().min(min).max(max)

const securityModes = ['None', 'Sign', 'SignAndEncrypt'] as const
export const securityPolicies = ['Basic256Sha256', 'Aes128_Sha256_RsaOaep', 'Aes256_Sha256_RsaPss'] as const

/** SHA-256 in hex; separators that other programs show between the bytes are removed. */
const fingerprint = z
  .string()
  .max(200)
  .transform((text) => text.replace(/[\s:-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^([0-9A-F]{64})?$/))

/**
 * Whether a text has the form `opc.tcp://host:4840/path`, with an IPv6 address in brackets; port and path are optional.
 */
function isEndpointUrl(text: string): boolean {
  const [, host, port = '4840'] =
    /^opc\.tcp:\/\/([^/:[\]\s]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?(?:\/\S*)?$/.exec(text) ?? []
  if (host === undefined) return false
  return isHostName(host.replace(/^\[|\]$/g, '')) && Number(port) >= 1 && Number(port) <= 65_535
}

export const OpcUaParams = z
  .object({
    endpointUrl: z.string().trim().max(250).refine(isEndpointUrl),
    securityMode: z.enum(securityModes).default('SignAndEncrypt'),
    securityPolicy: z.enum(securityPolicies).default('Basic256Sha256'),
    /** User name; empty: anonymous. */
    userName: z.string().trim().max(100).default(''),
    password: SecretParam.nullable().default(null),
    /** The fingerprint of the accepted server certificate; `serverCertificate` is the certificate itself instead. */
    serverFingerprint: fingerprint.default(''),
    serverCertificate: SecretParam.nullable().default(null),
    /** Sampling interval of the server. */
    collectMs: whole(50, 3_600_000).default(1000),
    timeoutMs: whole(50, 60_000).default(5000),
  })
  .superRefine(({ userName, securityMode }, context) => {
    if (userName === '' || securityMode !== 'None') return
    context.addIssue({
      code: 'custom',
      path: ['userName'],
      params: {
        en: 'a password is sent only to a server that proves who it is: choose Sign or Sign and encrypt',
        zh: '仅向已验证身份的服务器发送密码，请选择“签名”或“签名并加密”',
      },
    })
  })
export type OpcUaParams = z.output<typeof OpcUaParams>

export const initialOpcUa: OpcUaParams = OpcUaParams.parse({ endpointUrl: 'opc.tcp://192.168.1.10:4840' })

const choice = (value: string, en = value, zh = en) => ({ value, label: { en, 'zh-cn': zh } })

/** The fields of the parameter form, in order. */
export const opcUaFields: readonly Field[] = [
  {
    key: 'endpointUrl',
    label: { en: 'Endpoint URL', 'zh-cn': '端点 URL' },
    input: 'text',
    section: 'connection',
    help: { en: 'Such as opc.tcp://192.168.1.10:4840', 'zh-cn': '例如 opc.tcp://192.168.1.10:4840' },
  },
  {
    key: 'securityMode',
    label: { en: 'Security mode', 'zh-cn': '安全模式' },
    input: 'select',
    options: [
      choice('SignAndEncrypt', 'Sign and encrypt', '签名并加密'),
      choice('Sign', 'Sign', '签名'),
      choice('None', 'None', '无'),
    ],
    section: 'connection',
    help: {
      en: 'None: anybody on the network can read, change and forge what is sent',
      'zh-cn': '选择“无”时，网络中的任何人都可读取、篡改或伪造通信内容',
    },
  },
  {
    key: 'securityPolicy',
    label: { en: 'Security policy', 'zh-cn': '安全策略' },
    input: 'select',
    options: securityPolicies.map((value) => choice(value)),
    section: 'connection',
  },
  {
    key: 'userName',
    label: { en: 'User name', 'zh-cn': '用户名' },
    input: 'text',
    section: 'connection',
    help: { en: 'Empty: anonymous', 'zh-cn': '留空为匿名登录' },
  },
  { key: 'password', label: { en: 'Password', 'zh-cn': '密码' }, input: 'secret', section: 'connection' },
  {
    key: 'serverFingerprint',
    label: { en: 'Accepted server certificate (SHA-256)', 'zh-cn': '已接受的服务器证书（SHA-256）' },
    input: 'text',
    section: 'connection',
    help: {
      en: 'Test the connection to see the certificate of the server and to accept it',
      'zh-cn': '测试连接即可查看并接受服务器证书',
    },
  },
  {
    key: 'serverCertificate',
    label: { en: 'or its certificate as a file', 'zh-cn': '或服务器证书文件' },
    input: 'file',
    section: 'connection',
    help: { en: 'DER or PEM', 'zh-cn': 'DER 或 PEM 格式' },
  },
  {
    key: 'collectMs',
    label: { en: 'Poll interval', 'zh-cn': '采集周期' },
    input: 'number',
    unit: 'ms',
    section: 'timing',
    help: {
      en: 'The server looks at a variable so often and reports what changed',
      'zh-cn': '服务器按此周期检查变量，并上报变化',
    },
  },
  { key: 'timeoutMs', label: { en: 'Timeout', 'zh-cn': '超时时间' }, input: 'number', unit: 'ms', section: 'timing' },
]
