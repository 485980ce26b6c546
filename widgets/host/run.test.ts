import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PageWidget } from '../../contract/page-document.ts'
import type { Freshness } from '../../signal/web/freshness.ts'
import type { CellReading, SignalCell } from '../../signal/web/values.ts'
import { oneSlot } from '../binds.ts'
import { type Mode, widget } from '../widget.ts'
import type { Face } from './face.ts'
import { prepare } from './prepare.ts'
import { runPage } from './run.ts'
import type { ValueSource } from './source.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.useRealTimers()
})
const ends: (() => void)[] = []

const label = { en: 'X', 'zh-cn': '某' }
const gauge = widget({
  ...{ family: 'usual', word: 'Gauge', name: label, Draw: () => null },
  binds: { value: oneSlot(label) },
  show({ read }) {
    const { value } = read('value')
    if (value === 13) throw new Error('unlucky')
    return { text: { value: String(value) } }
  },
})

/** A page of gauges, each bound to its own variable, on faces that record all writes. */
function stage(count: number, more: object = {}, mode: Mode = 'run', from: Partial<ValueSource> = {}) {
  const cells = new Map<number, SignalCell & { say(value: unknown): void; heard: number }>()
  const state = { freshness: 'good' as Freshness }
  const position = { x: 0, y: 0, width: 9, height: 9, rotate: 0 }
  const bound = (signalId: number) => ({ type: 'signal', signalId, equipId: 3 })
  const stored = Array.from({ length: count }, (_, i): PageWidget => {
    const animation = Object.fromEntries(
      Object.entries(more).map(([kind, of]) => [
        kind,
        { enable: true, data: bound(i + 1), symbol: '>', value: 0, ...of },
      ]),
    )
    return { id: `w${i}`, widgetType: 'Gauge', position, data: bound(i + 1), animation }
  })
  const { all } = prepare(stored, new Map([['Gauge', gauge]]), { regions: null, words: (source) => source })
  const written: string[] = []
  const faults: string[] = []
  const note = (i: number): Face => ({
    text: (part, words) => written.push(`${i} ${part} ${words}`),
    variable: (name, value) => written.push(`${i} --${name} ${value}`),
    state: (name, value) => written.push(`${i} ${name} ${value}`),
    title: (words) => written.push(`${i} title ${words}`),
  })
  const end = runPage({
    placed: all,
    mode,
    faceOf: ({ index }) => note(index),
    onFault: ({ index }, error) => faults.push(`${index} ${(error as Error).message}`),
    source: {
      cell: ({ binding }) => cellOf(cells, Number(binding.signalId)),
      freshness: (_, { time }) => (time === null ? 'never' : state.freshness),
      texts: () => null,
      now: Date.now,
      ...from,
    },
  })
  ends.push(end)
  /** The writes since the last call. */
  const news = () => written.splice(0)
  news()
  return { cells, state, news, faults, end }
}

function cellOf(cells: Map<number, SignalCell & { say(value: unknown): void; heard: number }>, id: number) {
  const known = cells.get(id)
  if (known) return known
  let reading: CellReading = { value: null, code: 0, time: null, receivedAt: null, drawnAt: null }
  const listeners = new Set<() => void>()
  const cell = {
    read: () => reading,
    trend: () => [],
    watch(listener: () => void) {
      listeners.add(listener)
      cell.heard = listeners.size
      return () => {
        listeners.delete(listener)
        cell.heard = listeners.size
      }
    },
    say(value: unknown) {
      reading = { value: value as number, code: 200, time: Date.now(), receivedAt: Date.now(), drawnAt: null }
      for (const listener of listeners) listener()
    },
    heard: 0,
  }
  cells.set(id, cell)
  return cell
}

