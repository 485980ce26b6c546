import { type RoomServer, serve, type User } from '../../frame/serve.ts'
import { addHandover, queryHandover } from './contract.ts'
import { insertHandover, loadHandover } from './store.ts'

/** External accounts do not see the notes of the company. */
const readerOf = ({ accountId, roleType }: User) => ({ accountId, isOwnOnly: roleType === 'external' })

export default [
  serve(queryHandover, (page, { sight, user }) => loadHandover(sight, readerOf(user), page)),

  serve(addHandover, { kind: 'change' }, async ({ text }, { sight, user, now }) => {
    const accountName = user.name || user.loginname
    const id = await insertHandover(sight, { at: now(), accountId: user.accountId, accountName, text })
    return { act: 'add', object: { type: 'alarmHandover', id, name: text.slice(0, 50) }, data: { id } }
  }),
] satisfies RoomServer
