// Attacks on history by a gateway with a valid secret, another company, or a caller without an account. Over real MQTT
// and HTTP into a real PostgreSQL.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ColumnId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { downTopic, upTopic } from '../../../contract/topics.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { addReport } from '../../../testkit/reports.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { device, liveSite, type Site } from '../../../testkit/site.ts'
import { bindGateway, unbindGateway } from '../../gateway/binding/contract.ts'
import { exportHistory, exportProgress } from '../history-export/contract.ts'
import { queryReplay } from '../playback/contract.ts'
import { queryAggregates, queryHistory, queryHistoryBinary, queryReportRows, queryReports } from './contract.ts'

const hour = 3600_000
const day = 24 * hour
const errors: string[] = []
let server: TestServer
let other: Caller
let number = 0
const sites: Site[] = []
beforeAll(async () => {
  server = await testServer()
  other = await server.otherCompany()
})
afterAll(async () => {
  for (const { box } of sites) await box[Symbol.asyncDispose]()
  await server.stop()
})

async function stored(caller: Caller = server.admin) {
  number += 1
  const site = await liveSite(server, `Attacked ${number}`, caller)
  sites.push(site)
  const report = await addReport(caller, site.equipmentId, { columns: ['Level', 'Name'] })
  const [level, name] = report.columnIds as [ColumnId, ColumnId]
  return { site, box: site.box, level, name, reportId: report.reportId }
}
const acked = (box: Site['box'], seq: number, lane?: 'event' | 'record') =>
  eventually(() => expect(box.acked(lane)).toBe(seq))
const kept = async (site: Site, column: number, caller: Caller = server.admin) => {
  const input = { equipmentId: site.equipmentId, columnIds: [column] }
  const { series } = await caller.call(queryHistory, { ...input, from: Date.now() - day, to: Date.now() + hour })
  return series[0]!.values
}
const apart = ({ gatewayId }: Site) =>
  server.platform.db
    .selectFrom('historyQuarantine')
    .select(['reason', 'orgId', 'bindingId', 'seq'])
    .where('gatewayId', '=', gatewayId)
    .orderBy('id')
    .execute()

describe('a gateway that now belongs to another company', () => {
  test('delivers its backlog to the device that it was recorded for, and cannot forge records', async () => {
    const { site, box, level } = await stored()
    const { equipmentId, gatewayId, sn } = site
    const taken = { equipmentId, bindingId: box.bound!.bindingId }
    await server.admin.call(unbindGateway, { equipmentId })
    // Binding and unbinding are moved into the past.
    const { db } = server.platform
    await db
      .updateTable('binding')
      .set({ boundAt: Date.now() - day, unboundAt: Date.now() - hour })
      .where('gatewayId', '=', gatewayId)
      .execute()
    const account = await db
      .selectFrom('account')
      .select('orgId')
      .where('loginname', '=', 'other')
      .executeTakeFirstOrThrow()
    await db.updateTable('gateway').set({ orgId: account.orgId }).where('id', '=', gatewayId).execute()
    const theirs = await device(other, 'Theirs')
    await other.call(bindGateway, { equipmentId: theirs, sn })
    box.bound = null
    await box.hello()
    await box.record({ [level]: 1 }, { ...taken, at: Date.now() - 2 * hour })
    await box.record({ [level]: 666 }, taken)
    await box.record({ [level]: 665 }, { ...taken, at: Date.now() - 2 * day })
    await box.gap(1, { ...taken, fromAt: Date.now() - 1000, toAt: Date.now() })
    await acked(box, 4)
    expect(await kept(site, level)).toEqual([1])
    expect((await apart(site)).map(({ reason }) => reason)).toEqual(Array(3).fill('afterUnbinding'))
    const asked = { equipmentId: theirs, columnIds: [level], from: 0, to: hour }
    expect((await other.ask(queryHistory, asked)).code).toBe(10002)
  })
})

