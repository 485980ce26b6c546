import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EquipmentId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { MvarVal } from '../../contract/sockets.ts'
import { longestStand } from '../../testkit/standing.ts'
import { type Derived, Deriving } from './derive.ts'

const [intake, works] = [EquipmentId.parse(1), EquipmentId.parse(2)]
const level = { equipmentId: intake, signalId: 10 }
const flow = { equipmentId: works, signalId: 20 }
const total: Derived = { id: 1, expression: `sum(\${1.10},\${2.20})`, inputs: [level, flow] }
const half: Derived = { id: 2, expression: `\${1.10} / 2`, inputs: [level] }

const clock = { at: 0 }
const readings = new Map<string, { value: number; code: number; at: number }>()
let deriving: Deriving
let calculated = 0
beforeEach(() => {
  vi.useFakeTimers()
  clock.at = 1000
  calculated = 0
  readings.clear()
  const get = (equipmentId: number, signalId: number) => {
    calculated += 1
    return readings.get(`${equipmentId}.${signalId}`)
  }
  deriving = new Deriving({ get }, () => clock.at)
})
afterEach(() => {
  deriving.stop()
  vi.useRealTimers()
})

function tell({ equipmentId, signalId }: typeof level, value: number, code = 200) {
  readings.set(`${equipmentId}.${signalId}`, { value, code, at: clock.at })
  deriving.take(equipmentId, { ids: [signalId], receivedAt: clock.at })
}
const pass = (ms = 100) => {
  clock.at += ms
  vi.advanceTimersByTime(ms)
}
function join(...derived: Derived[]) {
  const sent: string[] = []
  const state = { backlog: 0 }
  const wire = { send: (text: string) => void sent.push(text), bufferedAmount: () => state.backlog }
  const leave = deriving.watch(derived, wire)
  return { sent, state, leave, last: () => JSON.parse(sent.at(-1)!) as MvarVal }
}

test('current values are sent immediately, later ones are collected for 100 ms', () => {
  readings.set('1.10', { value: 3, code: 200, at: 900 })
  readings.set('2.20', { value: 4, code: 200, at: 800 })
  const one = join(total)
  expect(one.last()).toEqual({ type: 'mvarVal', ids: [1], values: [7], codes: [200], times: [900], heardAt: [1000] })
  tell(level, 5)
  tell(flow, 6)
  expect(one.sent).toHaveLength(1)
  pass()
  expect(one.sent).toHaveLength(2)
  expect(one.last()).toMatchObject({ values: [11], times: [1000] })
})

test('its time is that of the input that has been silent longest', () => {
  const one = join(total)
  tell(flow, 4)
  pass(10_000)
  tell(level, 5)
  pass()
  expect(one.last()).toMatchObject({ values: [9], times: [11_000], heardAt: [1000] })
})

test('a bad reading counts as 0, with its code', () => {
  const one = join(total)
  tell(level, 5)
  tell(flow, 4, 1304)
  pass()
  expect(one.last()).toMatchObject({ values: [5], codes: [1304] })
})

test('a device that is not among its inputs is not read, although the formula names it', () => {
  readings.set('2.20', { value: 4, code: 200, at: 800 })
  const one = join({ ...total, inputs: [level] })
  tell(level, 5)
  tell(flow, 6)
  pass()
  expect(one.last()).toMatchObject({ values: [5], codes: [1713] })
  expect([deriving.needs(intake), deriving.needs(works)]).toEqual([true, false])
})

test('it is calculated and encoded once for all viewers of the same set, and sent only when it changed', () => {
  const [one, two] = [join(total, half), join(total, half)]
  const before = calculated
  tell(flow, 6)
  pass()
  // Four calculations: two variables, each read for its value and for its code.
  expect(calculated - before).toBe(4)
  expect(one.sent.at(-1)).toBe(two.sent.at(-1))
  expect(one.last().ids).toEqual([1])
})

test('it is calculated once for viewers of different sets', () => {
  const third: Derived = { ...half, id: 3, expression: '${1.10} / 3' }
  const [one, two, three] = [join(half), join(half, third), join(total, half)]
  const before = calculated
  tell(level, 6)
  pass()
  expect(calculated - before).toBe(2 + 2 + 4)
  expect([one, two, three].map(({ last }) => last().ids)).toEqual([[2], [2, 3], [1, 2]])
})

test('thousands of long formulas in many sets leave time for other work', async () => {
  vi.useRealTimers()
  const long = (id: number): Derived => ({ id, expression: Array(300).fill('${1.10}').join('+'), inputs: [level] })
  const pages = Array.from({ length: 30 }, (_, page) => Array.from({ length: 60 }, (_each, n) => long(page * 60 + n)))
  const viewers = pages.map((page) => join(...page))
  const stood = await longestStand(async () => {
    tell(level, 2)
    await vi.waitFor(() => expect(viewers.every(({ sent }) => sent.length === 2)).toBe(true), 20_000)
  })
  expect(viewers.map(({ last }) => last().values.every((value) => value === 600))).toEqual(pages.map(() => true))
  expect(stood).toBeLessThan(0.5)
})

test('a socket that does not read receives everything once it reads again', () => {
  const one = join(total, half)
  one.state.backlog = limits.socketBacklogBytes + 1
  tell(flow, 6)
  pass(1000)
  expect(one.sent).toHaveLength(1)
  one.state.backlog = 0
  pass()
  expect(one.last()).toMatchObject({ ids: [1, 2], values: [6, 0] })
  pass(1000)
  expect(one.sent).toHaveLength(2)
})

test('variables without viewers are removed', () => {
  const [one, two] = [join(total), join(total, half)]
  expect(deriving.counts()).toEqual({ variables: 2, groups: 2 })
  two.leave()
  two.leave()
  expect(deriving.counts()).toEqual({ variables: 1, groups: 1 })
  tell(level, 1)
  one.leave()
  expect(deriving.counts()).toEqual({ variables: 0, groups: 0 })
  expect(deriving.needs(intake)).toBe(false)
  pass()
  expect([one.sent.length, two.sent.length]).toEqual([1, 1])
})

test('a formula with a syntax error is left out', () => {
  const one = join({ ...total, expression: 'sum(' })
  expect([one.sent.length, deriving.counts().groups]).toEqual([0, 0])
})
