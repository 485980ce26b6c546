// The parameters of webhooks: validation, defaults and form.
import { z } from 'zod'
import type { Field } from '../driver.ts'
import { parseJsonPath } from '../json-value.ts'
import { SecretParam } from '../secret.ts'
import { parseAllowed } from './allowed.ts'

const whole = (min: number, max: number) => z.number().int().min(min).max(max)

/** Private networks of IPv4. */
const privateNets = '10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16'

const path = z
  .string()
  .trim()
  .max(200)
  .regex(/^\/(?:[\w.~:@-]+(?:\/[\w.~:@-]+)*)?$/)

export const WebhookParams = z
  .object({
    /** TCP port of the gateway. Ports below 1024 belong to services of the system. */
    port: whole(1024, 65_535).default(8090),
    path: path.default('/hook'),
    token: SecretParam.nullable().default(null),
    allowedFrom: z
      .string()
      .trim()
      .max(1000)
      .refine((text) => parseAllowed(text) !== undefined)
      .default(privateNets),
    /** Period at which the last values count as read again. */
    collectMs: whole(100, 3_600_000).default(1000),
    /** A value without a new message is bad after this time. */
    staleAfterS: whole(1, 604_800).default(300),
    /** A message must arrive completely in this time; a test of the connection waits as long for one. */
    timeoutMs: whole(50, 60_000).default(8000),
    /** Longest message, KiB. */
    maxKib: whole(1, 512).default(64),
    /** Path of the time of the values in each message; empty: none. */
    timeField: z.string().trim().max(200).default(''),
  })
  .superRefine(({ token, allowedFrom, timeField }, context) => {
    const refuse = (key: string, isWrong: boolean, en: string, zh: string) => {
      if (isWrong) context.addIssue({ code: 'custom', path: [key], params: { en, zh }, message: en })
    }
    refuse(
      'allowedFrom',
      !token && parseAllowed(allowedFrom)?.length === 0,
      'without a token, enter the addresses that may post',
      '未设置令牌时须填写允许的来源地址',
    )
    const isPath = timeField === '' || parseJsonPath(timeField) !== undefined
    refuse('timeField', !isPath, 'write a JSON path such as data.time', '请填写 JSON 路径，例如 data.time')
  })
export type WebhookParams = z.output<typeof WebhookParams>

export const initialWebhook: WebhookParams = WebhookParams.parse({})

const number = (key: keyof WebhookParams, unit: string, en: string, zh: string) =>
  ({ key, label: { en, 'zh-cn': zh }, input: 'number', unit }) as const

/** The fields of the parameter form, in order. */
export const webhookFields: readonly Field[] = [
  {
    key: 'port',
    label: { en: 'Gateway port', 'zh-cn': '网关监听端口' },
    input: 'number',
    section: 'connection',
    help: {
      en: 'Devices post to http://gateway-address:port followed by the path below. Several drivers can share a port',
      'zh-cn': '设备向 http://网关地址:端口 加下方路径上报；多个驱动可共用一个端口',
    },
  },
  {
    key: 'path',
    label: { en: 'Path', 'zh-cn': '路径' },
    input: 'text',
    section: 'connection',
    help: {
      en: 'Such as /hook. A device may add its id: /hook/dev1, with addresses such as /dev1#temperature',
      'zh-cn': '例如 /hook。设备可在其后加设备号：/hook/dev1，对应变量地址写作 /dev1#temperature',
    },
  },
  {
    key: 'token',
    label: { en: 'Token', 'zh-cn': '令牌' },
    input: 'secret',
    section: 'connection',
    help: {
      en: 'The device sends it as Authorization: Bearer, or as ?token= in the URL. It is not encrypted on the network',
      'zh-cn': '设备以 Authorization: Bearer 请求头或 URL 中的 ?token= 发送；在网络中未加密',
    },
  },
  {
    key: 'allowedFrom',
    label: { en: 'Allowed sources', 'zh-cn': '允许的来源地址' },
    input: 'text',
    section: 'connection',
    help: {
      en: 'IP addresses and networks, separated by commas. Empty: the token alone decides',
      'zh-cn': 'IP 地址或网段，用逗号分隔；留空则仅凭令牌判断',
    },
  },
  {
    ...number('staleAfterS', 's', 'Stale after', '无上报判为异常的时长'),
    section: 'timing',
    help: {
      en: 'Values are bad after this time without a message. Set it longer than the posting interval of the device',
      'zh-cn': '超过此时间未收到上报，数值判为异常；须大于设备的上报间隔',
    },
  },
  {
    ...number('timeoutMs', 'ms', 'Message timeout', '单次上报超时'),
    section: 'timing',
    help: {
      en: 'A slower sender is disconnected. A connection test waits this long for a message',
      'zh-cn': '超时未发完的连接将被断开；测试连接时也按此时间等待上报',
    },
  },
  {
    ...number('collectMs', 'ms', 'Update interval', '数值刷新周期'),
    section: 'timing',
    help: {
      en: 'Between messages the last value is repeated at this interval',
      'zh-cn': '两次上报之间，按此周期重复最近的数值',
    },
  },
  { ...number('maxKib', 'KiB', 'Maximum message size', '报文长度上限'), section: 'format' },
  {
    key: 'timeField',
    label: { en: 'Timestamp field', 'zh-cn': '时间字段' },
    input: 'text',
    section: 'format',
    help: {
      en: 'JSON path, such as data.time: seconds or milliseconds since 1970, or a text with a time zone. Messages that arrive late are ignored; values whose time is missing or wrong are marked as uncertain. Empty: the time of arrival',
      'zh-cn':
        'JSON 路径，例如 data.time：1970 年以来的秒或毫秒数，或带时区的文本；设置后忽略迟到的报文，时间缺失或有误的数值标记为不确定。留空按到达时间',
    },
  },
]