describe('a gateway with a valid secret', () => {
  test('sends ids, times and texts out of range: nothing blocks, nothing is corrupted', async () => {
    const { site, box, level, name } = await stored()
    await box.record({ [level]: 1 }, { bindingId: 2 ** 53 - 1 })
    await box.record({ [level]: 1 }, { equipmentId: 2 ** 53 - 1 })
    await box.record({ [2 ** 53 - 1]: 1 })
    await box.record({ [level]: 1 }, { at: 8.64e15, sentAt: -8.64e15, times: [2 ** 53 - 1] })
    await box.record({ [level]: 1 }, { at: -8.64e15, sentAt: 8.64e15, times: [-(2 ** 53 - 1)] })
    await box.record({ [level]: 5e-324, [name]: '\0\ud800\0x' })
    await box.record({ [level]: 1.7976931348623157e308 })
    await acked(box, 7)
    expect(await kept(site, name)).toHaveLength(1)
    expect((await apart(site)).map(({ reason }) => reason)).toEqual([
      'foreignBinding',
      'foreignBinding',
      'foreignColumn',
      'before1970',
    ])
    const [average] = (
      await server.admin.call(queryAggregates, {
        equipmentId: site.equipmentId,
        columnIds: [level],
        from: Date.now() - day,
        to: Date.now() + hour,
      })
    ).series
    expect(average!.max[0]).toBe(1.7976931348623157e308)
  })

  test('reports a gap over all sequence numbers: only its own lane ends', async () => {
    const { site, box, level } = await stored()
    await box.gap(1, { from: 1, seq: 2 ** 53 - 1, points: 2 ** 53 - 1, fromAt: 0, toAt: 8.64e15 })
    await acked(box, 2 ** 53 - 1)
    await box.record({ [level]: 1 }, { seq: 2 ** 53 - 1 })
    await box.record({ [level]: 2 }, { lane: 'event', seq: 1 })
    await acked(box, 1, 'event')
    box.epoch = 'aaaaaaaaaaaaaaaa'
    await box.record({ [level]: 3 })
    await acked(box, 1)
    expect(await kept(site, level)).toEqual([2, 3])
    const { db } = server.platform
    const row = await db.selectFrom('historyGap').selectAll().where('gatewayId', '=', site.gatewayId).executeTakeFirst()
    expect(Number(row!.toSeq)).toBe(2 ** 53 - 1)
  })

  test('cannot act for another gateway, neither by its name nor by its ids', async () => {
    const [mine, victim] = [await stored(), await stored()]
    await victim.box.record({ [victim.level]: 1 })
    await acked(victim.box, 1)
    const { epoch } = victim.box
    const { bindingId } = victim.box.bound!
    const forged = { epoch, equipmentId: victim.site.equipmentId, bindingId, lane: 'record', seq: 1 } as const
    await mine.box.record({ [victim.level]: 666 }, forged)
    await mine.box.gap(1, { ...forged, from: 1, seq: 1000 })
    mine.box.epoch = epoch
    await acked(mine.box, 1000)
    await victim.box.record({ [victim.level]: 2 })
    await acked(victim.box, 2)
    expect(await kept(victim.site, victim.level)).toEqual([1, 2])
    // The broker disconnects a client that publishes under another name, and drops the message.
    const message = { session: victim.box.session, ...forged, seq: 3, configHash: '0'.repeat(64) }
    const columns = { sentAt: Date.now(), at: Date.now(), ids: [victim.level], values: [666] }
    await mine.box
      .publish(upTopic(victim.site.sn, 'record'), JSON.stringify({ ...message, ...columns }), { qos: 0 })
      .catch((error: unknown) => errors.push(String(error)))
    await victim.box.record({ [victim.level]: 3 }, { seq: 3 })
    await acked(victim.box, 3)
    expect(await kept(victim.site, victim.level)).toEqual([1, 2, 3])
  })

  test('cannot acknowledge in place of the platform', async () => {
    const [mine, victim] = [await stored(), await stored()]
    const { epoch } = victim.box
    const ack = JSON.stringify({ epoch, lane: 'record', seq: 999 })
    await mine.box
      .publish(downTopic(victim.site.sn, 'ack'), ack, { qos: 0 })
      .catch((e: unknown) => errors.push(String(e)))
    await victim.box.record({ [victim.level]: 1 })
    await acked(victim.box, 1)
    expect(victim.box.acks.map(({ seq }) => seq)).not.toContain(999)
  })

  test('a message full of the longest texts is stored, one with too many values is not', async () => {
    const { site, box, name } = await stored()
    const ids = Array.from({ length: 900 }, () => name)
    await box.record(
      {},
      { ids, values: ids.map((_, i) => `${i}`.padEnd(1000, 'x')), times: ids.map((_, i) => i - day / 2) },
    )
    await acked(box, 1)
    expect(await kept(site, name)).toHaveLength(900)
    await box.record(
      {},
      { ids: Array.from({ length: 5001 }, () => name), values: Array.from({ length: 5001 }, () => 'x') },
    )
    await acked(box, 2)
    expect(await apart(site)).toMatchObject([{ reason: 'malformed', seq: 2 }])
  })
})

