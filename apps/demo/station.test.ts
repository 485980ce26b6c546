import { expect, test } from 'vitest'
import type { PlantStation } from '../../plant/plant.ts'
import { stationKeys, stationMaps } from '../../plant/waterworks/registers.ts'
import { planDrivers } from './station.ts'

const place = { host: '127.0.0.1', port: 502, unitId: 1 } as PlantStation

test.each(stationKeys)('the drivers of %s have distinct names that need no translation', (key) => {
  const plan = planDrivers(stationMaps[key].registers, place)
  const names = plan.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names[0]).toBe('PLC')
  expect(names.filter((name) => !/^PLC( [A-D]{4})?( ASCII| UTF-8)?$/.test(name))).toEqual([])
  expect(plan.flatMap(({ registers }) => registers)).toHaveLength(stationMaps[key].registers.length)
})
