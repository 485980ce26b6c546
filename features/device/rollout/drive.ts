// The rollout job: follows sent configurations, starts due devices, rolls back failed ones. All state is in tables, so
// that another node can continue, or the same node after a restart.
import { randomUUID } from 'node:crypto'
import { errorCode, Failure, fail } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { isDatabaseDown } from '../../../db/database-down.ts'
import { type WritableSight, writableSight } from '../../../db/sight.ts'
import { audience } from '../../frame/audience.ts'
import type { Change, ChangeCall, Platform } from '../../frame/serve.ts'
import { scopes } from '../../frame/tables.ts'
import { gatewayWithConsistency, orderOf } from '../../gateway/open/gateway-order.ts'
import { backTo, keptOf } from '../template-binding/part-back.ts'
import { applyTo, isMadeOf } from '../template-binding/part-following.ts'
import {
  type Driven,
  type DrivenDevice,
  isDriver,
  loadBefore,
  loadDriven,
  loadDrivenDevices,
  severeSince,
} from './drive-store.ts'
import { type DeviceProgress, isDue, isUnderWay, nextStep } from './rules.ts'
import { type DeviceChange, updateDevice, updateRollout } from './store.ts'

/** Maximum number of devices started in one turn; each is saved and sent one after the other. */
const begunAtOnce = 25
const language = 'en'

/** Runs one turn of the rollouts; does nothing if another node is running one. */
export const drive = (platform: Platform): Promise<void> =>
  platform.db.transaction().execute(async (tx) => {
    if (!(await isDriver(tx))) return
    for (const rollout of await loadDriven(platform.db)) await driveOne(platform, rollout)
  })

type At = { platform: Platform; rollout: Driven }

/** Database access in the organisation of the rollout, for one device and for templates. */
function sightOf({ platform, rollout: { orgId } }: At, equipmentId?: EquipmentId): WritableSight {
  const devices = equipmentId === undefined ? [] : [equipmentId]
  return writableSight(platform.sights(orgId, true), { orgId, devices, projects: [], templates: 'all', scopes })
}

const progressOf = ({ wave, state, gatewayState }: DrivenDevice): DeviceProgress => ({
  ...{ wave, state },
  isAway: gatewayState === 'offline' || gatewayState === 'sleeping',
})

async function driveOne(platform: Platform, rollout: Driven): Promise<void> {
  const at = { platform, rollout }
  for (const device of await loadDrivenDevices(platform.db, rollout.id))
    if (isUnderWay(device.state)) await guarded(at, device, () => follow(at, device))
  if (rollout.status !== 'running') return
  // The template was saved after the plan was made.
  if (rollout.newestStamp !== rollout.templateStamp)
    return updateRollout(sightOf(at), rollout.id, { status: 'paused', pausedWhy: 'template' })
  const devices = await loadDrivenDevices(platform.db, rollout.id)
  const { wave, waveOverAt, waitS, stopShare, stoppedWave } = rollout
  const going = { wave, waveOverAt, waitS, stopShare, hasStopped: stoppedWave === wave }
  const step = nextStep(devices.map(progressOf), going, platform.now())
  const change = (to: Parameters<typeof updateRollout>[2]) => updateRollout(sightOf(at), rollout.id, to)
  switch (step.kind) {
    case 'stop':
      return change({ status: 'paused', pausedWhy: 'failures', stoppedWave: wave })
    case 'waveOver':
      return change({ waveOverAt: platform.now() })
    case 'nextWave':
      return change({ wave: step.wave, waveOverAt: null })
    case 'done':
      return change({ status: 'done', finishedAt: platform.now() })
  }
  const due = devices.filter((device) => isDue(progressOf(device), wave)).slice(0, begunAtOnce)
  for (const device of due) await guarded(at, device, () => begin(at, device))
}

