// Custom reports over intermediate variables, and over states of silent devices, with stored history.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProjectId } from '../../../contract/fields.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { person } from '../../../testkit/people.ts'
import {
  type Draft,
  energyReport,
  hour,
  now,
  type ReportStage,
  signalRef,
  startReportStage,
  stopReportStage,
} from '../../../testkit/report-stage.ts'
import { addReport } from '../../../testkit/reports.ts'
import type { Caller, TestServer } from '../../../testkit/server.ts'
import { liveSite, type Site } from '../../../testkit/site.ts'
import { savePage } from '../../page/page/contract.ts'
import { addGrant, addProjectGrant } from '../../people/grant/contract.ts'
import { addMvar, deleteMvar } from '../../watch/mvar/contract.ts'
import { addProject, addProjectEquips } from '../project/contract.ts'
import { addCustomReport, queryCustomRows } from './contract.ts'

let stage: ReportStage
let server: TestServer
let intake: Site
let works: Site
beforeAll(async () => {
  stage = await startReportStage()
  ;({ server, intake, works } = stage)
})
afterAll(() => stopReportStage(stage))

let count = 0
let projectId: ProjectId
beforeEach(async () => {
  count += 1
  projectId = (await server.admin.call(addProject, { name: `Town ${count}`, note: null })).id
  await server.admin.call(addProjectEquips, { projectId, equipmentIds: [intake.equipmentId, works.equipmentId] })
})

const energy = (more: Partial<Draft> = {}) => energyReport(stage, more)
const add = (more: Partial<Draft> = {}, who: Caller = server.admin) =>
  who.call(addCustomReport, { projectId, ...energy(more) })
const span = { from: hour(9), to: now }

test('hours of a state that is stored on change are unknown while the device recorded nothing', async () => {
  const plant = await liveSite(server, 'Silent')
  await using _ = plant.box
  await server.admin.call(addProjectEquips, { projectId, equipmentIds: [plant.equipmentId] })
  const [pump] = (
    await addReport(server.admin, plant.equipmentId, { name: 'States', mode: 'change', columns: ['Pump'] })
  ).columnIds as unknown as number[]
  const [level] = (await addReport(server.admin, plant.equipmentId, { name: 'Levels', columns: ['Level'] }))
    .columnIds as unknown as number[]
  await plant.box.record({ [pump!]: true, [level!]: 1 }, { at: hour(9) })
  // Stored each minute; from 10:00 to 12:00 the gateway had no power.
  for (const [from, to] of [
    [hour(9), hour(10)],
    [hour(12), now],
  ] as const) {
    const times = Array.from({ length: (to - from) / 60_000 }, (_, i) => i * 60_000)
    const same = (value: number) => times.map(() => value)
    await plant.box.record({}, { at: from, ids: same(level!), values: same(1), times, codes: same(200) })
  }
  await eventually(() => expect(plant.box.acked()).toBe(3))
  const formula = { calcType: 'custom' as const, text: `${signalRef(plant, 'Pump')} * 3` }
  const mvar = await server.admin.call(addMvar, { projectId, title: 'Thrice', formula })
  const fields = [
    { key: 'a', title: 'A', expression: `hours(${signalRef(plant, 'Pump')})` },
    { key: 'b', title: 'B', expression: `hours(\${mvar.${mvar.id}} > 2)` },
    { key: 'c', title: 'C', expression: `avg(\${mvar.${mvar.id}})` },
    { key: 'd', title: 'D', expression: `max(${signalRef(plant, 'Pump')})` },
  ]
  const { id } = await add({ title: 'Hours', fields })
  const asked = { reportId: id, ...span, order: 'ascending', totals: true } as const
  const { rows, totals } = await server.admin.call(queryCustomRows, asked)
  expect(rows.map(({ values, codes }) => [...values, codes[0]])).toEqual([
    [1, 1, 3, 1, 200],
    [null, null, null, null, 2611],
    [null, null, null, null, 2611],
    [1, 1, 3, null, 200],
    [expect.closeTo(1 / 3), expect.closeTo(1 / 3), 3, null, 200],
  ])
  // The total counts only the hours of the rows, and is marked as a part.
  const hours = expect.closeTo(2 + 1 / 3)
  expect(totals).toEqual({
    values: [hours, hours, 3, 1],
    codes: [200, 200, 200, 200],
    parts: [true, true, true, true],
  })
  const silence = { ...asked, from: hour(10), to: hour(12) - 1 }
  const empty = await server.admin.call(queryCustomRows, silence)
  expect(empty.totals).toMatchObject({ values: [null, null, null, null], codes: [2611, 2611, 2611, 2611] })
})