describe('a reading', () => {
  test('is written into its own widget, only where it differs', () => {
    const { cells, news } = stage(3)
    cells.get(2)!.say(7)
    expect(news()).toEqual(['1 value 7', '1 quality good'])
    cells.get(2)!.say(7)
    expect(news()).toEqual([])
    cells.get(2)!.say(8)
    expect(news()).toEqual(['1 value 8'])
  })

  test('reaches a widget once, even if it drives several animations', () => {
    const { cells, news } = stage(1, { fill: { color: '#123' }, border: { color: '#456' } })
    expect(cells.get(1)!.heard).toBe(1)
    cells.get(1)!.say(1)
    expect(news()).toEqual(['0 value 1', '0 --fill #123', '0 --stroke #456', '0 bordered #456', '0 quality good'])
  })

  test('with a drawing error is a fault of that widget; the others continue', () => {
    const { cells, news, faults } = stage(2)
    cells.get(1)!.say(13)
    cells.get(2)!.say(1)
    expect(faults).toEqual(['0 unlucky'])
    expect(news()).toEqual(['1 value 1', '1 quality good'])
  })

  test('is ignored after the end', () => {
    const { cells, news, end } = stage(1, { twinkle: { fill: 'red' } })
    cells.get(1)!.say(1)
    news()
    end()
    cells.get(1)!.say(2)
    vi.advanceTimersByTime(5000)
    expect(news()).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('time', () => {
  test('makes a value old without a reading, within a second', () => {
    const { cells, state, news } = stage(1)
    cells.get(1)!.say(7)
    news()
    vi.advanceTimersByTime(3000)
    expect(news()).toEqual([])
    state.freshness = 'stale'
    vi.advanceTimersByTime(1000)
    expect(news()).toEqual(expect.arrayContaining(['0 quality stale']))
    const marks = () => news().filter((each) => each.startsWith('0 mark'))
    vi.advanceTimersByTime(1000)
    expect(marks()).toHaveLength(1)
  })

  test('does not touch all widgets at the same moment', () => {
    const { state, cells, news } = stage(100)
    for (const cell of cells.values()) cell.say(1)
    news()
    state.freshness = 'stale'
    vi.advanceTimersByTime(100)
    const soon = news().filter((each) => each.endsWith('quality stale')).length
    expect(soon).toBeGreaterThan(0)
    expect(soon).toBeLessThan(30)
    vi.advanceTimersByTime(1000)
    expect(news().filter((each) => each.endsWith('quality stale')).length).toBe(100 - soon)
  })
})

describe('blinking', () => {
  test('alternates every half second, and ends with its condition', () => {
    const { cells, news } = stage(1, { twinkle: { fill: 'red' } })
    cells.get(1)!.say(1)
    news()
    vi.advanceTimersByTime(2000)
    expect(news()).toEqual(['0 --fill red', '0 --fill ', '0 --fill red', '0 --fill '])
    cells.get(1)!.say(0)
    news()
    vi.advanceTimersByTime(2000)
    expect(news()).toEqual([])
  })

  test('by hiding shows the widget again when it ends in the hidden half', () => {
    const { cells, news } = stage(1, { twinkle: { type: 'visible' } })
    cells.get(1)!.say(1)
    news()
    vi.advanceTimersByTime(500)
    const [dark] = news()
    if (dark !== '0 dark ') {
      vi.advanceTimersByTime(500)
      news()
    }
    cells.get(1)!.say(0)
    expect(news()).toContain('0 dark null')
  })

  test('with reduced motion shows the alternate colours steadily, and never hides', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    for (const [twinkle, shown] of [
      [{ fill: 'red' }, ['0 value 1', '0 --fill red']],
      [{ type: 'visible', fill: 'red' }, ['0 value 1', '0 --fill red']],
    ] as const) {
      const { cells, news } = stage(1, { twinkle })
      cells.get(1)!.say(1)
      expect(news()).toEqual(expect.arrayContaining([...shown]))
      vi.advanceTimersByTime(2000)
      expect(news()).toEqual([])
      cells.get(1)!.say(0)
      expect(news()).toContain('0 --fill ')
    }
    vi.unstubAllGlobals()
  })

  test('uses one timer for all widgets', () => {
    const { cells, end } = stage(50, { twinkle: { fill: 'red' } })
    const before = vi.getTimerCount()
    for (const cell of cells.values()) cell.say(1)
    expect(vi.getTimerCount()).toBe(before + 1)
    end()
  })
})

test('the designer subscribes to no values and starts no timer', () => {
  const { cells, end } = stage(2, {}, 'edit')
  expect(cells.size).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
  end()
})

test('values that never change are read once, without a subscription or a timer', () => {
  const { cells, end } = stage(2, {}, 'edit', { isForEditing: true, isFixed: true })
  expect([...cells.values()].map(({ heard }) => heard)).toEqual([0, 0])
  expect(cells.size).toBe(2)
  expect(vi.getTimerCount()).toBe(0)
  end()
})
