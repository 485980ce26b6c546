import { expect, test } from 'vitest'
import { measureJson } from './json-measure.ts'

const measure = (text: string, most = { values: 10, depth: 3 }) => measureJson(Buffer.from(text), most)

test.each([
  ['', 'fits'],
  ['{}', 'fits'],
  ['{"a":1,"b":[1,2]}', 'fits'],
  ['[1,2,3,4,5,6,7,8]', 'fits'],
  ['[1,2,3,4,5,6,7,8,9,10]', 'values'],
  ['{"a":1,"b":2,"c":3,"d":4,"e":5}', 'values'],
  ['[[[]]]', 'fits'],
  ['[[[[', 'depth'],
  ['{"a":{"b":{"c":{}}}}', 'depth'],
  ['[],[],[],[]', 'fits'],
  ['"[[[[[[,,,,,,,,,,,,,::::"', 'fits'],
  ['"\\"[[[[[[,,,,,,,,,,,,,"', 'fits'],
  ['"\\\\",[[[[', 'depth'],
  ['"never ended [[[[[[[[', 'fits'],
  ['"ends in a backslash \\', 'fits'],
])('%s: %s', (text, outcome) => {
  expect(measure(text)).toBe(outcome)
})

test('330,000 keys are rejected after the first thousands', () => {
  const text = JSON.stringify(Object.fromEntries(Array.from({ length: 330_000 }, (_, i) => [`key${i}`, i])))
  const bytes = Buffer.from(text)
  let looked = 0
  const seen = new Proxy(bytes, {
    get: (of, at) => {
      if (typeof at === 'string' && at !== 'length') looked += 1
      return Reflect.get(of, at) as unknown
    },
  })
  expect(measureJson(seen, { values: 1000, depth: 64 })).toBe('values')
  expect(looked).toBeLessThan(100_000)
})
