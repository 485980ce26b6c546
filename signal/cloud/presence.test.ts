import { expect, test, vi } from 'vitest'
import { EquipmentId } from '../../contract/fields.ts'
import { createPresence, leaseMs, type PresenceChange, type PresenceStore } from './presence.ts'

const change = (sn: string, state: PresenceChange['state']): PresenceChange => ({
  sn,
  equipmentId: EquipmentId.parse(1),
  state,
  vpn: false,
  at: 0,
})

function world(store: Partial<PresenceStore> = {}) {
  const clock = { at: 1_000_000 }
  const changes: PresenceChange[] = []
  const warn = vi.fn()
  const full: PresenceStore = {
    renew: vi.fn(async () => []),
    leave: vi.fn(async () => undefined),
    expire: vi.fn(async () => []),
    ...store,
  }
  const presence = createPresence({
    store: full,
    onChange: (each) => changes.push(each),
    now: () => clock.at,
    log: { info: warn, warn, error: warn },
  })
  return { clock, changes, warn, store: full, presence }
}

test('a lease is one and a half keep-alives', () => expect(leaseMs).toBe(30_000))

test('messages renew the lease once a turn, with their session', async () => {
  const { presence, store, clock } = world()
  presence.seen('A', 's1')
  presence.seen('A', 's2')
  presence.seen('B', 's3')
  await presence.turn()
  expect(store.renew).toHaveBeenCalledExactlyOnceWith(
    [
      { sn: 'A', session: 's2' },
      { sn: 'B', session: 's3' },
    ],
    clock.at + leaseMs,
    clock.at,
  )
  await presence.turn()
  expect(store.renew).toHaveBeenCalledTimes(1)
})

test('a gateway that was away and sends again is reported', async () => {
  const { presence, changes } = world({ renew: async () => [change('A', 'online')] })
  presence.seen('A', 's1')
  await presence.turn()
  expect(changes).toMatchObject([{ sn: 'A', state: 'online' }])
})

test('an expired lease is reported, but not in the first half minute after a pause of the platform', async () => {
  const { presence, changes, clock } = world({ expire: async () => [change('A', 'offline')] })
  presence.start()
  await presence.turn()
  expect(changes).toEqual([])
  clock.at += leaseMs
  await presence.turn()
  await presence.stop()
  expect(changes).toMatchObject([{ state: 'offline' }])
})

test('a bye is reported only for the current session, and cancels earlier messages', async () => {
  const { presence, changes, store } = world({
    leave: async (sn, session) => (session === 'now' ? change(sn, 'sleeping') : undefined),
  })
  presence.seen('A', 'now')
  await presence.left('A', 'stale', false)
  expect(changes).toEqual([])
  await presence.left('A', 'now', true)
  expect(changes).toMatchObject([{ state: 'sleeping' }])
  await presence.turn()
  expect(store.renew).not.toHaveBeenCalled()
})

test('an unreachable database loses no message and sets no gateway offline', async () => {
  let isAway = true
  const renew = vi.fn(async () => {
    if (isAway) throw new Error('away')
    return []
  })
  const { presence, store, clock, warn } = world({ renew })
  clock.at += leaseMs
  presence.seen('A', 's')
  await presence.turn()
  expect([warn.mock.calls.length, vi.mocked(store.expire).mock.calls.length]).toEqual([1, 0])
  isAway = false
  await presence.turn()
  expect(renew).toHaveBeenLastCalledWith([{ sn: 'A', session: 's' }], expect.any(Number), expect.any(Number))
  expect(store.expire).not.toHaveBeenCalled()
})
