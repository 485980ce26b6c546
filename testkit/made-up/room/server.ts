import { fail } from '../../../contract/errors.ts'
import { type RoomServer, serve, serveChange } from '../../../features/frame/serve.ts'
import { addShiftNote, notePace, queryShiftNotes, removeShiftNote, searchShiftNotes } from './contract.ts'
import { errors } from './errors.ts'
import { noteLimits } from './limits.ts'
import { insertNote, loadNotes, removeNote } from './store.ts'

const dayMs = 24 * 3600_000

export default [
  serve(queryShiftNotes, (asked, { sight }) => loadNotes(sight, asked)),

  serve(searchShiftNotes, (asked, { sight }) => loadNotes(sight, asked)),

  serveChange(addShiftNote, async ({ equipmentId, note, days }, { sight, user, now, use }) => {
    if (!use(notePace)(user.accountId)) throw fail('tooFrequent')
    const { total } = await loadNotes(sight, { equipmentId, pageNo: 1, pageSize: 1 })
    if (total >= noteLimits.notes) throw errors.fail('tooManyNotes', { limit: noteLimits.notes })
    const entry = { equipmentId, note, author: user.name, writtenAt: now(), forgetAt: now() + days * dayMs }
    const id = await insertNote(sight, entry)
    return { act: 'addShiftNote', object: { type: 'shiftNote', id, name: note }, after: { equipmentId, keptDays: days }, data: { id } }
  }),

  serveChange(removeShiftNote, async ({ id }, { sight }) => {
    const before = await removeNote(sight, id)
    if (!before) throw fail('notFound')
    return { act: 'removeShiftNote', object: { type: 'shiftNote', id, name: before.note }, before, data: null }
  }),
] satisfies RoomServer
