import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Lan } from '../../../contract/box.ts'
import { type LanBackend, type LanPace, type LanState, LanTrial, noLanState } from './lan-trial.ts'

const pace: LanPace = { afterMs: 500, rollbackMs: 120_000, retryMs: 10_000 }
const owner = '192.168.1.10'
const lanOf = (ip: string): Lan => ({ ip, mask: '255.255.255.0', route: null })
class Crash extends Error {}

/** A box with the network of its owner. Its disk and profiles outlive processes; a process may die at any step. */
class TestBox {
  disk: LanState = noLanState
  profiles = new Map<string, { lan: Lan; isKept: boolean }>()
  active = 'owner'
  /** Addresses under which the platform can be reached. */
  reachable = new Set([owner])
  /** Names of the backend calls that are made to fail. */
  refused = new Set<keyof LanBackend>()
  /** Steps until the process dies, before or after the effect of the last one. */
  stepsLeft = Number.POSITIVE_INFINITY
  isAfterEffect = false
  #names = 0
  trial!: LanTrial

  get ip(): string {
    return this.active === 'owner' ? owner : this.profiles.get(this.active)!.lan.ip
  }
  get hasReached(): boolean {
    return this.reachable.has(this.ip)
  }

  async #step<T>(what: keyof LanBackend | 'save', effect: () => T): Promise<T> {
    await Promise.resolve()
    if (this.stepsLeft < 0) throw new Crash()
    if (--this.stepsLeft < 0) {
      if (this.isAfterEffect) effect()
      throw new Crash()
    }
    if (what !== 'save' && this.refused.has(what)) throw new Error(`${what} is refused`)
    return effect()
  }

  #backend: LanBackend = {
    read: () => this.#step('read', () => lanOf(this.ip)),
    current: () => this.#step('current', () => this.active),
    prepare: (name, lan) => this.#step('prepare', () => void this.profiles.set(name, { lan, isKept: false })),
    activate: (name) => this.#step('activate', () => void this.#use(name)),
    isActive: (name) => this.#step('isActive', () => this.active === name),
    keep: (name) => this.#step('keep', () => void Object.assign(this.profiles.get(name)!, { isKept: true })),
    restore: (before) => this.#step('restore', () => void this.#use(before ?? 'owner')),
    discard: (name) => this.#step('discard', () => this.#forget(name)),
  }
  #use(name: string): void {
    if (name !== 'owner' && !this.profiles.has(name)) throw new Error(`unknown connection ${name}`)
    this.active = name
  }
  #forget(name: string): void {
    this.profiles.delete(name)
    if (this.active === name) this.active = 'owner'
  }

  /** Starts a new process of the agent. */
  async start(): Promise<void> {
    this.stepsLeft = Number.POSITIVE_INFINITY
    this.trial = new LanTrial({
      backend: this.#backend,
      memory: {
        load: async () => this.disk,
        save: (state) =>
          this.#step('save', () => {
            this.disk = state
          }),
      },
      newName: () => `gatehouse-lan-${(this.#names++).toString(16).padStart(8, '0')}`,
      now: () => 1000,
      pace,
      // The agent says hello and is answered if it reaches the platform.
      onChange: () => this.answer(),
      log: () => undefined,
    })
    await this.trial.start()
  }

  answer(): void {
    if (this.hasReached) this.trial.reached()
  }

  /** Ends the process without notice. */
  async kill(): Promise<void> {
    this.stepsLeft = -1
    await this.trial.stop()
  }

  /** After a power cut the system uses the profile that was confirmed last. */
  reboot(): void {
    this.active = [...this.profiles].filter(([, { isKept }]) => isKept).at(-1)?.[0] ?? 'owner'
  }
}

