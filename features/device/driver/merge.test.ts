import { expect, test } from 'vitest'
import type { Driver } from '../../../contract/equipment-config.ts'
import { mergedDriver } from './merge.ts'

const driver = (params: object, name = 'PLC') =>
  ({ id: 1, name, type: 'modbus-tcp', params: { host: '10.0.0.5', ...params } }) as unknown as Driver

test('field by field, my changes win and other fields are theirs', () => {
  const base = driver({ port: 502, timeoutMs: 1000, unitId: 1 })
  const mine = driver({ port: 503, timeoutMs: 1000, unitId: 7 })
  const theirs = driver({ port: 502, timeoutMs: 2000, unitId: 9 }, 'Main PLC')
  const { id: _, ...values } = mine
  expect(mergedDriver(base, values, theirs)).toMatchObject({
    name: 'Main PLC',
    params: { host: '10.0.0.5', port: 503, timeoutMs: 2000, unitId: 7 },
  })
})

test('a field cleared by either side is cleared', () => {
  const base = driver({ note: 'a', port: 502 })
  expect(mergedDriver(base, driver({ port: 502 }), driver({ note: 'a', port: 600 })).params).toMatchObject({
    ...{ note: undefined, port: 600 },
  })
  expect(mergedDriver(base, base, driver({ port: 502 })).params).toMatchObject({ note: undefined })
})

test('equals theirs if I changed nothing, and mine if they changed nothing', () => {
  const [base, theirs] = [driver({ port: 502 }), driver({ port: 600 }, 'Other')]
  expect(mergedDriver(base, base, theirs)).toMatchObject({ name: 'Other', params: { port: 600 } })
  expect(mergedDriver(base, theirs, base)).toMatchObject({ name: 'Other', params: { port: 600 } })
})
