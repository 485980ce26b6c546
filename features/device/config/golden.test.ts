// Bytes and hashes of configurations sent to gateways: gateways in the field depend on them, so they must not change.
import { expect, test } from 'vitest'
import { configHash, gatewayConfigHash } from '../../../contract/config-hash.ts'
import { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { EquipmentId } from '../../../contract/fields.ts'
import { gatewayConfigOf, hashedOf, readConfig } from '../../frame/config.ts'

const driver = (id: number, params: object) => ({ id, name: `PLC ${id}`, type: 'modbus-tcp', params })
const signal = (id: number, driverId: number, more: object = {}) => ({
  ...{ id, driverId, name: `V${id}`, title: `Value ${id}`, address: `H:${id}`, dataType: 'float32' },
  ...more,
})
const column = (id: number, signalId: number, aggregation?: string) => ({ id, signalId, aggregation })
const period = { every: 10, unit: 'second' }

const whole = EquipmentConfig.parse({
  drivers: [driver(2, { host: '10.0.0.5', port: 502 }), driver(1, { host: 'b', secret: { secret: 7 } }), driver(3, {})],
  signals: [
    signal(5, 2, { access: 'rw', scale: 0.1, offset: 1, unit: 'm', min: 0, max: 10, pinned: true, group: 'g' }),
    signal(4, 1, { dataType: 'bool', address: 'C:1', texts: '0=off; 1=on' }),
    signal(6, 2, {
      rawLow: 0,
      rawHigh: 27648,
      valueLow: 0,
      valueHigh: 100,
      clamp: true,
      periodMs: 500,
      rollover: 9999,
    }),
    signal(7, 2, { dataType: 'string', length: 8, prefix: 's7', byteOrder: 'BADC', clamp: false }),
  ],
  reports: [
    { id: 9, name: 'Off', type: 'normal', mode: 'periodic', period, columns: [column(1, 5)], enabled: false },
    {
      id: 8,
      name: 'Sums',
      type: 'summary',
      mode: 'conditional',
      condition: { signalId: 4, symbol: '==', value: 1 },
      columns: [column(3, 6, 'max'), column(2, 5, 'delta')],
    },
    {
      id: 7,
      name: 'Moves',
      type: 'normal',
      mode: 'change',
      fluctuation: 2,
      isPercent: true,
      minIntervalMs: 2000,
      triggerSignalId: 4,
      columns: [column(4, 5), column(5, 6)],
    },
  ],
})

const sent =
  '{"zone":"Asia/Shanghai","drivers":[{"id":2,"type":"modbus-tcp","params":{"host":"10.0.0.5","port":502},"signals":[' +
  '{"id":5,"address":"H:5","dataType":"float32","access":"rw","scale":0.1,"offset":1,"min":0,"max":10},' +
  '{"id":6,"address":"H:6","dataType":"float32","access":"r","rawLow":0,"rawHigh":27648,"valueLow":0,"valueHigh":100,' +
  '"clamp":true,"rollover":9999,"periodMs":500},' +
  '{"id":7,"address":"H:7","dataType":"string","access":"r","length":8,"byteOrder":"BADC","prefix":"s7"}]},' +
  '{"id":1,"type":"modbus-tcp","params":{"host":"b","secret":{"secret":7}},"signals":[' +
  '{"id":4,"address":"C:1","dataType":"bool","access":"r"}]}],"reports":[' +
  '{"id":8,"type":"summary","mode":"conditional","columns":[{"id":3,"signalId":6,"aggregation":"max"},' +
  '{"id":2,"signalId":5,"aggregation":"delta"}],"condition":"$' +
  '{3.4} == true"},' +
  '{"id":7,"type":"normal","mode":"change","columns":[{"id":4,"signalId":5},{"id":5,"signalId":6}],"fluctuation":2,' +
  '"isPercent":true,"minIntervalMs":2000,"triggerSignalId":4}]}'

test('the configuration for a gateway has the same bytes and hash as ever', () => {
  const config = gatewayConfigOf(whole, 'Asia/Shanghai', EquipmentId.parse(3))
  expect(JSON.stringify(config)).toBe(sent)
  expect(gatewayConfigHash(config)).toBe('6e8ff08d4010f2fb459160841d770dc1b50dea1528e1abb8907274bc2045194c')
})

test('a version has the same hash as ever, also without reports', () => {
  const { reports: _, ...before } = whole
  const hash = 'e7c839d87aca930aa3c939c562cd72aff27cac6822210d1dea65d8f4eb24a13f'
  expect(configHash(hashedOf(whole))).toBe('d125a89ed138c2f604c52ddb5c1038ff962388538b085e0816ef0f8638834368')
  expect(configHash(hashedOf({ ...whole, reports: [] }))).toBe(hash)
  expect(configHash(hashedOf(readConfig(before)))).toBe(hash)
})
