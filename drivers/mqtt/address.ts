// Addresses of MQTT: `plant/line1/sensors#temperature.value`, a value inside a JSON payload, or `plant/line1/level`, the
// whole payload. Pure.
import { type AddressExample, isRefusal, type Refusal } from '../driver.ts'

/** A step into JSON: the name of a member, or the index of an element. */
export type Step = string | number
/** `path` is undefined for the whole payload; `pathText` is the path as written. */
export type TopicAddress = { topic: string; path: readonly Step[] | undefined; pathText: string }

const maxTopic = 500
const maxPath = 500
const maxSteps = 32
const maxIndex = 99_999

const refuse = (en: string, zh: string): Refusal => ({ field: 'address', reason: { en, 'zh-cn': zh } })

/** The parsed address, or why it is refused. */
export function parseTopicAddress(text: string): TopicAddress | Refusal {
  const trimmed = text.trim()
  const at = trimmed.indexOf('#')
  const topic = (at < 0 ? trimmed : trimmed.slice(0, at)).trim()
  const pathText = at < 0 ? '' : trimmed.slice(at + 1).trim()
  if (at < 0 && !topic.includes('/'))
    return refuse(
      'Write a topic and a JSON path such as plant/line1/sensors#temperature.value; level# is the whole payload of the topic level',
      '请填写主题和 JSON 路径，例如 plant/line1/sensors#temperature.value；level# 表示主题 level 的完整消息',
    )
  const fault = topicFault(topic)
  if (fault) return fault
  if (pathText === '') return { topic, path: undefined, pathText }
  const path = parsePath(pathText)
  return isRefusal(path) ? path : { topic, path, pathText }
}

/** Why a topic cannot be used, or nothing. */
function topicFault(topic: string): Refusal | undefined {
  if (topic === '') return refuse('The topic before # is missing', '# 之前缺少主题')
  if (topic.includes('+'))
    return refuse(
      'A topic with the wildcard + has no single value: write one topic',
      '含通配符 + 的主题没有唯一的值，请填写具体主题',
    )
  if (/\p{Cc}/u.test(topic)) return refuse('The topic has a control character', '主题中含有控制字符')
  if (topic.startsWith('$share/'))
    return refuse('A shared subscription receives only some of the messages', '共享订阅只能收到部分消息，不可使用')
  if (topic.length > maxTopic)
    return refuse(`The topic has more than ${maxTopic} characters`, `主题超过 ${maxTopic} 个字符`)
  return undefined
}

const step = /^(?:\[(\d{1,5})\]|\[("(?:[^"\\]|\\.)*")\]|(\.?)([^.[\]"\s#](?:[^.[\]"#]*[^.[\]"\s#])?))/

/** The steps of a path such as `values[3].raw` or `["a.b"].c`, or why it is refused. */
export function parsePath(text: string): Step[] | Refusal {
  const wrong = refuse(
    'Write the path in the JSON as temperature.value, values[3] or ["name with.dots"].value',
    'JSON 路径请写成 temperature.value、values[3] 或 ["带.的名称"].value',
  )
  if (text.length > maxPath) return wrong
  const steps: Step[] = []
  for (let rest = text; rest !== ''; ) {
    const [all = '', index, quoted, dot = '', name] = step.exec(rest) ?? []
    // A dot separates names: it is missing before the first one only.
    if (all === '' || steps.length === maxSteps || (name !== undefined && (dot === '') !== (steps.length === 0)))
      return wrong
    const next = index !== undefined ? Number(index) : quoted !== undefined ? unquoted(quoted) : name
    if (next === undefined || (typeof next === 'number' && next > maxIndex)) return wrong
    steps.push(next)
    rest = rest.slice(all.length)
  }
  return steps.length === 0 ? wrong : steps
}

function unquoted(text: string): string | undefined {
  try {
    return JSON.parse(text) as string
  } catch {
    return undefined
  }
}

export const addressExamples: readonly AddressExample[] = [
  {
    address: 'plant/line1/sensors#temperature.value',
    about: {
      en: 'value inside temperature of a JSON payload such as {"temperature":{"value":21.5}}',
      'zh-cn': 'JSON 消息 {"temperature":{"value":21.5}} 中 temperature 的 value',
    },
  },
  {
    address: 'plant/line1/sensors#values[3]',
    about: { en: 'the fourth element of the array values', 'zh-cn': '数组 values 的第 4 个元素（下标从 0 开始）' },
  },
  {
    address: 'zigbee2mqtt/pump#["power.on"]',
    about: { en: 'a member whose name has a dot, in quotes', 'zh-cn': '名称中含点号的字段，用引号括起' },
  },
  {
    address: 'plant/tank7/level',
    about: {
      en: 'the whole payload, as text or as a number such as 21.5',
      'zh-cn': '完整消息：文本，或数字（例如 21.5）',
    },
  },
  {
    address: 'status#',
    about: { en: 'the whole payload of a topic without a slash', 'zh-cn': '不含斜杠的主题的完整消息' },
  },
]
