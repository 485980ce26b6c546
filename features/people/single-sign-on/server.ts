import { fail } from '../../../contract/errors.ts'
import type { OrgId } from '../../../contract/fields.ts'
import { badField } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import { type RoomServer, serve, type WideCall } from '../../frame/serve.ts'
import { countBegun } from '../login/part-attempt.ts'
import { enter } from '../login/part-enter.ts'
import { ProviderFault } from './bounded-fetch.ts'
import {
  addSignOn,
  beginSignOn,
  confirmSignOn,
  editSignOn,
  finishSignOn,
  openId,
  querySignOns,
  removeSignOn,
  type SignOnId,
  type SignOnRoleId,
  signOnOrganisations,
  signOnWay,
  testSignOn,
} from './contract.ts'
import { begin, claimsOf, confirmAs, redirectUriOf, signedInAt, takenOf } from './flow.ts'
import { isStepVerified } from './rules.ts'
import { accountOf } from './sign-in.ts'
import {
  countProviders,
  type Database,
  endAttempts,
  insertProvider,
  inTransaction,
  loadBySlug,
  loadOrganisations,
  loadProviderOf,
  loadProviders,
  loadRoles,
  lockProvider,
  type Provider,
  removeProvider,
  type Settings,
  sightIn,
  updateProvider,
} from './store.ts'

/** Writes into the operator's log and into that of the organisation. */
async function record(
  call: WideCall,
  db: Database,
  orgId: Provider['orgId'],
  act: 'add' | 'edit' | 'delete',
  told: { id: SignOnId; name: string; before?: object; after?: object },
): Promise<void> {
  const { id, name, ...change } = told
  const operation = { act, object: { type: 'signOn', id, name }, ...change } as const
  await call.record(operation, sightIn(db, call.user.orgId))
  if (orgId !== call.user.orgId) await call.record(operation, sightIn(db, orgId))
}

/** Throws unless every role of the mapping belongs to the organisation. */
async function mustMapOwn(db: Database, orgId: Provider['orgId'], { roleMap }: Settings, call: WideCall) {
  const own = new Set((await loadRoles(db, orgId)).map(({ id }) => id as number))
  if (roleMap.some(({ roleId }) => roleId !== null && !own.has(roleId)))
    throw badField('roleMap', 'notAllowed', call.language)
}

const toldOf = ({ secretSealed: _, id: __, orgId: ___, ...settings }: Provider) => settings

async function toChange(db: Database, id: SignOnId): Promise<Provider> {
  const found = await lockProvider(db, id)
  if (!found) throw fail('notFound', {}, { field: 'id' })
  return found
}

/** Keeps the stored secret only for the same issuer and client, so that it is never sent to another. */
function secretFor(before: Provider, after: Settings, secret: string | null | undefined, call: WideCall): Buffer {
  if (secret) return call.seal(secret)
  if (before.issuer !== after.issuer || before.clientId !== after.clientId)
    throw badField('secret', 'missing', call.language)
  return before.secretSealed
}

export default [
  serve(querySignOns, { kind: 'operator' }, async (_, { db, origin }) => {
    const names = new Map((await loadRoles(db)).map(({ id, name }) => [id as number, name]))
    const rows = (await loadProviders(db)).map(({ roleMap, ...row }) => ({
      ...row,
      roleMap: roleMap.map((entry) => ({ ...entry, roleName: names.get(entry.roleId ?? 0) ?? null })),
      redirectUri: redirectUriOf(origin, row.slug),
    }))
    return { rows, origin }
  }),

  serve(signOnOrganisations, { kind: 'operator' }, async (_, { db }) => {
    const roles = (await loadRoles(db)) as unknown as { id: SignOnRoleId; orgId: OrgId; name: string }[]
    return (await loadOrganisations(db)).map(({ id, name }) => ({
      id,
      name,
      roles: roles.filter(({ orgId }) => orgId === id).map((role) => ({ id: role.id, name: role.name })),
    }))
  }),

  serve(addSignOn, { kind: 'operator' }, ({ orgId, secret, ...settings }, call) =>
    inTransaction(call.db, async (db) => {
      if (!(await loadOrganisations(db)).some(({ id }) => id === orgId)) throw fail('notFound', {}, { field: 'orgId' })
      if ((await countProviders(db)) >= limits.signOnProviders)
        throw fail('signOnCapacity', { limit: limits.signOnProviders })
      await mustMapOwn(db, orgId, settings, call)
      const own = { orgId, secretSealed: call.seal(secret), createdAt: call.now() }
      const id = await insertProvider(db, { settings, ...own })
      await record(call, db, orgId, 'add', { id, name: settings.name, after: settings })
      return { id }
    }),
  ),

  serve(editSignOn, { kind: 'operator' }, ({ id, secret, ...settings }, call) =>
    inTransaction(call.db, async (db) => {
      const before = await toChange(db, id)
      await mustMapOwn(db, before.orgId, settings, call)
      await updateProvider(db, id, settings, secretFor(before, settings, secret, call))
      await endAttempts(db, id)
      const after = { ...settings, ...(secret ? { isSecretNew: true } : {}) }
      await record(call, db, before.orgId, 'edit', { id, name: settings.name, before: toldOf(before), after })
      return null
    }),
  ),

  serve(removeSignOn, { kind: 'operator' }, ({ id }, call) =>
    inTransaction(call.db, async (db) => {
      const before = await toChange(db, id)
      await removeProvider(db, id)
      await record(call, db, before.orgId, 'delete', { id, name: before.name, before: toldOf(before) })
      return null
    }),
  ),

  serve(testSignOn, { kind: 'operator' }, async ({ issuer }, { use }) => {
    try {
      await use(openId).test(issuer)
      return { fault: null, detail: null }
    } catch (error) {
      if (!(error instanceof ProviderFault)) throw error
      const { fault, detail } = error
      return { fault, detail }
    }
  }),

  serve(beginSignOn, { kind: 'public' }, async ({ slug, to }, call) => {
    await countBegun(call, 'sign-ons', limits.signOnsPerNetworkHour)
    const provider = await loadBySlug(call.db, slug)
    if (!provider) throw fail('signOnUnknown')
    return begin(call, provider, { target: to, sessionHash: null })
  }),

  serve(signOnWay, { kind: 'across' }, async (_, { db, user }) => ({
    slug: (await loadProviderOf(db, user.accountId))?.slug ?? null,
  })),

  serve(confirmSignOn, { kind: 'across' }, async (_, call) => {
    await countBegun(call, 'sign-ons', limits.signOnsPerNetworkHour)
    const provider = await loadProviderOf(call.db, call.user.accountId)
    if (!provider) throw fail('signOnUnknown')
    return begin(call, provider, { target: '/', sessionHash: call.user.sessionHash })
  }),

  serve(finishSignOn, { kind: 'public' }, async ({ slug, answer }, call) => {
    const query = new URLSearchParams(answer)
    const { attempt, provider } = await takenOf(call, slug, query)
    const claims = await claimsOf(call, provider, attempt, query)
    if (attempt.sessionHash !== null) {
      await confirmAs(call, provider, attempt.sessionHash, claims)
      return { to: '/', isConfirmed: true }
    }
    const accountId = await accountOf(call, provider, claims)
    await enter(call, accountId, {
      confirmedAt: Math.min(signedInAt(claims), call.now()),
      isStepVerified: isStepVerified(provider.verifiesStep, claims),
      more: { to: attempt.target },
    })
    return { to: attempt.target, isConfirmed: false }
  }),
] satisfies RoomServer
