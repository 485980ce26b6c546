import { errorText, fail, type Language } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { type ChangeCall, type RoomServer, serve } from '../../frame/serve.ts'
import { asDevice } from '../template/contract.ts'
import { loadWhole, stampOf } from '../template-binding/part-sides.ts'
import {
  cancelRollout,
  type DeviceState,
  editRollout,
  forceRolloutDevice,
  pauseRollout,
  planRollout,
  queryRolloutDevices,
  queryRollouts,
  type RolloutId,
  resumeRollout,
  retryRolloutDevice,
  rolloutInfo,
  rolloutPlan,
  skipRolloutDevice,
  startRollout,
  takeBackRollout,
} from './contract.ts'
import { planFor, readThen } from './plan.ts'
import { insertPlans, loadFollowers, loadPlan, loadPlans } from './plan-store.ts'
import { canRetry, canSkip, wavesOf } from './rules.ts'
import {
  busyAmong,
  insertRollout,
  loadCells,
  loadDevices,
  loadRollout,
  loadRollouts,
  lockDeviceOf,
  lockRollout,
  reachesBeyond,
  updateBegun,
  updateDevice,
  updateDevices,
  updateRollout,
} from './store.ts'

async function locked(call: ChangeCall, id: RolloutId) {
  const rollout = await lockRollout(call.sight, id)
  const template = rollout && (await loadWhole(call.sight, asDevice(rollout.templateId)))
  if (!rollout || !template) throw fail('notFound', {}, { field: 'id' })
  return { ...rollout, template, object: { type: 'template', id: rollout.templateId, name: template.name } as const }
}

/**
 * Locks a rollout for a decision about all its devices: the caller must be able to write to each. Throws
 * noWritePermission.
 */
async function decided(call: ChangeCall, id: RolloutId) {
  const rollout = await locked(call, id)
  const { writable } = call.user
  if (writable !== 'all' && (await reachesBeyond(call.sight, id, writable))) throw fail('noWritePermission')
  return rollout
}

const notNow = (status: string) => fail('badState', { reason: status })

/** A device of a rollout that is not cancelled, in one of the states in which the requested action is possible. */
async function deviceFor(
  call: ChangeCall,
  id: RolloutId,
  equipmentId: EquipmentId,
  can: (state: DeviceState) => boolean,
) {
  const rollout = await locked(call, id)
  const device = await lockDeviceOf(call.sight, id, equipmentId)
  if (!device) throw fail('equipmentNotFound')
  if (!can(device.state) || rollout.status === 'cancelled') throw notNow(device.state)
  return { rollout, object: { type: 'equipment', id: equipmentId, name: device.name } as const, state: device.state }
}

/** The reason in the reader's language. */
const reasonOf = (code: number | null, reason: string | null, seconds: number, language: Language): string | null =>
  code === null ? null : errorText(code, language, { reason: reason ?? '', name: reason ?? '', seconds })

