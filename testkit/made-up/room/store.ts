import { type Kysely, sql } from 'kysely'
import type { EquipmentId } from '../../../contract/fields.ts'
import { contains } from '../../../db/like.ts'
import type { DB } from '../../../db/schema.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { ShiftNote, ShiftNoteId } from './contract.ts'

type Asked = { equipmentId?: EquipmentId; keyword?: string; pageNo: number; pageSize: number }

export async function loadNotes(sight: Sight, asked: Asked): Promise<{ total: number; rows: ShiftNote[] }> {
  const { equipmentId, keyword, pageNo, pageSize } = asked
  let query = sight.from('shiftNote')
  if (equipmentId !== undefined) query = query.where('shiftNote.equipmentId', '=', equipmentId)
  if (keyword !== undefined) query = query.where('shiftNote.note', 'ilike', contains(keyword))
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .select(['shiftNote.id', 'shiftNote.equipmentId', 'note', 'author', 'writtenAt'])
    .orderBy('shiftNote.id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return { total, rows }
}

type Entry = { equipmentId: EquipmentId; note: string; author: string; writtenAt: number; forgetAt: number }

export const insertNote = async (sight: WritableSight, entry: Entry): Promise<ShiftNoteId> =>
  (await sight.insert('shiftNote', entry).returning('id').executeTakeFirstOrThrow()).id

export const removeNote = (sight: WritableSight, id: ShiftNoteId) =>
  sight.remove('shiftNote').where('id', '=', id).returning(['note', 'equipmentId']).executeTakeFirst()

/** Deletes old notes of every organisation; called by a job of the platform. */
export const forgetNotes = (db: Kysely<DB>, before: number) =>
  db.deleteFrom('shiftNote').where('forgetAt', '<', before).execute()
