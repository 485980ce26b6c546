// The quarantine over HTTP: listed, stored again once and under the right owner, removed. Real MQTT, real PostgreSQL.
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { type GatewayId, OrgId } from '../../../contract/fields.ts'
import type { Up } from '../../../contract/topics.ts'
import { encodeBatch, encodeMark } from '../../../signal/history/frame.ts'
import { asOwner } from '../../../testkit/database.ts'
import { until } from '../../../testkit/eventually.ts'
import { addReport } from '../../../testkit/reports.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite, type Site } from '../../../testkit/site.ts'
import { relandMessages } from '../../frame/spine-services.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { queryHistory } from '../../watch/history/contract.ts'
import {
  type QuarantineId,
  quarantineDetail,
  queryQuarantine,
  type Reason,
  relandQuarantine,
  removeQuarantine,
  shownBytes,
} from './contract.ts'
import { loadKept } from './store.ts'

const hour = 3600_000
const word = '0123456789abcdef'
let server: TestServer
let site: Site
let other: Site
let level = 0
beforeAll(async () => {
  server = await testServer()
  site = await liveSite(server, 'Intake')
  other = await liveSite(server, 'Other station')
  level = (await addReport(server.admin, site.equipmentId, { columns: ['Level'] })).columnIds[0]!
  // Bindings that have existed since long before the test.
  await db().updateTable('binding').set({ boundAt: 0 }).execute()
})
afterAll(async () => {
  for (const { box } of [site, other]) await box[Symbol.asyncDispose]()
  await server.stop()
})
beforeEach(async () => void (await db().deleteFrom('historyQuarantine').execute()))

const db = () => server.platform.db
const list = (filter: object = {}) => server.admin.call(queryQuarantine, filter)
const reland = (...ids: number[]) => server.admin.call(relandQuarantine, { ids: ids as QuarantineId[] })
const outcomes = async (...ids: number[]) => (await reland(...ids)).map(({ outcome }) => outcome)
const detail = (id: number) => server.admin.call(quarantineDetail, { id: id as QuarantineId })

let moment = Date.now() - 20 * hour
/** A time that no other test uses. */
const newMoment = () => {
  moment += 60_000
  return moment
}

/** A record as the gateway of the first site would send it. */
const recordOf = (at: number, change: Partial<Up['record']> = {}) =>
  JSON.stringify({
    ...{ session: word, epoch: word, lane: 'record', seq: 7, configHash: 'a'.repeat(64), sentAt: Date.now(), at },
    ...{ equipmentId: site.equipmentId, bindingId: site.box.bound?.bindingId, ids: [level], values: [at % 1000] },
    ...change,
  })

type RowOf = {
  reason?: Reason | string
  epoch?: string
  receivedAt?: number
  gatewayId?: GatewayId
  lane?: number
  seq?: number
  orgId?: OrgId | null
}

async function keep(payload: string | Uint8Array, change: RowOf = {}): Promise<number> {
  const row = {
    ...{
      orgId: OrgId.parse(1),
      gatewayId: site.gatewayId,
      bindingId: site.box.bound?.bindingId ?? null,
      epoch: word,
      lane: 1,
    },
    ...{ seq: 7, receivedAt: Date.now(), reason: 'foreignColumn', payload: Buffer.from(payload) },
    ...change,
  }
  return (await db().insertInto('historyQuarantine').values(row).returning('id').executeTakeFirstOrThrow()).id
}

const stateOf = (id: number) =>
  db().selectFrom('historyQuarantine').select(['reason', 'relandedAt']).where('id', '=', id).executeTakeFirst()

/** The stored readings of a column around a time. */
async function kept(at: number, column = level) {
  const span = { from: at - 20_000, to: at + 20_000 }
  const input = { equipmentId: site.equipmentId, columnIds: [column], ...span, points: 1000 }
  const { series, holes } = await server.admin.call(queryHistory, input)
  const { times = [], values = [] } = series[0] ?? {}
  return { rows: times.map((time, i) => [span.from + time, values[i]]), holes }
}

