// Notes of a shift, each on one device.
import type { Generated } from 'kysely'
import type { EquipmentId, OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { ShiftNoteId } from './contract.ts'

type ShiftNote = {
  id: Generated<ShiftNoteId>
  orgId: OrgId
  equipmentId: EquipmentId
  note: string
  author: string
  writtenAt: number
  forgetAt: number
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    shiftNote: ShiftNote
  }
}

export const scopes: Pick<RoomScopes, 'shiftNote'> = { shiftNote: { org: 'orgId', device: 'equipmentId' } }
