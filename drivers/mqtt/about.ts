// MQTT in, the pure half: parameters, topics with JSON paths, checks of variables.
import { dataTypes as allDataTypes } from '../../core/data-type.ts'
import { acceptsCertificate } from '../accepted-certificate.ts'
import { isRefusal, type Point, type Refusal, type TagAbout } from '../driver.ts'
import { refuseRegisterSettings } from '../register-settings.ts'
import { addressExamples, parseTopicAddress, type TopicAddress } from './address.ts'
import { brokerKey } from './broker-params.ts'
import { canNest, commandTopic } from './command.ts'
import { initialMqtt, MqttParams, mqttFields } from './params.ts'

/** All types except binary coded decimals, which exist only in registers. */
const dataTypes = allDataTypes.filter((type) => !type.startsWith('bcd'))

export const about: TagAbout<MqttParams, TopicAddress> = {
  kind: 'tags',
  type: 'mqtt',
  transport: 'tcp',
  verified: 'peer',
  peers: ['mosquitto'],
  names: { en: 'MQTT, JSON payloads', 'zh-cn': 'MQTT（JSON 数据）' },
  family: 'standard',
  models: {
    en: 'Mosquitto, EMQX, HiveMQ, VerneMQ, Zigbee2MQTT, Tasmota, Shelly, Node-RED, DTUs and gateways that publish JSON',
    'zh-cn': 'Mosquitto、EMQX、HiveMQ、Zigbee2MQTT、Tasmota、Node-RED，以及发布 JSON 的 DTU 和网关',
  },
  params: MqttParams,
  initial: initialMqtt,
  fields: mqttFields,
  examples: addressExamples,
  dataTypes,
  canBrowse: false,
  accepts: acceptsCertificate,
  parseAddress: (address) => parseTopicAddress(address),
  checkPoint,
  connectionKey: (params) => `mqtt:${brokerKey(params)}`,
  timing: ({ collectMs, timeoutMs }) => ({ collectMs, waitMs: 0, timeoutMs, retries: 0 }),
  at: (host, port) => ({ host, port }),
}

/** Refuses settings for bytes in registers, and variables that cannot be written as configured. */
function checkPoint(point: Point, params: MqttParams): Refusal | undefined {
  const address = parseTopicAddress(point.address)
  if (isRefusal(address)) return address
  const refusal = refuseRegisterSettings(point, {
    en: 'A value in a message has no such setting',
    'zh-cn': '消息中的值无此项',
  })
  if (refusal) return refusal
  if (point.access === 'r') return undefined
  const command = commandTopic(address, params)
  if (command === undefined || command === address.topic)
    return {
      field: 'access',
      reason: {
        en: 'The command topic is that of the value itself, or no valid topic: change the command topic of the driver',
        'zh-cn': '写入主题与数据主题相同或不是有效主题，请修改驱动的写入主题',
      },
    }
  if (params.writePayload === '' && !canNest(address.path))
    return {
      field: 'access',
      reason: {
        en: 'An element of an array is written only by a payload template of the driver',
        'zh-cn': '写入数组元素需要在驱动中设置写入消息模板',
      },
    }
  return undefined
}
