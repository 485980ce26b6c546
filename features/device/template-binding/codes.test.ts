// Triggers every error code of templates, bindings, rollouts and capacities. A new code in these ranges fails here
// until it has a line. [S8 1105-1116, 1701-1709, 3101-3109]
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { errorRows } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { alarm } from '../../../testkit/alarms.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { device, registered, site } from '../../../testkit/site.ts'
import { type PumpTemplate, pumpTemplate } from '../../../testkit/templates.ts'
import { bindGateway } from '../../gateway/binding/contract.ts'
import { saveAlarmFilter } from '../../watch/alarm/contract.ts'
import { queryConfig } from '../config/contract.ts'
import { saveReport } from '../report/contract.ts'
import { queryRolloutDevices, type RolloutId, startRollout } from '../rollout/contract.ts'
import { isDriver } from '../rollout/drive-store.ts'
import { saveSignals } from '../signal/contract.ts'
import { addTemplate, copyTemplate, deleteTemplate, exportTemplate, importTemplate } from '../template/contract.ts'
import { applyTemplate, bindTemplate } from './contract.ts'

let server: TestServer
let own: PumpTemplate
let file: string
beforeAll(async () => {
  server = await testServer({ callsPerMinute: 100_000 })
  own = await pumpTemplate(server.admin, 'Own', { series: 'GH' })
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ id: own.id })
  file = await (await server.admin.raw(exportTemplate.path, { method: 'POST', headers, body })).text()
})
afterAll(() => server.stop())

let made = 0
const name = () => `Code ${++made}`
const follower = async () => {
  const equipmentId = await device(server.admin, name())
  await server.admin.call(bindTemplate, { equipmentId, templateId: own.id })
  return equipmentId
}

/** Imports a file of the template with a changed configuration; returns the code. */
const imported = async (change: (config: EquipmentConfig) => object, more: object = {}): Promise<number> => {
  const read = JSON.parse(file) as { config: EquipmentConfig }
  const json = JSON.stringify({ ...read, config: { ...read.config, ...change(read.config) }, ...more })
  return (await server.admin.ask(importTemplate, { name: name(), json })).code
}

/** Copies of an item with distinct ids and names. */
const many = <T extends object>(one: T, count: number, more: (at: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, at) => ({ ...one, id: 10_000 + at, name: `N${at}`, ...more(at) }))

async function rollout(equipmentId: Awaited<ReturnType<typeof follower>>, watchS = 0) {
  const { version } = await server.admin.call(queryConfig, { equipmentId: own.equipmentId })
  const settings = { canary: 0, waveSize: 1, waitS: 0, stopShare: 100, watchS, rollBack: true }
  const of = { templateId: own.id, templateVersion: version, equipmentIds: [equipmentId], ...settings }
  return server.admin.ask(startRollout, of)
}

/** The code of the only device of a rollout, once it has one. */
async function codeIn(id: RolloutId): Promise<number> {
  for (;;) {
    await server.turn()
    const { rows } = await server.admin.call(queryRolloutDevices, { id })
    if (rows[0]!.code !== null) return rows[0]!.code
    if (rows[0]!.state === 'complete') return 200
  }
}

/** Holds the lock of the rollout job during the work: the job's own clock would otherwise apply the template first. */
async function whileNoRolloutRuns<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    const held = await server.platform.db
      .transaction()
      .execute(async (tx) => ((await isDriver(tx)) ? { result: await work() } : undefined))
    if (held) return held.result
  }
}

async function retitled(equipmentId: Awaited<ReturnType<typeof follower>>): Promise<void> {
  const { version, config } = await server.admin.call(queryConfig, { equipmentId })
  const save = [{ ...config.signals[0]!, title: name() }]
  await server.admin.call(saveSignals, { equipmentId, version, save, remove: [] })
}

