// The fields of the parameter form of HTTP, in order.
import type { Field } from '../driver.ts'
import { type ModbusParams, modbusFields } from '../modbus-tcp/params.ts'
import { authKinds, contentTypes, type HttpParams, writeMethods } from './params.ts'

/** A field that Modbus has too. */
const shared = (key: keyof HttpParams & keyof ModbusParams): Field => modbusFields.find((field) => field.key === key)!

const option = (value: string, en = value, zh = en) => ({ value, label: { en, 'zh-cn': zh } })
const connection = { section: 'connection' } as const
const format = { section: 'format' } as const

const authNames: Record<(typeof authKinds)[number], [en: string, zh: string]> = {
  none: ['None', '无'],
  basic: ['Basic (user name and password)', 'Basic（用户名和密码）'],
  bearer: ['Bearer token', 'Bearer 令牌'],
  apiKey: ['API key in a header', '请求头中的 API 密钥'],
}

const loginFields: readonly Field[] = [
  {
    key: 'auth',
    label: { en: 'Authentication', 'zh-cn': '认证方式' },
    input: 'select',
    options: authKinds.map((kind) => option(kind, ...authNames[kind])),
    ...connection,
    help: {
      en: 'With http:// anyone on the network can read the password and alter the values. Use https:// where possible',
      'zh-cn': '使用 http:// 时，网络中的任何人都可看到密码并篡改数值；建议使用 https://',
    },
  },
  {
    key: 'userName',
    label: { en: 'User name', 'zh-cn': '用户名' },
    input: 'text',
    ...connection,
    shownIf: { key: 'auth', value: 'basic' },
  },
  {
    key: 'keyHeader',
    label: { en: 'API key header', 'zh-cn': 'API 密钥请求头' },
    input: 'text',
    ...connection,
    shownIf: { key: 'auth', value: 'apiKey' },
  },
  {
    key: 'password',
    label: { en: 'Password, token or API key', 'zh-cn': '密码、令牌或 API 密钥' },
    input: 'secret',
    ...connection,
  },
]

const certificateFields: readonly Field[] = [
  {
    key: 'verifyCertificate',
    label: { en: 'Verify certificate', 'zh-cn': '校验证书' },
    input: 'switch',
    ...connection,
    help: {
      en: 'For https://. Off: the certificate is not checked, so that another server can impersonate the device',
      'zh-cn': '用于 https://。关闭后不校验证书，其他服务器可能冒充该设备',
    },
  },
  {
    key: 'serverFingerprint',
    label: { en: 'Accepted server certificate (SHA-256)', 'zh-cn': '已接受的服务器证书（SHA-256）' },
    input: 'text',
    ...connection,
    shownIf: { key: 'verifyCertificate', value: true },
    help: {
      en: 'For self-signed certificates: test the connection, then check and accept the server certificate',
      'zh-cn': '用于自签名证书：测试连接即可查看并接受服务器证书',
    },
  },
]

const requestFields: readonly Field[] = [
  {
    key: 'method',
    label: { en: 'Read method', 'zh-cn': '读取方法' },
    input: 'select',
    options: [option('GET'), option('POST')],
    ...format,
  },
  {
    key: 'body',
    label: { en: 'Read request body', 'zh-cn': '读取请求体' },
    input: 'text',
    ...format,
    shownIf: { key: 'method', value: 'POST' },
  },
  {
    key: 'headers',
    label: { en: 'Additional headers', 'zh-cn': '附加请求头' },
    input: 'text',
    ...format,
    help: {
      en: 'Such as X-Site: 7 | Accept-Language: en. Not stored encrypted: enter keys under Authentication',
      'zh-cn': '例如 X-Site: 7 | Accept-Language: zh。此处内容不加密保存，密钥请填写在认证方式中',
    },
  },
  {
    key: 'maxKib',
    label: { en: 'Maximum response size', 'zh-cn': '应答长度上限' },
    input: 'number',
    unit: 'KiB',
    ...format,
  },
  {
    key: 'timeField',
    label: { en: 'Timestamp field', 'zh-cn': '时间字段' },
    input: 'text',
    ...format,
    help: {
      en: 'JSON path, such as data.time: seconds or milliseconds since 1970, or a text with a time zone. Empty: none',
      'zh-cn': 'JSON 路径，例如 data.time：1970 年以来的秒或毫秒数，或带时区的文本；留空为无',
    },
  },
  {
    key: 'maxAgeS',
    label: { en: 'Maximum age', 'zh-cn': '数据有效时长' },
    input: 'number',
    unit: 's',
    ...format,
    help: {
      en: 'By the timestamp field: older values are marked as uncertain, as are values with no timestamp or one too far in the future. 0: no limit',
      'zh-cn': '按时间字段判断：超过此时长、缺少时间或时间超前过多的数值标记为不确定；0 为不限制',
    },
  },
]

const writeFields: readonly Field[] = [
  {
    key: 'writeMethod',
    label: { en: 'Write method', 'zh-cn': '写入方法' },
    input: 'select',
    options: writeMethods.map((method) => option(method)),
    ...format,
  },
  {
    key: 'contentType',
    label: { en: 'Request content type', 'zh-cn': '请求体类型' },
    input: 'select',
    options: contentTypes.map((type) => option(type)),
    ...format,
  },
  {
    key: 'writeBody',
    label: { en: 'Write request body', 'zh-cn': '写入请求体' },
    input: 'text',
    ...format,
    help: {
      en: 'Such as {"{name}": {value}}: {value} is the value, {name} the last name in the JSON path. Empty: a JSON object built from the variable’s JSON path',
      'zh-cn':
        '例如 {"{name}": {value}}：{value} 为写入值，{name} 为 JSON 路径的最后一级名称；留空则按变量的 JSON 路径生成对象',
    },
  },
]

export const httpFields: readonly Field[] = [
  {
    key: 'url',
    label: { en: 'Base URL', 'zh-cn': '基础地址（URL）' },
    input: 'text',
    ...connection,
    help: {
      en: 'Such as http://192.168.1.10/api. Addresses of the gateway itself and cloud metadata services are refused',
      'zh-cn': '例如 http://192.168.1.10/api。不允许访问网关自身地址及云主机元数据地址',
    },
  },
  ...loginFields,
  ...certificateFields,
  {
    key: 'followRedirects',
    label: { en: 'Follow redirects', 'zh-cn': '跟随重定向' },
    input: 'switch',
    ...connection,
    help: { en: 'Only to the same server', 'zh-cn': '仅限同一服务器' },
  },
  ...(['collectMs', 'waitMs', 'timeoutMs', 'retries'] as const).map(shared),
  ...requestFields,
  ...writeFields,
]
