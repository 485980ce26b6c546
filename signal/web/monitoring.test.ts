import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SignalVal } from '../../contract/sockets.ts'
import { fault, minute, offline, online, run, stage, streaming } from './fake-monitoring.ts'
import { fakeLink } from './fake-socket.ts'
import type { MonitoredGateway } from './monitoring.ts'
import type { Seed } from './values.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

describe('starting', () => {
  test('requests the gateway and opens at its interval for 600 s, while variables and socket are loading', async () => {
    const { calls, state } = stage()
    await run(0)
    expect(calls).toEqual(['token', 'signals', 'gateway', 'open 2 600'])
    expect(state()).toMatchObject({ loaded: true, on: true, paused: false, socket: 'connecting' })
  })

  test('does not open for an offline gateway, but shows its last values and detects its return', async () => {
    const { calls, state, source } = stage({ gatewayInfo: async () => offline })
    await run(0)
    expect(calls).toEqual(['token', 'signals', 'gateway'])
    expect(state()).toMatchObject({ loaded: true, on: false })
    expect(source.subscribe(1).read().value).toBe(5)
  })

  test('does not open while a remote download runs', async () => {
    const { times, state } = stage({ gatewayInfo: async () => ({ ...online, vpn: true }) })
    await run(0)
    expect(times('open')).toBe(0)
    expect(state()).toMatchObject({ loaded: true, on: false })
  })
})

describe('messages before the first answers', () => {
  type Answer = (readings: Seed[]) => void
  const values = (value: number, time: number): SignalVal => {
    return { type: 'signalVal', equipmentId: 1, receivedAt: time, ids: [1], values: [value], times: [time] }
  }

  test('are processed after them, in order: an answer in transit is older', async () => {
    let answer: Answer | undefined
    const signals = () =>
      new Promise<Seed[]>((resolve) => {
        answer = resolve
      })
    const { sockets, source, state } = stage({ signals })
    await run(0)
    sockets[0]!.opens()
    sockets[0]!.says({ ...values(7, 30), isStanding: true })
    sockets[0]!.says(values(8, 40))
    sockets[0]!.says({ type: 'gatewayAlarm', equipmentId: 1, state: 'offline', online: false, vpn: false, at: 40 })
    expect(state().gateway).toEqual(online)
    answer!([{ id: 1, value: 5, code: 200, time: 10 }])
    await run(0)
    expect(source.subscribe(1).read()).toMatchObject({ value: 8, time: 40 })
    expect(state()).toMatchObject({ on: false, gateway: { state: 'offline' } })
  })

  test('are not lost when a request fails', async () => {
    let refuse: ((error: Error) => void) | undefined
    const signals = () =>
      new Promise<never>((_, reject) => {
        refuse = reject
      })
    const { sockets, source } = stage({ signals })
    await run(0)
    const cell = source.subscribe(1)
    sockets[0]!.opens()
    sockets[0]!.says(values(7, 30))
    refuse!(fault(90005))
    await run(0)
    expect(cell.read().value).toBe(7)
  })
})

