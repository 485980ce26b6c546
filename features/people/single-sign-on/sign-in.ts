// Finds the account that a provider vouches for: already linked, linked now by the e-mail address, or created.
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
/** The account, log lines of its changes, and the reason if it is refused all the same. */
type Found = { person: Pick<Person, 'id' | 'loginname'>; lines: Line[]; refused?: PlainName }

/** Whether the provider's mapping decides over roles. */
const maps = ({ roleClaim, roleMap }: Provider) => roleClaim !== null && roleMap.length > 0

/** The placing that the mapping assigns, or undefined if no value of the claim is in the mapping. */
async function givenPlacing(db: Database, provider: Provider, claims: Claims): Promise<Placing | undefined> {
  if (!maps(provider)) return { roleType: 'internal', roleId: null }
  const roles = new Map((await loadRoles(db, provider.orgId)).map((role) => [role.id as number, role]))
  const living = provider.roleMap.filter(({ roleId }) => roleId === null || roles.has(roleId))
  const given = givenBy(living, valuesOf(claims, provider.roleClaim!))
  if (!given) return undefined
  const role = given.roleId === null ? undefined : roles.get(given.roleId)
  return role ? { roleType: role.roleType, roleId: role.id } : { roleType: given.kind!, roleId: null }
}

/** Detail of the provider in log entries. */
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
    // The account has no password, because it signs in only by the provider.
    password: null,
    isOwnPassword: true,
    createdBy: null,
  }
  const { id } = await saveNewAccount(sightIn(db, provider.orgId), draft, now)
  const line: Line = { act: 'add', after: { name, ...placing, ...by(provider) } }
  return { person: { id, loginname }, line }
}

/** Updates the role of an account that the provider has linked before. */
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
    // A provider may have given the address of a former colleague to another person, so an account has only one subject
    // per provider.
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

/** Name in the log of a person without an account. */
const calledBy = ({ email, preferred_username: preferred, sub }: Claims): string =>
  String([email, preferred, sub].find((each) => typeof each === 'string') ?? '').slice(0, 64)

/** Records a failed sign-in in the log of the provider's organisation. */
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
 * The account that the provider vouches for, with the role that the mapping assigns. Throws signOnNoAccount,
 * signOnNoRole, and 1013 or 1014 if the organisation is full.
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
