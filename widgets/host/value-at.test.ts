import { describe, expect, test } from 'vitest'
import type { Bound } from '../binds.ts'
import type { Placed } from './prepare.ts'
import { valueAt, valuesOf } from './value-at.ts'

const signal = (signalId: number, title = ''): Bound => ({ kind: 'signal', binding: { signalId, title }, fields: {} })
const mvar = (mvarId: number): Bound => ({ kind: 'mvar', binding: { mvarId }, fields: {} })
type Box = [x: number, y: number, width: number, height: number, rotate?: number]
const placed = (id: string, [x, y, width, height, rotate = 0]: Box, bound: Bound[] = [], children: Placed[] = []) =>
  ({ id, position: { x, y, width, height, rotate }, bound, children, click: undefined }) as unknown as Placed

describe('the values that a widget explains', () => {
  test('are each of its variables once, that of its click last', () => {
    const bound = [signal(1), mvar(1), signal(1), signal(2), { ...signal(9), kind: 'system' } as Bound]
    const click = { bound: signal(3) } as Placed['click']
    expect(
      valuesOf({ bound, click }).map(({ kind, binding }) => `${kind} ${binding.signalId ?? binding.mvarId}`),
    ).toEqual(['signal 1', 'mvar 1', 'signal 2', 'signal 3'])
    expect(valuesOf({ bound: [], click: undefined })).toEqual([])
  })
})

describe('the widget at a point', () => {
  const low = placed('low', [0, 0, 100, 100], [signal(1)])
  const high = placed('high', [50, 50, 100, 100], [signal(2)])
  const frame = placed('frame', [0, 0, 200, 200])
  const inner = placed('inner', [10, 10, 20, 20], [signal(3)])
  const group = placed('group', [100, 0, 40, 40], [], [inner])
  const tilted = placed('tilted', [300, 0, 100, 20, 90], [signal(4)])

  test.each<[string, number, number, string | undefined]>([
    ['is the only widget there', 10, 10, 'low'],
    ['is the upper of two widgets', 60, 60, 'high'],
    ['is below a widget without values', 149, 149, 'high'],
    ['is inside a group', 115, 15, 'inner'],
    ['is none in an empty part of a group', 105, 5, undefined],
    ['is found at its turned place', 350, -30, 'tilted'],
    ['is not found at its unturned place', 305, 10, undefined],
    ['is none outside all widgets', 500, 500, undefined],
  ])('%s', (_, x, y, id) => expect(valueAt([low, high, group, tilted, frame], { x, y })?.id).toBe(id))

  test('is never a hidden widget', () => {
    const isHidden = ({ id }: Placed) => id === 'high'
    expect(valueAt([low, high], { x: 60, y: 60 }, isHidden)?.id).toBe('low')
  })
})