describe('the list', () => {
  test('is of all companies, newest first, ten a page, with the total of each reason', async () => {
    await server.otherCompany()
    for (let i = 0; i < 11; i += 1) await keep('{}', { reason: 'malformed', seq: i + 1 })
    await keep('{}', { orgId: OrgId.parse(2), gatewayId: other.gatewayId, reason: 'before1970', lane: 0 })
    await keep('x', { orgId: null, reason: 'a landed frame is damaged', epoch: '', seq: 0 })
    for (const said of ['value 5 is refused', 'value 6 is refused']) await keep('x', { orgId: null, reason: said })
    const first = await list()
    expect([first.total, first.rows.length]).toEqual([15, 10])
    expect(first.rows.slice(0, 4)).toMatchObject([
      { reason: 'refused', detail: 'value 6 is refused', orgName: null, sn: site.sn },
      { reason: 'refused', detail: 'value 5 is refused' },
      { reason: 'frameDamaged', detail: null, seq: null, sizeBytes: 1 },
      { reason: 'before1970', orgName: 'Other', sn: other.sn, lane: 'event', seq: 7, relandedAt: null },
    ])
    expect(first.reasons).toEqual([
      { reason: 'malformed', count: 11 },
      { reason: 'refused', count: 2 },
      ...(['before1970', 'frameDamaged'] as const).map((reason) => ({ reason, count: 1 })).sort(inOrderOf(first)),
    ])
    const second = await list({ pageNo: 2 })
    expect(second.rows.map(({ seq }) => seq)).toEqual([5, 4, 3, 2, 1])
    expect(second.rows[0]).toMatchObject({ orgName: 'Gatehouse', equipmentName: 'Intake', lane: 'record' })
  })

  test('is filtered by SN, reason, state and time of receipt', async () => {
    const at = Date.now() - hour
    const own = await keep('{}', { receivedAt: at, reason: 'malformed' })
    await keep('{}', { gatewayId: other.gatewayId, reason: 'refused by a trigger' })
    const done = await keep('{}', { reason: 'before1970' })
    await db().updateTable('historyQuarantine').set({ relandedAt: 5 }).where('id', '=', done).execute()
    const found = async (filter: object) => (await list(filter)).rows.map(({ reason }) => reason)
    expect(await found({ sn: other.sn.slice(2).toLowerCase() })).toEqual(['refused'])
    expect(await found({ sn: '%' })).toEqual([])
    expect(await found({ reason: 'refused' })).toEqual(['refused'])
    expect(await found({ reason: 'frameDamaged' })).toEqual([])
    expect(await found({ relanded: true })).toEqual(['before1970'])
    expect(await found({ relanded: false })).toEqual(['refused', 'malformed'])
    expect(await found({ from: at, to: at })).toEqual(['malformed'])
    const narrowed = await list({ reason: 'malformed', relanded: false })
    expect([narrowed.total, narrowed.rows[0]?.id, narrowed.reasons.length]).toEqual([1, own, 2])
    expect(await server.admin.ask(queryQuarantine, { from: 2, to: 1 })).toMatchObject({ code: 10001 })
    expect(await server.admin.ask(queryQuarantine, { reason: 'x' as never })).toMatchObject({ code: 10001 })
  })

  test('shows a message as received, at most 64 KiB of it', async () => {
    expect(await detail(await keep('{"a":"历"}'))).toMatchObject({
      ...{ epoch: word, bindingId: site.box.bound?.bindingId, sizeBytes: 11 },
      payload: { format: 'json', content: '{"a":"历"}', isCut: false },
    })
    const long = await detail(await keep(new Uint8Array(shownBytes + 9), { epoch: '' }))
    expect([long.sizeBytes, long.epoch, long.payload.format]).toEqual([shownBytes + 9, null, 'hex'])
    expect([long.payload.isCut, long.payload.content.length]).toEqual([true, 2 * shownBytes])
    expect((await server.admin.ask(quarantineDetail, { id: 999_999_999 as QuarantineId })).code).toBe(10002)
  })
})

const inOrderOf =
  (answer: { reasons: readonly { reason: string }[] }) => (a: { reason: string }, b: { reason: string }) =>
    answer.reasons.findIndex((each) => each.reason === a.reason) -
    answer.reasons.findIndex((each) => each.reason === b.reason)

