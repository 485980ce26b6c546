import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EquipmentId } from '../../contract/fields.ts'
import type { ServerMessage } from '../../contract/sockets.ts'
import { minute, run, streaming } from './fake-monitoring.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const value = (at: number): ServerMessage => ({
  ...{ type: 'signalVal', equipmentId: EquipmentId.parse(3), receivedAt: at },
  ...{ ids: [1], values: [7], times: [at] },
})

test('a gateway that stops sending is silent once its values are stale, until it sends again', async () => {
  const { sockets, state, end } = await streaming()
  sockets[0]!.says(value(20))
  await run(10_900)
  expect(state().silent).toBe(false)
  sockets[0]!.says(value(11_000))
  await run(10_900)
  expect(state().silent).toBe(false)
  await run(300)
  expect(state()).toMatchObject({ silent: true, on: true })
  sockets[0]!.says(value(22_000))
  expect(state().silent).toBe(false)
  end()
})

test('a gateway that sends nothing from the start, although it has values, is silent too', async () => {
  const { state, end } = await streaming()
  await run(11_100)
  expect(state()).toMatchObject({ silent: true })
  end()
})

test('a device without any values is not silent', async () => {
  const { state, end } = await streaming({ signals: async () => [{ id: 1, value: null, code: 0, time: null }] })
  await run(minute)
  expect(state().silent).toBe(false)
  end()
})

test('a pause ends the silence, and a new start waits again', async () => {
  const { sockets, state, monitoring, end } = await streaming()
  sockets[0]!.says(value(20))
  await run(12_000)
  expect(state().silent).toBe(true)
  monitoring.start()
  await run(0)
  expect(state().silent).toBe(false)
  end()
})

test('each opening starts a new waiting time', async () => {
  const { state, times, moves, end } = await streaming()
  await run(575_000)
  expect(state().silent).toBe(true)
  moves()
  await run(6_000)
  expect(times('open')).toBe(2)
  expect(state().silent).toBe(false)
  await run(11_000)
  expect(state().silent).toBe(true)
  end()
})
