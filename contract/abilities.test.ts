import { expect, test } from 'vitest'
import { abilities, lackingFor, sentTo } from './abilities.ts'
import { GatewayConfig } from './gateway-config.ts'

const config = (more: object = {}) => GatewayConfig.parse({ drivers: [], ...more })
const rule = { id: 7, raise: '1 > 0' }

test('a gateway that cannot judge alarms is sent a configuration without them, and refused none for them', () => {
  const older = abilities.filter((ability) => ability !== 'alarms')
  const whole = config({ alarms: [rule] })
  expect(sentTo(whole, older)).toEqual(config())
  expect(sentTo(whole, null)).toEqual(config())
  expect(sentTo(whole, abilities)).toEqual(whole)
  expect(sentTo(config(), abilities)).toEqual(config())
  expect(lackingFor(whole, older)).toEqual([])
})

test('a gateway that judges alarms but no geofences is refused a geofence; one that judges no alarms is not', () => {
  const area = { kind: 'circle', longitude: 8, latitude: 47, radiusM: 100 }
  const fence = { id: 8, fence: { longitudeId: 1, latitudeId: 2, is: 'inside', area } }
  const whole = config({ alarms: [rule, fence] })
  expect(lackingFor(whole, ['alarms'])).toEqual(['fences'])
  expect(lackingFor(whole, null)).toEqual([])
  expect(lackingFor(whole, abilities)).toEqual([])
})

test('an older gateway is refused what it would silently ignore', () => {
  const signals = [{ id: 1, address: '40001', dataType: 'int16', noValue: '0x8000' }]
  const drivers = [{ id: 1, type: 'modbus-rtu', params: { fragmentMs: 600 }, signals }]
  const older = abilities.filter((ability) => ability !== 'noValue' && ability !== 'fragments')
  expect(lackingFor(config({ drivers }), older)).toEqual(['noValue', 'fragments'])
  expect(lackingFor(config({ drivers }), abilities)).toEqual([])
})

test('a gateway that stores single rows only by a condition is refused a trigger', () => {
  const single = { id: 1, type: 'normal', mode: 'single', columns: [{ id: 1, signalId: 1 }], condition: '1 > 0' }
  const older = abilities.filter((ability) => ability !== 'singleTrigger')
  expect(lackingFor(config({ reports: [{ ...single, triggerSignalId: 1 }] }), older)).toEqual(['singleTrigger'])
  expect(lackingFor(config({ reports: [single] }), older)).toEqual([])
  expect(lackingFor(config({ reports: [{ ...single, mode: 'change', triggerSignalId: 1 }] }), older)).toEqual([])
})

test('a gateway is refused a setting that it would execute only partly', () => {
  const signals = [{ id: 1, address: '40001', dataType: 'int16', byteOrder: 'BADC' }]
  const drivers = [{ id: 1, type: 'opc-ua', params: {}, signals }]
  expect(lackingFor(config({ drivers }), null)).toEqual(['opc-ua', 'byteOrder'])
  expect(lackingFor(config({ drivers }), [...abilities, 'opc-ua'])).toEqual([])
})

test('a gateway that identifies OPC UA namespaces only by index is refused addresses with a URI', () => {
  const signals = [{ id: 1, address: ' nsu=urn:press;s=Temp', dataType: 'int16' }]
  const drivers = [{ id: 1, type: 'opc-ua', params: {}, signals }]
  expect(lackingFor(config({ drivers }), ['opc-ua'])).toEqual(['namespaceUri'])
})
