// SNMP, the pure half: parameters, object identifiers, checks of variables.
import { dataTypes as allDataTypes } from '../../core/data-type.ts'
import { isRefusal, type Point, type Refusal, type TagAbout } from '../driver.ts'
import { refuseRegisterSettings } from '../register-settings.ts'
import { addressExamples, type OidAddress, parseOidAddress } from './address.ts'
import { initialSnmp, SnmpParams, snmpFields } from './params.ts'

/** All types except binary coded decimals, which SNMP lacks. */
const dataTypes = allDataTypes.filter((type) => !type.startsWith('bcd'))

export const about: TagAbout<SnmpParams, OidAddress> = {
  kind: 'tags',
  type: 'snmp',
  transport: 'udp',
  verified: 'peer',
  peers: ['net-snmp snmpd'],
  names: { en: 'SNMP v1, v2c, v3', 'zh-cn': 'SNMP v1、v2c、v3' },
  family: 'network',
  models: {
    en: 'Switches, routers, firewalls, UPS, power distribution units, servers, printers, cabinet sensors',
    'zh-cn': '交换机、路由器、防火墙、UPS、配电单元、服务器、打印机、机柜传感器',
  },
  params: SnmpParams,
  initial: initialSnmp,
  fields: snmpFields,
  examples: addressExamples,
  dataTypes,
  canBrowse: true,
  isPolled: true,
  parseAddress: (address) => parseOidAddress(address),
  checkPoint,
  // Users and communities see different objects, so each has a separate session.
  // A driver that requires encryption never uses the session of one without.
  connectionKey: ({ host, port, version, userName, context, authProtocol, privProtocol }) =>
    `snmp:${host.toLowerCase()}:${port} ${version}${version === 'v3' ? ` ${userName} ${context} ${authProtocol} ${privProtocol}` : ''}`,
  timing: ({ collectMs, waitMs, timeoutMs, retries }) => ({ collectMs, waitMs, timeoutMs, retries }),
  at: (host, port) => ({ host, port }),
}

/** Refuses settings for bytes in registers, which an object does not have. */
function checkPoint(point: Point): Refusal | undefined {
  const address = parseOidAddress(point.address)
  if (isRefusal(address)) return address
  return refuseRegisterSettings(point, { en: 'An SNMP object has no such setting', 'zh-cn': 'SNMP 对象无此项' })
}
