import { expect, test } from 'vitest'
import { fromCsv } from './csv.ts'
import { headingsOf, withMatches } from './csv-match.ts'

const foreign = 'sep=;\nMesspunkt;Ort;Art\nA;40001;INT\n'

test('a file with headings of its own is read once they are matched', () => {
  expect(headingsOf(foreign)).toEqual(['Messpunkt', 'Ort', 'Art'])
  expect(fromCsv(foreign).missing).toEqual(['name', 'address', 'dataType'])
  const matched = withMatches(foreign, { messpunkt: 'name', ort: 'address', art: 'dataType' })
  expect(fromCsv(matched)).toEqual({
    missing: [],
    ignored: [],
    rows: [{ name: 'A', address: '40001', dataType: 'int16' }],
  })
})

test('matches of another file change nothing', () => {
  expect(withMatches('name,address\nA,40001\n', { ort: 'address', constructor: 'name' })).toBe(
    'name,address\nA,40001\n',
  )
  expect(withMatches('', { ort: 'address' })).toBe('')
})

test('a heading with a separator in it stays whole', () => {
  expect(headingsOf('"Name, long",Adr\nA,1\n')).toEqual(['Name, long', 'Adr'])
  expect(withMatches('"Name, long",Adr\nA,1\n', { adr: 'address' })).toBe('"Name, long","address"\nA,1\n')
})

test('of a file whose first line does not end only a part is looked at', () => {
  expect(headingsOf(`"${'a'.repeat(3_000_000)}`)[0]?.length).toBeLessThan(10_001)
})
