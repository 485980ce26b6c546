import { describe, expect, test } from 'vitest'
import { afterVisit, maxPins, maxRecent, type NamedPlace, offeredRecent, togglePin } from './rules.ts'
import { settings } from './settings.ts'

const place = (path: string, name = ''): NamedPlace => ({ path, name })

describe('pins', () => {
  test('a place is pinned at the end, and its pin is removed again', () => {
    const pins = togglePin([place('/a')], place('/b', 'B'))
    expect(pins).toEqual([place('/a'), place('/b', 'B')])
    expect(togglePin(pins, place('/a'))).toEqual([place('/b', 'B')])
  })

  test('there are at most nine', () => {
    const pins = Array.from({ length: maxPins }, (_, at) => place(`/${at}`))
    expect(togglePin(pins, place('/more'))).toEqual(pins)
    expect(togglePin(pins, place('/3'))).toHaveLength(maxPins - 1)
  })

  test.each([
    ['/manage/eg/group', true],
    ['/monitor/eg/detail/list/3/0', true],
    ['/manage/eg/project/list?id=3&tab=pages', true],
    ['//other.example/x', false],
    ['https://other.example', false],
    ['/\\other.example', false],
    ['', false],
  ])('the address %s may be stored: %s', (path, may) => {
    expect(settings.pinned.safeParse([place(path)]).success).toBe(may)
  })
})

describe('recent places', () => {
  test('the newest is first, and an object is one place with its last tab', () => {
    const recent = [place('/device/1?tab=curve', 'Pump'), place('/device/2', 'Well')].reduce(
      afterVisit,
      [] as readonly NamedPlace[],
    )
    expect(recent).toEqual([place('/device/2', 'Well'), place('/device/1?tab=curve', 'Pump')])
    expect(afterVisit(recent, place('/device/1?tab=log', 'Pump'))).toEqual([
      place('/device/1?tab=log', 'Pump'),
      place('/device/2', 'Well'),
    ])
  })

  test('objects of one page that are named by its query are different places', () => {
    const recent = afterVisit([place('/projects?id=1', 'North')], place('/projects?id=2', 'South'))
    expect(recent).toHaveLength(2)
  })

  test('a page without an object is none of them, and there are at most eight', () => {
    expect(afterVisit([], place('/alarms'))).toEqual([])
    const many = Array.from({ length: maxRecent + 3 }, (_, at) => place(`/device/${at}`, `D${at}`))
    const recent = many.reduce(afterVisit, [] as readonly NamedPlace[])
    expect(recent).toHaveLength(maxRecent)
    expect(recent[0]).toEqual(many.at(-1))
  })

  test('the present and the pinned ones are not offered', () => {
    const recent = [place('/a?tab=x', 'A'), place('/b', 'B'), place('/c', 'C'), place('/d', 'D')]
    expect(offeredRecent(recent, place('/a', 'A'), [place('/c', 'C')], 3)).toEqual([place('/b', 'B'), place('/d', 'D')])
    expect(offeredRecent(recent, place('/e', 'E'), [], 2)).toHaveLength(2)
  })
})
