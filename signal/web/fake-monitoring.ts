// A monitoring session whose platform, sockets and user are controlled by the test, with a fake clock.
import { vi } from 'vitest'
import { type FakeSocket, fakeSocket } from './fake-socket.ts'
import { createMonitoring, type MonitoredGateway, type MonitoringNeeds } from './monitoring.ts'
import { createLiveSource, type Seed } from './values.ts'

/** Advances the clock by `ms`, and runs the timers that are due. */
export const run = (ms: number) => vi.advanceTimersByTimeAsync(ms)
export const minute = 60_000
export const fault = (code: number) => Object.assign(new Error(`fault ${code}`), { code })
export const online: MonitoredGateway = { state: 'online', online: true, vpn: false, interval: 2, economizeOpen: false }
export const offline: MonitoredGateway = { ...online, state: 'offline', online: false }

/** A device with a scripted platform; the test moves the user. */
export function stage(change: Partial<MonitoringNeeds<MonitoredGateway, Seed>> = {}) {
  const calls: string[] = []
  const sockets: FakeSocket[] = []
  let movedAt = 0
  const frames = { next: () => () => undefined, painted: () => undefined, visible: () => true }
  const source = createLiveSource({ frames, now: Date.now })
  const needs: MonitoringNeeds<MonitoredGateway, Seed> = {
    gatewayInfo: async () => online,
    open: async () => null,
    signals: async () => [{ id: 1, value: 5, code: 200, time: 10 }],
    token: async () => 'token',
    connect: () => {
      sockets.push(fakeSocket())
      return sockets.at(-1)!
    },
    source,
    activity: { idleMs: () => Date.now() - movedAt, stop: () => undefined },
    ...change,
  }
  const heard =
    <A extends unknown[], R>(name: string, act: (...args: A) => R) =>
    (...args: A): R => {
      calls.push([name, ...args].join(' '))
      return act(...args)
    }
  const monitoring = createMonitoring({
    ...needs,
    gatewayInfo: heard('gateway', needs.gatewayInfo),
    open: heard('open', needs.open),
    signals: heard('signals', needs.signals),
    token: heard('token', needs.token),
  })
  monitoring.start()
  const times = (name: string) => calls.filter((call) => call.startsWith(name)).length
  const moves = () => {
    movedAt = Date.now()
  }
  return { monitoring, calls, times, sockets, source, moves, state: monitoring.read }
}

/** Starts monitoring of a device with a scripted platform, and opens its socket. */
export async function streaming(change: Parameters<typeof stage>[0] = {}) {
  const on = stage(change)
  await run(0)
  const { sockets } = on
  sockets[0]!.opens()
  // Answers pings, because otherwise the connection counts as dead.
  const answer = setInterval(() => {
    const last = sockets.at(-1)!
    if (last.connected) last.says({ type: 'pong', at: Date.now() })
  }, 5_000)
  return { ...on, end: () => clearInterval(answer) }
}
