import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bindCell, everySecond, useCell, useDrawn } from './use-binding.ts'
import { createLiveSource, type SignalCell } from './values.ts'

function Shown({ cell }: { cell: SignalCell | undefined }) {
  const node = useDrawn<HTMLElement>(cell, (at, { value }) => {
    at.textContent = String(value)
  })
  return <b ref={node}>{String(useCell(cell).value)}</b>
}

function stage() {
  let draw: (() => void) | undefined
  const frames = {
    next: (act: () => void) => {
      draw = act
      return () => undefined
    },
    painted: () => undefined,
    visible: () => true,
  }
  const source = createLiveSource({ frames, now: () => 0 })
  const say = (value: number, time: number) => {
    source.take({ type: 'signalVal', equipmentId: 1, receivedAt: 0, ids: [1], values: [value], times: [time] })
    draw?.()
  }
  return { cell: source.subscribe(1), say }
}

describe('bindCell', () => {
  test('draws immediately and with each reading', () => {
    const { cell, say } = stage()
    const seen: unknown[] = []
    bindCell(cell, ({ value }) => void seen.push(value))
    say(1, 1)
    say(2, 2)
    expect(seen).toEqual([null, 1, 2])
  })

  test('draws nothing after its end', () => {
    const { cell, say } = stage()
    const draw = vi.fn()
    bindCell(cell, draw)()
    say(1, 1)
    expect(draw).toHaveBeenCalledTimes(1)
  })
})

describe('every second', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('one timer serves all, and none remains when all have ended', () => {
    const [first, second] = [vi.fn(), vi.fn()]
    const ends = [everySecond(first), everySecond(second)]
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(2_000)
    expect(first).toHaveBeenCalledTimes(2)
    expect(second).toHaveBeenCalledTimes(2)
    for (const end of ends) end()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a later call starts the timer again', () => {
    everySecond(() => undefined)()
    const act = vi.fn()
    const end = everySecond(act)
    vi.advanceTimersByTime(1_000)
    expect(act).toHaveBeenCalledTimes(1)
    end()
  })
})

describe('in a component', () => {
  test('the newest reading is in the first rendering', () => {
    const { cell, say } = stage()
    say(7, 1)
    expect(renderToString(<Shown cell={cell} />)).toBe('<b>7</b>')
  })

  test('without a cell there is an empty reading, not a fault', () => {
    expect(renderToString(<Shown cell={undefined} />)).toBe('<b>null</b>')
  })
})
