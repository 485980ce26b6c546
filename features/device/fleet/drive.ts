// Runs imports and copies, one device after the other, each in its own transaction with its log line. All state is in
// tables, so that another node can continue, or the same node after a restart.
import { errorCode, Failure, fail } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { isDatabaseDown } from '../../../db/database-down.ts'
import { type Bound, writableSight } from '../../../db/sight.ts'
import { audience, type Member } from '../../frame/audience.ts'
import type { Change, ChangeCall, Platform } from '../../frame/serve.ts'
import { scopes } from '../../frame/tables.ts'
import { changedBy, insertEquipment, lockFields, mustFit, noFields, updateEquipment } from '../equipment/part-saving.ts'
import { applyTo } from '../template-binding/part-following.ts'
import { copyTo } from './copying.ts'
import {
  type DrivenItem,
  type DrivenJob,
  finish,
  holdItem,
  isDriver,
  loadDriven,
  loadWaiting,
  markDone,
  markFailed,
} from './drive-store.ts'
import type { Work } from './plan.ts'

/** Maximum number of devices of a job in one turn, so that jobs alternate. */
const begunAtOnce = 20
const language = 'en'

/** Runs one turn of the jobs; does nothing if another node is running one. */
export const drive = (platform: Platform): Promise<void> =>
  platform.db.transaction().execute(async (tx) => {
    if (!(await isDriver(tx))) return
    for (const job of await loadDriven(platform.db)) await driveOne(platform, job)
  })

async function driveOne(platform: Platform, job: DrivenJob): Promise<void> {
  for (const item of await loadWaiting(platform.db, job.id, begunAtOnce)) await guarded(platform, job, item)
  await finish(platform.db, job.id, platform.now())
}

/** Runs one item. A fault fails only this device; an unexpected fault is also thrown. */
async function guarded(platform: Platform, job: DrivenJob, item: DrivenItem): Promise<void> {
  try {
    await doItem(platform, job, item)
  } catch (error) {
    if (isDatabaseDown(error)) throw error
    const { code, details } = error instanceof Failure ? error : { code: errorCode('unknown'), details: {} }
    await markFailed(platform.db, job.id, item.position, { code, details })
    if (!(error instanceof Failure)) throw error
  }
}

type Done = { change: Change<unknown>; deviceId: EquipmentId }

async function doItem(platform: Platform, job: DrivenJob, item: DrivenItem): Promise<void> {
  const { orgId, accountId, loginname, author: name } = job
  const member = accountId === null ? undefined : await platform.use(audience).memberOf(orgId, accountId)
  // The job's author may have been disabled, or have fewer permissions now.
  if (!member) throw fail('noPermission')
  const user = { ...member, name, loginname, orgId, auths: [...member.auths] }
  const { change } = (await platform
    .sights(orgId, true)
    .transaction()
    .execute(async (tx): Promise<Partial<Done>> => {
      if (!(await holdItem(tx, job.id, item.position))) return {}
      const callOf = (more: readonly EquipmentId[]) => {
        const sight = writableSight(tx, boundOf(orgId, member, more))
        return { ...platform, sight, ownSight: sight, user, asker: user, language, ip: '' } as unknown as ChangeCall
      }
      const done = await (job.kind === 'copy' ? copied(callOf, job, item) : imported(callOf, item))
      const { sight } = callOf([done.deviceId])
      await platform.recordAs({ orgId, accountId, loginname, ip: '' }, done.change, sight)
      await markDone(tx, job.id, item.position, done.deviceId)
      return done
    })) as Partial<Done>
  await change?.afterwards?.()
}

/** The author's visible and writable devices, and the devices created in this transaction. */
function boundOf(orgId: Bound['orgId'], { devices, writable }: Member, more: readonly EquipmentId[]): Bound {
  const and = (ids: Bound['devices']) => (ids === 'all' ? ids : [...ids, ...more])
  return { orgId, devices: and(devices), writable: and(writable), projects: [], templates: 'all', scopes }
}

type CallOf = (more: readonly EquipmentId[]) => ChangeCall

const mustHold = ({ user }: ChangeCall, key: 'equipment:add' | 'equipment:edit'): void => {
  if (!user.auths.includes(key)) throw fail('noPermission')
}

async function copied(callOf: CallOf, { sourceId }: DrivenJob, { name, work }: DrivenItem): Promise<Done> {
  const call = callOf([])
  mustHold(call, 'equipment:add')
  const { groupId } = work as { groupId: Work['fields']['groupId'] }
  return copyTo(callOf, { sourceId: sourceId!, name, groupId: groupId ?? null })
}

async function imported(callOf: CallOf, { work, deviceId }: DrivenItem): Promise<Done> {
  const { fields: given, templateId } = work as Work
  const call = callOf([])
  mustHold(call, deviceId === null ? 'equipment:add' : 'equipment:edit')
  // The same permission as for binding: following a template reveals its content.
  if (templateId) mustHold(call, 'equipment:edit')
  const before = deviceId === null ? noFields : await lockFields(call.sight, deviceId)
  if (!before) throw fail('equipmentNotFound')
  const fields = changedBy(before, given)
  await mustFit(call, before, fields)
  const id = deviceId ?? (await insertEquipment(call.sight, fields, call.user.accountId, call.now()))
  if (deviceId !== null) await updateEquipment(call.sight, id, fields)
  const bound = templateId ? await applyTo(callOf([id]), 'bindTemplate', { equipmentId: id, templateId }) : undefined
  const object = { type: 'equipment', id, name: fields.name } as const
  const after = { ...fields, ...(bound && { template: (bound.after as { template: string }).template }) }
  const told = deviceId === null ? { after } : { before, after }
  return {
    change: {
      act: deviceId === null ? 'add' : 'edit',
      object,
      ...told,
      data: null,
      afterwards: () => bound?.afterwards?.(),
    },
    deviceId: id,
  }
}
