import { describe, expect, test } from 'vitest'
import { fromCsv } from '../signal/part-csv.ts'
import { freeHeadings, matchesIn, rematched, withMatches } from './csv-match.ts'

const foreign = 'sep=;\nMesspunkt;Ort;Art\nA;40001;INT\n'

test('a file with unknown headings is read after they are matched', () => {
  expect(freeHeadings(foreign)).toEqual(['Messpunkt', 'Ort', 'Art'])
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

test('a heading that contains a separator stays whole', () => {
  expect(freeHeadings('"Name, long",Adr\nA,1\n')).toEqual(['Name, long', 'Adr'])
  expect(withMatches('"Name, long",Adr\nA,1\n', { adr: 'address' })).toBe('"Name, long","address"\nA,1\n')
})

test('only the beginning of a file without line ends is read', () => {
  expect(freeHeadings(`"${'a'.repeat(3_000_000)}`)[0]?.length).toBeLessThan(10_001)
})

test('a match never replaces a column that the file has', () => {
  const own = 'Number,Name,Address,Data Type\n1,A,40001,int16\n'
  expect(withMatches(own, { number: 'address' })).toBe(own)
  expect(matchesIn(own, { number: 'address' })).toEqual({})
})

test('a heading of a known column is neither offered for matching nor renamed', () => {
  const text = 'Description,Ort,Type\nA,1,INT\n'
  expect(freeHeadings(text)).toEqual(['Ort'])
  expect(withMatches(text, { description: 'name', type: 'address', ort: 'address' })).toBe(
    '"Description","address","Type"\nA,1,INT\n',
  )
})

test('if several headings match a column, the first of the file counts', () => {
  expect(matchesIn(foreign, { art: 'address', ort: 'address' })).toEqual({ address: 'Ort' })
  expect(matchesIn('Ort,Ort\n1,2\n', { ort: 'address' })).toEqual({ address: 'Ort' })
  expect(withMatches('Ort,Ort\n1,2\n', { ort: 'address' })).toBe('"address","Ort"\n1,2\n')
})

test('only required columns can be matched', () => {
  expect(matchesIn('Max.,Einheit\n1,2\n', { 'max.': 'max', einheit: 'unit' })).toEqual({})
})

describe('a match in use', () => {
  const remembered = { messpunkt: 'name', ort: 'address', register_no: 'address' }
  test('can be cleared, without a change to matches of other files', () => {
    expect(rematched(foreign, remembered, 'address', undefined)).toEqual({ messpunkt: 'name', register_no: 'address' })
  })

  test('can be changed to another heading', () => {
    const changed = rematched(foreign, { ...remembered, art: 'dataType' }, 'address', 'Art')
    expect(changed).toEqual({ messpunkt: 'name', register_no: 'address', art: 'address' })
    expect(matchesIn(foreign, changed)).toEqual({ name: 'Messpunkt', address: 'Art' })
  })
})
