// Counts tries to sign in per place, per name and per address.
import type { Kysely } from 'kysely'
import { type Failure, fail, type PlainName } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { DB } from '../../../db/schema.ts'
import type { PublicCall } from '../../frame/serve.ts'
import { marksOf } from './open-session.ts'
import { type Given, takeCaptcha } from './part-guard.ts'
import {
  afterFailure,
  afterSharedFailure,
  current,
  currentShared,
  forgiven,
  type Guard,
  minutesLocked,
  needsCaptcha,
} from './rules.ts'
import { type AccountRow, clearGuard, loadGuard, loadKnown, lockKey, oneAtATime, saveGuard } from './store.ts'

/**
 * Keys under which failures of a caller are counted. `place`: the browser if the account has signed in with it before,
 * else the network; `name`: shared by all callers without such a browser; `address`: shared by all names.
 */
type Caller = { place: string; name: string; address: string; isKnown: boolean }

const addressOf = (call: PublicCall) => `address:${marksOf(call).network}`

export async function callerOf(call: PublicCall, loginname: string): Promise<Caller> {
  const name = `name:${loginname.toLowerCase()}`
  const marks = marksOf(call)
  const known = await loadKnown(call.db, loginname, Object.values(marks), call.now() - limits.knownPlaceMs)
  const isDevice = marks.device !== undefined && known.has(marks.device)
  // The key is `device or network|name`. The first part contains no `|`, so a login name with one cannot imitate
  // another key.
  const place = `place:${isDevice ? marks.device : marks.network}|${name}`
  return { place, name, address: addressOf(call), isKnown: known.size > 0 }
}

/**
 * Failures that decide whether a captcha and proof of work are required: the caller's own if it is known, else those of
 * all unknown callers.
 */
export async function counted(db: Kysely<DB>, caller: Caller, now: number): Promise<Guard> {
  if (caller.isKnown) return current(await loadGuard(db, caller.place), now)
  return currentShared(await loadGuard(db, caller.name), now)
}

const bound = limits.loginFailuresPerAddress

type Guards = { place: Guard; name: Guard; address: Guard }

const guardsOf = async (db: Kysely<DB>, caller: Caller, now: number): Promise<Guards> => ({
  place: current(await loadGuard(db, caller.place), now),
  name: currentShared(await loadGuard(db, caller.name), now),
  address: currentShared(await loadGuard(db, caller.address), now, bound),
})

/** Minutes until the next try; a known caller waits only for failures from its own browser or network. */
const minutesOf = ({ isKnown }: Caller, { place, name, address }: Guards, now: number): number =>
  Math.max(...[place, ...(isKnown ? [] : [name, address])].map((each) => minutesLocked(each, now)))

/**
 * Counts the try as failed before the password is checked, one try per name and per address at a time, so that parallel
 * tries gain nothing. A correct password clears the count. Returns the reason if the try is refused.
 */
export const countTry = (call: PublicCall, caller: Caller, given: Given): Promise<Failure | undefined> =>
  oneAtATime(call.db, caller.name, async (db) => {
    // Every try locks its name first: two tries cannot wait for each other.
    await lockKey(db, caller.address)
    const now = call.now()
    const { place, name, address } = await guardsOf(db, caller, now)
    const minutes = minutesOf(caller, { place, name, address }, now)
    if (minutes > 0) return fail('tooManyFailures', { minutes })
    if (needsCaptcha(caller.isKnown ? place : name)) {
      const refused = await takeCaptcha(db, caller.place, given, now)
      if (refused) return refused
    }
    await saveGuard(db, caller.place, afterFailure(place, now), now)
    await saveGuard(db, caller.address, afterSharedFailure(address, now, bound), now)
    // Failures in a known browser delay no other caller, and failures of unknown callers delay no known browser.
    if (!caller.isKnown) await saveGuard(db, caller.name, afterSharedFailure(name, now), now)
    return undefined
  })

export async function recordFailure(call: PublicCall, account: AccountRow, why: PlainName): Promise<void> {
  const { id, orgId, loginname } = account
  const operation = { act: 'loginFailed', object: { type: 'account', id, name: loginname } } as const
  const outcome = { code: fail(why).code, result: 'failure' } as const
  await call.recordAs({ orgId, accountId: id, loginname, ip: call.ip }, { ...operation, ...outcome })
}

/** The reason why an account may not sign in at all, or nothing. */
export const closedBecause = ({ disabled, orgDisabled }: AccountRow): PlainName | undefined =>
  disabled ? 'accountDisabled' : orgDisabled ? 'organisationDisabled' : undefined

/** Applies the wait to an account that authenticated without its name. Throws tooManyFailures. */
export async function mustNotWait(call: PublicCall, caller: Caller): Promise<void> {
  const minutes = minutesOf(caller, await guardsOf(call.db, caller, call.now()), call.now())
  if (minutes > 0) throw fail('tooManyFailures', { minutes })
}

/** Counts a failure without an account; while the address is locked, returns that failure instead. */
export const countFailure = (call: PublicCall, failure: Failure): Promise<Failure> => {
  const key = addressOf(call)
  return oneAtATime(call.db, key, async (db) => {
    const now = call.now()
    const address = currentShared(await loadGuard(db, key), now, bound)
    const minutes = minutesLocked(address, now)
    if (minutes > 0) return fail('tooManyFailures', { minutes })
    await saveGuard(db, key, afterSharedFailure(address, now, bound), now)
    return failure
  })
}

/** Clears earlier failures at the place of a caller who has signed in. */
export async function forgivePlace({ db }: PublicCall, { place, name, isKnown }: Caller): Promise<void> {
  await clearGuard(db, place)
  if (!isKnown) await clearGuard(db, name)
}

/** Removes from the address the failure that `countTry` counted; those of others behind the same address stay. */
export async function forgiveAddress({ db, now }: PublicCall, { address, name, isKnown }: Caller): Promise<void> {
  await oneAtATime(db, address, async (inner) =>
    saveGuard(inner, address, forgiven(await loadGuard(inner, address), bound), now()),
  )
  // A stranger with the right password is no longer one, so the failures of the name are cleared.
  if (!isKnown) await clearGuard(db, name)
}
