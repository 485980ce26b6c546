// Parameters of an MQTT driver: validation, defaults and form.
import { z } from 'zod'
import { type Field, isRefusal } from '../driver.ts'
import { whole } from '../usual-params.ts'
import { parsePath } from './address.ts'
import { brokerFields, brokerShape, brokerTimes, checkBroker } from './broker-params.ts'

const timeFormats = ['ms', 's', 'iso'] as const
const retainedMeanings = ['uncertain', 'current'] as const

export const MqttParams = z
  .object({
    ...brokerShape,
    qos: z.union([z.literal(0), z.literal(1), z.literal(2)]).default(1),
    /** Longest silence of a topic, after which its values are faulty; 0: none. */
    staleAfterS: whole(0, 2_592_000).default(600),
    /** Whether a retained message, whose age is unknown, counts as the current value. */
    retained: z.enum(retainedMeanings).default('uncertain'),
    /** JSON path of the device's time in the payload; empty: none. */
    timePath: z
      .string()
      .trim()
      .max(500)
      .refine((text) => text === '' || !isRefusal(parsePath(text)))
      .default(''),
    timeFormat: z.enum(timeFormats).default('ms'),
    /** Whether a text that is exactly a number counts as a number. */
    textNumbers: z.boolean().default(false),
    trueText: z.string().trim().max(50).default(''),
    falseText: z.string().trim().max(50).default(''),
    writeTopic: z.string().trim().min(1).max(500).default('{topic}/set'),
    writePayload: z.string().max(2000).default(''),
  })
  .superRefine((params, context) => {
    checkBroker(params, context)
    const { trueText, falseText, writeTopic, writePayload } = params
    const refuse = (path: string, en: string, zh: string) =>
      context.addIssue({ code: 'custom', path: [path], params: { en, zh } })
    if ((trueText === '') !== (falseText === '') || (trueText !== '' && trueText === falseText))
      refuse('falseText', 'give both texts of a bool, and different ones', '布尔量的两个文本须同时填写且不能相同')
    // A broker sends a message to all subscribers, also to its sender: the command would be read back as a value.
    if (writeTopic === '{topic}')
      refuse(
        'writeTopic',
        'the command topic must differ from the topic of the value: the gateway would read back its own command',
        '写入主题必须不同于数据主题，否则网关会把自己发送的命令当作回读值',
      )
    if (/[#+]|\p{Cc}/u.test(writeTopic))
      refuse(
        'writeTopic',
        'the command topic must not have wildcards or control characters',
        '写入主题不能含有通配符或控制字符',
      )
    if (writePayload !== '' && !writePayload.includes('{value}'))
      refuse('writePayload', 'the payload template needs the placeholder {value}', '消息模板必须包含占位符 {value}')
  })
export type MqttParams = z.output<typeof MqttParams>

export const initialMqtt: MqttParams = MqttParams.parse({ host: '192.168.1.10' })

const choice = (value: string | number, en: string, zh = en) => ({ value, label: { en, 'zh-cn': zh } })

const timing: readonly Field[] = [
  {
    key: 'staleAfterS',
    label: { en: 'Maximum silence', 'zh-cn': '数据超时时间' },
    input: 'number',
    unit: 's',
    section: 'timing',
    help: {
      en: 'Values of a topic without a message for longer are faulty. 0: never, a failed device then keeps its last values',
      'zh-cn': '主题超过此时间无消息时，其变量标记为故障。0 表示不检查，设备失效后仍显示最后的值',
    },
  },
  {
    key: 'timePath',
    label: { en: 'Time field (JSON path)', 'zh-cn': '时间字段（JSON 路径）' },
    input: 'text',
    section: 'timing',
    help: {
      en: 'Such as time or header.ts. Empty: values have the time of their arrival',
      'zh-cn': '例如 time 或 header.ts；留空则使用接收时间',
    },
  },
  {
    key: 'timeFormat',
    label: { en: 'Time format', 'zh-cn': '时间格式' },
    input: 'select',
    options: [
      choice('ms', 'Unix time in ms', 'Unix 时间戳（毫秒）'),
      choice('s', 'Unix time in s', 'Unix 时间戳（秒）'),
      choice('iso', 'ISO 8601 with time zone', 'ISO 8601（含时区）'),
    ],
    section: 'timing',
  },
]

const format: readonly Field[] = [
  {
    key: 'qos',
    label: { en: 'QoS of subscriptions', 'zh-cn': '订阅 QoS' },
    input: 'select',
    options: [choice(0, '0'), choice(1, '1'), choice(2, '2')],
    section: 'format',
  },
  {
    key: 'retained',
    label: { en: 'Retained messages', 'zh-cn': '保留消息' },
    input: 'select',
    options: [
      choice('uncertain', 'Uncertain until the next message', '收到新消息前标记为不确定'),
      choice('current', 'Current value', '视为当前值'),
    ],
    section: 'format',
    help: {
      en: 'The age of a retained message is unknown, unless its payload has a time',
      'zh-cn': '保留消息的产生时间未知，除非消息中含有时间字段',
    },
  },
  {
    key: 'textNumbers',
    label: { en: 'Numbers in quotes', 'zh-cn': '允许文本形式的数字' },
    input: 'switch',
    section: 'format',
    help: {
      en: 'Accepts a JSON text that is exactly a number, such as "21.5"',
      'zh-cn': '接受内容恰好为数字的 JSON 字符串，例如 "21.5"',
    },
  },
  {
    key: 'trueText',
    label: { en: 'Text for true', 'zh-cn': '“真”对应的文本' },
    input: 'text',
    section: 'format',
    help: { en: 'Such as ON. Empty: true and false of JSON', 'zh-cn': '例如 ON；留空则使用 JSON 的 true 和 false' },
  },
  { key: 'falseText', label: { en: 'Text for false', 'zh-cn': '“假”对应的文本' }, input: 'text', section: 'format' },
  {
    key: 'writeTopic',
    label: { en: 'Command topic', 'zh-cn': '写入主题' },
    input: 'text',
    section: 'format',
    help: {
      en: 'Commands are sent here with QoS 1; {topic} and {path} are those of the variable',
      'zh-cn': '写入命令以 QoS 1 发布到此主题；{topic} 和 {path} 取自变量地址',
    },
  },
  {
    key: 'writePayload',
    label: { en: 'Command payload', 'zh-cn': '写入消息模板' },
    input: 'text',
    section: 'format',
    help: {
      en: 'Such as {"id":"{path}","v":{value}}. Empty: a JSON object with the path, or the value itself for a whole payload',
      'zh-cn': '例如 {"id":"{path}","v":{value}}；留空则按路径生成 JSON 对象，完整消息变量直接发送值',
    },
  },
]

/** The fields of the parameter form, in order. */
export const mqttFields: readonly Field[] = [...brokerFields, ...brokerTimes, ...timing, ...format]
