// Names of usual objects and their numbers, from the published MIB modules named beside them. Pure.

/** Name and number of an object; a column of a table or a scalar, without its instance. */
const objects: readonly (readonly [name: string, oid: string])[] = [
  ...([
    // SNMPv2-MIB (RFC 3418)
    ['system', '1'],
    ['sysDescr', '1.1'],
    ['sysObjectID', '1.2'],
    ['sysUpTime', '1.3'],
    ['sysContact', '1.4'],
    ['sysName', '1.5'],
    ['sysLocation', '1.6'],
    ['sysServices', '1.7'],
    // IF-MIB (RFC 2863)
    ['interfaces', '2'],
    ['ifNumber', '2.1'],
    ['ifTable', '2.2'],
    ['ifEntry', '2.2.1'],
    ['ifIndex', '2.2.1.1'],
    ['ifDescr', '2.2.1.2'],
    ['ifType', '2.2.1.3'],
    ['ifMtu', '2.2.1.4'],
    ['ifSpeed', '2.2.1.5'],
    ['ifPhysAddress', '2.2.1.6'],
    ['ifAdminStatus', '2.2.1.7'],
    ['ifOperStatus', '2.2.1.8'],
    ['ifLastChange', '2.2.1.9'],
    ['ifInOctets', '2.2.1.10'],
    ['ifInUcastPkts', '2.2.1.11'],
    ['ifInDiscards', '2.2.1.13'],
    ['ifInErrors', '2.2.1.14'],
    ['ifInUnknownProtos', '2.2.1.15'],
    ['ifOutOctets', '2.2.1.16'],
    ['ifOutUcastPkts', '2.2.1.17'],
    ['ifOutDiscards', '2.2.1.19'],
    ['ifOutErrors', '2.2.1.20'],
    ['ifXTable', '31.1.1'],
    ['ifXEntry', '31.1.1.1'],
    ['ifName', '31.1.1.1.1'],
    ['ifHCInOctets', '31.1.1.1.6'],
    ['ifHCInUcastPkts', '31.1.1.1.7'],
    ['ifHCOutOctets', '31.1.1.1.10'],
    ['ifHCOutUcastPkts', '31.1.1.1.11'],
    ['ifHighSpeed', '31.1.1.1.15'],
    ['ifAlias', '31.1.1.1.18'],
    // IP-MIB, TCP-MIB, UDP-MIB, SNMPv2-MIB
    ['at', '3'],
    ['ip', '4'],
    ['icmp', '5'],
    ['tcp', '6'],
    ['udp', '7'],
    ['snmp', '11'],
    // HOST-RESOURCES-MIB (RFC 2790)
    ['host', '25'],
    ['hrSystemUptime', '25.1.1'],
    ['hrSystemDate', '25.1.2'],
    ['hrSystemNumUsers', '25.1.5'],
    ['hrSystemProcesses', '25.1.6'],
    ['hrMemorySize', '25.2.2'],
    ['hrStorageTable', '25.2.3'],
    ['hrStorageDescr', '25.2.3.1.3'],
    ['hrStorageAllocationUnits', '25.2.3.1.4'],
    ['hrStorageSize', '25.2.3.1.5'],
    ['hrStorageUsed', '25.2.3.1.6'],
    ['hrProcessorTable', '25.3.3'],
    ['hrProcessorLoad', '25.3.3.1.2'],
    // UPS-MIB (RFC 1628)
    ['upsMIB', '33'],
    ['upsIdentManufacturer', '33.1.1.1'],
    ['upsIdentModel', '33.1.1.2'],
    ['upsBatteryStatus', '33.1.2.1'],
    ['upsSecondsOnBattery', '33.1.2.2'],
    ['upsEstimatedMinutesRemaining', '33.1.2.3'],
    ['upsEstimatedChargeRemaining', '33.1.2.4'],
    ['upsBatteryVoltage', '33.1.2.5'],
    ['upsBatteryCurrent', '33.1.2.6'],
    ['upsBatteryTemperature', '33.1.2.7'],
    ['upsInputFrequency', '33.1.3.3.1.2'],
    ['upsInputVoltage', '33.1.3.3.1.3'],
    ['upsInputCurrent', '33.1.3.3.1.4'],
    ['upsOutputSource', '33.1.4.1'],
    ['upsOutputFrequency', '33.1.4.2'],
    ['upsOutputVoltage', '33.1.4.4.1.2'],
    ['upsOutputCurrent', '33.1.4.4.1.3'],
    ['upsOutputPower', '33.1.4.4.1.4'],
    ['upsOutputPercentLoad', '33.1.4.4.1.5'],
    ['upsAlarmsPresent', '33.1.6.1'],
    // ENTITY-MIB (RFC 6933), ENTITY-SENSOR-MIB (RFC 3433)
    ['entityMIB', '47'],
    ['entPhysicalDescr', '47.1.1.1.1.2'],
    ['entPhysicalName', '47.1.1.1.1.7'],
    ['entPhysicalSerialNum', '47.1.1.1.1.11'],
    ['entitySensorMIB', '99'],
    ['entPhySensorType', '99.1.1.1.1'],
    ['entPhySensorScale', '99.1.1.1.2'],
    ['entPhySensorPrecision', '99.1.1.1.3'],
    ['entPhySensorValue', '99.1.1.1.4'],
    ['entPhySensorOperStatus', '99.1.1.1.5'],
  ].map(([name, oid]) => [name, `1.3.6.1.2.1.${oid}`]) as [string, string][]),
  ...([
    // UCD-SNMP-MIB of net-snmp
    ['memTotalSwap', '4.3'],
    ['memAvailSwap', '4.4'],
    ['memTotalReal', '4.5'],
    ['memAvailReal', '4.6'],
    ['laLoad', '10.1.3'],
    ['laLoadInt', '10.1.5'],
    ['laLoadFloat', '10.1.6'],
    ['ssCpuUser', '11.9'],
    ['ssCpuSystem', '11.10'],
    ['ssCpuIdle', '11.11'],
  ].map(([name, oid]) => [name, `1.3.6.1.4.1.2021.${oid}`]) as [string, string][]),
  ['mib-2', '1.3.6.1.2.1'],
  ['enterprises', '1.3.6.1.4.1'],
  ['snmpModules', '1.3.6.1.6.3'],
]

const byName = new Map(objects.map(([name, oid]) => [name.toLowerCase(), oid]))
const byOid = new Map(objects.map(([name, oid]) => [oid, name]))

/** The number of an object, or nothing. */
export const oidOfName = (name: string): string | undefined => byName.get(name.toLowerCase())

/** A number written with the longest known name: `ifInOctets.3`; else as it is. */
export function namedOid(oid: string): string {
  for (let end = oid.length; end > 0; end = oid.lastIndexOf('.', end - 1)) {
    const name = byOid.get(oid.slice(0, end))
    // An instance follows the name of an object, never that of a whole branch.
    if (name !== undefined && (end === oid.length || !branches.has(name))) return `${name}${oid.slice(end)}`
  }
  return oid
}

const branches = new Set([
  'mib-2',
  'enterprises',
  'snmpModules',
  'system',
  'interfaces',
  'at',
  'ip',
  'icmp',
  'tcp',
  'udp',
  'snmp',
  'host',
  'upsMIB',
  'entityMIB',
  'entitySensorMIB',
])

/** Objects whose octets are no text, but shown in hex. */
export const hexNames: ReadonlySet<string> = new Set(['1.3.6.1.2.1.2.2.1.6'])
