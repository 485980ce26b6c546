import { expect, test } from 'vitest'
import { abilities, lackingFor, sentTo } from './abilities.ts'
import { GatewayConfig } from './gateway-config.ts'

const config = (more: object = {}) => GatewayConfig.parse({ drivers: [], ...more })
const rule = { id: 7, raise: '1 > 0' }

test('a gateway that cannot judge alarms gets a configuration without rules, and none is rejected', () => {
  const older = abilities.filter((ability) => ability !== 'alarms')
  const whole = config({ alarms: [rule] })
  expect(sentTo(whole, older)).toEqual(config())
  expect(sentTo(whole, null)).toEqual(config())
  expect(sentTo(whole, abilities)).toEqual(whole)
  expect(sentTo(config(), abilities)).toEqual(config())
  expect(lackingFor(whole, older)).toEqual([])
})

test('a geofence is rejected for a gateway that judges alarms but no geofences, not for one that judges none', () => {
  const area = { kind: 'circle', longitude: 8, latitude: 47, radiusM: 100 }
  const fence = { id: 8, fence: { longitudeId: 1, latitudeId: 2, is: 'inside', area } }
  const whole = config({ alarms: [rule, fence] })
  expect(lackingFor(whole, ['alarms'])).toEqual(['fences'])
  expect(lackingFor(whole, null)).toEqual([])
  expect(lackingFor(whole, abilities)).toEqual([])
})

test('a setting that an older gateway would silently ignore is rejected', () => {
  const signals = [{ id: 1, address: '40001', dataType: 'int16', noValue: '0x8000' }]
  const drivers = [{ id: 1, type: 'modbus-rtu', params: { fragmentMs: 600 }, signals }]
  const older = abilities.filter((ability) => ability !== 'noValue' && ability !== 'fragments')
  expect(lackingFor(config({ drivers }), older)).toEqual(['noValue', 'fragments'])
  expect(lackingFor(config({ drivers }), abilities)).toEqual([])
})

test('a trigger is rejected for a gateway that stores single rows only by a condition', () => {
  const single = { id: 1, type: 'normal', mode: 'single', columns: [{ id: 1, signalId: 1 }], condition: '1 > 0' }
  const older = abilities.filter((ability) => ability !== 'singleTrigger')
  expect(lackingFor(config({ reports: [{ ...single, triggerSignalId: 1 }] }), older)).toEqual(['singleTrigger'])
  expect(lackingFor(config({ reports: [single] }), older)).toEqual([])
  expect(lackingFor(config({ reports: [{ ...single, mode: 'change', triggerSignalId: 1 }] }), older)).toEqual([])
})

test('a setting that the gateway would execute only partly is rejected', () => {
  const signals = [{ id: 1, address: '40001', dataType: 'int16', byteOrder: 'BADC' }]
  const drivers = [{ id: 1, type: 'opc-ua', params: {}, signals }]
  expect(lackingFor(config({ drivers }), null)).toEqual(['opc-ua', 'byteOrder'])
  expect(lackingFor(config({ drivers }), [...abilities, 'opc-ua'])).toEqual([])
})

test('a namespace URI is rejected for a gateway that identifies OPC UA namespaces only by index', () => {
  const signals = [{ id: 1, address: ' nsu=urn:press;s=Temp', dataType: 'int16' }]
  const drivers = [{ id: 1, type: 'opc-ua', params: {}, signals }]
  expect(lackingFor(config({ drivers }), ['opc-ua'])).toEqual(['namespaceUri'])
})
