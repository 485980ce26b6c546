import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { gatewayConfigHash } from '../../../contract/config-hash.ts'
import { type Driver, type EquipmentConfig, Signal } from '../../../contract/equipment-config.ts'
import { EquipmentId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { gatewayConfigOf, overCapacity } from '../../frame/config.ts'
import { completeOf, readyDriver } from '../driver/rules.ts'
import { repeatedRows, signalFaults } from './rules.ts'

const plc = { id: 1, name: 'PLC', type: 'modbus-tcp', params: { host: 'a' } } as unknown as Driver
const signal = (id: number, change: object = {}): Signal =>
  Signal.parse({ id, driverId: 1, name: `S${id}`, title: `S ${id}`, address: `H:${id}`, dataType: 'uint16', ...change })
const config = (signals: Signal[], drivers = [plc]): EquipmentConfig => ({
  drivers,
  signals,
  reports: [],
  alarms: [],
  scripts: [],
})
const faults = (signals: Signal[], drivers?: Driver[]) =>
  signalFaults(config(signals, drivers), 'en', ({ id }) => id).map(({ index, field, reason }) => [index, field, reason])

test('a driver gets defaults for missing parameters, and stays as it is if its parameters are invalid', () => {
  expect(completeOf(plc).params).toMatchObject({ host: 'a', coilFunction: 5, bitWrite: 'read' })
  const wrong = { ...plc, params: { host: '', port: 'x' } } as unknown as Driver
  expect(completeOf(wrong)).toEqual(wrong)
})

describe('a configuration', () => {
  it.each([
    ['nothing', [], []],
    ['two words side by side', [signal(1), signal(2)], []],
    [
      'names that differ by case',
      [signal(1, { name: 'Ab' }), signal(2, { name: 'aB' })],
      [[2, 'name', 'another variable has this name']],
    ],
    ['a variable without driver', [signal(1, { driverId: 9 })], [[1, 'driverId', 'this driver does not exist']]],
    ['limits of a bool', [signal(1, { dataType: 'bool', address: 'C:1', max: 1 })], [[1, 'max', 'only for numbers']]],
    [
      'a difference of a switch',
      [signal(1, { dataType: 'bool', address: 'C:1', aggregation: 'delta' })],
      [[1, 'aggregation', 'this data type does not support the aggregation']],
    ],
    ['the last text', [signal(1, { dataType: 'string', length: 4, aggregation: 'last' })], []],
    [
      'both bytes of a word beside it',
      [signal(1, { dataType: 'int8', address: 'H:1.H' }), signal(2, { dataType: 'uint8', address: 'H:1.L' })],
      [],
    ],
    [
      'half a range',
      [signal(1, { rawLow: 0, valueLow: 0 })],
      [[1, 'rawHigh', 'a range needs both raw and both engineering ends']],
    ],
    [
      'a range without width',
      [signal(1, { rawLow: 4, rawHigh: 4, valueLow: 0, valueHigh: 1 })],
      [[1, 'rawHigh', 'both ends are the same']],
    ],
    [
      'a range and a scale',
      [signal(1, { rawLow: 0, rawHigh: 4, valueLow: 0, valueHigh: 1, scale: 2 })],
      [[1, 'scale', 'a variable has a range or a scale and offset, not both']],
    ],
    ['clamping of nothing', [signal(1, { clamp: true })], [[1, 'clamp', 'only a range can be clamped']]],
    [
      'a counter that is a bool',
      [signal(1, { dataType: 'bool', address: 'C:1', rollover: 10 })],
      [[1, 'rollover', 'only for numbers']],
    ],
    [
      'a no-value code of a text',
      [signal(1, { dataType: 'string', length: 8, noValue: '0x00' })],
      [[1, 'noValue', 'only for numbers']],
    ],
    [
      'a no-value code that is no code',
      [signal(1, { noValue: 'none' })],
      [[1, 'noValue', 'write codes as 0x8000, -32768 or NaN, separated by commas']],
    ],
    ['a text over a word', [signal(1, { dataType: 'string', length: 8 }), signal(2)], []],
    [
      'a long across the border of another',
      [signal(1, { dataType: 'int32' }), signal(2, { dataType: 'int32' })],
      [[2, 'address', 'overlaps S1']],
    ],
    [
      'the later of two bits, whatever their order',
      [signal(2, { dataType: 'bool', address: 'C:1' }), signal(1, { dataType: 'bool', address: 'C:1' })],
      [[2, 'address', 'the same bit as S1']],
    ],
    [
      'a coil and a register of one number',
      [signal(1, { dataType: 'bool', address: 'C:1' }), signal(2, { address: 'H:1' })],
      [],
    ],
  ])('%s', (_, signals, expected) => expect(faults(signals)).toEqual(expected))

  test('a driver with invalid parameters makes its variables invalid', () => {
    const broken = { ...plc, params: { host: '' } }
    expect(readyDriver(broken)).toBeUndefined()
    expect(faults([signal(1)], [broken])).toEqual([[1, 'driverId', 'this driver type is unknown']])
  })

  test('two changes of one variable in a request are reported at the second', () => {
    const drafts = [signal(1), { ...signal(2), id: null }, { ...signal(3), id: null }, signal(1)]
    expect(repeatedRows(drafts, 'en')).toMatchObject([{ index: 3, field: 'id' }])
  })

  test('capacity ends at 500 variables and 10 drivers', () => {
    const many = Array.from({ length: limits.signalsPerEquipment + 1 }, (_, i) => signal(i + 1))
    const drivers = Array.from({ length: limits.driversPerEquipment + 1 }, () => plc)
    expect(overCapacity(config(many.slice(1), drivers.slice(1)))).toBeUndefined()
    expect(overCapacity(config(many))).toEqual({ error: 'signalCapacity', limit: 500 })
    expect(overCapacity(config([], drivers))).toEqual({ error: 'driverCapacity', limit: 10 })
  })

  test('bits overlap only if one occurs twice', () => {
    const bits = fc.uniqueArray(fc.record({ word: fc.nat(20), bit: fc.nat(15) }), {
      selector: ({ word, bit }) => word * 16 + bit,
      minLength: 1,
      maxLength: 30,
    })
    fc.assert(
      fc.property(bits, fc.nat(), (places, pick) => {
        const signals = places.map(({ word, bit }, i) =>
          signal(i + 1, { dataType: 'bool', address: `H:${word}.${bit}` }),
        )
        expect(faults(signals)).toEqual([])
        const twin = { ...signals[pick % signals.length]!, id: 999 as Signal['id'], name: 'Twin' }
        expect(faults([...signals, twin])).toMatchObject([[999, 'address', expect.stringContaining('the same bit')]])
      }),
    )
  })
})

describe('the hash of the gateway configuration', () => {
  const hash = (signals: Signal[], zone = 'UTC', drivers = [plc]) =>
    gatewayConfigHash(gatewayConfigOf(config(signals, drivers), zone, EquipmentId.parse(3)))
  const base = [signal(1), signal(2)]

  it.each([
    ['a title', [signal(1, { title: 'renamed' }), signal(2)]],
    ['a name', [signal(1, { name: 'Renamed' }), signal(2)]],
    [
      'a unit, decimals, group, pin and normal range',
      [signal(1, { unit: 'm', decimals: 2, group: 'g', pinned: true, normalLow: 1, normalHigh: 2 }), signal(2)],
    ],
    [
      'a register type, an aggregation and the internal flag',
      [signal(1, { registerType: 'holding', aggregation: 'max', internal: true }), signal(2)],
    ],
    ['the order', [signal(2), signal(1)]],
    ['a default that is written', [signal(1, { scale: 1, offset: 0, access: 'r' }), signal(2)]],
  ])('%s does not change the hash', (_, signals) => expect(hash(signals)).toBe(hash(base)))

  it.each([
    ['an address', [signal(1, { address: 'H:9' }), signal(2)]],
    ['a data type', [signal(1, { dataType: 'int16' }), signal(2)]],
    ['an access', [signal(1, { access: 'rw' }), signal(2)]],
    ['a scale', [signal(1, { scale: 0.1 }), signal(2)]],
    ['a bound', [signal(1, { max: 10 }), signal(2)]],
    ['one fewer', [signal(1)]],
  ])('%s changes the hash', (_, signals) => expect(hash(signals)).not.toBe(hash(base)))

  test('ignores drivers without variables and driver names; includes driver parameters', () => {
    const idle = { ...plc, id: 2 as Driver['id'] }
    expect(hash(base, 'UTC', [plc, idle])).toBe(hash(base))
    expect(hash(base, 'UTC', [{ ...plc, name: 'renamed' }])).toBe(hash(base))
    expect(hash(base, 'UTC', [{ ...plc, params: { host: 'b' } }])).not.toBe(hash(base))
  })

  test('includes the zone of the device', () => {
    expect(hash(base, 'Asia/Shanghai')).not.toBe(hash(base))
  })
})