const settle = () => vi.advanceTimersByTimeAsync(pace.afterMs + pace.rollbackMs + 10 * pace.retryMs)
let box: TestBox
beforeEach(async () => {
  vi.useFakeTimers()
  box = new TestBox()
  await box.start()
})
afterEach(async () => {
  await box.trial.stop()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

describe('new settings', () => {
  it('are answered before they are applied, and stay if the platform is reached', async () => {
    box.reachable.add('192.168.1.77')
    expect(await box.trial.order(lanOf('192.168.1.77'))).toEqual({ status: 'success', code: 200 })
    expect([box.ip, box.disk.trial?.before]).toEqual([owner, 'owner'])
    await vi.advanceTimersByTimeAsync(pace.afterMs)
    expect(box.ip).toBe('192.168.1.77')
    expect(box.trial.told).toEqual({ lan: lanOf('192.168.1.77'), lanUndone: null })
    await settle()
    box.reboot()
    expect([box.ip, box.disk.trial, box.profiles.size]).toEqual(['192.168.1.77', null, 1])
  })

  it('are undone without contact, at the earliest after two minutes', async () => {
    await box.trial.order(lanOf('10.0.0.9'))
    await vi.advanceTimersByTimeAsync(pace.afterMs + pace.rollbackMs - 1)
    expect(box.ip).toBe('10.0.0.9')
    await vi.advanceTimersByTimeAsync(1)
    expect(box.ip).toBe(owner)
    expect(box.trial.told).toEqual({
      lan: lanOf(owner),
      lanUndone: { ip: '10.0.0.9', mask: '255.255.255.0', at: 1000 },
    })
    expect(box.profiles.size).toBe(0)
  })

  it('are not confirmed by an earlier answer, nor once the system has left them', async () => {
    box.reachable.add('10.0.0.9')
    await box.trial.order(lanOf('10.0.0.9'))
    box.trial.reached()
    await vi.advanceTimersByTimeAsync(0)
    expect(box.disk.trial).not.toBeNull()
    box.reachable.delete('10.0.0.9')
    await vi.advanceTimersByTimeAsync(pace.afterMs)
    box.active = 'owner'
    box.answer()
    await vi.advanceTimersByTimeAsync(0)
    expect([box.ip, box.disk.trial, box.disk.undone?.ip]).toEqual([owner, null, '10.0.0.9'])
  })

  it.each([['prepare'], ['current']] as const)('change nothing when the system refuses them (%s)', async (what) => {
    box.refused.add(what)
    expect(await box.trial.order(lanOf('10.0.0.9'))).toMatchObject({
      status: 'failure',
      code: 1359,
      details: { reason: `${what} is refused` },
    })
    expect([box.ip, box.disk.trial, box.profiles.size]).toEqual([owner, null, 0])
  })

  it('are undone immediately when they cannot be applied', async () => {
    box.refused.add('activate')
    await box.trial.order(lanOf('10.0.0.9'))
    await vi.advanceTimersByTimeAsync(pace.afterMs)
    expect([box.ip, box.disk.trial, box.disk.undone?.ip]).toEqual([owner, null, '10.0.0.9'])
  })

  it('are undone repeatedly until that succeeds', async () => {
    await box.trial.order(lanOf('10.0.0.9'))
    box.refused.add('restore')
    await vi.advanceTimersByTimeAsync(pace.afterMs + pace.rollbackMs + 3 * pace.retryMs)
    expect([box.ip, box.disk.trial?.before]).toEqual(['10.0.0.9', 'owner'])
    box.refused.clear()
    await vi.advanceTimersByTimeAsync(pace.retryMs)
    expect([box.ip, box.disk.trial]).toEqual([owner, null])
  })

  it('ordered during a trial revert to the settings before both', async () => {
    await box.trial.order(lanOf('10.0.0.9'))
    await vi.advanceTimersByTimeAsync(pace.afterMs)
    await box.trial.order(lanOf('10.0.0.10'))
    await settle()
    expect([box.ip, box.disk.undone?.ip, box.profiles.size]).toEqual([owner, '10.0.0.10', 0])
  })
})

describe('a crash at any step', () => {
  const ips = ['192.168.1.20', '192.168.1.21', '192.168.1.22', '10.0.0.9']
  const order = fc.record({
    ip: fc.constantFrom(...ips),
    isReachable: fc.boolean(),
    /** Steps until the process dies, if it does. */
    dies: fc.option(fc.nat(12), { nil: undefined }),
    isAfterEffect: fc.boolean(),
    isPowerCut: fc.boolean(),
    /** Number of steps until the process dies again during recovery. */
    diesAgain: fc.option(fc.nat(6), { nil: undefined }),
    /** A backend call that fails for a while. */
    refused: fc.option(fc.constantFrom('prepare', 'activate', 'keep', 'restore', 'discard', 'isActive'), {
      nil: undefined,
    }),
  })

  type Order = typeof order extends fc.Arbitrary<infer T> ? T : never

  /** Executes one order with its crashes and refusals. */
  async function carryOut(one: TestBox, { ip, dies, isAfterEffect, isPowerCut, diesAgain, refused }: Order) {
    const restart = async () => {
      await one.kill()
      if (isPowerCut) one.reboot()
      await one.start()
    }
    one.isAfterEffect = isAfterEffect
    if (refused) one.refused.add(refused)
    if (dies !== undefined) one.stepsLeft = dies
    await one.trial.order(lanOf(ip))
    await vi.advanceTimersByTimeAsync(pace.afterMs + 1000)
    one.refused.clear()
    if (dies === undefined) return
    await restart()
    if (diesAgain === undefined) return
    one.stepsLeft = diesAgain
    await vi.advanceTimersByTimeAsync(1000)
    await restart()
  }

  function check(one: TestBox, before: string, { ip, isReachable, dies, refused }: Order): void {
    expect([before, ip]).toContain(one.ip)
    expect(one.hasReached).toBe(true)
    if (isReachable && dies === undefined && refused === undefined) expect(one.ip).toBe(ip)
    expect(one.disk).toMatchObject({ trial: null, stale: [] })
    expect([...one.profiles.keys()]).toEqual(one.active === 'owner' ? [] : [one.active])
    one.reboot()
    expect(one.hasReached).toBe(true)
  }

  it('ends with the new settings if the platform is reached, else with the old ones', async () => {
    const seen = { kept: 0, undone: 0, died: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(order, { minLength: 1, maxLength: 4 }), async (orders) => {
        const one = new TestBox()
        await one.start()
        for (const each of orders) {
          const before = one.ip
          if (each.isReachable) one.reachable.add(each.ip)
          else if (each.ip !== before) one.reachable.delete(each.ip)
          await carryOut(one, each)
          await settle()
          await one.trial.refresh()
          check(one, before, each)
          seen[one.ip === before ? 'undone' : 'kept'] += 1
          if (each.dies !== undefined) seen.died += 1
        }
        await one.trial.stop()
      }),
      { numRuns: 400, seed: 5 },
    )
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50)
  })
})
