import { fail } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { addFeedback, queryFeedback, queryOwnFeedback } from './contract.ts'
import { countFeedback, insertFeedback, loadFeedback, loadOwnFeedback } from './store.ts'

const dayMs = 24 * 3600_000

export default [
  serve(addFeedback, { kind: 'own' }, ({ type, content }, { sight, user, now }) =>
    sight.transaction(async (inner) => {
      await inner.lock(`feedback ${user.accountId}`)
      const { accountId } = user
      if ((await countFeedback(inner, accountId, now() - dayMs)) >= limits.feedbackADay) throw fail('tooFrequent')
      await insertFeedback(inner, { accountId, kind: type, content, createdAt: now() })
      return null
    }),
  ),

  serve(queryOwnFeedback, (asked, { sight, user }) => loadOwnFeedback(sight, user.accountId, asked)),

  serve(queryFeedback, { kind: 'operator' }, (asked, { db }) => loadFeedback(db, asked)),
] satisfies RoomServer
