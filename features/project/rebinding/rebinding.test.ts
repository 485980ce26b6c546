// Moving a project to other devices, over HTTP and a real database.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EquipmentId, MvarId, PageId, ProjectId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { person } from '../../../testkit/people.ts'
import { addReport } from '../../../testkit/reports.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, type Draft, device, waterSignals } from '../../../testkit/site.ts'
import { pageInfo, savePage } from '../../page/page/contract.ts'
import { queryPageVersions, restorePage } from '../../page/page-versions/contract.ts'
import { addGrant, addProjectGrant } from '../../people/grant/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { addMvar, queryMvars } from '../../watch/mvar/contract.ts'
import { addProject, addProjectEquips, queryProjectEquips, updateProjectKey } from '../project/contract.ts'
import { addCustomReport, type CustomReportId, customReportInfo } from '../report/contract.ts'
import { planMove, saveMove } from './contract.ts'

type Made = { id: EquipmentId; signal: (name: string) => number; report: number }

let server: TestServer
let old: Made
let fresh: Made
let second: Made
const position = { x: 0, y: 0, width: 100, height: 40 }

async function made(name: string, drafts: readonly Draft[]): Promise<Made> {
  const id = await device(server.admin, name)
  const { config } = await configure(server.admin, id, drafts)
  const { reportId } = await addReport(server.admin, id, { columns: [drafts[0]!.name] })
  return { id, report: reportId, signal: (wanted) => config.signals.find((each) => each.name === wanted)!.id }
}

beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
  old = await made('Press 1', waterSignals)
  const others = waterSignals.map((each) => (each.name === 'Setpoint' ? { ...each, access: 'r' as const } : each))
  fresh = await made(
    'Press 2',
    others.filter(({ name }) => name !== 'Total'),
  )
  second = await made('Press 3', waterSignals)
})
afterAll(() => server.stop())

let count = 0
let projectId: ProjectId
let pageId: PageId
let mvarId: MvarId
let customReportId: CustomReportId
const bound = ({ id, signal }: Made, name: string) => ({
  ...{ id: name, widgetType: 'DataText', position },
  data: { type: 'signal', signalId: signal(name), equipId: id, title: '', subTitle: '' },
})
const save = (title: string, widgets: object[], more: object = {}) =>
  server.admin.call(savePage, { projectId, title, json: JSON.stringify({ widgets }), ...more })
const ref = ({ id, signal }: Made, name: string) => `\${${id}.${signal(name)}}`

beforeEach(async () => {
  count += 1
  const { admin } = server
  projectId = (await admin.call(addProject, { name: `Hall ${count}`, note: null })).id
  await admin.call(addProjectEquips, { projectId, equipmentIds: [old.id, second.id] })
  await admin.call(updateProjectKey, { projectId, equipmentId: old.id, signalId: old.signal('Level') as never })
  const table = {
    id: 't',
    widgetType: 'Alarm',
    position,
    data: { equips: [{ equipmentId: old.id, title: 'Press 1' }] },
  }
  const report = {
    id: 'r',
    widgetType: 'History',
    position,
    data: { type: 'report', equipId: old.id, reportId: old.report },
  }
  const names = ['Level', 'Setpoint', 'Total'].map((name) => bound(old, name))
  pageId = (await save('Overview', [...names, { ...bound(second, 'Level'), id: 'second' }, table, report])).id
  await save('Other', [bound(second, 'Pump')])
  const formula = { calcType: 'sum' as const, text: `${ref(old, 'Level')}, ${ref(second, 'Level')}` }
  mvarId = (await admin.call(addMvar, { projectId, title: 'Both', unit: null, formula })).id
  const fields = [
    { key: 'a', title: 'A', expression: `avg(${ref(old, 'Level')}) + hours(${ref(old, 'Level')} > 2)` },
    { key: 'b', title: 'B', expression: `avg(\${mvar.${mvarId}}) + last(${ref(old, 'Total')})` },
  ]
  const daily = { title: 'Daily', bucket: { unit: 'day' as const }, zone: null, fields }
  customReportId = (await admin.call(addCustomReport, { projectId, ...daily })).id
})

const moving = () => ({ projectId, from: [old.id], to: [fresh.id], pageIds: [] })
const plan = () => server.admin.call(planMove, moving())

/** The proposals as decisions; variables without a proposal become unbound. */
async function proposed(more: object = {}) {
  const { pairs, pages } = await plan()
  const rows = (kind: string) =>
    pairs.flatMap((pair) => pair.rows.filter((row) => row.kind === kind).map(({ from, to }) => ({ from: from.id, to })))
  const versions = pages.map(({ id, version }) => ({ id, version }))
  return { ...moving(), signals: rows('signal'), reports: rows('report'), versions, keepOld: false, ...more }
}
const dataOf = async () => {
  const { content } = await server.admin.call(pageInfo, { id: pageId })
  return new Map(content.widgets.map(({ id, data }) => [id, data]))
}