/** Runs the work of one device. A fault fails only this device; an unexpected fault is also thrown. */
async function guarded(at: At, device: DrivenDevice, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isDatabaseDown(error)) throw error
    if (!(error instanceof Failure)) {
      await failed(at, device, errorCode('unknown'), '')
      throw error
    }
    if (isPassing(error)) return
    if (error.code === errorCode('staleVersion')) {
      await updateRollout(sightOf(at), at.rollout.id, { status: 'paused', pausedWhy: 'template' })
      return
    }
    await failed(at, device, error.code, String(error.details.reason ?? error.details.name ?? ''))
  }
}

/** The gateway went offline in between: the device is retried later. */
const isPassing = ({ code }: Failure): boolean =>
  (['gatewayOffline', 'gatewaySleeping', 'remoteDownload'] as const).map(errorCode).some((each) => each === code)

const note = (
  at: At,
  { equipmentId }: DrivenDevice,
  change: Omit<DeviceChange, 'changedAt'>,
  sight = sightOf(at, equipmentId),
) => updateDevice(sight, at.rollout.id, equipmentId, { ...change, changedAt: at.platform.now() })

/** Runs a change of the device in a transaction, as the author of the rollout; logs it in the same transaction. */
async function within(
  at: At,
  { equipmentId }: DrivenDevice,
  work: (call: ChangeCall) => Promise<Change<unknown>>,
): Promise<void> {
  const { platform, rollout } = at
  const { orgId, accountId, loginname, author: name } = rollout
  const change = await sightOf(at, equipmentId).transaction(async (sight) => {
    const user = { accountId, name, loginname, orgId, devices: [equipmentId], writable: [equipmentId], auths: [] }
    const call = { ...platform, sight, ownSight: sight, user, asker: user, language, ip: '' } as unknown as ChangeCall
    const done = await work(call)
    await platform.recordAs({ orgId, accountId, loginname, ip: '' }, done, sight)
    return done
  })
  await change.afterwards?.()
}

/** Throws noPermission if the author of the rollout may no longer change the device. */
async function mustStillBeAllowed({ platform, rollout }: At, equipmentId: EquipmentId): Promise<void> {
  const ids = await platform.use(audience).whoSee(rollout.orgId, equipmentId, 'equipment:edit')
  if (rollout.accountId === null || !ids.includes(rollout.accountId)) throw fail('noPermission')
}

async function begin(at: At, device: DrivenDevice): Promise<void> {
  const { equipmentId, hasBefore, version, newestVersion } = device
  const { templateId, templateVersion } = at.rollout
  await mustStillBeAllowed(at, equipmentId)
  // A device saved after the plan was made is not overwritten.
  if (!hasBefore && version !== null && version !== newestVersion)
    return failed(at, device, errorCode('savedSincePlan'), '')
  // A device may already have the template: the platform stopped or the gateway left before the configuration was sent.
  const isGiven = hasBefore && (await isMadeOf(sightOf(at, equipmentId), equipmentId, { templateId, templateVersion }))
  if (!isGiven) await give(at, device)
  if (!(await send(at, device, 'sent'))) await note(at, device, { state: 'watching' })
}

const give = (at: At, device: DrivenDevice): Promise<void> =>
  within(at, device, async (call) => {
    const { equipmentId, hasBefore } = device
    const { templateId, templateVersion, templateStamp, id } = at.rollout
    const kept = hasBefore ? undefined : await keptOf(call, equipmentId, templateId)
    const of = { equipmentId, templateId, templateVersion, templateStamp }
    const change = await applyTo(call, 'applyTemplate', of)
    const changedAt = call.now()
    const before = kept ? { before: JSON.stringify(kept) } : {}
    const begun = { ...before, startedAt: changedAt, code: null, reason: null, changedAt }
    await updateDevice(call.sight, id, equipmentId, begun)
    return change
  })

/**
 * Sends the configuration to the device's gateway; false if there is no gateway, or its configuration matches. Throws
 * the error if the gateway rejects the command immediately.
 */
