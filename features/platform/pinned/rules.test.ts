import { describe, expect, test } from 'vitest'
import { maxPins, type NamedPlace, placesIn, togglePin, withVisit } from './rules.ts'
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
    ['//other.example/x', false],
    ['https://other.example', false],
    ['/\\other.example', false],
    ['', false],
  ])('the address %s may be stored: %s', (path, may) => {
    expect(settings.pinned.safeParse([place(path)]).success).toBe(may)
  })
})

describe('recent places', () => {
  const keyOf = (path: string) => path.split('/')[1]

  test('the newest is first, and no more than five are stored', () => {
    let recent: NamedPlace[] = []
    for (let n = 1; n <= 7; n += 1) recent = withVisit(recent, place(`/device/${n}`, `Pump ${n}`), keyOf)
    expect(recent.map(({ name }) => name)).toEqual(['Pump 7', 'Pump 6', 'Pump 5', 'Pump 4', 'Pump 3'])
  })

  test('pages of one object are one place, objects of one name in two areas are two', () => {
    const recent = [place('/device/1/info', 'Pump'), place('/project/4', 'Pump')]
    expect(withVisit(recent, place('/device/1/alarms', 'Pump'), keyOf)).toEqual([
      place('/device/1/alarms', 'Pump'),
      place('/project/4', 'Pump'),
    ])
  })

  test('a renamed object is not listed twice', () => {
    expect(withVisit([place('/device/1', 'Old')], place('/device/1', 'New'), keyOf)).toEqual([
      place('/device/1', 'New'),
    ])
  })

  test.each([
    ['nothing stored', null, []],
    ['damaged text', '{', []],
    ['another form', '{"path":"/a"}', []],
    ['entries of another form', '[{"path":"//x","name":""},{"path":"/a","name":"A"},3]', [place('/a', 'A')]],
  ])('are read from the browser: %s', (_, text, read) => expect(placesIn(text)).toEqual(read))
})
