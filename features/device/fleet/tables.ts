// Tables of import and copy jobs, and their items.
import type { Generated } from 'kysely'
import type { AccountId, EquipmentId, OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { FleetJobId, ItemState, JobKind, JobStatus } from './contract.ts'

type FleetJobRow = {
  id: Generated<FleetJobId>
  orgId: OrgId
  kind: JobKind
  status: Generated<JobStatus>
  title: string
  sourceId: EquipmentId | null
  accountId: AccountId | null
  loginname: string
  author: string
  createdAt: number
  finishedAt: Generated<number | null>
}

type FleetItemRow = {
  jobId: FleetJobId
  orgId: OrgId
  position: number
  line: number
  name: string
  /** JSON of a `Work`. */
  work: unknown
  deviceId: EquipmentId | null
  state: Generated<ItemState>
  code: Generated<number | null>
  details: Generated<unknown>
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    fleetJob: FleetJobRow
    fleetItem: FleetItemRow
  }
}

export const scopes: Pick<RoomScopes, 'fleetJob' | 'fleetItem'> = {
  fleetJob: { org: 'orgId' },
  fleetItem: { org: 'orgId' },
}
