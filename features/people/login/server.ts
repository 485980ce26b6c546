import { randomInt } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import { type Failure, fail, type PlainName } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { userImagePath } from '../../../contract/user-image.ts'
import { type PublicCall, type RoomServer, serve, type User, type WideCall } from '../../frame/serve.ts'
import { demoLogin, sessionUser } from '../../frame/spine-services.ts'
import { ownFace } from '../../platform/style/rules.ts'
import { settingsOf } from '../../platform/user-config/rules.ts'
import { codes } from '../../platform/verification/contract.ts'
import { maskTel } from '../../platform/verification/rules.ts'
import { placesRunningOut } from '../account/part-places.ts'
import type { Assertion } from '../passkey/contract.ts'
import { takeAssertion } from '../passkey/part-assertion.ts'
import { drawTicket, stepAfterPassword, takeTicket } from '../second-factor/part-step.ts'
import {
  confirmPasskey,
  confirmPassword,
  login,
  loginCode,
  loginPasskey,
  logout,
  showVcode,
  type UserInfo,
  userInfo,
} from './contract.ts'
import { openSession } from './open-session.ts'
import { noCaptcha, showCaptcha, strangersCaptcha } from './part-guard.ts'
import { needsCaptcha } from './rules.ts'
import {
  type AccountRow,
  clearGuard,
  confirmSession,
  loadAccount,
  loadAccountOf,
  loadGuard,
  loadOwn,
  oneAtATime,
  removeSession,
  saveGuard,
} from './store.ts'
import {
  callerOf,
  closedBecause,
  counted,
  countFailure,
  countTry,
  forgiveAddress,
  forgivePlace,
  mustNotWait,
  recordFailure,
} from './tries.ts'

// A hash that is verified when the name is unknown, so that both cases take the same time.
const nobody = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$0Gr1FpSg5Gm0bQ3mVb3oJrzfJrXQbnKzr5b3cyuE6DM'

async function info({ db, use }: Pick<PublicCall, 'db' | 'use'>, user: User): Promise<UserInfo> {
  const { phone, image, settings, language: orgLanguage, firstSettingsDue } = await loadOwn(db, user)
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
  const { scadaAdaption, equipDisplay, promptType, ownZone } = settingsOf(settings ?? {})
  const resources = await placesRunningOut(db, user)
  const remindPhone = phone === null && use(codes).by('sms') === 'provider'
  const own = { tel: phone && maskTel(phone), isBindPhone: phone !== null, avatar: image && userImagePath(image) }
  const { styleId } = ownFace
  const settled = { styleId, scadaAdaption, equipDisplay, prompType: promptType, ownZone }
  const first = { orgLanguage, firstSettingsDue: firstSettingsDue === true }
  const shown = {
    ...own,
    ...settled,
    ...first,
    remindPhone,
    resources,
    useLock,
    lockDue,
    demo: use(demoLogin) !== null,
  }
  return { userId, loginname, name, orgId, orgName, homeOrgId, zone, ...rights, ...shown } as UserInfo
}

/** Why a password that another account has set is refused. Other ways to sign in are not affected. */
const isTooOld = ({ isFirst, passwordAt }: AccountRow, now: number): PlainName | undefined =>
  isFirst && now - passwordAt > limits.firstPasswordMs ? 'firstPasswordExpired' : undefined

/** The account with this name and password. Throws 1001, 1008, 1023, 1027. */
async function authenticate(call: PublicCall, loginname: string, password: string): Promise<AccountRow> {
  const account = await loadAccount(call.db, loginname)
  const isRight = await verify(account?.passwordHash ?? nobody, password).catch(() => false)
  const why = !account || !isRight ? 'wrongCredentials' : (closedBecause(account) ?? isTooOld(account, call.now()))
  if (account && why === undefined) return account
  // Both cases write to the database, so that a faster answer does not reveal that a name is unknown.
  if (account) await recordFailure(call, account, why ?? 'wrongCredentials')
  else await saveGuard(call.db, `nobody:${randomInt(64)}`, { lastAt: call.now() }, call.now())
  throw fail(why ?? 'wrongCredentials')
}

/** The account of this passkey. Throws 1005, 1008, 1023, 1091-1093. */
async function authenticateByPasskey(call: PublicCall, answer: Assertion): Promise<AccountRow> {
  const { accountId, why } = await takeAssertion(call, answer, { purpose: 'login' })
  const account = accountId === undefined ? undefined : await loadAccountOf(call.db, accountId)
  if (why !== undefined || !account) {
    if (account) await recordFailure(call, account, why ?? 'passkeyRefused')
    throw await countFailure(call, fail(why ?? 'passkeyRefused'))
  }
  const caller = await callerOf(call, account.loginname)
  await mustNotWait(call, caller)
  const closed = closedBecause(account)
  if (closed) {
    await recordFailure(call, account, closed)
    throw fail(closed)
  }
  await forgivePlace(call, caller)
  return account
}