const answers: Record<number, () => Promise<number>> = {
  1105: async () => (await server.admin.ask(copyTemplate, { id: own.id, name: name(), series: 'XX' })).code,
  1106: async () => (await server.admin.ask(importTemplate, { name: name(), series: 'XX', json: file })).code,
  1107: async () => {
    const other = await pumpTemplate(server.admin, name(), { series: 'XX' })
    const { equipmentId } = await site(server, name())
    return (await server.admin.ask(bindTemplate, { equipmentId, templateId: other.id })).code
  },
  1108: async () => {
    const { equipmentId } = await site(server, name())
    const { sn, code } = await registered(server.admin)
    return (await server.admin.ask(bindGateway, { equipmentId, sn, code })).code
  },
  1109: async () => (await server.admin.ask(applyTemplate, { equipmentId: await device(server.admin, name()) })).code,
  1110: async () => (await server.admin.ask(bindTemplate, { equipmentId: await follower(), templateId: own.id })).code,
  1141: async () => {
    const equipmentId = await follower()
    expect((await rollout(equipmentId)).code).toBe(200)
    return (await rollout(equipmentId)).code
  },
  1142: async () => {
    const equipmentId = await follower()
    const { data } = await rollout(equipmentId, 3600)
    await server.turn()
    const { config } = await server.admin.call(queryConfig, { equipmentId })
    await alarm(server.platform.db, { ruleId: config.alarms[0]!.id, raisedAt: Date.now() })
    return codeIn(data!.id)
  },
  1143: async () => {
    const equipmentId = await follower()
    const { data } = await whileNoRolloutRuns(async () => {
      const started = await rollout(equipmentId)
      await retitled(equipmentId)
      return started
    })
    return codeIn(data!.id)
  },
  1701: () =>
    imported(({ signals }) => ({
      signals: [...signals, ...many(signals[0]!, limits.signalsPerEquipment, (at) => ({ address: `H:${at}` }))],
    })),
  1702: () => imported(({ alarms }) => ({ alarms: many(alarms[0]!, limits.alarmRulesPerEquipment + 1) })),
  1704: () =>
    imported(({ reports }) => ({
      reports: many(reports[0]!, limits.reportsPerEquipment + 1, (at) => ({
        columns: [{ ...reports[0]!.columns[0]!, id: 20_000 + at }],
      })),
    })),
  1705: async () => {
    const { version, config } = await server.admin.call(queryConfig, { equipmentId: own.equipmentId })
    const { id: _, ...report } = config.reports[0]!
    const columns = many(report.columns[0]!, limits.columnsPerReport + 1)
    const tooMany = { ...report, name: name(), columns: columns.map(({ signalId }) => ({ signalId })) }
    return (await server.admin.ask(saveReport, { equipmentId: own.equipmentId, version, report: tooMany })).code
  },
  1706: async () => {
    for (;;) {
      const { code } = await server.admin.ask(saveAlarmFilter, { name: name() })
      if (code !== 200) return code
    }
  },
  1707: () =>
    imported(() => ({
      scripts: many({ source: '1', trigger: { kind: 'start' } }, limits.scriptsPerEquipment + 1),
    })),
  3101: async () => {
    const { db } = server.platform
    const orgId = (await db.selectFrom('equipment').select('orgId').limit(1).executeTakeFirstOrThrow()).orgId
    const by = (await db.selectFrom('account').select('id').limit(1).executeTakeFirstOrThrow()).id
    const rows = Array.from({ length: limits.templates }, () => ({
      ...{ orgId, name: name(), isTemplate: true, createdAt: 1, createdBy: by },
    }))
    const ids = await db.insertInto('equipment').values(rows).returning('id').execute()
    const templates = ids.map(({ id }) => ({
      id: id as number as PumpTemplate['id'],
      orgId,
      series: null,
      model: null,
    }))
    await db.insertInto('template').values(templates).execute()
    const { code } = await server.admin.ask(addTemplate, { name: name() })
    await db
      .deleteFrom('template')
      .where(
        'id',
        'in',
        templates.map(({ id }) => id),
      )
      .execute()
    return code
  },
  3102: async () => {
    await follower()
    return (await server.admin.ask(deleteTemplate, { id: own.id })).code
  },
  3103: async () => (await server.admin.ask(importTemplate, { json: '{' })).code,
  3104: () => imported(() => ({}), { version: 2 }),
}

const ranges = [
  [1105, 1116],
  [1141, 1143],
  [1701, 1709],
  [3101, 3109],
] as const

test('every code of these ranges has a line', () => {
  const codes = errorRows.map(({ code }) => code).filter((code) => ranges.some(([a, z]) => code >= a && code <= z))
  expect(Object.keys(answers).map(Number)).toEqual(codes.sort((a, b) => a - b))
})

test.each(Object.entries(answers))('code %s occurs', async (code, answer) => {
  expect(await answer()).toBe(Number(code))
})
