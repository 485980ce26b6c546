import { fail } from '../../../contract/errors.ts'
import { atHome } from '../../../db/at-home.ts'
import type { Operation } from '../../frame/operation.ts'
import { type RoomServer, serve, type WideCall } from '../../frame/serve.ts'
import { endOtherSessions, endSession, querySessions } from './contract.ts'
import { agentOf } from './rules.ts'
import { loadSessions, removeSessions } from './store.ts'

const ended = ({ user }: WideCall, more: Pick<Operation, 'act' | 'before'>): Operation => ({
  object: { type: 'account', id: user.accountId, name: user.loginname },
  ...more,
})

export default [
  serve(querySessions, { kind: 'across' }, (_, { db, user, now }) =>
    atHome(db, user.homeOrgId, async (sight) => {
      const rows = await loadSessions(sight, user.accountId, now())
      return rows
        .map(({ tokenHash, agent, ...row }) => ({
          ...row,
          agent: agentOf(agent ?? ''),
          isCurrent: tokenHash.equals(user.sessionHash),
        }))
        .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
    }),
  ),

  serve(endSession, { kind: 'across' }, async ({ id }, call) => {
    const { db, user, now } = call
    await atHome(db, user.homeOrgId, async (sight) => {
      const row = (await loadSessions(sight, user.accountId, now())).find((each) => each.id === id)
      if (!row) throw fail('notFound', {}, { field: 'id' })
      await removeSessions(sight, user.accountId, [id])
      await call.record(ended(call, { act: 'sessionEnded', before: { ip: row.ip, agent: row.agent } }), sight)
    })
    return null
  }),

  serve(endOtherSessions, { kind: 'across' }, async (_, call) => {
    const { db, user, now } = call
    return atHome(db, user.homeOrgId, async (sight) => {
      const others = (await loadSessions(sight, user.accountId, now())).filter(
        ({ tokenHash }) => !tokenHash.equals(user.sessionHash),
      )
      const count = await removeSessions(
        sight,
        user.accountId,
        others.map(({ id }) => id),
      )
      if (count > 0) await call.record(ended(call, { act: 'otherSessionsEnded', before: { count } }), sight)
      return { count }
    })
  }),
] satisfies RoomServer
