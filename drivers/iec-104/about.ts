// IEC 60870-5-104, the pure half: parameters, addresses, checks of variables.
import { dataTypes as allDataTypes } from '../../core/data-type.ts'
import { isRefusal, type Point, type Refusal, type TagAbout, type Words } from '../driver.ts'
import { refuseRegisterSettings } from '../register-settings.ts'
import { parseTagAddress, type TagAddress } from './address.ts'
import { commandKindOf } from './command.ts'
import { addressExamples } from './examples.ts'
import { iec104Fields } from './fields.ts'
import { type Iec104Params, initialIec104, Iec104Params as Params } from './params.ts'

/** All types except binary coded decimals and texts, which the protocol lacks. */
const dataTypes = allDataTypes.filter((type) => !type.startsWith('bcd') && type !== 'string')

export const about: TagAbout<Iec104Params, TagAddress> = {
  kind: 'tags',
  type: 'iec-104',
  transport: 'tcp',
  verified: 'peer',
  peers: ['c104 (lib60870-C)'],
  names: { en: 'IEC 60870-5-104', 'zh-cn': 'IEC 60870-5-104（104 规约）' },
  family: 'telecontrol',
  models: {
    en: 'RTUs, substation gateways, bay controllers, feeder terminals (FTU, DTU), wind, solar and storage controllers; Siemens SICAM, Hitachi RTU500, NARI, Sifang, XJ',
    'zh-cn':
      '远动装置（RTU）、变电站通信管理机、测控装置、配电终端（FTU、DTU、TTU）、风电、光伏和储能监控；南瑞、四方、许继、西门子 SICAM、日立 RTU500',
  },
  params: Params,
  initial: initialIec104,
  fields: iec104Fields,
  examples: addressExamples,
  dataTypes,
  canBrowse: false,
  parseAddress: parseTagAddress,
  checkPoint,
  // Many stations accept one master: drivers of several common addresses share a connection, with the link parameters of
  // the one that opens it.
  connectionKey: ({ host, port }) => `iec-104:${host.toLowerCase()}:${port}`,
  timing: ({ collectMs, timeoutMs }) => ({ collectMs, waitMs: 0, timeoutMs, retries: 0 }),
  at: (host, port) => ({ host, port }),
}

const refuse = (field: Refusal['field'], reason: Words): Refusal => ({ field, reason })

function checkPoint(point: Point, params: Iec104Params): Refusal | undefined {
  const address = parseTagAddress(point.address, params)
  if (isRefusal(address)) return address
  const refusal = refuseRegisterSettings(point, {
    en: 'An information object has no such setting',
    'zh-cn': '信息体无此设置',
  })
  if (refusal) return refusal
  if (point.access !== 'w' && !address.state)
    return refuse('access', {
      en: 'A command has no value to read: write the object that reports it before >, or choose write-only',
      'zh-cn': '命令没有可读的值：请在 > 前填写上送信息的地址，或将变量设为只写',
    })
  if (point.access !== 'r' && !commandKindOf(address, point.dataType))
    return refuse('access', {
      en: 'Write the type of the command, such as 100>C_SE_NC 6000',
      'zh-cn': '请填写命令类型，例如 100>C_SE_NC 6000',
    })
  return typeRefusal(point, address)
}

/** Refuses a data type that cannot hold the type that the address names. */
function typeRefusal({ dataType }: Point, { state }: TagAddress): Refusal | undefined {
  const kind = state?.kind
  const isFloat = dataType.startsWith('float')
  if (kind === 'ME_NC' && !isFloat)
    return refuse('dataType', {
      en: 'M_ME_NC is a float: choose float32 or float64',
      'zh-cn': 'M_ME_NC 为短浮点数，请选择 float32 或 float64',
    })
  if (kind && dataType === 'bool' && kind !== 'SP' && kind !== 'DP')
    return refuse('dataType', {
      en: `M_${kind} is not a bool: choose a numeric type`,
      'zh-cn': `M_${kind} 不是布尔量，请选择数值类型`,
    })
  return undefined
}
