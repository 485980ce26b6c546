import { expect, test } from 'vitest'
import { byName } from './by-name.ts'

const sorted = (...names: string[]) => [...names].sort(byName)

test('numbers in names are compared by value', () => {
  expect(sorted('Pump 10', 'pump 2', 'Pump 1')).toEqual(['Pump 1', 'pump 2', 'Pump 10'])
})

test('Chinese names are in the order of their pinyin', () => {
  expect(sorted('泵房', '阿里', '车间')).toEqual(['阿里', '泵房', '车间'])
})

test('names that differ only in case are equal', () => expect(byName('Intake', 'INTAKE')).toBe(0))
