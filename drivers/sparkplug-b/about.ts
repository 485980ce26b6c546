// Sparkplug B, the pure half: parameters, names of metrics, checks of variables.
import { dataTypes as allDataTypes } from '../../core/data-type.ts'
import { acceptsCertificate } from '../accepted-certificate.ts'
import { isRefusal, type Point, type Refusal, type TagAbout } from '../driver.ts'
import { brokerKey } from '../mqtt/broker-params.ts'
import { refuseRegisterSettings } from '../register-settings.ts'
import { addressExamples, type MetricAddress, parseMetricAddress } from './address.ts'
import { initialSparkplug, SparkplugParams, sparkplugFields } from './params.ts'

/** All types except binary coded decimals, which Sparkplug lacks. */
const dataTypes = allDataTypes.filter((type) => !type.startsWith('bcd'))

export const about: TagAbout<SparkplugParams, MetricAddress> = {
  kind: 'tags',
  type: 'sparkplug-b',
  transport: 'tcp',
  verified: 'peer',
  peers: ['pysparkplug'],
  names: { en: 'Sparkplug B (MQTT)', 'zh-cn': 'Sparkplug B（MQTT）' },
  family: 'standard',
  models: {
    en: 'Edge nodes of Ignition, Opto 22 groov, Cirrus Link, HiveMQ Edge, Eclipse Tahu, N3uron, EMQX Neuron',
    'zh-cn': 'Ignition、Opto 22 groov、Cirrus Link、HiveMQ Edge、Eclipse Tahu、EMQX Neuron 等边缘节点',
  },
  params: SparkplugParams,
  initial: initialSparkplug,
  fields: sparkplugFields,
  examples: addressExamples,
  dataTypes,
  canBrowse: true,
  accepts: acceptsCertificate,
  parseAddress: (address) => parseMetricAddress(address),
  checkPoint,
  // A connection is one host application, whose state it publishes.
  connectionKey: (params) => `sparkplug-b:${brokerKey(params)} ${params.hostId} ${params.stateVersion}`,
  timing: ({ collectMs, timeoutMs }) => ({ collectMs, waitMs: 0, timeoutMs, retries: 0 }),
  at: (host, port) => ({ host, port }),
}

/** Refuses settings for bytes in registers, which a metric does not have. */
function checkPoint(point: Point): Refusal | undefined {
  const address = parseMetricAddress(point.address)
  if (isRefusal(address)) return address
  return refuseRegisterSettings(point, { en: 'A metric has no such setting', 'zh-cn': '指标无此项' })
}
