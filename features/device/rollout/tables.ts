// Rollouts of templates, each of their devices, and what was read in their plans.
import type { Generated } from 'kysely'
import type { AccountId, EquipmentId, OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { TemplateId } from '../template/contract.ts'
import type { DeviceState, RolloutId } from './contract.ts'

type RolloutRow = {
  id: Generated<RolloutId>
  orgId: OrgId
  templateId: TemplateId
  templateVersion: number
  /** Of all that was saved of the template, with its pages. */
  templateStamp: string
  status: Generated<'running' | 'paused' | 'done' | 'cancelled'>
  pausedWhy: Generated<'person' | 'failures' | 'template' | null>
  /** The wave in which it stopped by itself, and somebody went on nevertheless. */
  stoppedWave: Generated<number | null>
  wave: Generated<number>
  waveOverAt: Generated<number | null>
  waitS: number
  stopShare: number
  watchS: number
  rollBack: boolean
  accountId: AccountId | null
  loginname: string
  author: string
  createdAt: number
  finishedAt: Generated<number | null>
}

type RolloutDeviceRow = {
  rolloutId: RolloutId
  orgId: OrgId
  equipmentId: EquipmentId
  wave: number
  state: Generated<DeviceState>
  forced: Generated<boolean>
  code: Generated<number | null>
  reason: Generated<string | null>
  uuid: Generated<string | null>
  /** JSON of a `Before`. */
  before: Generated<unknown>
  changedAt: number
  startedAt: Generated<number | null>
  /** That was read in the plan; null once a person went on with whatever it is. */
  version: Generated<number | null>
  plan: Generated<number | null>
}

type RolloutPlanRow = {
  rolloutId: RolloutId
  orgId: OrgId
  no: number
  equipmentId: EquipmentId
  version: number
  own: string[]
  fromVersion: number | null
  added: number
  changed: number
  removed: number
  /** JSON of pages that change, and of a `Lost`. */
  pages: unknown
  lost: unknown
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    rollout: RolloutRow
    rolloutDevice: RolloutDeviceRow
    rolloutPlan: RolloutPlanRow
  }
}

export const scopes: Pick<RoomScopes, 'rollout' | 'rolloutDevice' | 'rolloutPlan'> = {
  rollout: { org: 'orgId' },
  rolloutDevice: { org: 'orgId', device: 'equipmentId' },
  rolloutPlan: { org: 'orgId', device: 'equipmentId' },
}
