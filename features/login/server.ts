import { createHash, randomBytes } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import svgCaptcha from 'svg-captcha'
import { type ErrorName, fail } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { type PublicCall, type RoomServer, serve, servePublic, type User } from '../serve.ts'
import { login, logout, showVcode, type UserInfo, userInfo } from './contract.ts'
import { afterFailure, current, minutesLocked, needsCaptcha } from './rules.ts'
import {
  type AccountRow,
  clearGuard,
  insertSession,
  loadAccount,
  loadGuard,
  removeSession,
  saveGuard,
} from './store.ts'

// Verified against when the name is unknown, so that both cases cost the same time.
const nobody = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$0Gr1FpSg5Gm0bQ3mVb3oJrzfJrXQbnKzr5b3cyuE6DM'

const info = (user: User, demo: boolean): UserInfo => {
  const { accountId, loginname, name, orgId, orgName, roleType, zone, auths } = user
  return { userId: accountId, loginname, name, orgId, orgName, roleType, zone, auths: [...auths], demo } as UserInfo
}

/** Failures of a name from one address lock that address out; failures from anywhere ask everyone for a captcha. */
const keysOf = (loginname: string, ip: string) => {
  const name = `name:${loginname.toLowerCase()}`
  return { name, place: `${name}|${ip}` }
}

async function checkCaptcha(call: PublicCall, place: string, vcode: string | undefined): Promise<void> {
  const guard = await loadGuard(call.db, place)
  const isFresh = guard.captchaAt !== null && call.now() - guard.captchaAt < limits.captchaMs
  // Good once: a guess costs a captcha.
  await saveGuard(call.db, place, { captcha: null, captchaAt: null }, call.now())
  if (!guard.captcha || !isFresh) throw fail('captchaExpired')
  if (guard.captcha !== vcode?.toLowerCase()) throw fail('captchaWrong')
}

async function noteFailure(call: PublicCall, loginname: string, account: AccountRow | undefined, why: ErrorName) {
  const now = call.now()
  for (const key of Object.values(keysOf(loginname, call.ip))) {
    const { failures, lastAt, lockedUntil } = afterFailure(current(await loadGuard(call.db, key), now), now)
    const locks = key.includes('|') ? { lockedUntil } : {}
    await saveGuard(call.db, key, { failures, lastAt, ...locks }, now)
  }
  if (!account) return
  const { id, orgId } = account
  const operation = { act: 'loginFailed', objectType: 'account', objectId: id, objectName: account.loginname } as const
  const outcome = { code: fail(why).code, result: 'failure' } as const
  await call.recordAs({ orgId, accountId: id, loginname: account.loginname, ip: call.ip }, { ...operation, ...outcome })
}

/** The account whose name and password these are, or 1001, 1008. */
async function authenticate(call: PublicCall, loginname: string, password: string): Promise<AccountRow> {
  const account = await loadAccount(call.db, loginname)
  const isRight = await verify(account?.passwordHash ?? nobody, password).catch(() => false)
  const why: ErrorName | undefined =
    !account || !isRight ? 'wrongCredentials' : account.disabled ? 'accountDisabled' : undefined
  if (account && why === undefined) return account
  await noteFailure(call, loginname, account, why ?? 'wrongCredentials')
  throw fail(why ?? 'wrongCredentials')
}

async function openSession(call: PublicCall, account: AccountRow): Promise<User> {
  const token = randomBytes(32).toString('base64url')
  const tokenHash = createHash('sha256').update(token).digest()
  if (call.sessionHash) await removeSession(call.db, call.sessionHash)
  const { id: accountId, orgId, loginname } = account
  await insertSession(call.db, { tokenHash, orgId, accountId, ip: call.ip, agent: call.agent }, call.now())
  const operation = { act: 'login', objectType: 'account', objectId: accountId, objectName: loginname } as const
  await call.recordAs({ orgId, accountId, loginname, ip: call.ip }, operation)
  const user = await call.userOf(tokenHash)
  if (!user) throw fail('wrongCredentials')
  call.setSession(token)
  return user
}

export default [
  servePublic(login, async ({ loginname, password, vcode }, call) => {
    if (!loginname) throw fail('usernameRequired')
    const keys = keysOf(loginname, call.ip)
    const now = call.now()
    const minutes = minutesLocked(current(await loadGuard(call.db, keys.place), now), now)
    if (minutes > 0) throw fail('tooManyFailures', { minutes })
    if (needsCaptcha(current(await loadGuard(call.db, keys.name), now))) await checkCaptcha(call, keys.place, vcode)
    const account = await authenticate(call, loginname, password)
    for (const key of Object.values(keys)) await clearGuard(call.db, key)
    return info(await openSession(call, account), call.demo !== null)
  }),

  serve(userInfo, async (_, { user, demo }) => info(user, demo !== null)),

  servePublic(logout, async (_, call) => {
    const user = call.sessionHash ? await call.userOf(call.sessionHash) : undefined
    if (call.sessionHash) await removeSession(call.db, call.sessionHash)
    call.clearSession()
    if (!user) return null
    const { orgId, accountId, loginname } = user
    const operation = { act: 'logout', objectType: 'account', objectId: accountId, objectName: loginname } as const
    await call.recordAs({ orgId, accountId, loginname, ip: call.ip }, operation)
    return null
  }),

  servePublic(showVcode, async ({ loginname }, call) => {
    const { demo } = call
    if (!loginname) return { needed: false, svg: null, demo }
    const keys = keysOf(loginname, call.ip)
    const needed = needsCaptcha(current(await loadGuard(call.db, keys.name), call.now()))
    if (!needed) return { needed, svg: null, demo }
    const { text, data } = svgCaptcha.create({ size: 4, noise: 2, ignoreChars: '0oO1iIlL', background: '#f1f3f5' })
    await saveGuard(call.db, keys.place, { captcha: text.toLowerCase(), captchaAt: call.now() }, call.now())
    return { needed, svg: data, demo }
  }),
] satisfies RoomServer
