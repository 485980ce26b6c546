import { fail, failAs } from '../../../contract/errors.ts'
import type { AccountId } from '../../../contract/fields.ts'
import { badField } from '../../../contract/input-fault.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { drawToken } from '../../../core/draw-token.ts'
import { sha256 } from '../../../core/sha256.ts'
import { atHome } from '../../../db/at-home.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { Operation } from '../../frame/operation.ts'
import { type ChangeCall, type RoomServer, serve, type User, type WideCall } from '../../frame/serve.ts'
import { withImplied } from '../access/rules.ts'
import {
  addApiKey,
  authoriseApi,
  cancelApi,
  endApiKey,
  queryApiKeys,
  queryApis,
  queryAuthExternal,
  queryKeyRights,
  queryUnAuthExternal,
} from './contract.ts'
import { apis, cannotAdd, cannotAuthorise, fieldOf, withNeeded, withNeeding } from './rules.ts'
import {
  insertGrants,
  insertKey,
  loadApiCounts,
  loadApisOf,
  loadAuthorised,
  loadAuthorisedInRange,
  loadExternals,
  loadKeys,
  loadUnauthorised,
  removeGrants,
  removeKey,
} from './store.ts'
import { scopes } from './tables.ts'

/** Works in the account's own organisation, with this room's tables. */
const ofOwn = <R>({ db, user }: WideCall, work: (sight: WritableSight) => Promise<R>): Promise<R> =>
  atHome(db, user.homeOrgId, work, scopes)

const operation = ({ user }: WideCall, more: Omit<Operation, 'object'>): Operation => ({
  object: { type: 'account', id: user.accountId, name: user.loginname },
  ...more,
})

/** The prefix identifies a key, for people and for programs that search files for secrets. */
const drawKey = () => `ghk_${drawToken()}`
const hintLength = 'ghk_'.length + 4

/** Permissions that a key of the account can have; for customers only the authorised ones. */
async function rightsOf(sight: Sight, { accountId, roleType, auths }: User): Promise<readonly Permission[]> {
  if (roleType !== 'external') return auths
  const authorised = await loadApisOf(sight, accountId)
  return auths.filter((key) => authorised.includes(key))
}

function mustBeApi(api: Permission, { language }: Pick<ChangeCall, 'language'>): void {
  if (!apis.includes(api)) throw badField('api', 'notAllowed', language)
}

/** External accounts of the organisation, under a lock that serialises grants. Throws 1121. */
async function externalsFor(sight: WritableSight, ids: readonly AccountId[]) {
  await sight.lock('api grants')
  const found = await loadExternals(sight, ids)
  if (found.length < new Set(ids).size) throw fail('accountNotFound', {}, { field: 'accountIds' })
  return found
}

const line = ({ orgId, orgName }: User, act: 'apiAuthorised' | 'apiWithdrawn') =>
  ({ act, object: { type: 'organisation', id: orgId, name: orgName } }) as const

export default [
  serve(queryKeyRights, { kind: 'across' }, (_, call) =>
    ofOwn(call, async (sight) =>
      (await rightsOf(sight, call.user)).filter((key) => key !== 'public' && key !== 'signedIn'),
    ),
  ),

  serve(queryApis, async (_, { sight }) => {
    const counts = new Map((await loadApiCounts(sight)).map((each) => [each.api, each]))
    return apis.map((api) => counts.get(api) ?? { api, accounts: 0, keys: 0 })
  }),

  serve(queryAuthExternal, async ({ api }, call) => {
    mustBeApi(api, call)
    return loadAuthorisedInRange(call.sight, api)
  }),

  serve(queryUnAuthExternal, async (asked, call) => {
    mustBeApi(asked.api, call)
    return loadUnauthorised(call.sight, asked)
  }),

  serve(authoriseApi, { kind: 'change' }, async ({ api, accountIds }, call) => {
    const { sight, user, now } = call
    mustBeApi(api, call)
    const externals = await externalsFor(sight, accountIds)
    const needed = withNeeded(api)
    for (const each of needed) {
      const authorised = (await loadAuthorised(sight, each)).map(({ id }) => id)
      // Accounts that already have an implied API keep it.
      const added = each === api ? accountIds : accountIds.filter((id) => !authorised.includes(id))
      const refused = cannotAuthorise(each, { own: user.auths, authorised, added }, call.language)
      if (refused) throw failAs(refused)
    }
    const createdAt = now()
    await insertGrants(
      sight,
      externals.flatMap(({ id: accountId }) => needed.map((each) => ({ accountId, api: each, createdAt }))),
    )
    const after = { apis: needed, accounts: externals.map(({ loginname }) => loginname) }
    return { ...line(user, 'apiAuthorised'), after, data: null }
  }),

  serve(cancelApi, { kind: 'change' }, async ({ api, accountIds }, call) => {
    const { sight, user } = call
    mustBeApi(api, call)
    const externals = await externalsFor(sight, accountIds)
    const authorised = (await loadAuthorised(sight, api)).map(({ id }) => id)
    if (!accountIds.every((id) => authorised.includes(id))) throw fail('notAuthorised')
    const needing = withNeeding(api)
    await removeGrants(sight, accountIds, needing)
    const before = { apis: needing, accounts: externals.map(({ loginname }) => loginname) }
    return { ...line(user, 'apiWithdrawn'), before, data: null }
  }),

  serve(queryApiKeys, { kind: 'across' }, (_, call) => ofOwn(call, (sight) => loadKeys(sight, call.user.accountId))),

  serve(addApiKey, { kind: 'across' }, async (asked, call) => {
    const { user, now } = call
    const { accountId } = user
    const key = drawKey()
    const id = await ofOwn(call, async (sight) => {
      await sight.lock('api keys')
      const refused = cannotAdd(await loadKeys(sight, accountId), asked, {
        own: await rightsOf(sight, user),
        now: now(),
        language: call.language,
      })
      if (refused) throw failAs(refused, { field: fieldOf(refused) })
      const { name, expiresAt } = asked
      const auths = [...withImplied(asked.auths)]
      const tokenHash = sha256(key)
      const row = { accountId, name, expiresAt, auths, tokenHash, hint: key.slice(0, hintLength), createdAt: now() }
      const made = await insertKey(sight, row)
      await call.record(operation(call, { act: 'apiKeyAdded', after: { name, auths, expiresAt } }), sight)
      return made
    })
    return { id, key }
  }),

  serve(endApiKey, { kind: 'across' }, async ({ id }, call) => {
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
