import { expect, test } from 'vitest'
import { afterVisit, recentIn } from './recent.ts'

const place = (path: string, name: string) => ({ path, name })

test('the newest is first, and there are at most three', () => {
  const visits = ['A', 'B', 'C', 'D'].map((name) => place(`/device/${name}`, name))
  const recent = visits.reduce(afterVisit, [] as ReturnType<typeof place>[])
  expect(recent.map(({ name }) => name)).toEqual(['D', 'C', 'B'])
})

test('an object has one place: the latest of its tabs and views', () => {
  const first = afterVisit([place('/other', 'Other')], place('/monitor/1?tab=curve', 'Pump'))
  expect(afterVisit(first, place('/edit/1/info', 'Pump'))).toEqual([
    place('/edit/1/info', 'Pump'),
    place('/other', 'Other'),
  ])
})

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['another account', JSON.stringify({ owner: '2/1', places: [place('/a', 'A')] })],
  ['an address elsewhere', JSON.stringify({ owner: '1/1', places: [place('//elsewhere', 'A'), place('/\\x', 'B')] })],
  ['no list', JSON.stringify({ owner: '1/1', places: 'a' })],
  ['null', 'null'],
])('kept places are ignored: %s', (_, text) => {
  expect(recentIn(text, '1/1')).toEqual([])
})

test('kept places are read back', () => {
  expect(recentIn(JSON.stringify({ owner: '1/1', places: [place('/a', 'A')] }), '1/1')).toEqual([place('/a', 'A')])
})
