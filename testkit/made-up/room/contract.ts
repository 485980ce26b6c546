// The calls of shift notes, which one shift leaves to the next on a device.
import { z } from 'zod'
import { done, post } from '../../../contract/endpoint.ts'
import { EquipmentId, Instant, idOf, pageOf, paging, text } from '../../../contract/fields.ts'
import { token } from '../../../features/frame/token.ts'
import { noteLimits } from './limits.ts'

declare module '../../../contract/fields.ts' {
  interface IdKinds {
    ShiftNoteId: true
  }
}
declare module '../../../contract/endpoint.ts' {
  interface Objects {
    shiftNote: ShiftNoteId
  }
}

export const ShiftNoteId = idOf('ShiftNoteId')
export type ShiftNoteId = z.output<typeof ShiftNoteId>

/** Whether an account may add one more note now. */
export const notePace = token<(accountId: number) => boolean>('pace of shift notes')

export const ShiftNote = z.object({
  id: ShiftNoteId,
  equipmentId: EquipmentId,
  note: z.string(),
  author: z.string(),
  writtenAt: Instant,
})
export type ShiftNote = z.output<typeof ShiftNote>

export const queryShiftNotes = post('/lfscada/shift/note/query', {
  may: 'shiftNote:view',
  on: { equipment: 'equipmentId' },
  about: 'The notes on a device, newest first.',
  input: z.object({ ...paging, equipmentId: EquipmentId }),
  output: pageOf(ShiftNote),
})

export const searchShiftNotes = post('/lfscada/shift/note/search', {
  may: 'shiftNote:view',
  about: 'The notes whose text contains the words, on any device, newest first.',
  input: z.object({ ...paging, keyword: text(50) }),
  output: pageOf(ShiftNote),
})

export const addShiftNote = post('/lfscada/shift/note/add', {
  may: 'shiftNote:edit',
  on: { equipment: 'equipmentId' },
  about: 'Adds a note to a device; it is forgotten after some days.',
  input: z.object({
    equipmentId: EquipmentId,
    note: text(noteLimits.noteLength),
    days: z.number().int().min(0).max(365).default(30),
  }),
  output: z.object({ id: ShiftNoteId }),
})

export const removeShiftNote = post('/lfscada/shift/note/remove', {
  may: 'shiftNote:edit',
  on: { shiftNote: 'id' },
  about: 'Removes a note.',
  input: z.object({ id: ShiftNoteId }),
  output: done,
})