describe('the plan', () => {
  test('contains each used variable with its reason and its open questions', async () => {
    const { pairs, pages, mvars, customReports } = await plan()
    expect(pairs).toHaveLength(1)
    expect(pairs[0]).toMatchObject({ from: { id: old.id, name: 'Press 1' }, to: { id: fresh.id, name: 'Press 2' } })
    const rows = pairs[0]!.rows.map(({ kind, from, to, reason, questions }) => [
      kind,
      from.name,
      to,
      reason,
      questions.join(),
    ])
    expect(rows).toEqual([
      ['signal', 'Level', fresh.signal('Level'), 'name', ''],
      ['signal', 'Setpoint', fresh.signal('Setpoint'), 'name', 'access'],
      ['signal', 'Total', null, null, 'none'],
      ['report', expect.any(String), fresh.report, 'name', ''],
    ])
    expect(pairs[0]!.rows[0]).toMatchObject({ pages: 1, widgets: 1, mvars: 2, isKey: true })
    expect(pages.map(({ title }) => title)).toEqual(['Other', 'Overview'])
    expect([mvars, customReports]).toEqual([1, 1])
  })

  test('for a single page has no formulas and no key variable', async () => {
    const one = await server.admin.call(planMove, { ...moving(), pageIds: [pageId] })
    expect(one.pairs[0]!.rows[0]).toMatchObject({ mvars: 0 })
    expect([one.pages.length, one.mvars, one.customReports]).toEqual([1, 0, 0])
  })

  test.each<[string, () => object, string]>([
    ['lists that do not fit', () => ({ to: [fresh.id, second.id] }), 'to'],
    ['a device for itself', () => ({ to: [old.id] }), 'to'],
    ['a device twice', () => ({ from: [old.id, old.id], to: [fresh.id, second.id] }), 'from'],
    ['a device that is not in the project', () => ({ from: [fresh.id], to: [old.id] }), 'from'],
  ])('is refused for %s', async (_, change, field) => {
    const answer = await server.admin.ask(planMove, { ...moving(), ...change() })
    expect([10001, 10002]).toContain(answer.code)
    expect(answer.data).toMatchObject({ field })
  })
})

