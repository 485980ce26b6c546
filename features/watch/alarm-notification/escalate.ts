// Escalation: notifies further people while an alarm is not acknowledged, at the times of its rule's steps. Sending a
// step and removing it is one transaction.
import type { Kysely } from 'kysely'
import { nextWithin } from '../../../core/hours.ts'
import type { DB } from '../../../db/schema.ts'
import { audience } from '../../frame/audience.ts'
import type { Platform } from '../../frame/serve.ts'
import { type DueStep, loadOfRoles, lockDue, putOff, removeSteps } from './escalate-store.ts'
import { type AlarmNotification, notifyAll } from './notify.ts'
import { groupsOf } from './rules.ts'

const atOnce = 200

/** Sends the notifications of every escalation step that is due. */
export async function escalate(platform: Platform): Promise<void> {
  for (;;) {
    const { looked, tell } = await platform.db.transaction().execute((tx) => escalateSome(platform, tx))
    tell()
    if (looked < atOnce) return
  }
}

async function escalateSome(platform: Platform, tx: Kysely<DB>) {
  const now = platform.now()
  const due = await lockDue(tx, now, atOnce)
  const over: number[] = []
  const fired: DueStep[] = []
  for (const each of due) {
    const until = each.isAcknowledged ? now : waitsUntil(each, now)
    if (until > now) {
      await putOff(tx, each.stepId, until)
      continue
    }
    over.push(each.stepId)
    if (!each.isAcknowledged) fired.push(each)
  }
  if (over.length > 0) await removeSteps(tx, over)
  const tell = await notifyAll(platform, await notificationsOf(platform, tx, fired), tx)
  return { looked: due.length, tell }
}

/** When a step may be sent: after the rule is no longer silenced, and within the hours of the step. */
function waitsUntil({ silentUntil, step, zone }: DueStep, now: number): number {
  if (silentUntil !== null) return Math.max(now + 1, silentUntil)
  return step.hours ? nextWithin(step.hours, zone, now) : now
}

/** Combines equal steps of one device into one notification, as for raised alarms. */
async function notificationsOf(
  { use }: Platform,
  tx: Kysely<DB>,
  fired: readonly DueStep[],
): Promise<AlarmNotification[]> {
  const alike = new Map<string, DueStep[]>()
  for (const each of fired) {
    const { afterMin: _, hours: __, ...who } = each.step
    const key = JSON.stringify([each.equipmentId, each.position, who])
    alike.set(key, [...(alike.get(key) ?? []), each])
  }
  const notifications: AlarmNotification[] = []
  for (const steps of alike.values()) {
    const { orgId, equipmentId, step, position } = steps[0]!
    const { accountIds = [], roleIds = [], methods } = step
    const named = new Set([...accountIds, ...(roleIds.length > 0 ? await loadOfRoles(tx, orgId, roleIds) : [])])
    const to = (await use(audience).whoSee(orgId, equipmentId, 'alarm:view')).filter((id) => named.has(id))
    const asRaised = { kind: 'raised', methods, steps: [], isShelved: false, isRepeated: false } as const
    for (const alarms of groupsOf(steps.map((each) => ({ ...each, ...asRaised }))))
      notifications.push({ alarms, to, methods, times: position + 2 })
  }
  return notifications
}