describe('intermediate variables', () => {
  const fieldsOf = (id: number) => [
    { key: 'mean', title: 'Mean', expression: `avg(\${mvar.${id}})` },
    { key: 'rise', title: 'Rise', expression: `delta(\${mvar.${id}})` },
    { key: 'on', title: 'On', expression: `hours(\${mvar.${id}} > 120)` },
  ]
  const mvar = (text: string) =>
    server.admin.call(addMvar, { projectId, title: 'Both', formula: { calcType: 'custom', text } })

  test('are calculated from stored values, also in the total', async () => {
    // Setpoint plus 20 while the pump runs: 130 at 10:59, 150 from 10:00 with the pump.
    const { id } = await mvar(`${signalRef(works, 'Setpoint')} + ${signalRef(intake, 'Pump')} * 20`)
    const report = await add({ title: 'Calculated', fields: fieldsOf(id) })
    expect(report.inputs).toEqual([{ equipmentId: 0, signalId: id, title: 'Both', subTitle: '' }])
    const asked = { reportId: report.id, ...span, order: 'ascending', totals: true } as const
    const { rows, totals } = await server.admin.call(queryCustomRows, asked)
    expect(rows.map(({ values }) => values)).toEqual([
      // Values exist since 9:59, for a minute.
      [100, 0, 0],
      [expect.closeTo((59 * 120 + 150) / 60), 50, expect.closeTo(1 / 60)],
      [150, 0, 1],
      [expect.closeTo((59 * 130 + 190) / 60), 40, 1],
      [expect.closeTo((10 * 190 + 10 * 192) / 20), 2, expect.closeTo(1 / 3)],
    ])
    expect(rows.map(({ parts }) => parts[0])).toEqual([true, false, false, false, false])
    expect(totals?.values.slice(1)).toEqual([92, expect.closeTo(2 + 1 / 60 + 1 / 3)])
  })

  test('that are not stored or were deleted return the reason', async () => {
    const { id } = await mvar(`${signalRef(works, 'Setpoint')} + ${signalRef(works, 'Total')}`)
    const report = await add({ title: 'Calculated', fields: fieldsOf(id).slice(0, 1) })
    const codes = async () => {
      const { rows } = await server.admin.call(queryCustomRows, { reportId: report.id, ...span })
      return rows[0]!.codes
    }
    expect(await codes()).toEqual([2613])
    await server.admin.call(deleteMvar, { id })
    expect(await codes()).toEqual([2614])
    expect((await server.admin.ask(addCustomReport, { projectId, ...energy({ fields: fieldsOf(id) }) })).code).toBe(
      2004,
    )
  })

  test('must belong to the project of the report', async () => {
    const elsewhere = (await server.admin.call(addProject, { name: `Other ${count}`, note: null })).id
    await server.admin.call(addProjectEquips, { projectId: elsewhere, equipmentIds: [works.equipmentId] })
    const formula = { calcType: 'custom' as const, text: signalRef(works, 'Setpoint') }
    const { id } = await server.admin.call(addMvar, { projectId: elsewhere, title: 'Foreign', formula })
    expect(await server.admin.ask(addCustomReport, { projectId, ...energy({ fields: fieldsOf(id) }) })).toMatchObject({
      code: 2004,
      data: { field: 'fields.0.expression' },
    })
  })

  test('are readable on a page that shows them; an author who sees only some input devices gets no value', async () => {
    const { id } = await mvar(`${signalRef(works, 'Setpoint')} + ${signalRef(intake, 'Pump')} * 20`)
    const report = await add({ title: 'Calculated', fields: fieldsOf(id) })
    const data = { type: 'report', customReportId: report.id }
    const widgets = [{ id: 'a', widgetType: 'History', position: { x: 0, y: 0, width: 100, height: 40 }, data }]
    const json = JSON.stringify({ widgets })
    const pageId = (await server.admin.call(savePage, { projectId, title: 'Calculated', json })).id
    const customer = await person(server, `reader-${count}`, { auths: ['monitor:view', 'history:view'] })
    const author = await person(server, `half-${count}`, { auths: ['project:view', 'monitor:view', 'history:view'] })
    const given = { loginname: null, mayWrite: false }
    for (const { accountId } of [customer, author])
      await server.admin.call(addProjectGrant, { projectId, accountId, ...given })
    await server.admin.call(addGrant, { ...given, accountId: author.accountId, equipmentId: works.equipmentId })
    const asked = { reportId: report.id, ...span, order: 'ascending' } as const
    const seen = await customer.call(queryCustomRows, { ...asked, pageId })
    expect(seen.rows[2]!.values).toEqual([150, 0, 1])
    expect((await author.call(queryCustomRows, asked)).rows[2]!.codes).toEqual([2614, 2614, 2614])
  })
})