describe('a move', () => {
  test('moves pages, formulas, the key variable and the devices together', async () => {
    const saved = await server.admin.call(saveMove, await proposed({ message: 'New press' }))
    expect(saved).toEqual({ pages: 1, widgets: 5, unbound: 1, mvars: 1, customReports: 1 })
    const data = await dataOf()
    expect(data.get('Level')).toMatchObject({ equipId: fresh.id, signalId: fresh.signal('Level'), subTitle: 'Press 2' })
    expect(data.get('Total')).not.toHaveProperty('signalId')
    expect(data.get('t')).toEqual({ equips: [{ equipmentId: fresh.id, title: 'Press 2' }] })
    expect(data.get('r')).toMatchObject({ equipId: fresh.id, reportId: fresh.report })
    const [mvar] = await server.admin.call(queryMvars, { projectId })
    expect(mvar).toMatchObject({ id: mvarId, formula: { text: `${ref(fresh, 'Level')}, ${ref(second, 'Level')}` } })
    expect((await server.admin.call(customReportInfo, { id: customReportId })).fields).toMatchObject([
      { expression: `avg(${ref(fresh, 'Level')}) + hours(${ref(fresh, 'Level')} > 2)` },
      // The total has no counterpart: the field keeps its old variable and has no value.
      { expression: `avg(\${mvar.${mvarId}}) + last(${ref(old, 'Total')})` },
    ])
    const equips = await server.admin.call(queryProjectEquips, { projectId })
    expect(equips.map(({ equipmentId, keySignalId }) => [equipmentId, keySignalId])).toEqual([
      [fresh.id, fresh.signal('Level')],
      [second.id, null],
    ])
    const [version] = await server.admin.call(queryPageVersions, { id: pageId })
    expect(version).toMatchObject({ version: 2, message: 'New press' })
    const log = await server.admin.call(queryOperations, { pageNo: 1, pageSize: 10 } as never)
    expect(log.rows[0]).toMatchObject({ act: 'moveProject' })
  })

  test('can be undone by restoring the previous versions', async () => {
    await server.admin.call(saveMove, await proposed({ keepOld: true }))
    await server.admin.call(restorePage, { id: pageId, version: 2, restore: 1 })
    expect((await dataOf()).get('Level')).toMatchObject({ equipId: old.id, signalId: old.signal('Level') })
  })

  test('keeps the old devices on request', async () => {
    await server.admin.call(saveMove, await proposed({ keepOld: true }))
    const equips = await server.admin.call(queryProjectEquips, { projectId })
    expect(equips.map(({ equipmentId }) => equipmentId)).toEqual([old.id, fresh.id, second.id])
  })

  test('can swap two devices', async () => {
    const both = { from: [old.id, second.id], to: [second.id, old.id], pageIds: [], projectId }
    const { pairs, pages } = await server.admin.call(planMove, both)
    const signals = pairs.flatMap(({ rows }) =>
      rows.filter(({ kind }) => kind === 'signal').map(({ from, to }) => ({ from: from.id, to })),
    )
    const versions = pages.map(({ id, version }) => ({ id, version }))
    await server.admin.call(saveMove, { ...both, signals, reports: [], versions, keepOld: false })
    const { content } = await server.admin.call(pageInfo, { id: pageId })
    expect(content.widgets.slice(0, 4).map(({ data }) => data?.equipId)).toEqual([
      second.id,
      second.id,
      second.id,
      old.id,
    ])
    expect(await server.admin.call(queryProjectEquips, { projectId })).toHaveLength(2)
  })

  test('is refused if a page was saved meanwhile, and the answer names it', async () => {
    const moves = await proposed()
    await save('Overview', [bound(old, 'Level')], { id: pageId })
    const answer = await server.admin.ask(saveMove, moves)
    expect(answer).toMatchObject({ code: 10004, data: { page: { id: pageId, title: 'Overview', version: 2 } } })
    expect((await dataOf()).get('Level')).toMatchObject({ equipId: old.id })
    expect(
      (await server.admin.call(queryProjectEquips, { projectId })).map(({ equipmentId }) => equipmentId),
    ).toContain(old.id)
  })

  test.each<[string, () => object, string]>([
    [
      'a variable of another device in its place',
      () => ({ signals: [{ from: old.signal('Level'), to: second.signal('Level') }] }),
      'signals',
    ],
    [
      'a variable that is none of the old device',
      () => ({ signals: [{ from: second.signal('Level'), to: null }] }),
      'signals',
    ],
    ['a report of another device', () => ({ reports: [{ from: old.report, to: second.report }] }), 'reports'],
  ])('is refused with %s', async (_, change, field) => {
    const answer = await server.admin.ask(saveMove, { ...(await proposed()), ...change() })
    expect(answer).toMatchObject({ code: 10001, data: { field } })
  })

  test.each<[string, Permission[], 'both' | 'old', number]>([
    ['who may edit both', ['project:edit', 'page:edit', 'equipment:view'], 'both', 200],
    ['who may edit no page', ['project:edit'], 'both', 90002],
    ['who does not see the new device', ['project:edit', 'page:edit'], 'old', 1101],
  ])('checks the permissions of an account %s', async (_, auths, sees, code) => {
    count += 1
    const someone = await person(server, `mover-${count}`, { auths: ['monitor:view', 'project:view', ...auths] })
    const given = { accountId: someone.accountId, loginname: null, mayWrite: true }
    await server.admin.call(addProjectGrant, { projectId, ...given })
    for (const { id } of sees === 'both' ? [old, fresh] : [old])
      await server.admin.call(addGrant, { equipmentId: id, groupId: null, roleId: null, ...given })
    const moves = await proposed()
    expect((await someone.ask(planMove, moving())).code).toBe(code)
    expect((await someone.ask(saveMove, moves)).code).toBe(code)
    if (code !== 200) return
    const data = await dataOf()
    expect(data.get('Level')).toMatchObject({ equipId: fresh.id })
    // Bindings to invisible devices stay.
    expect(data.get('second')).toMatchObject({ equipId: second.id })
  })

  test('is limited by the devices of the project, also invisible ones', async () => {
    count += 1
    const auths: Permission[] = ['monitor:view', 'project:view', 'project:edit', 'page:edit', 'equipment:view']
    const mover = await person(server, `mover-${count}`, { auths })
    const given = { accountId: mover.accountId, loginname: null, mayWrite: true }
    await server.admin.call(addProjectGrant, { projectId, ...given })
    for (const { id } of [old, fresh])
      await server.admin.call(addGrant, { equipmentId: id, groupId: null, roleId: null, ...given })
    const { db } = server.platform
    const others = limits.projectEquips - (await server.admin.call(queryProjectEquips, { projectId })).length
    await sql`with made as (insert into equipment (org_id, name, created_at, created_by)
        select 1, 'One of many ' || n, 1, 1 from generate_series(1, ${others}::int) n returning id)
      insert into project_equip (org_id, project_id, equipment_id, added_at)
        select 1, ${projectId}, id, 1 from made`.execute(db)
    expect((await mover.ask(saveMove, await proposed({ keepOld: true }))).code).toBe(2606)
    expect((await mover.ask(saveMove, await proposed())).code).toBe(200)
    await db.deleteFrom('equipment').where('name', 'like', 'One of many %').execute()
  })
})
