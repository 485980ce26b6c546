import { expect, test } from 'vitest'
import type { MvarVal } from '../../contract/sockets.ts'
import { takeMvars, worstOf } from './mvars.ts'
import { createLiveSource } from './values.ts'

const frames = { next: () => () => undefined, painted: () => undefined, visible: () => true }
const told: MvarVal = {
  type: 'mvarVal',
  ids: [1, 2],
  values: [7, 0],
  codes: [200, 1713],
  times: [900, null],
  heardAt: [800, 800],
}

test('values are drawn with the age of the oldest input; one without readings is not drawn', () => {
  const source = createLiveSource({ frames, now: () => 1000 })
  const [one, two] = [source.subscribe(1), source.subscribe(2)]
  expect(takeMvars(JSON.stringify(told), source)).toBe(true)
  expect(one.read()).toMatchObject({ value: 7, code: 200, time: 900, receivedAt: 800 })
  expect(two.read()).toMatchObject({ value: null, code: 0, time: null })
})

test.each([['{"type":"pong","at":1}'], ['{"type":"signalVal","equipmentId":1}'], [undefined]])(
  '%s is not a message of mvars',
  (data) => {
    expect(takeMvars(data, createLiveSource({ frames }))).toBe(false)
  },
)

test('a value of several devices has the worst state of them', () => {
  const [well, slow] = [
    { staleMs: 8000, isReachable: true },
    { staleMs: 20_000, isReachable: true },
  ]
  expect(worstOf([well, slow])).toEqual({ staleMs: 20_000, isReachable: true })
  expect(worstOf([well, { ...slow, isReachable: false }])).toMatchObject({ isReachable: false })
  expect(worstOf([well, { ...slow, staleMs: null }])).toMatchObject({ staleMs: null })
})
