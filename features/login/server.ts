import { randomInt } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import type { Kysely } from 'kysely'
import { type Failure, fail, type PlainName } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { DB } from '../../db/schema.ts'
import { userImagePath } from '../account-info/rules.ts'
import { drawTicket, hasSecondFactor, takeTicket } from '../second-factor/step.ts'
import { type PublicCall, type RoomServer, serveAcross, servePublic, type User, type WideCall } from '../serve.ts'
import { settingsOf } from '../user-config/rules.ts'
import { maskTel } from '../verification/rules.ts'
import { confirmPassword, login, loginCode, logout, showVcode, type UserInfo, userInfo } from './contract.ts'
import { type Given, noCaptcha, showCaptcha, strangersCaptcha, takeCaptcha } from './guard.ts'
import { marksOf, openSession } from './open-session.ts'
import {
  afterFailure,
  afterSharedFailure,
  current,
  currentShared,
  type Guard,
  minutesLocked,
  needsCaptcha,
} from './rules.ts'
import {
  type AccountRow,
  clearGuard,
  confirmSession,
  loadAccount,
  loadAccountOf,
  loadGuard,
  loadKnown,
  loadOwn,
  oneAtATime,
  removeSession,
  saveGuard,
} from './store.ts'

// Verified against when the name is unknown, so that both cases cost the same time.
const nobody = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$0Gr1FpSg5Gm0bQ3mVb3oJrzfJrXQbnKzr5b3cyuE6DM'

async function info({ db, demo }: Pick<PublicCall, 'db' | 'demo'>, user: User): Promise<UserInfo> {
  const { phone, image, settings } = await loadOwn(db, user)
  const {
    accountId: userId,
    departmentId: deptId,
    regions: authRegion,
    mustChoosePassword: changePassword,
    mustSetUpStep: setUpStep,
    isLocked: lockDue,
  } = user
  const { loginname, name, orgId, orgName, homeOrgId, roleType, roleId, zone, auths, dataRange, useLock } = user
  const rights = { roleType, roleId, deptId, auths: [...auths], dataRange, authRegion, changePassword, setUpStep }
  const { scadaAdaption, equipDisplay } = settingsOf(settings ?? {})
  const own = { tel: phone && maskTel(phone), isBindPhone: phone !== null, avatar: image && userImagePath(image) }
  const shown = { ...own, scadaAdaption, equipDisplay, useLock, lockDue, demo: demo !== null }
  return { userId, loginname, name, orgId, orgName, homeOrgId, zone, ...rights, ...shown } as UserInfo
}

/**
 * Where a login comes from, as failures count: `place` is the browser if the account is known by it, else the address;
 * `name` is everybody who is not known; `address` whatever the names.
 */
type Caller = { place: string; name: string; address: string; isKnown: boolean }

async function callerOf(call: PublicCall, loginname: string): Promise<Caller> {
  const name = `name:${loginname.toLowerCase()}`
  const marks = marksOf(call)
  const known = await loadKnown(call.db, loginname, Object.values(marks), call.now() - limits.knownPlaceMs)
  const isDevice = marks.device !== undefined && known.has(marks.device)
  // The mark first: it has no `|`, which a name that strangers try may have, so no name makes the key of a place.
  const place = `place:${isDevice ? marks.device : marks.network}|${name}`
  return { place, name, address: `address:${marks.network}`, isKnown: known.size > 0 }
}

/** Whose failures decide over captcha and work: a known caller's own, else those of all strangers. */
async function counted(db: Kysely<DB>, caller: Caller, now: number): Promise<Guard> {
  if (caller.isKnown) return current(await loadGuard(db, caller.place), now)
  return currentShared(await loadGuard(db, caller.name), now)
}

/**
 * Counts the try as failed before it is checked, and one try of a name at a time, so that many at the same moment are
 * worth no more than one after the other. A right password clears the count. Answers why there is no try at all.
 */
const countTry = (call: PublicCall, caller: Caller, given: Given): Promise<Failure | undefined> =>
  oneAtATime(call.db, caller.name, async (db) => {
    const now = call.now()
    const bound = limits.loginFailuresPerAddress
    const place = current(await loadGuard(db, caller.place), now)
    const name = currentShared(await loadGuard(db, caller.name), now)
    const address = currentShared(await loadGuard(db, caller.address), now, bound)
    const minutes = Math.max(
      ...[place, ...(caller.isKnown ? [] : [name, address])].map((each) => minutesLocked(each, now)),
    )
    if (minutes > 0) return fail('tooManyFailures', { minutes })
    if (needsCaptcha(caller.isKnown ? place : name)) {
      const refused = await takeCaptcha(db, caller.place, given, now)
      if (refused) return refused
    }
    await saveGuard(db, caller.place, afterFailure(place, now), now)
    await saveGuard(db, caller.address, afterSharedFailure(address, now, bound), now)
    // What the owner mistypes at home asks nobody else to wait, and strangers' guesses do not ask him to.
    if (!caller.isKnown) await saveGuard(db, caller.name, afterSharedFailure(name, now), now)
    return undefined
  })

