import { describe, expect, test } from 'vitest'
import { maxPins, type NamedPlace, togglePin } from './rules.ts'
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