/** Counts a try before it is checked, and returns its number in this session. */
const countConfirm = (call: WideCall, key: string): Promise<number> =>
  oneAtATime(call.db, key, async (db) => {
    const { failures } = await loadGuard(db, key)
    if (failures >= limits.confirmTries) throw fail('sessionLost')
    await saveGuard(db, key, { failures: failures + 1, lastAt: call.now() }, call.now())
    return failures + 1
  })

/** Confirms the session if `check` returns no failure; the last wrong try ends the session. */
async function confirm(call: WideCall, check: () => Promise<Failure | undefined>): Promise<null> {
  const { db, user, now } = call
  const key = `confirm:${user.sessionHash.toString('hex')}`
  const tries = await countConfirm(call, key)
  const wrong = await check()
  if (wrong === undefined) {
    await confirmSession(db, user.sessionHash, now())
    await clearGuard(db, key)
    return null
  }
  const object = { type: 'account', id: user.accountId, name: user.loginname } as const
  await call.record({ act: 'loginFailed', object, code: wrong.code, result: 'failure' })
  if (tries < limits.confirmTries) throw wrong
  await removeSession(db, user.sessionHash)
  call.clearSession()
  throw fail('sessionLost')
}

export default [
  serve(login, { kind: 'public' }, async ({ loginname, password, ...given }, call) => {
    if (!loginname) throw fail('usernameRequired')
    const caller = await callerOf(call, loginname)
    const refused = await countTry(call, caller, given)
    if (refused) throw refused
    const account = await authenticate(call, loginname, password)
    await clearGuard(call.db, caller.place)
    await forgiveAddress(call, caller)
    const step = await stepAfterPassword(call, account.id)
    if (step) throw fail('stepNeeded', {}, { ticket: await drawTicket(call, account.id), ...step })
    return info(call, await openSession(call, account))
  }),

  serve(loginCode, { kind: 'public' }, async (given, call) => {
    const accountId = await takeTicket(call, given, async (wrongOf) => {
      const account = await loadAccountOf(call.db, wrongOf)
      if (account) await recordFailure(call, account, 'codeWrong')
    })
    const account = await loadAccountOf(call.db, accountId)
    if (!account) throw fail('stepGone')
    return info(call, await openSession(call, account))
  }),

  serve(loginPasskey, { kind: 'public' }, async ({ answer }, call) =>
    info(call, await openSession(call, await authenticateByPasskey(call, answer))),
  ),

  serve(userInfo, { kind: 'across' }, (_, call) => info(call, call.user)),

  serve(logout, { kind: 'public' }, async (_, call) => {
    const user = call.sessionHash ? await call.use(sessionUser)(call.sessionHash) : undefined
    if (call.sessionHash) await removeSession(call.db, call.sessionHash)
    call.clearSession()
    if (!user) return null
    const { orgId, accountId, loginname } = user
    const operation = { act: 'logout', object: { type: 'account', id: accountId, name: loginname } } as const
    await call.recordAs({ orgId, accountId, loginname, ip: call.ip }, operation)
    return null
  }),

  serve(confirmPassword, { kind: 'across' }, ({ password }, call) =>
    confirm(call, async () => {
      const account = await loadAccount(call.db, call.user.loginname)
      const isRight = account && (await verify(account.passwordHash, password).catch(() => false))
      return isRight ? undefined : fail('passwordWrong', {}, { field: 'password' })
    }),
  ),

  serve(confirmPasskey, { kind: 'across' }, ({ answer }, call) =>
    confirm(call, async () => {
      const holder = `session ${call.user.sessionHash.toString('hex')}`
      const { accountId, why } = await takeAssertion(call, answer, { purpose: 'confirm', holder })
      if (why === undefined && accountId === call.user.accountId) return undefined
      return fail(why ?? 'passkeyRefused')
    }),
  ),

  serve(showVcode, { kind: 'public' }, async ({ loginname, of }, call) => {
    const demo = call.use(demoLogin)
    if (of !== 'login') return { ...(await strangersCaptcha(call, of)), demo }
    if (!loginname) return { ...noCaptcha, demo }
    const caller = await callerOf(call, loginname)
    const guard = await counted(call.db, caller, call.now())
    if (!needsCaptcha(guard)) return { ...noCaptcha, demo }
    return { ...(await showCaptcha(call, caller.place, guard)), demo }
  }),
] satisfies RoomServer
