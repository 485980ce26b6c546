import { expect, it } from 'vitest'
import { aboutOf } from '../../../drivers/abouts.ts'
import { changedPoint, firstPoint, suitedType } from './rules.ts'

const about = aboutOf('modbus-tcp')!

it('a driver without variables is tested with its first register example', () => {
  expect(firstPoint(about, about.initial)).toEqual({ address: '30001', dataType: 'uint16' })
})

it.each([
  ['H:0', 'bool', 'uint16'],
  ['H:0', 'float32', 'float32'],
  ['C:0', 'uint16', 'bool'],
  ['40021.5', 'uint16', 'bool'],
  ['40022.H', 'uint16', 'int8'],
  ['nowhere', 'uint16', 'uint16'],
  ['40100', 'string', 'string'],
] as const)('at %s a chosen %s becomes %s', (address, dataType, suited) => {
  expect(suitedType(about, address, dataType, about.initial)).toBe(suited)
})

it('a change of the address drops the settings of the former variable', () => {
  expect(changedPoint({ address: 'H:1', dataType: 'uint16', byteOrder: 'BA' } as never)).toEqual({
    address: 'H:1',
    dataType: 'uint16',
  })
  expect(changedPoint({ address: 'H:1', dataType: 'string', length: 8 })).toMatchObject({ length: 8 })
})
