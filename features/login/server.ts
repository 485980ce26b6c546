import { createHash, randomBytes } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import type { Kysely } from 'kysely'
import svgCaptcha from 'svg-captcha'
import { type Failure, fail, type PlainName } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { DB } from '../../db/schema.ts'
import { type PublicCall, type RoomServer, serve, servePublic, type User } from '../serve.ts'
import { login, logout, showVcode, type UserInfo, userInfo } from './contract.ts'
import { afterFailure, current, minutesLocked, needsCaptcha } from './rules.ts'
import {
  type AccountRow,
  clearGuard,
  insertSession,
  loadAccount,
  loadGuard,
  oneAtATime,
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

type Keys = ReturnType<typeof keysOf>

/** Takes the captcha that was shown to this place, good once: a guess costs a captcha. */
async function takeCaptcha(db: Kysely<DB>, place: string, vcode: string | undefined, now: number) {
  const { captcha, captchaAt } = await loadGuard(db, place)
  await saveGuard(db, place, { captcha: null, captchaAt: null }, now)
  if (!captcha || captchaAt === null || now - captchaAt >= limits.captchaMs) return fail('captchaExpired')
  return captcha === vcode?.toLowerCase() ? undefined : fail('captchaWrong')
}

/**
 * Counts the try as failed before it is judged, and one try of a name at a time, so that many at the same moment are
 * worth no more than one after the other. A right password clears the count. Answers why there is no try at all.
 */
const countTry = (call: PublicCall, keys: Keys, vcode: string | undefined): Promise<Failure | undefined> =>
  oneAtATime(call.db, keys.name, async (db) => {
    const now = call.now()
    const place = current(await loadGuard(db, keys.place), now)
    const name = current(await loadGuard(db, keys.name), now)
    const minutes = minutesLocked(place, now)
    if (minutes > 0) return fail('tooManyFailures', { minutes })
    const refused = needsCaptcha(name) ? await takeCaptcha(db, keys.place, vcode, now) : undefined
    if (refused) return refused
    const { failures, lastAt, lockedUntil } = afterFailure(place, now)
    await saveGuard(db, keys.place, { failures, lastAt, lockedUntil }, now)
    await saveGuard(db, keys.name, { failures: name.failures + 1, lastAt: now }, now)
    return undefined
  })

async function recordFailure(call: PublicCall, account: AccountRow, why: PlainName): Promise<void> {
  const { id, orgId, loginname } = account
  const operation = { act: 'loginFailed', objectType: 'account', objectId: id, objectName: loginname } as const
  const outcome = { code: fail(why).code, result: 'failure' } as const
  await call.recordAs({ orgId, accountId: id, loginname, ip: call.ip }, { ...operation, ...outcome })
}

/** The account whose name and password these are, or 1001, 1008. */
async function authenticate(call: PublicCall, loginname: string, password: string): Promise<AccountRow> {
  const account = await loadAccount(call.db, loginname)
  const isRight = await verify(account?.passwordHash ?? nobody, password).catch(() => false)
  const why: PlainName | undefined =
    !account || !isRight ? 'wrongCredentials' : account.disabled ? 'accountDisabled' : undefined
  if (account && why === undefined) return account
  if (account) await recordFailure(call, account, why ?? 'wrongCredentials')
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
    const refused = await countTry(call, keys, vcode)
    if (refused) throw refused
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
