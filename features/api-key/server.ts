import { createHash, randomBytes } from 'node:crypto'
import { fail, failAs } from '../../contract/errors.ts'
import { atHome } from '../../db/at-home.ts'
import type { WritableSight } from '../../db/sight.ts'
import { withImplied } from '../access/rules.ts'
import { type Operation, type RoomServer, serveAcross, type WideCall } from '../serve.ts'
import { addApiKey, endApiKey, queryApiKeys } from './contract.ts'
import { cannotAdd, fieldOf } from './rules.ts'
import { insertKey, loadKeys, removeKey } from './store.ts'
import { scopes } from './tables.ts'

/** In the account's own organisation, with this room's table. */
const ofOwn = <R>({ db, user }: WideCall, work: (sight: WritableSight) => Promise<R>): Promise<R> =>
  atHome(db, user.homeOrgId, work, scopes)

const operation = ({ user }: WideCall, more: Omit<Operation, 'object'>): Operation => ({
  object: { type: 'account', id: user.accountId, name: user.loginname },
  ...more,
})

/** The beginning tells what it is, to people and to programs that look for secrets in files. */
const drawKey = () => `ghk_${randomBytes(32).toString('base64url')}`
const hintLength = 'ghk_'.length + 4

export default [
  serveAcross(queryApiKeys, (_, call) => ofOwn(call, (sight) => loadKeys(sight, call.user.accountId))),

  serveAcross(addApiKey, async (asked, call) => {
    const { user, now } = call
    const { accountId } = user
    const key = drawKey()
    const id = await ofOwn(call, async (sight) => {
      await sight.lock('api keys')
      const refused = cannotAdd(await loadKeys(sight, accountId), asked, { own: user.auths, now: now() })
      if (refused) throw failAs(refused, { field: fieldOf(refused) })
      const { name, expiresAt } = asked
      const auths = [...withImplied(asked.auths)]
      const tokenHash = createHash('sha256').update(key).digest()
      const row = { accountId, name, expiresAt, auths, tokenHash, hint: key.slice(0, hintLength), createdAt: now() }
      const made = await insertKey(sight, row)
      await call.record(operation(call, { act: 'apiKeyAdded', after: { name, auths, expiresAt } }), sight)
      return made
    })
    return { id, key }
  }),

  serveAcross(endApiKey, async ({ id }, call) => {
    const { user } = call
    await ofOwn(call, async (sight) => {
      const key = (await loadKeys(sight, user.accountId)).find((each) => each.id === id)
      if (!key) throw fail('notFound', {}, { field: 'id' })
      await removeKey(sight, user.accountId, id)
      const { name, auths } = key
      await call.record(operation(call, { act: 'apiKeyEnded', before: { name, auths } }), sight)
    })
    return null
  }),
] satisfies RoomServer
