// OPC UA, the pure half: parameters, node ids, checks of variables. The pattern for drivers of tags.
import { dataTypes as allDataTypes } from '../../core/data-type.ts'
import { acceptsCertificate } from '../accepted-certificate.ts'
import { isRefusal, type Point, type Refusal, type TagAbout } from '../driver.ts'
import { refuseRegisterSettings } from '../register-settings.ts'
import { addressExamples, type NodeAddress, parseNodeAddress } from './address.ts'
import { initialOpcUa, OpcUaParams, opcUaFields } from './params.ts'

/** All types except binary coded decimals, which exist only in registers. */
const dataTypes = allDataTypes.filter((type) => !type.startsWith('bcd'))

export const about: TagAbout<OpcUaParams, NodeAddress> = {
  kind: 'tags',
  type: 'opc-ua',
  transport: 'tcp',
  verified: 'peer',
  names: { en: 'OPC UA', 'zh-cn': 'OPC UA' },
  peers: ['asyncua'],
  family: 'standard',
  models: {
    en: 'Siemens S7-1500, Beckhoff, B&R, CODESYS, Kepware, Ignition',
    'zh-cn': '西门子 S7-1500、倍福、贝加莱、CODESYS、Kepware、Ignition',
  },
  params: OpcUaParams,
  initial: initialOpcUa,
  fields: opcUaFields,
  examples: addressExamples,
  dataTypes,
  canBrowse: true,
  accepts: acceptsCertificate,
  parseAddress: (address) => parseNodeAddress(address),
  checkPoint,
  // Users of one server may see different things, so each has a separate session.
  connectionKey: ({ endpointUrl, securityMode, userName }) =>
    `opc-ua:${endpointUrl.toLowerCase()} ${securityMode}${userName && ` ${userName}`}`,
  timing: ({ collectMs, timeoutMs }) => ({ collectMs, waitMs: 0, timeoutMs, retries: 0 }),
  at: (host, port) => ({ endpointUrl: `opc.tcp://${host}:${port}` }),
}

/** Refuses settings for bytes in registers, which have no meaning for a node. */
function checkPoint(point: Point): Refusal | undefined {
  const address = parseNodeAddress(point.address)
  if (isRefusal(address)) return address
  return refuseRegisterSettings(point, { en: 'An OPC UA variable has no such setting', 'zh-cn': 'OPC UA 变量无此项' })
}
