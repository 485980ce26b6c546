// Tables of template rollouts, their devices, and their plans.
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
  /** The state of the template and its pages when the plan was made. */
  templateStamp: string
  status: Generated<'running' | 'paused' | 'done' | 'cancelled'>
  pausedWhy: Generated<'person' | 'failures' | 'template' | null>
  /** The wave in which the rollout stopped after failures; that wave does not stop again. */
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
  /** The version on which the plan was based; null after a user decided to continue with any version. */
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
  /** The pages that change, as JSON, and a `Lost` as JSON. */
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