describe('relanding', () => {
  test('a column that was unknown and exists now: stored once, at the original time, and marked', async () => {
    const at = newMoment()
    const next = level + 1
    const sent = await site.box.record({ [next]: 21.5 }, { at })
    const { id } = await until(async () => (await list({ reason: 'foreignColumn' })).rows[0])
    expect((await detail(id)).payload.content).toContain('21.5')
    expect(await outcomes(id)).toEqual(['foreignColumn'])
    expect(await stateOf(id)).toEqual({ reason: 'foreignColumn', relandedAt: null })

    const { columnIds } = await addReport(server.admin, site.equipmentId, { name: 'More', columns: ['Setpoint'] })
    expect(columnIds).toEqual([next])
    expect(await reland(id)).toEqual([{ id, outcome: 'landed', detail: null }])
    expect((await kept(at, next)).rows).toEqual([[at, 21.5]])
    expect((await list({ relanded: true })).rows).toMatchObject([{ id, sn: site.sn }])

    expect(await outcomes(id)).toEqual(['already'])
    expect((await kept(at, next)).rows).toHaveLength(1)
    await site.box.record({ [level]: 1 }, { at: newMoment() })
    await until(() => site.box.acks.find(({ seq }) => seq === sent + 1))
    expect(new Set(site.box.acks.map(({ epoch }) => epoch))).toEqual(new Set([site.box.epoch]))
    const { rows } = await server.admin.call(queryOperations, { act: 'relandQuarantine' })
    expect(rows).toMatchObject([
      { objectType: 'gateway', objectName: site.sn, after: { messages: String(id), landed: 1 }, result: 'success' },
      { after: { landed: 0, refused: 1 }, result: 'failure', code: null },
    ])
  })

  test('a message with a wrong owner stays, and the others land', async () => {
    const at = newMoment()
    const wrong = await keep(recordOf(at, { bindingId: other.box.bound!.bindingId }), { reason: 'foreignBinding' })
    const right = await keep(recordOf(at), { reason: 'tooScattered' })
    expect(await outcomes(wrong, right, 999_999_999, wrong)).toEqual(['foreignBinding', 'landed', 'already'])
    expect(await stateOf(wrong)).toMatchObject({ relandedAt: null })
    expect((await kept(at)).rows).toEqual([[at, at % 1000]])
  })

  test('a gap beyond the daily limit is shown with its reason', async () => {
    const at = newMoment()
    const { bindingId } = site.box.bound!
    const place = { session: word, epoch: word, lane: 'record', seq: 9, from: 4, points: 37, reason: 'full' }
    const span = { fromAt: at - 5000, toAt: at }
    const gap = { ...place, bindingId, equipmentId: site.equipmentId, ...span }
    const id = await keep(JSON.stringify(gap), { reason: 'tooManyGaps' })
    const nobody = await keep(JSON.stringify({ ...gap, bindingId: null }), { reason: 'ownerlessGap' })
    expect(await outcomes(id, nobody)).toEqual(['landed', 'ownerlessGap'])
    expect(await outcomes(id)).toEqual(['already'])
    expect((await kept(at)).holes).toMatchObject([{ from: at - 5000, to: at, points: 37, reason: 'full' }])
  })

  test('an unreadable message lands once it can be read, with the time of its receipt', async () => {
    const at = newMoment()
    const readable = await keep(recordOf(at - 7 * hour, { sentAt: at - 7 * hour }), {
      reason: 'malformed',
      receivedAt: at,
    })
    const never = await keep('{"epoch":1}', { reason: 'malformed' })
    const early = await keep(recordOf(at, { at: -1 }), { reason: 'before1970' })
    expect(await outcomes(readable, never, early)).toEqual(['landed', 'malformed', 'before1970'])
    expect((await kept(at)).rows).toEqual([[at, (at - 7 * hour) % 1000]])
  })

  test('readings of another owner after the unbinding stay, also when the gateway has returned', async () => {
    const at = newMoment()
    const { bindingId } = site.box.bound!
    const claim = (claimedAt: number) =>
      db().updateTable('gateway').set({ claimedAt }).where('id', '=', site.gatewayId).execute()
    const unbind = (unboundAt: number | null) =>
      db().updateTable('binding').set({ unboundAt }).where('id', '=', bindingId).execute()
    await unbind(at - hour)
    try {
      await claim(Date.now())
      const id = await keep(recordOf(at, { sentAt: at }), { reason: 'afterUnbinding', receivedAt: at })
      expect(await outcomes(id)).toEqual(['afterUnbinding'])
      await claim(at - 9 * hour)
      expect(await outcomes(id)).toEqual(['landed'])
    } finally {
      await unbind(null)
    }
  })

  describe('a message that the database refused', () => {
    const batchOf = (at: number) => ({
      ...{ gatewayId: site.gatewayId, epoch: word, lane: 1 as const, seq: 7, orgId: 1, equipmentId: site.equipmentId },
      ...{ ids: [level], times: [at], values: [4.5], codes: null },
    })

    test('lands with its original owner', async () => {
      const at = newMoment()
      const id = await keep(encodeBatch(batchOf(at)), { reason: 'too long', orgId: null })
      expect(await outcomes(id)).toEqual(['landed'])
      expect((await kept(at)).rows).toEqual([[at, 4.5]])
    })

    test('without content, damaged or without an owner stays, with the reason', async () => {
      const batch = batchOf(newMoment())
      const ids = [
        await keep(encodeMark(batch), { reason: 'too long' }),
        await keep(encodeBatch(batch), { reason: 'a landed frame is damaged', epoch: '' }),
        await keep(encodeBatch({ ...batch, equipmentId: other.equipmentId }), { reason: 'too long' }),
        await keep(encodeBatch({ ...batch, ids: [9_999_999] }), { reason: 'too long' }),
      ]
      expect(await outcomes(...ids)).toEqual(['nothingLeft', 'frameDamaged', 'foreignBinding', 'foreignColumn'])
      expect((await list({ relanded: false })).total).toBe(4)
    })

    test('and refuses again stays once, under a new id, until it is accepted', async () => {
      const at = newMoment()
      const id = await keep(recordOf(at, { values: [5] }), { reason: 'foreignColumn' })
      const fine = await keep(recordOf(at + 1000, { values: [6] }))
      await refuseFive()
      expect(await reland(id, fine)).toEqual([
        { id, outcome: 'refused', detail: 'not this one' },
        { id: fine, outcome: 'landed', detail: null },
      ])
      const { rows, total } = await list({ relanded: false })
      expect([total, rows[0]?.detail, rows[0]?.seq]).toEqual([1, 'not this one', 7])
      const renewed = rows[0]!.id
      expect(renewed).not.toBe(id)
      expect(await outcomes(id)).toEqual(['already'])
      const again = await outcomes(renewed)
      await refuseNothing()
      expect(again).toEqual(['refused'])
      expect(await outcomes((await list({ relanded: false })).rows[0]!.id)).toEqual(['landed'])
      expect((await kept(at)).rows).toEqual([
        [at, 5],
        [at + 1000, 6],
      ])
    })
  })

  test('interrupted between landing and marking is marked by the next try and landed once', async () => {
    const at = newMoment()
    const id = await keep(recordOf(at))
    expect(await server.platform.use(relandMessages)(await loadKept(db(), [id]))).toMatchObject([
      { id, outcome: 'landed' },
    ])
    expect(await stateOf(id)).toMatchObject({ relandedAt: null })
    expect(await outcomes(id)).toEqual(['landed'])
    expect(await stateOf(id)).not.toMatchObject({ relandedAt: null })
    await server.historian.turn()
    expect((await kept(at)).rows).toHaveLength(1)
  })

  test('interrupted and compacted is still landed once', async () => {
    const at = newMoment()
    const id = await keep(recordOf(at))
    await server.platform.use(relandMessages)(await loadKept(db(), [id]))
    await server.historian.turn()
    expect(await outcomes(id)).toEqual(['landed'])
    expect((await kept(at)).rows).toHaveLength(1)
  })

  test('a message relanded by several concurrent requests lands once, and one of them reports it', async () => {
    const at = newMoment()
    const ids = [await keep(recordOf(at)), await keep(recordOf(at + 1000))]
    const answers = (await Promise.all(Array.from({ length: 6 }, () => outcomes(...ids)))).flat()
    expect(answers.filter((outcome) => outcome === 'landed')).toHaveLength(2)
    expect(answers.filter((outcome) => outcome === 'already')).toHaveLength(10)
    expect((await kept(at)).rows).toHaveLength(2)
  })

  it.each([[[]], [[0]], [[-1]], [['x']], [Array.from({ length: 101 }, (_, i) => i + 1)], [5]])(
    '%j are not ids of messages',
    async (ids) => {
      for (const endpoint of [relandQuarantine, removeQuarantine])
        expect((await server.admin.ask(endpoint, { ids } as never)).code).toBe(10001)
    },
  )
})

