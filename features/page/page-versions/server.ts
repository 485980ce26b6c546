import { fail } from '../../../contract/errors.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { save } from '../page/part-saving.ts'
import { visibleDocument } from '../page/part-shown.ts'
import { loadPage, loadPageVersions, lockOwner } from '../page/part-stored.ts'
import { queryPageVersions, restorePage } from './contract.ts'

export default [
  serve(queryPageVersions, ({ id }, { sight }) => loadPageVersions(sight, id)),

  serve(restorePage, { kind: 'change' }, async ({ id, version, restore, message }, call) => {
    const page = await loadPage(call.sight, id)
    if (!page || !(await lockOwner(call.sight, page))) throw fail('notFound')
    const older = await loadPage(call.sight, id, restore)
    if (!older) throw fail('notFound')
    const entry = { ...older, content: await visibleDocument(call, older.content) }
    return save(call, 'restorePage', id, entry, older.content, { base: version, message, restored: restore })
  }),
] satisfies RoomServer
