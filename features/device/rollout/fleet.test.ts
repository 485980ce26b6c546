// A template rolled out to many virtual gateways, some of which reject it: fifty, or the number in ROLLOUT_DEVICES.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { configured, type Machine, machines, refuse, stayOnline } from '../../../testkit/fleet.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { newSn } from '../../../testkit/site.ts'
import { type PumpTemplate, pumpTemplate } from '../../../testkit/templates.ts'
import { queryConfig } from '../config/contract.ts'
import { saveSignals } from '../signal/contract.ts'
import { planRollout, queryRolloutDevices, rolloutInfo, rolloutPlan, startRollout } from './contract.ts'

const count = inject('rolloutDevices')
/** Whether a gateway rejects the configuration: 4 of 50 do, 40 of 500. */
const refusing = (at: number) => at % 25 === 7 || at % 25 === 19

let server: TestServer
let template: PumpTemplate
let fleet: Machine[]
beforeAll(async () => {
  server = await testServer({ callsPerMinute: 1_000_000 })
  template = await pumpTemplate(server.admin, 'Fleet')
  fleet = await machines((endpoint, input) => server.admin.call(endpoint, input), {
    ...{ templateId: template.id, mqttPort: server.mqttPort },
    ...{ sns: Array.from({ length: count }, () => newSn()), names: (at) => `Machine ${String(at).padStart(4, '0')}` },
  })
}, 1_200_000)
afterAll(async () => {
  for (const { box } of fleet ?? []) await box[Symbol.asyncDispose]()
  await server.stop()
}, 240_000)

test('each device has the template or its former state, and each gateway got one configuration', async () => {
  using _ = stayOnline(fleet)
  const { version, config } = await server.admin.call(queryConfig, { equipmentId: template.equipmentId })
  const save = [{ ...config.signals[0]!, address: '40021', unit: 'cm' }]
  await server.admin.call(saveSignals, { equipmentId: template.equipmentId, version, save, remove: [] })
  const plan = await server.admin.call(planRollout, { templateId: template.id })
  // The devices share one plan, because their changes are the same.
  expect(plan.plans).toMatchObject([{ devices: count, added: 0, changed: 1, removed: 0 }])
  const bad = fleet.filter((_, at) => refusing(at))
  for (const { box } of bad) refuse(box)
  const told = fleet.map(({ box }) => box.commands.length)
  const equipmentIds = fleet.map(({ equipmentId }) => equipmentId)
  const versionsOf = new Map(plan.devices.map((device) => [device.equipmentId, device.version]))
  const { templateVersion, templateStamp } = plan
  const { id } = await server.admin.call(startRollout, {
    ...{ templateId: template.id, templateVersion, templateStamp, equipmentIds },
    versions: equipmentIds.map((each) => versionsOf.get(each)!),
    ...{ canary: 2, waveSize: 100, waitS: 0, stopShare: 20, watchS: 0, rollBack: true },
  })
  const status = async () => (await server.admin.call(rolloutInfo, { id })).status
  while ((await status()) === 'running') await server.turn()
  const { counts, plans, ...of } = await server.admin.call(rolloutInfo, { id })
  expect(of.status).toBe('done')
  expect(counts).toMatchObject({ complete: count - bad.length, rolledBack: bad.length, failed: 0, waiting: 0 })
  expect(plans).toMatchObject([{ devices: count, changed: 1 }])
  const read = await server.admin.call(rolloutPlan, { id, no: 0 })
  expect([read.before.signals[0]!.unit, read.after.signals[0]!.unit]).toEqual(['m', 'cm'])
  const { rows } = await server.admin.call(queryRolloutDevices, { id, show: 'failed', pageSize: 100 })
  expect(rows.map(({ equipmentId }) => equipmentId).sort()).toEqual(bad.map(({ equipmentId }) => equipmentId).sort())
  expect(fleet.map(({ box }, at) => configured(box, told[at]))).toEqual(fleet.map(() => 1))
  const units = await server.platform.db
    .selectFrom('configVersion')
    .distinctOn('objectId')
    .select(['equipmentId', sql<string>`content -> 'signals' -> 0 ->> 'unit'`.as('unit')])
    .where('objectType', '=', 'equipment')
    .where('equipmentId', 'in', equipmentIds)
    .orderBy('objectId')
    .orderBy('version', 'desc')
    .execute()
  const wanted = new Map(fleet.map(({ equipmentId }, at) => [equipmentId, refusing(at) ? 'm' : 'cm']))
  expect(units.map(({ unit }) => unit)).toEqual(units.map(({ equipmentId }) => wanted.get(equipmentId!)))
}, 1_200_000)