test('a removed message is gone, and the log has the user', async () => {
  const ids = [await keep('{}'), await keep('{}', { gatewayId: other.gatewayId }), await keep('{}')]
  const gone = ids.slice(0, 2) as QuarantineId[]
  expect(await server.admin.call(removeQuarantine, { ids: [...gone, 999_999_999 as QuarantineId] })).toEqual({
    removed: 2,
  })
  expect((await list()).rows.map(({ id }) => id)).toEqual([ids[2]])
  const { rows } = await server.admin.call(queryOperations, { act: 'removeQuarantine' })
  expect(rows.map(({ objectName, loginname }) => [objectName, loginname]).toSorted()).toEqual(
    [site.sn, other.sn].toSorted().map((sn) => [sn, 'admin']),
  )
  expect(await server.admin.call(removeQuarantine, { ids: gone })).toEqual({ removed: 0 })
})

test('actions of the operator on messages of a company are also in the log of this company only', async () => {
  const company = await server.otherCompany()
  const theirs = [
    await keep('{}', { orgId: OrgId.parse(2) }),
    await keep('{}', { orgId: OrgId.parse(2) }),
  ] as QuarantineId[]
  const ours = (await keep('{}', { seq: 9 })) as QuarantineId
  await server.admin.call(relandQuarantine, { ids: [theirs[0]!, ours] })
  await server.admin.call(removeQuarantine, { ids: [theirs[1]!, ours] })
  const { rows } = await company.call(queryOperations, {})
  const done = rows.filter(({ act }) => act !== 'login')
  expect(done.map(({ act, after, loginname }) => [act, after, loginname])).toMatchObject([
    ['removeQuarantine', { messages: `${theirs[1]}`, removed: 1 }, 'admin'],
    ['relandQuarantine', { messages: `${theirs[0]}`, landed: 0, refused: 1 }, 'admin'],
  ])
})

