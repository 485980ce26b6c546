// EtherNet/IP for controllers with tags, the pure half: parameters, addresses, checks of variables.
import { dataTypes as allDataTypes } from '../../core/data-type.ts'
import { isRefusal, type Point, type Refusal, type TagAbout } from '../driver.ts'
import { refuseRegisterSettings } from '../register-settings.ts'
import { addressExamples, parseTagAddress, type TagAddress } from './address.ts'
import { EipParams, eipFields, initialEip } from './params.ts'

/** All types except binary coded decimals, which no tag has. */
const dataTypes = allDataTypes.filter((type) => !type.startsWith('bcd'))

export const about: TagAbout<EipParams, TagAddress> = {
  kind: 'tags',
  type: 'ethernet-ip',
  transport: 'tcp',
  verified: 'peer',
  names: { en: 'EtherNet/IP tags', 'zh-cn': 'EtherNet/IP 标签通信' },
  peers: ['cpppo', 'pycomm3'],
  family: 'plc',
  models: {
    en: 'Rockwell Allen-Bradley ControlLogix, CompactLogix, GuardLogix, Micro800; Omron NJ, NX',
    'zh-cn': '罗克韦尔 Allen-Bradley ControlLogix、CompactLogix、GuardLogix、Micro800；欧姆龙 NJ、NX',
  },
  params: EipParams,
  initial: initialEip,
  fields: eipFields,
  examples: addressExamples,
  dataTypes,
  canBrowse: true,
  isPolled: true,
  parseAddress: parseTagAddress,
  checkPoint,
  // Controllers behind one module are reached by different routes.
  connectionKey: ({ host, port, model, slot, route, messaging }) =>
    `ethernet-ip:${host.toLowerCase()}:${port} ${model} ${route || slot} ${messaging}`,
  timing: ({ collectMs, waitMs, timeoutMs, retries }) => ({ collectMs, waitMs, timeoutMs, retries }),
  at: (host, port) => ({ host, port }),
}

const refuse = (field: Refusal['field'], en: string, zh: string): Refusal => ({ field, reason: { en, 'zh-cn': zh } })

/** Refuses settings for bytes in registers, which a tag does not have, and types that the address excludes. */
function checkPoint(point: Point, params: EipParams): Refusal | undefined {
  const address = parseTagAddress(point.address, params)
  if (isRefusal(address)) return address
  if (address.bit !== undefined && point.dataType !== 'bool')
    return refuse('dataType', 'A single bit must be a bool', '单个位只能是布尔类型')
  const isFlag = point.dataType === 'bool' && address.bit === undefined && params.model === 'logix'
  if (isFlag && address.segments.at(-1)!.indices.length > 1)
    return refuse('address', 'A BOOL array has one dimension', 'BOOL 数组只有一维')
  return refuseRegisterSettings(point, { en: 'A tag has no such setting', 'zh-cn': '标签无此项' })
}
