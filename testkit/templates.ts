// Templates for tests: a typical one, with two variables, a report, an alarm rule and a page that shows a variable.
import type { Kysely } from 'kysely'
import { type EquipmentId, OrgId } from '../contract/fields.ts'
import type { DB } from '../db/schema.ts'
import { saveAlarmRule } from '../features/device/alarm-rules/contract.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { saveReport } from '../features/device/report/contract.ts'
import type { RolloutId } from '../features/device/rollout/contract.ts'
import { addTemplate, asDevice, type TemplateId } from '../features/device/template/contract.ts'
import { savePage } from '../features/page/page/contract.ts'
import type { Caller } from './server.ts'
import { configure, type Draft } from './site.ts'

const pumpSignals: readonly Draft[] = [
  { name: 'Level', title: 'Level', address: '40001', dataType: 'float32', unit: 'm', min: 0, max: 10 },
  { name: 'Pump', title: 'Pump on', address: '00001', dataType: 'bool', access: 'rw' },
]

export type PumpTemplate = { id: TemplateId; equipmentId: EquipmentId; pageId: number }

/** Fills a device or a template with variables, a report and alarm rules for a pump. */
export async function pumpConfig(caller: Caller, equipmentId: EquipmentId, drafts = pumpSignals) {
  const { config } = await configure(caller, equipmentId, drafts)
  const [level, pump] = config.signals
  const head = () => caller.call(queryConfig, { equipmentId })
  const report = {
    ...{ name: 'Levels', type: 'normal' as const, mode: 'conditional' as const },
    period: { every: 10, unit: 'second' as const },
    condition: { expression: `\${${equipmentId}.${pump!.id}} == true` },
    columns: [{ signalId: level!.id }, { signalId: pump!.id }],
  }
  await caller.call(saveReport, { equipmentId, version: (await head()).version, report })
  const rule = {
    ...{ name: 'High level', level: 'severe' as const, content: `{${level!.id}} is high` },
    condition: { kind: 'limit' as const, signalId: level!.id, is: 'above' as const, limit: 8 },
  }
  await caller.call(saveAlarmRule, { equipmentId, version: (await head()).version, rule })
  const position = { x: 0, y: 0, width: 100, height: 30, rotate: 0 }
  const data = { type: 'signal', signalId: level!.id, equipId: equipmentId, title: 'Level', subTitle: 'x' }
  const widgets = [{ id: 'a', widgetType: 'DataText', position, data }]
  const { id: pageId } = await caller.call(savePage, {
    ...{ equipmentId, title: 'Overview', startup: '1' as const },
    json: JSON.stringify({ con: { width: 800, height: 600, bgColor: '' }, widgets, bind: {} }),
  })
  return { pageId, config: (await head()).config }
}

export async function pumpTemplate(caller: Caller, name: string, more: object = {}): Promise<PumpTemplate> {
  const { id } = await caller.call(addTemplate, { name, ...more })
  const equipmentId = asDevice(id)
  return { id, equipmentId, pageId: (await pumpConfig(caller, equipmentId)).pageId }
}

/** A paused rollout of a template, with one device that does not follow it. */
export async function pausedRollout(
  db: Kysely<DB>,
  {
    templateId,
    equipmentId,
    orgId = OrgId.parse(1),
  }: { templateId: TemplateId; equipmentId: EquipmentId; orgId?: OrgId },
): Promise<RolloutId> {
  const settings = { waitS: 0, stopShare: 0, watchS: 0, rollBack: true }
  const by = { accountId: null, loginname: 'somebody', author: 'Somebody', createdAt: 1 }
  const { id: rolloutId } = await db
    .insertInto('rollout')
    .values({
      orgId,
      templateId,
      templateVersion: 0,
      templateStamp: '',
      status: 'paused',
      pausedWhy: 'person',
      ...settings,
      ...by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('rolloutDevice').values({ orgId, rolloutId, equipmentId, wave: 0, changedAt: 1 }).execute()
  return rolloutId
}
