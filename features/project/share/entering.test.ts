// Entering a share by its link and password over HTTP: access, and limits on tries.
import { describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { holdLock } from '../../../testkit/hold-lock.ts'
import { beginShares, clock, enter, equipId, server, shows, token, visit } from '../../../testkit/share-world.ts'
import { device } from '../../../testkit/site.ts'
import { lookAtShare, renewShareLink, shareInfo, visitInfo } from './contract.ts'
import { countTry } from './store.ts'

beginShares((server) => device(server.admin, 'Pump station'))

describe('a link', () => {
  test('needs its password', async () => {
    expect((await server.nobody.ask(lookAtShare, { token })).code).toBe(200)
    const refused = await enter({ password: 'wrong' })
    expect([refused.code, refused.data]).toEqual([2504, { field: 'password' }])
    expect((await enter({ password: '' })).code).toBe(2504)
    expect((await enter()).code).toBe(200)
  })

  test('that is unknown, expired or ended is answered with the reason', async () => {
    expect((await enter({ token: 'x'.repeat(43) })).code).toBe(2501)
    await shows({ expiresAt: clock.at + 1000 })
    expect((await enter()).code).toBe(200)
    clock.at += 1000
    expect((await enter()).code).toBe(2502)
    await shows({ isShared: false })
    expect((await enter()).code).toBe(2503)
    expect((await server.nobody.ask(lookAtShare, { token })).code).toBe(2503)
  })

  test('is invalidated by a new one, and its visits end', async () => {
    const before = token
    const visitor = await visit()
    await server.admin.call(renewShareLink, { equipId })
    expect((await enter({ token: before })).code).toBe(2501)
    expect((await visitor.ask(visitInfo, {})).code).toBe(2506)
  })

  test('that is replaced while a visitor enters with it does not open a visit', async () => {
    await using changing = await holdLock(server.database, 'update share set token_hash = $1 where equipment_id = $2', [
      Buffer.from('another'),
      equipId,
    ])
    const entering = enter()
    await changing.someoneWaits()
    await changing.commit()
    expect((await entering).code).toBe(2503)
  })

  test('is locked for longer and longer after wrong passwords, also when many are tried at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => enter({ password: 'wrong' })))
    expect(answers.map(({ code }) => code).sort()).toEqual([...Array(7).fill(1005), ...Array(5).fill(2504)])
    expect((await enter()).code).toBe(1005)
    expect((await server.admin.call(shareInfo, { equipId })).lockedUntil).toBeGreaterThan(clock.at)
    clock.at += 3_600_000
    expect((await enter()).code).toBe(200)
    expect((await enter({ password: 'wrong' })).code).toBe(2504)
  })

  test('stays open for other addresses after wrong passwords; after many, all tries take turns', async () => {
    const { db } = server.platform
    const { id } = await db
      .selectFrom('share')
      .select('id')
      .where('equipmentId', '=', equipId)
      .executeTakeFirstOrThrow()
    for (let n = 0; n < 5; n += 1) expect((await enter({ password: 'wrong' })).code).toBe(2504)
    expect((await enter()).code).toBe(1005)
    const at = clock.at
    const asked = (network: string) => countTry(db, { id, network }, at)
    for (let n = 0; n < 15; n += 1) expect(await asked(`192.0.2.${n}`)).toEqual({ turnMs: 0 })
    const later = await Promise.all(Array.from({ length: 40 }, (_, n) => asked(`198.51.100.${n}`)))
    const turns = later.flatMap((each) => ('turnMs' in each ? [each.turnMs] : [])).sort((a, b) => a - b)
    expect(turns[0]).toBe(1000)
    for (const [n, turn] of turns.entries()) expect(turn - (turns[n - 1] ?? 0)).toBeGreaterThanOrEqual(1000)
    expect(turns.length).toBeLessThan(21)
    expect(later.length - turns.length).toBeGreaterThan(0)
  })

  test('counts wrong passwords regardless of right ones in between', async () => {
    for (let n = 0; n < 4; n++) {
      expect((await enter({ password: 'wrong' })).code).toBe(2504)
      expect((await enter()).code).toBe(200)
    }
    expect((await enter({ password: 'wrong' })).code).toBe(2504)
    expect((await enter()).code).toBe(1005)
    clock.at += 2 * 3_600_000
    expect((await enter({ password: 'wrong' })).code).toBe(2504)
    expect((await enter()).code).toBe(200)
  })

  test('accepts a limited number of visitors', async () => {
    await visit()
    const { db } = server.platform
    const [one] = await db.selectFrom('session').selectAll().where('shareId', 'is not', null).execute()
    const { id: _, ...row } = one!
    const crowd = Array.from({ length: limits.visitsPerShare - 1 }, (_each, n) => ({
      ...row,
      tokenHash: Buffer.from(`visit ${n}`),
    }))
    await db.insertInto('session').values(crowd).execute()
    expect((await enter()).code).toBe(2508)
    expect((await server.admin.call(shareInfo, { equipId })).visits).toBe(limits.visitsPerShare)
  })

  test('accepts new visitors when earlier visits have been idle for too long', async () => {
    await visit()
    const { db } = server.platform
    const [one] = await db.selectFrom('session').selectAll().where('shareId', 'is not', null).execute()
    const { id: _, ...row } = one!
    const crowd = Array.from({ length: limits.visitsPerShare - 1 }, (_each, n) => ({
      ...row,
      tokenHash: Buffer.from(`visit ${n}`),
      seenAt: clock.at - limits.sessionIdleMs,
    }))
    await db.insertInto('session').values(crowd).execute()
    expect((await server.admin.call(shareInfo, { equipId })).visits).toBe(1)
    expect((await enter()).code).toBe(200)
  })
})