describe('a caller', () => {
  const all = [queryHistory, queryHistoryBinary, queryReportRows, queryAggregates, queryReplay, exportHistory]
  const spanned = (site: Site, columnId: number, reportId: number, change: object = {}) => {
    const from = Date.now() - 30 * day
    const input = {
      equipmentId: site.equipmentId,
      reportId,
      columnIds: [columnId],
      from,
      to: from + 30 * day,
      ...change,
    }
    return (path: string, who: Caller = server.admin, headers: object = {}) =>
      who.raw(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(input),
      })
  }
  const codeOf = async (response: Response) => {
    const isJson = response.headers.get('content-type')?.includes('json')
    const text = await response.text()
    return isJson ? (JSON.parse(text) as { code: number }).code : 200
  }

  test('without a session, without the permission, or from a foreign page is refused before the first byte', async () => {
    const { site, level, reportId } = await stored()
    await server.addAccount({ loginname: 'onlooker', roleType: 'operation' })
    const onlooker = await server.as('onlooker', adminPassword)
    const ask = spanned(site, level, reportId)
    for (const { path } of [...all, queryReports, exportProgress]) {
      expect(await codeOf(await ask(path, server.nobody))).toBe(1006)
      expect(await codeOf(await ask(path, server.admin, { origin: 'https://evil.example' }))).toBe(90004)
      expect(await codeOf(await ask(path, server.admin, { 'sec-fetch-site': 'cross-site' }))).toBe(90004)
      expect(await codeOf(await ask(path, onlooker))).toBe(90002)
    }
  })

  test.each([
    ['the end before the beginning', { from: 2, to: 1 }, 10009],
    ['a millisecond too much', { from: 0, to: 30 * day + 1 }, 10010],
    ['no number', { from: 'NaN' }, 10001],
    ['a year of five digits', { from: 253_402_300_800_000, to: 253_402_300_800_000 }, 10001],
    ['beyond all time', { to: 8.64e15 + 1 }, 10001],
    ['a fraction', { from: 0.5, to: 1 }, 10001],
    ['a device that is a list', { equipmentId: [[1]] }, 10001],
  ])('that requests %s', async (_, change, expected) => {
    const { site, level, reportId } = await stored()
    const codes = await Promise.all(
      all.map(async ({ path }) => codeOf(await spanned(site, level, reportId, change)(path))),
    )
    for (const code of codes) expect([expected, 10001, 10009, 10010]).toContain(code)
  })

  test('with maximum requests is quickly answered or refused', async () => {
    const { site, box, level, reportId } = await stored()
    await box.record({ [level]: 1 })
    await acked(box, 1)
    const ask = async (path: string, change: object) => codeOf(await spanned(site, level, reportId, change)(path))
    const thousand = Array.from({ length: 1000 }, (_, i) => i + 1)
    expect(await ask(queryHistory.path, { columnIds: thousand, signalIds: thousand })).toBe(10011)
    expect(await ask(queryAggregates.path, { bucket: { every: 1, unit: 'second' } })).toBe(10012)
    expect(await ask(queryReportRows.path, { pageNo: 1_000_000, pageSize: 200 })).toBe(200)
    expect(await ask(queryReportRows.path, { pageNo: 1_000_001 })).toBe(10001)
    expect(await ask(queryReplay.path, {})).toBe(200)
  })

  test.each(['month', 'week', 'day', 'hour'])('that requests a %s at the limits of time is answered', async (unit) => {
    const { site, level, reportId } = await stored()
    const latest = 253_402_300_799_999
    for (const every of [1, 86_400])
      for (const at of [0, latest]) {
        const change = { from: at, to: at, bucket: { every, unit } }
        expect([at, every, await codeOf(await spanned(site, level, reportId, change)(queryAggregates.path))]).toEqual([
          at,
          every,
          200,
        ])
      }
  })

  test('with fifty simultaneous exports: a few are served, the others refused, and later ones served', async () => {
    const { site, level, reportId } = await stored()
    const ask = spanned(site, level, reportId)
    const codes = await Promise.all(Array.from({ length: 50 }, async () => codeOf(await ask(exportHistory.path))))
    expect(new Set(codes)).toEqual(new Set([200, 90003]))
    expect(await codeOf(await ask(exportHistory.path))).toBe(200)
  })

  test('with the allowed number of exports in each of three sessions is refused, another account is not', async () => {
    const { site, level, reportId } = await stored()
    const ask = spanned(site, level, reportId)
    const sessions: Caller[] = []
    for (let i = 0; i < 3; i += 1) sessions.push(await server.as('admin', adminPassword))
    const all = sessions.flatMap((who) => Array.from({ length: limits.heavyCallsAtOnce }, () => who))
    const asked = all.map(async (who) => codeOf(await ask(exportHistory.path, who)))
    expect(await codeOf(await ask(exportHistory.path, other))).not.toBe(90003)
    expect(new Set(await Promise.all(asked))).toEqual(new Set([200, 90003]))
  })

  test('another company’s names, in a header and in a file, are plain text', async () => {
    const evil = '"; x=1\\; a/../b\u202e'
    const { site, level } = await stored()
    const named = await addReport(server.admin, site.equipmentId, { name: evil, columns: ['Level'] })
    const response = await spanned(site, level, named.reportId)(exportHistory.path)
    const plain = /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''[A-Za-z0-9._~%!-]+$/
    expect(response.headers.get('content-disposition')).toMatch(plain)
    await response.text()
  })
})