describe('faults', () => {
  test('gateway 2001 empties the gateway, marks loaded and off', async () => {
    const gatewayInfo = vi.fn().mockResolvedValueOnce(online).mockRejectedValue(fault(2001))
    const { state } = stage({ gatewayInfo })
    await run(0)
    expect(state().gateway).toEqual(online)
    await run(minute)
    expect(state()).toMatchObject({ gateway: null, loaded: true, on: false, gatewayFault: { code: 2001 } })
  })

  test('a device without a gateway is the same', async () => {
    const { state, times } = stage({ gatewayInfo: () => Promise.reject(fault(1102)) })
    await run(0)
    expect(state()).toMatchObject({ gateway: null, loaded: true, on: false })
    expect(times('open')).toBe(0)
  })

  test('any other gateway error marks loaded and off, and keeps the known gateway', async () => {
    const gatewayInfo = vi.fn().mockResolvedValueOnce(online).mockRejectedValue(fault(90005))
    const { state } = stage({ gatewayInfo })
    await run(minute)
    expect(state()).toMatchObject({ gateway: online, loaded: true, on: false, gatewayFault: { code: 90005 } })
  })

  test('signal query 2001 sets the alarm count to 0', async () => {
    const { state } = stage({ signals: () => Promise.reject(fault(2001)) })
    await run(0)
    expect(state()).toMatchObject({ alarmCount: 0, signalsFault: { code: 2001 } })
  })

  test('another signal fault leaves the alarm count unknown, and is repeated a minute later', async () => {
    const signals = vi.fn().mockRejectedValueOnce(fault(90005)).mockResolvedValue([])
    const { state } = stage({ signals })
    await run(0)
    expect(state()).toMatchObject({ alarmCount: null, signalsFault: { code: 90005 } })
    await run(minute)
    expect(state()).toMatchObject({ signals: [], signalsFault: null })
  })

  test('a failed open marks loaded and off, and is repeated', async () => {
    const open = vi.fn().mockRejectedValueOnce(fault(1337)).mockResolvedValue(null)
    const { state } = stage({ open })
    await run(0)
    expect(state()).toMatchObject({ loaded: true, on: false, openFault: { code: 1337 } })
    await run(minute)
    expect(state()).toMatchObject({ on: true, openFault: null })
  })
})

describe('while it runs', () => {
  test('the gateway is polled every minute', async () => {
    const { times } = await streaming()
    await run(3 * minute)
    expect(times('gateway')).toBe(4)
  })

  test('values stream into the source', async () => {
    const { sockets, source } = await streaming()
    sockets[0]!.says({ type: 'signalVal', equipmentId: 1, receivedAt: 30, ids: [1], values: [6], times: [20] })
    expect(source.subscribe(1).read().value).toBe(6)
  })

  test('monitoring is opened again every 580 s', async () => {
    const { times, moves } = await streaming()
    await run(570_000)
    moves()
    expect(times('open')).toBe(1)
    await run(10_000)
    expect(times('open')).toBe(2)
  })

  test('the last driver states are available beside the values', async () => {
    const { sockets, state } = await streaming()
    expect(state().drivers).toBeNull()
    const told = { type: 'driverStates', equipmentId: 1, receivedAt: 5, drivers: [] } as const
    sockets[0]!.says({ ...told, drivers: [] })
    sockets[0]!.says({ ...told, receivedAt: 9, drivers: [] })
    expect(state().drivers).toEqual({ ...told, receivedAt: 9 })
  })

  test('a gateway that goes offline is shown immediately, and opened again when it returns', async () => {
    const { sockets, state, times } = await streaming()
    const alarm = { type: 'gatewayAlarm', equipmentId: 1, vpn: false, at: 0 } as const
    sockets[0]!.says({ ...alarm, state: 'offline', online: false })
    expect(state()).toMatchObject({ on: false, gateway: { state: 'offline' } })
    sockets[0]!.says({ ...alarm, state: 'online', online: true })
    await run(0)
    expect(state().on).toBe(true)
    expect(times('open')).toBe(2)
  })

  test('after a socket disconnection, missed data is loaded once', async () => {
    const { sockets, times } = await streaming()
    sockets[0]!.falls()
    await run(10_000)
    expect(times('signals')).toBe(1)
    sockets[1]!.opens()
    expect(times('signals')).toBe(2)
  })
})

describe('economy mode', () => {
  const economy = { gatewayInfo: async () => ({ ...online, economizeOpen: true }) }

  test('opens again for a user who was active within 120 s', async () => {
    const { times, moves } = await streaming(economy)
    await run(480_000)
    moves()
    await run(100_000)
    expect(times('open')).toBe(2)
  })

  test('does not open again for an idle user, and pauses when the stream expires', async () => {
    const { times, moves, state } = await streaming(economy)
    await run(400_000)
    moves()
    await run(180_000)
    expect(times('open')).toBe(1)
    expect(state().paused).toBe(false)
    await run(20_000)
    expect(state()).toMatchObject({ paused: true, on: false, socket: 'closed' })
  })
})