test('an account without the permission can neither see, reland nor remove messages', async () => {
  const id = (await keep(recordOf(newMoment()))) as QuarantineId
  await server.addAccount({ loginname: 'staff', roleType: 'enterprise' })
  const staff = await server.as('staff', 'Waterworks1')
  const codes = [
    (await staff.ask(queryQuarantine, {})).code,
    (await staff.ask(quarantineDetail, { id })).code,
    (await staff.ask(relandQuarantine, { ids: [id] })).code,
    (await staff.ask(removeQuarantine, { ids: [id] })).code,
  ]
  expect(codes).toEqual([90002, 90002, 90002, 90002])
  expect(await stateOf(id)).toMatchObject({ relandedAt: null })
})

const segments = Array.from({ length: 8 }, (_, slot) => `history_landing_${slot}`)

/** Makes the database reject frames with the value 5, found by its eight bytes. */
async function refuseFive(): Promise<void> {
  const triggers = segments.map(
    (segment) => `create trigger refusing before insert on ${segment} for each row execute function refuse_five();`,
  )
  await asOwner(
    server.database,
    `create function refuse_five() returns trigger language plpgsql as $$ begin
       if position('\\x0000000000001440'::bytea in new.frame) > 0 then raise 'not this one'; end if;
       return new; end $$; ${triggers.join(' ')}`,
  )
}

const refuseNothing = () => asOwner(server.database, 'drop function refuse_five() cascade')
