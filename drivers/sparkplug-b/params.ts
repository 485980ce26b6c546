// Parameters of a Sparkplug B driver: validation, defaults and form.
import { z } from 'zod'
import type { Field } from '../driver.ts'
import { brokerFields, brokerShape, brokerTimes, checkBroker } from '../mqtt/broker-params.ts'
import { idFault } from './address.ts'

const id = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((text) => idFault(text) === undefined)

const stateVersions = ['3.0', '2.2', 'none'] as const

export const SparkplugParams = z
  .object({
    ...brokerShape,
    groupId: id,
    edgeNodeId: id,
    hostId: id.default('gatehouse'),
    /** How the state of the host is published. */
    stateVersion: z.enum(stateVersions).default('3.0'),
  })
  .superRefine(checkBroker)
export type SparkplugParams = z.output<typeof SparkplugParams>

export const initialSparkplug: SparkplugParams = SparkplugParams.parse({
  host: '192.168.1.10',
  groupId: 'plant',
  edgeNodeId: 'line1',
})

const own: readonly Field[] = [
  { key: 'groupId', label: { en: 'Group ID', 'zh-cn': '组 ID' }, input: 'text', section: 'connection' },
  {
    key: 'edgeNodeId',
    label: { en: 'Edge node ID', 'zh-cn': '边缘节点 ID' },
    input: 'text',
    section: 'connection',
    help: {
      en: 'Its devices are part of the address of a variable',
      'zh-cn': '其下的设备在变量地址中填写',
    },
  },
  {
    key: 'hostId',
    label: { en: 'Host ID', 'zh-cn': '主机 ID' },
    input: 'text',
    section: 'connection',
    help: {
      en: 'Edge nodes with this primary host stay offline while the gateway is offline',
      'zh-cn': '将此 ID 设为主用主机（Primary Host）的边缘节点，在网关离线时也会离线',
    },
  },
  {
    key: 'stateVersion',
    label: { en: 'Host state', 'zh-cn': '主机状态发布' },
    input: 'select',
    options: [
      { value: '3.0', label: { en: 'Sparkplug 3.0 (JSON)', 'zh-cn': 'Sparkplug 3.0（JSON）' } },
      { value: '2.2', label: { en: 'Sparkplug 2.2 (ONLINE, OFFLINE)', 'zh-cn': 'Sparkplug 2.2（ONLINE、OFFLINE）' } },
      { value: 'none', label: { en: 'Not published', 'zh-cn': '不发布' } },
    ],
    section: 'connection',
  },
]

/** The fields of the parameter form, in order. */
export const sparkplugFields: readonly Field[] = [...brokerFields, ...own, ...brokerTimes]
