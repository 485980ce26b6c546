// Webhooks, the pure half: parameters, addresses, checks of variables. Devices post JSON to the gateway.
import { dataTypes as allDataTypes } from '../../core/data-type.ts'
import { isRefusal, type Point, type Refusal, type TagAbout } from '../driver.ts'
import { refuseRegisterSettings } from '../register-settings.ts'
import { addressExamples, type HookAddress, parseHookAddress } from './address.ts'
import { initialWebhook, WebhookParams, webhookFields } from './params.ts'

/** All types except binary coded decimals, which exist only in registers. */
const dataTypes = allDataTypes.filter((type) => !type.startsWith('bcd'))

export const about: TagAbout<WebhookParams, HookAddress> = {
  kind: 'tags',
  type: 'webhook',
  transport: 'listen',
  verified: 'peer',
  peers: ['curl', 'Python http.client'],
  names: { en: 'Webhook (devices post JSON)', 'zh-cn': 'Webhook（设备 HTTP 上报 JSON）' },
  family: 'standard',
  models: {
    en: 'Devices and programs that send HTTP POST: IoT sensors, LoRaWAN network servers, cameras, Shelly, Node-RED, scripts',
    'zh-cn': '通过 HTTP POST 主动上报的设备与程序：物联网传感器、LoRaWAN 服务器、摄像机、Shelly、Node-RED、脚本',
  },
  params: WebhookParams,
  initial: initialWebhook,
  fields: webhookFields,
  examples: addressExamples,
  dataTypes,
  canBrowse: false,
  parseAddress: (address) => parseHookAddress(address),
  checkPoint,
  connectionKey: ({ port }) => `webhook:${port}`,
  timing: ({ collectMs, timeoutMs }) => ({ collectMs, waitMs: 0, timeoutMs, retries: 0 }),
  at: (_host, port) => ({ port }),
}

/** Refuses settings for bytes in registers, and writes: the gateway cannot send to the device. */
function checkPoint(point: Point): Refusal | undefined {
  const address = parseHookAddress(point.address)
  if (isRefusal(address)) return address
  const refusal = refuseRegisterSettings(point, {
    en: 'A value in JSON has no such setting',
    'zh-cn': 'JSON 数值无此项',
  })
  if (refusal) return refusal
  if (point.access === 'r') return undefined
  return {
    field: 'access',
    reason: { en: 'A webhook only receives values: choose read only', 'zh-cn': 'Webhook 只接收数据，请选择只读' },
  }
}