describe('recovery', () => {
  const economy: MonitoredGateway = { ...online, economizeOpen: true }
  const alarm = { type: 'gatewayAlarm', equipmentId: 1, vpn: false, at: 0 } as const

  test('a gateway that returns is opened again even for an idle user, in economy mode too', async () => {
    let gateway = economy
    const { sockets, state, times } = await streaming({ gatewayInfo: async () => gateway })
    gateway = { ...economy, state: 'offline', online: false }
    sockets[0]!.says({ ...alarm, state: 'offline', online: false })
    await run(5 * minute)
    expect(state().on).toBe(false)
    sockets[0]!.says({ ...alarm, state: 'online', online: true })
    await run(0)
    expect(times('open')).toBe(2)
    expect(state().on).toBe(true)
  })

  test('a gateway whose return was detected by polling is opened again too', async () => {
    const gatewayInfo = vi.fn().mockResolvedValueOnce(economy).mockResolvedValueOnce(offline).mockResolvedValue(economy)
    const { state } = await streaming({ gatewayInfo })
    await run(minute)
    expect(state().on).toBe(false)
    await run(minute)
    expect(state().on).toBe(true)
  })

  test('a failed opening is repeated at growing intervals of at most ten seconds', async () => {
    const open = vi.fn().mockRejectedValue(fault(1304))
    const { state, times } = await streaming({ open })
    await run(1_000)
    expect(times('open')).toBe(2)
    await run(minute)
    expect(times('open')).toBeGreaterThanOrEqual(8)
    expect(times('open')).toBeLessThanOrEqual(12)
    open.mockResolvedValue(null)
    await run(10_000)
    expect(state()).toMatchObject({ on: true, openFault: null })
  })

  test('a failed gateway request is repeated within ten seconds, not after a minute', async () => {
    const gatewayInfo = vi
      .fn()
      .mockResolvedValueOnce(economy)
      .mockRejectedValueOnce(fault(-1))
      .mockResolvedValue(economy)
    const { state } = await streaming({ gatewayInfo })
    await run(minute)
    expect(state()).toMatchObject({ on: false, gatewayFault: { code: -1 } })
    await run(10_000)
    expect(state()).toMatchObject({ on: true, gatewayFault: null })
  })

  test('when a lost socket is back, gateway, stream and variables are restored immediately', async () => {
    const { sockets, times, state } = await streaming({ gatewayInfo: async () => economy })
    sockets[0]!.falls()
    await run(3 * minute)
    const before = { gateway: times('gateway'), open: times('open'), signals: times('signals') }
    sockets.at(-1)!.opens()
    await run(0)
    expect(times('gateway')).toBe(before.gateway + 1)
    expect(times('open')).toBe(before.open + 1)
    expect(times('signals')).toBe(before.signals + 1)
    expect(state()).toMatchObject({ on: true, socket: 'open' })
  })

  test('the return of the platform reopens the socket immediately, not after its own delay', async () => {
    const link = fakeLink()
    const { sockets, state } = await streaming({ gatewayInfo: async () => economy, link })
    sockets[0]!.falls()
    expect(link.doubts).toBe(1)
    await run(2_000)
    link.returns()
    await run(0)
    expect(sockets).toHaveLength(2)
    sockets[1]!.opens()
    await run(0)
    expect(state()).toMatchObject({ on: true, socket: 'open' })
  })

  test('a failed keep-alive with an active user is no pause, and is repeated', async () => {
    const open = vi.fn().mockResolvedValueOnce(null).mockRejectedValue(fault(-1))
    const { state, moves } = await streaming({ gatewayInfo: async () => economy, open })
    await run(575_000)
    moves()
    await run(30_000)
    expect(state()).toMatchObject({ paused: false, on: false, openFault: { code: -1 } })
    open.mockResolvedValue(null)
    await run(10_000)
    expect(state()).toMatchObject({ paused: false, on: true })
  })

  test('a paused monitoring stays paused until it is resumed', async () => {
    const link = fakeLink()
    const { state, times } = await streaming({ gatewayInfo: async () => economy, link })
    await run(10 * minute)
    const opened = times('open')
    link.returns()
    await run(minute)
    expect(state().paused).toBe(true)
    expect(times('open')).toBe(opened)
  })
})