export default [
  serve(planRollout, async ({ templateId, equipmentIds }, { sight, now }) => {
    const template = await loadWhole(sight, asDevice(templateId))
    if (!template) throw fail('notFound')
    const templateStamp = await stampOf(sight, templateId)
    const followers = await loadFollowers(sight, templateId, equipmentIds)
    const { plans, of } = await planFor(sight, template, followers, now())
    return {
      ...{ templateVersion: template.version, templateStamp },
      plans: plans.map(({ version: _, own: __, pages, ...plan }) => ({ ...plan, pages: pages.length })),
      devices: followers.map(({ own: _, deviceHash: __, fromVersion: ___, ...row }) => {
        const { no = null, lost = null } = of.get(row.equipmentId) ?? {}
        const version = row.version ?? 0
        return { ...row, version, isSame: no === null, plan: no, lost }
      }),
    }
  }),

  serve(
    startRollout,
    { kind: 'change' },
    async ({ templateId, templateVersion, templateStamp, equipmentIds, ...more }, call) => {
      const { sight, user } = call
      const { versions, ...settings } = more
      const template = await loadWhole(sight, asDevice(templateId))
      if (!template) throw fail('notFound')
      const stamp = await stampOf(sight, templateId)
      const isStale = template.version !== templateVersion || (templateStamp ?? stamp) !== stamp
      if (isStale) throw fail('staleVersion', {}, { templateVersion: template.version })
      const ids = [...new Set(equipmentIds)]
      await sight.lock('rollout')
      const followers = await loadFollowers(sight, templateId, ids)
      const byId = new Map(followers.map((each) => [each.equipmentId, each]))
      if (ids.some((id) => !byId.has(id))) throw fail('noTemplate', {}, { field: 'equipmentIds' })
      const read = new Map(versions.length > 0 ? equipmentIds.map((id, at) => [id, versions[at]]) : [])
      const saved = followers.find(({ equipmentId, version }) => (read.get(equipmentId) ?? version) !== version)
      if (saved) throw fail('staleVersion', {}, { equipmentId: saved.equipmentId, name: saved.name })
      const busy = await busyAmong(sight, ids)
      if (busy) throw fail('rolloutUnderWay', { name: busy.name }, { equipmentId: busy.id })
      const { plans, of } = await planFor(sight, template, followers, call.now())
      const waves = wavesOf(ids.length, settings)
      const devices = ids.map((equipmentId, at) => ({
        ...{ equipmentId, wave: waves[at]!, version: byId.get(equipmentId)?.version ?? 0 },
        plan: of.get(equipmentId)?.no ?? null,
      }))
      const on = { templateId, templateVersion, templateStamp: stamp }
      const id = await insertRollout(sight, { ...on, settings, by: user, devices, at: call.now() })
      await insertPlans(
        sight,
        id,
        plans.map(({ devices: _, name: __, ...plan }) => plan),
      )
      const object = { type: 'template', id: templateId, name: template.name } as const
      return { act: 'startRollout', object, after: { equipmentCount: ids.length, templateVersion }, data: { id } }
    },
  ),

  serve(queryRollouts, (filter, { sight }) => loadRollouts(sight, filter)),

  serve(rolloutInfo, async ({ id }, { sight }) => {
    const rollout = await loadRollout(sight, id)
    if (!rollout) throw fail('notFound', {}, { field: 'id' })
    const cells = await loadCells(sight, id)
    const waves = [...new Set(cells.map(({ wave }) => wave))].map((wave) => ({
      wave,
      devices: cells.flatMap(({ wave: of, ...cell }) => (of === wave ? [cell] : [])),
    }))
    return { ...rollout, waves, plans: await loadPlans(sight, id) }
  }),

  serve(rolloutPlan, async ({ id, no }, { sight }) => {
    const rollout = await loadRollout(sight, id)
    const plan = rollout && (await loadPlan(sight, id, no))
    if (!plan) throw fail('notFound', {}, { field: rollout ? 'no' : 'id' })
    return readThen(sight, rollout, plan)
  }),

  serve(queryRolloutDevices, async (filter, { sight, language }) => {
    const rollout = await loadRollout(sight, filter.id)
    if (!rollout) throw fail('notFound', {}, { field: 'id' })
    const { total, rows } = await loadDevices(sight, filter)
    const { watchS } = rollout.settings
    return { total, rows: rows.map((row) => ({ ...row, reason: reasonOf(row.code, row.reason, watchS, language) })) }
  }),

  serve(pauseRollout, { kind: 'change' }, async ({ id }, call) => {
    const { status, object } = await decided(call, id)
    if (status !== 'running') throw notNow(status)
    await updateRollout(call.sight, id, { status: 'paused', pausedWhy: 'person' })
    return { act: 'pauseRollout', object, data: null }
  }),

  serve(resumeRollout, { kind: 'change' }, async ({ id }, call) => {
    const { status, object, template, templateId, templateStamp } = await decided(call, id)
    if (status !== 'paused') throw notNow(status)
    if ((await stampOf(call.sight, templateId)) !== templateStamp)
      throw fail('badState', { reason: `v${template.version}` })
    await updateRollout(call.sight, id, { status: 'running', pausedWhy: null })
    return { act: 'resumeRollout', object, data: null }
  }),

  serve(editRollout, { kind: 'change' }, async ({ id, ...settings }, call) => {
    const { status, object, waitS, stopShare, watchS, rollBack } = await decided(call, id)
    if (status !== 'running' && status !== 'paused') throw notNow(status)
    await updateRollout(call.sight, id, settings)
    return { act: 'editRollout', object, before: { waitS, stopShare, watchS, rollBack }, after: settings, data: null }
  }),

  serve(cancelRollout, { kind: 'change' }, async ({ id }, call) => {
    const { status, object } = await decided(call, id)
    if (status !== 'running' && status !== 'paused') throw notNow(status)
    await updateRollout(call.sight, id, { status: 'cancelled', pausedWhy: null, finishedAt: call.now() })
    // Devices that were changed on the platform still get their configuration.
    await updateBegun(call.sight, id, ['waiting'], { state: 'sent', uuid: null, changedAt: call.now() })
    await updateDevices(call.sight, id, ['waiting'], { state: 'skipped', changedAt: call.now() })
    return { act: 'cancelRollout', object, data: null }
  }),

  serve(takeBackRollout, { kind: 'change' }, async ({ id }, call) => {
    const { status, object } = await decided(call, id)
    const change = { status: 'cancelled', pausedWhy: null, finishedAt: call.now() } as const
    if (status !== 'cancelled') await updateRollout(call.sight, id, change)
    const back = { state: 'takingBack', uuid: null, code: null, reason: null, changedAt: call.now() } as const
    await updateBegun(call.sight, id, ['waiting', 'failed'], back)
    await updateDevices(call.sight, id, ['waiting'], { state: 'skipped', changedAt: call.now() })
    await updateDevices(call.sight, id, ['complete', 'watching', 'sent'], back)
    return { act: 'takeBackRollout', object, data: null }
  }),

  serve(retryRolloutDevice, { kind: 'change' }, async ({ id, equipmentId }, call) => {
    const { object, rollout } = await deviceFor(call, id, equipmentId, canRetry)
    // The alarm watch starts anew: earlier alarms do not count.
    const again = {
      state: 'waiting',
      forced: false,
      code: null,
      reason: null,
      uuid: null,
      version: null,
      startedAt: call.now(),
      changedAt: call.now(),
    } as const
    await updateDevice(call.sight, id, equipmentId, again)
    if (rollout.status === 'done') await updateRollout(call.sight, id, { status: 'running', finishedAt: null })
    return { act: 'retryRollout', object, data: null }
  }),

  serve(forceRolloutDevice, { kind: 'change' }, async ({ id, equipmentId }, call) => {
    const { object, rollout } = await deviceFor(call, id, equipmentId, canRetry)
    // The alarm watch starts anew: earlier alarms do not count.
    const forced = {
      state: 'waiting',
      forced: true,
      code: null,
      reason: null,
      uuid: null,
      version: null,
      startedAt: call.now(),
      changedAt: call.now(),
    } as const
    await updateDevice(call.sight, id, equipmentId, forced)
    if (rollout.status === 'done') await updateRollout(call.sight, id, { status: 'running', finishedAt: null })
    return { act: 'forceRollout', object, data: null }
  }),

  serve(skipRolloutDevice, { kind: 'change' }, async ({ id, equipmentId }, call) => {
    const { object } = await deviceFor(call, id, equipmentId, canSkip)
    await updateDevice(call.sight, id, equipmentId, { state: 'skipped', changedAt: call.now() })
    return { act: 'skipRollout', object, data: null }
  }),
] satisfies RoomServer
