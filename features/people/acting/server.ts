import { fail } from '../../../contract/errors.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { queryActing, setActing } from './contract.ts'
import { loadActing, putActing } from './store.ts'

export default [
  serve(queryActing, { kind: 'across' }, async (_, { db, user }) => {
    const found = await loadActing(db, user.accountId)
    return found
      .map(({ id, name }) => ({
        id,
        name,
        isOwn: id === user.homeOrgId,
        isCurrent: id === user.orgId,
      }))
      .sort((a, b) => Number(b.isOwn) - Number(a.isOwn))
  }),

  serve(setActing, { kind: 'across' }, async ({ orgId }, { db, user }) => {
    const found = await loadActing(db, user.accountId)
    if (!found.some(({ id }) => id === orgId)) throw fail('notFound', {}, { field: 'orgId' })
    await putActing(db, user.sessionHash, orgId === user.homeOrgId ? null : orgId)
    return null
  }),
] satisfies RoomServer