async function send(at: At, device: DrivenDevice, state: 'sent' | 'takingBack'): Promise<boolean> {
  const { platform, rollout } = at
  const sight = sightOf(at, device.equipmentId)
  const found = await gatewayWithConsistency(sight, device.equipmentId)
  if (!found || found.consistency === 'match') return false
  const order = await orderOf(found.gateway, sight, { force: false, language })
  const uuid = randomUUID()
  // Stored before sending: after a crash, the next driver finds the command by its uuid, or finds none.
  await note(at, device, { state, uuid })
  const { accountId, loginname } = rollout
  const asker = { accountId, loginname, shareId: null, keyName: null, sessionHash: null }
  await platform.issue({ ...order, uuid }, { sight, asker, ip: '' })
  return true
}

async function follow(at: At, device: DrivenDevice): Promise<void> {
  const { state, outcome, outcomeCode, outcomeReason } = device
  if (state === 'takingBack') return followBack(at, device)
  if (state === 'watching') return watch(at, device)
  // A matching configuration counts as success: the answer may have arrived while the platform was stopped.
  if (outcome === 'success' || (outcome !== null && (await runsIt(at, device))))
    return note(at, device, { state: 'watching' })
  if (outcome === 'waiting') return
  const isUnanswered = outcomeCode === errorCode('commandTimeout') && isEarly(at, device)
  // The command was not sent, or it is unknown whether it arrived. Sending a configuration again is harmless.
  if (outcome === null || isUnanswered)
    return void ((await send(at, device, 'sent')) || (await note(at, device, { state: 'watching' })))
  return failed(at, device, outcomeCode ?? errorCode('commandTimeout'), outcomeReason ?? '')
}

async function runsIt(at: At, { equipmentId }: DrivenDevice): Promise<boolean> {
  const found = await gatewayWithConsistency(sightOf(at, equipmentId), equipmentId)
  return found === undefined || found.consistency === 'match'
}

/** Whether a timed-out command is still recent enough to be sent again. */
const isEarly = ({ platform }: At, { startedAt }: DrivenDevice): boolean =>
  startedAt !== null && platform.now() - startedAt < 2 * limits.syncTtlMs

async function watch(at: At, device: DrivenDevice): Promise<void> {
  const { platform, rollout } = at
  const { watchS } = rollout
  const { equipmentId, startedAt, changedAt } = device
  const alarm = watchS > 0 && (await severeSince(sightOf(at, equipmentId), equipmentId, startedAt ?? changedAt))
  if (alarm) return failed(at, device, errorCode('rolloutAlarm'), alarm)
  if (platform.now() >= changedAt + watchS * 1000) await note(at, device, { state: 'complete' })
}

/** Marks a device as failed, or starts its rollback if wanted. */
async function failed(at: At, device: DrivenDevice, code: number, reason: string): Promise<void> {
  const { equipmentId, forced, state } = device
  // An unchanged device needs no rollback.
  const before = await loadBefore(sightOf(at, equipmentId), at.rollout.id, equipmentId)
  const isBack = at.rollout.rollBack && !forced && state !== 'takingBack' && (before ?? null) !== null
  await note(at, device, { state: isBack ? 'takingBack' : 'failed', code, reason, uuid: null })
}

/** Rolls back the device on the platform, then its gateway if that has a different configuration. */
async function followBack(at: At, device: DrivenDevice): Promise<void> {
  const { equipmentId, hasBefore, uuid, outcome, outcomeCode, outcomeReason } = device
  const { templateId, id } = at.rollout
  if (hasBefore)
    await within(at, device, async (call) => {
      const change = await backTo(call, equipmentId, templateId, await loadBefore(call.sight, id, equipmentId))
      await updateDevice(call.sight, id, equipmentId, { before: null, changedAt: call.now() })
      return change
    })
  if (uuid !== null && outcome === 'waiting') return
  if (uuid !== null && outcome !== null && outcome !== 'success')
    return note(at, device, { state: 'failed', code: outcomeCode, reason: outcomeReason })
  if (uuid !== null && outcome === 'success') return note(at, device, { state: 'rolledBack' })
  if (!(await send(at, device, 'takingBack'))) await note(at, device, { state: 'rolledBack' })
}