async function recordFailure(call: PublicCall, account: AccountRow, why: PlainName): Promise<void> {
  const { id, orgId, loginname } = account
  const operation = { act: 'loginFailed', object: { type: 'account', id, name: loginname } } as const
  const outcome = { code: fail(why).code, result: 'failure' } as const
  await call.recordAs({ orgId, accountId: id, loginname, ip: call.ip }, { ...operation, ...outcome })
}

function closedBecause({ disabled, orgDisabled, isFirst, passwordAt }: AccountRow, now: number): PlainName | undefined {
  if (disabled) return 'accountDisabled'
  if (orgDisabled) return 'organisationDisabled'
  return isFirst && now - passwordAt > limits.firstPasswordMs ? 'firstPasswordExpired' : undefined
}

/** The account whose name and password these are, or 1001, 1008, 1023, 1027. */
async function authenticate(call: PublicCall, loginname: string, password: string): Promise<AccountRow> {
  const account = await loadAccount(call.db, loginname)
  const isRight = await verify(account?.passwordHash ?? nobody, password).catch(() => false)
  const why = !account || !isRight ? 'wrongCredentials' : closedBecause(account, call.now())
  if (account && why === undefined) return account
  // Both cases write as much, so that an unknown name is not told by its faster answer.
  if (account) await recordFailure(call, account, why ?? 'wrongCredentials')
  else await saveGuard(call.db, `nobody:${randomInt(64)}`, { lastAt: call.now() }, call.now())
  throw fail(why ?? 'wrongCredentials')
}

/** A right password takes back the failure it was counted as; those of others behind the same address stay. */
async function forgiveAddress({ db, now }: PublicCall, { address, name, isKnown }: Caller): Promise<void> {
  const { failures } = await loadGuard(db, address)
  await saveGuard(db, address, { failures: Math.max(0, failures - 1) }, now())
  // Who has the password is no stranger, and what he mistyped before was his.
  if (!isKnown) await clearGuard(db, name)
}

/** Counts a try before it is checked: which one of this session it is. */
const countConfirm = (call: WideCall, key: string): Promise<number> =>
  oneAtATime(call.db, key, async (db) => {
    const { failures } = await loadGuard(db, key)
    if (failures >= limits.confirmTries) throw fail('sessionLost')
    await saveGuard(db, key, { failures: failures + 1, lastAt: call.now() }, call.now())
    return failures + 1
  })

export default [
  servePublic(login, async ({ loginname, password, ...given }, call) => {
    if (!loginname) throw fail('usernameRequired')
    const caller = await callerOf(call, loginname)
    const refused = await countTry(call, caller, given)
    if (refused) throw refused
    const account = await authenticate(call, loginname, password)
    await clearGuard(call.db, caller.place)
    await forgiveAddress(call, caller)
    if (await hasSecondFactor(call, account.id))
      throw fail('stepNeeded', {}, { ticket: await drawTicket(call, account.id) })
    return info(call, await openSession(call, account))
  }),

  servePublic(loginCode, async (given, call) => {
    const accountId = await takeTicket(call, given, async (wrongOf) => {
      const account = await loadAccountOf(call.db, wrongOf)
      if (account) await recordFailure(call, account, 'codeWrong')
    })
    const account = await loadAccountOf(call.db, accountId)
    if (!account) throw fail('stepGone')
    return info(call, await openSession(call, account))
  }),

  serveAcross(userInfo, (_, call) => info(call, call.user)),

  servePublic(logout, async (_, call) => {
    const user = call.sessionHash ? await call.userOf(call.sessionHash) : undefined
    if (call.sessionHash) await removeSession(call.db, call.sessionHash)
    call.clearSession()
    if (!user) return null
    const { orgId, accountId, loginname } = user
    const operation = { act: 'logout', object: { type: 'account', id: accountId, name: loginname } } as const
    await call.recordAs({ orgId, accountId, loginname, ip: call.ip }, operation)
    return null
  }),

  serveAcross(confirmPassword, async ({ password }, call) => {
    const { db, user, now } = call
    const key = `confirm:${user.sessionHash.toString('hex')}`
    const tries = await countConfirm(call, key)
    const account = await loadAccount(db, user.loginname)
    if (account && (await verify(account.passwordHash, password).catch(() => false))) {
      await confirmSession(db, user.sessionHash, now())
      await clearGuard(db, key)
      return null
    }
    const wrong = fail('passwordWrong', {}, { field: 'password' })
    const object = { type: 'account', id: user.accountId, name: user.loginname } as const
    await call.record({ act: 'loginFailed', object, code: wrong.code, result: 'failure' })
    if (tries < limits.confirmTries) throw wrong
    await removeSession(db, user.sessionHash)
    call.clearSession()
    throw fail('sessionLost')
  }),

  servePublic(showVcode, async ({ loginname, of }, call) => {
    const { demo } = call
    if (of !== 'login') return { ...(await strangersCaptcha(call, of)), demo }
    if (!loginname) return { ...noCaptcha, demo }
    const caller = await callerOf(call, loginname)
    const guard = await counted(call.db, caller, call.now())
    if (!needsCaptcha(guard)) return { ...noCaptcha, demo }
    return { ...(await showCaptcha(call, caller.place, guard)), demo }
  }),
] satisfies RoomServer