describe('smart data saving', () => {
  test('counts down from the last movement', async () => {
    const { monitoring, moves } = await streaming()
    await run(2 * minute)
    expect(monitoring.savingInMs()).toBe(8 * minute)
    moves()
    expect(monitoring.savingInMs()).toBe(10 * minute)
  })

  test('ten idle minutes stop everything; a movement in time does not', async () => {
    const { state, moves, sockets, end, monitoring } = await streaming()
    await run(9 * minute)
    moves()
    await run(9 * minute)
    expect(state().paused).toBe(false)
    await run(minute)
    end()
    expect(state()).toMatchObject({ paused: true, on: false, socket: 'closed' })
    expect(monitoring.savingInMs()).toBeNull()
    expect(sockets.at(-1)!.closed).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('does not stop a gateway that is set to continue, until the setting changes', async () => {
    let smartSaving = false
    const { state, monitoring } = stage({ gatewayInfo: async () => ({ ...online, smartSaving }) })
    await run(0)
    expect(monitoring.savingInMs()).toBeNull()
    await run(25 * minute)
    expect(state()).toMatchObject({ paused: false, on: true })
    smartSaving = true
    await run(3 * minute)
    expect(state()).toMatchObject({ paused: true, on: false })
  })

  test('is resumed from the start by one call', async () => {
    const { monitoring, state, times, moves } = await streaming()
    await run(10 * minute)
    moves()
    monitoring.start()
    await run(0)
    expect(state()).toMatchObject({ paused: false, on: true, socket: 'connecting' })
    expect(times('token')).toBe(2)
  })
})

describe('closing', () => {
  test('stops timers and socket', async () => {
    const { monitoring, sockets, end } = await streaming()
    end()
    monitoring.close()
    expect(sockets[0]!.closed).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a late answer changes nothing and opens nothing', async () => {
    let answer: (gateway: MonitoredGateway) => void = () => undefined
    const gatewayInfo = () => new Promise<MonitoredGateway>((resolve) => (answer = resolve))
    const { monitoring, state, times } = stage({ gatewayInfo })
    monitoring.close()
    answer(online)
    await run(minute)
    expect(state().gateway).toBeNull()
    expect(times('open')).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('starting twice leaves one socket', async () => {
    const { monitoring, sockets } = await streaming()
    monitoring.start()
    await run(0)
    expect(sockets.map(({ closed }) => closed)).toEqual([true, false])
  })
})

describe('alarms', () => {
  test('are read again once the socket is subscribed, and whenever one is raised or cleared', async () => {
    const onAlarms = vi.fn()
    const { sockets } = stage({ onAlarms })
    await run(0)
    sockets[0]!.connects()
    expect(onAlarms).not.toHaveBeenCalled()
    sockets[0]!.says({ type: 'pong', at: Date.now() })
    expect(onAlarms).toHaveBeenCalledTimes(1)
    sockets[0]!.says({ type: 'signalAlarm', equipmentId: 1, alarmId: 1, signalId: 1, active: true, at: 1 })
    await run(0)
    expect(onAlarms).toHaveBeenCalledTimes(2)
    sockets[0]!.falls()
    await run(10_000)
    sockets[1]!.opens()
    expect(onAlarms).toHaveBeenCalledTimes(3)
  })
})
