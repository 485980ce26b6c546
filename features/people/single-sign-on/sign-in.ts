// Whose account it is that a provider vouches for: linked before, linked now by the e-mail address, or made.
import { Failure, fail, type PlainName } from '../../../contract/errors.ts'
import type { AccountId, RoleId } from '../../../contract/fields.ts'
import type { RoleType } from '../../../contract/permissions.ts'
import type { Operation } from '../../frame/operation.ts'
import type { PublicCall } from '../../frame/serve.ts'
import { personOf, placeAccount, saveNewAccount } from '../account/part-save.ts'
import {
  type Claims,
  givenBy,
  isFixedHere,
  isOfDomains,
  loginnameOf,
  personName,
  valuesOf,
  verifiedEmail,
  withoutRole,
} from './rules.ts'
import {
  type Database,
  insertLink,
  inTransaction,
  isEmailTaken,
  isLoginnameTaken,
  type Known,
  loadByEmail,
  loadLinked,
  loadRoles,
  lockSubject,
  type Person,
  type Provider,
  seeLink,
  sightIn,
} from './store.ts'

type SaidClaims = Claims & { sub: string }
type Placing = { roleType: RoleType; roleId: RoleId | null }
type Line = Omit<Operation, 'object'>
/** The account, what was done to it, and why it does not get in all the same. */
type Found = { person: Pick<Person, 'id' | 'loginname'>; lines: Line[]; refused?: PlainName }

/** A mapping decides over roles. */
const maps = ({ roleClaim, roleMap }: Provider) => roleClaim !== null && roleMap.length > 0

/** What the provider's mapping gives; nothing where no value of it is among those that the provider says. */
async function givenPlacing(db: Database, provider: Provider, claims: Claims): Promise<Placing | undefined> {
  if (!maps(provider)) return { roleType: 'internal', roleId: null }
  const roles = new Map((await loadRoles(db, provider.orgId)).map((role) => [role.id as number, role]))
  const living = provider.roleMap.filter(({ roleId }) => roleId === null || roles.has(roleId))
  const given = givenBy(living, valuesOf(claims, provider.roleClaim!))
  if (!given) return undefined
  const role = given.roleId === null ? undefined : roles.get(given.roleId)
  return role ? { roleType: role.roleType, roleId: role.id } : { roleType: given.kind!, roleId: null }
}

/** What is kept of the provider in the log. */
const by = ({ name }: Provider) => ({ provider: name })

async function freeLoginname(db: Database, claims: Claims): Promise<string> {
  for (let number = 0; number < 100; number += 1) {
    const loginname = loginnameOf(claims, number)
    if (!(await isLoginnameTaken(db, loginname))) return loginname
  }
  throw fail('loginnameExists')
}

async function added(db: Database, provider: Provider, claims: SaidClaims, placing: Placing, now: number) {
  const loginname = await freeLoginname(db, claims)
  const email = verifiedEmail(claims) ?? null
  const name = personName(claims, loginname)
  const isFree = email !== null && !(await isEmailTaken(db, email))
  const draft = {
    ...personOf({ name, email: isFree ? email : null }),
    ...placing,
    departmentId: null,
    loginname,
    // One that nobody knows: who signs in by the provider alone has none.
    password: null,
    isOwnPassword: true,
    createdBy: null,
  }
  const { id } = await saveNewAccount(sightIn(db, provider.orgId), draft, now)
  const line: Line = { act: 'add', after: { name, ...placing, ...by(provider) } }
  return { person: { id, loginname }, line }
}

/** Of an account that the provider knows: its role, as the provider gives it now. */
async function placed(
  db: Database,
  provider: Provider,
  person: Person,
  placing: Placing | undefined,
): Promise<Pick<Found, 'lines' | 'refused'>> {
  if (!maps(provider) || isFixedHere(person.roleType)) return { lines: [] }
  const after: Placing = placing ?? withoutRole(person.roleType)
  const refused = placing ? {} : ({ refused: 'signOnNoRole' } as const)
  if (after.roleType === person.roleType && after.roleId === person.roleId) return { lines: [], ...refused }
  await placeAccount(sightIn(db, provider.orgId), person, after)
  const names = new Map<number | null, string>((await loadRoles(db, provider.orgId)).map(({ id, name }) => [id, name]))
  const told = ({ roleType, roleId }: Pick<Person, 'roleType' | 'roleId'>) => ({
    ...{ roleType, roleId },
    roleName: names.get(roleId) ?? null,
  })
  const line: Line = { act: 'signOnRole', before: told(person), after: { ...told(after), ...by(provider) } }
  return { lines: [line], ...refused }
}

async function find(db: Database, provider: Provider, claims: SaidClaims, now: number): Promise<Found> {
  const known: Known = { providerId: provider.id, issuer: provider.issuer, subject: claims.sub }
  await lockSubject(db, known)
  const email = verifiedEmail(claims)
  if (!isOfDomains(email, provider.emailDomains)) throw fail('signOnNoAccount')
  const placing = await givenPlacing(db, provider, claims)
  const linked = await loadLinked(db, known)
  if (linked) {
    await seeLink(db, known, now)
    return { person: linked, ...(await placed(db, provider, linked, placing)) }
  }
  const link = async (accountId: AccountId, line?: Line): Promise<Line[]> => {
    // Somebody else who was given the address of a colleague who left is not this colleague.
    if (!(await insertLink(db, { ...known, orgId: provider.orgId, accountId }, now))) throw fail('signOnNoAccount')
    return [...(line ? [line] : []), { act: 'signOnLinked', after: { ...by(provider), subject: known.subject } }]
  }
  const person = email === undefined ? undefined : await loadByEmail(db, provider.orgId, email)
  if (!placing && !(person && isFixedHere(person.roleType))) throw fail('signOnNoRole')
  if (person) {
    const lines = await link(person.id)
    const { lines: more } = await placed(db, provider, person, placing)
    return { person, lines: [...lines, ...more] }
  }
  if (!provider.addsAccounts || !placing) throw fail('signOnNoAccount')
  const made = await added(db, provider, claims, placing, now)
  return { person: made.person, lines: await link(made.person.id, made.line) }
}

/** How somebody is called in the log who has no account. */
const calledBy = ({ email, preferred_username: preferred, sub }: Claims): string =>
  String([email, preferred, sub].find((each) => typeof each === 'string') ?? '').slice(0, 64)

/** A sign-in that failed, in the log of the provider's organisation. */
export const recordRefusal = (
  call: PublicCall,
  { id, orgId, name }: Provider,
  failure: Failure,
  claims: Claims = {},
): Promise<unknown> =>
  call.recordAs(
    { orgId, accountId: null, loginname: calledBy(claims), ip: call.ip },
    { act: 'loginFailed', object: { type: 'signOn', id, name }, code: failure.code, result: 'failure' },
  )

/**
 * The account that the provider vouches for, with the role that it gives. Throws signOnNoAccount, signOnNoRole, and 1013,
 * 1014 where there is no room for it.
 */
export async function accountOf(call: PublicCall, provider: Provider, claims: SaidClaims): Promise<AccountId> {
  try {
    const { person, lines, refused } = await inTransaction(call.db, (db) => find(db, provider, claims, call.now()))
    const who = { orgId: provider.orgId, accountId: person.id, loginname: person.loginname, ip: call.ip }
    const object = { type: 'account', id: person.id, name: person.loginname } as const
    for (const line of lines) await call.recordAs(who, { ...line, object })
    if (refused !== undefined) throw fail(refused)
    return person.id
  } catch (error) {
    if (error instanceof Failure) await recordRefusal(call, provider, error, claims)
    throw error
  }
}
