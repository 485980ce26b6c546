// Calls EZVIZ on behalf of an organisation, with a token that stays in memory and never leaves the platform.
import { Failure, fail } from '../../../contract/errors.ts'
import { boundedFetch } from '../../../core/bounded-fetch.ts'
import { sha256 } from '../../../core/sha256.ts'
import type { Account, Camera } from './contract.ts'
import { errors } from './errors.ts'
import { cameraLimits } from './limits.ts'
import { type Act, answerOf, areaOf, askFor, failureOf, homeOf, isGood, isTokenOver, tokenOf } from './rules.ts'

type Asked = { path: string; fields: Record<string, string | number>; act: Act; camera?: Camera; voice?: Uint8Array }

type Token = { value: string; base: string; until: number }
type Kept = {
  token: Token | undefined
  asking: Promise<Token> | undefined
  failure: Failure | undefined
  failedAt: number
}

type Ezviz = {
  /** The data of a good answer. Throws a Failure. */
  ask(account: Account, asked: Asked): Promise<unknown>
  /** Requests a token, ignoring the cache. Throws a Failure. */
  tryAccount(account: Account): Promise<void>
}

type Needs = { url: string | null; unseal(sealed: Buffer): string; now(): number; log(error: unknown): void }

/** A token is renewed `earlyMs` before it expires, and is used for at most `mostMs`, the provider's usual week. */
const earlyMs = 10 * 60_000
const mostMs = 7 * 24 * 3_600_000

/** The cache key covers the whole account: a changed region, key or secret requires a new token. */
export const nameOf = ({ orgId, region, appKey, secretSealed }: Account): string =>
  `${orgId} ${sha256(`${region} ${appKey} ${secretSealed.toString('hex')}`).toString('hex')}`

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 100)

function bodyOf({ fields, voice }: Pick<Asked, 'fields' | 'voice'>): URLSearchParams | FormData {
  const entries = Object.entries(fields).map(([name, value]) => [name, String(value)] as const)
  if (!voice) return new URLSearchParams(entries.map(([name, value]) => [name, value]))
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  form.append('voiceFile', new Blob([voice as Uint8Array<ArrayBuffer>], { type: 'audio/wav' }), 'message.wav')
  return form
}

/** Returns the answer of the provider. Throws cameraFailed if there is none. */
async function send(base: string, asked: Pick<Asked, 'path' | 'fields' | 'voice'>) {
  const timeoutMs = asked.voice ? cameraLimits.cameraTalkMs : cameraLimits.cameraCallMs
  const bounds = { mayBePlain: true, timeoutMs, bytes: cameraLimits.cameraBytes }
  const init = { method: 'POST', body: bodyOf(asked), headers: { accept: 'application/json' } }
  try {
    const response = await boundedFetch(`${base}/api/lapp/${asked.path}`, init, bounds)
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    const answer = answerOf(await response.json().catch(() => undefined))
    if (!answer) throw new Error('no answer of EZVIZ')
    return answer
  } catch (error) {
    throw errors.fail('cameraFailed', { reason: reasonOf(error) })
  }
}

export function createEzviz({ url, unseal, now, log }: Needs): Ezviz {
  const tokens = new Map<string, Kept>()
  const underWay = new Map<number, number>()

  function keptOf(account: Account): Kept {
    const name = nameOf(account)
    const kept = tokens.get(name) ?? { token: undefined, asking: undefined, failure: undefined, failedAt: 0 }
    tokens.delete(name)
    tokens.set(name, kept)
    const oldest = tokens.keys().next()
    if (tokens.size > cameraLimits.cameraTokens && !oldest.done) tokens.delete(oldest.value)
    return kept
  }

  async function askToken({ region, appKey, secretSealed }: Account): Promise<Token> {
    const home = homeOf(region, url)
    const fields = askFor.token({ appKey, appSecret: unseal(secretSealed) })
    const answer = await send(home, { path: 'token/get', fields })
    if (!isGood(answer)) throw failureOf(answer, 'token')
    const found = tokenOf(answer.data)
    if (!found) throw errors.fail('cameraFailed', { reason: 'no token' })
    const { accessToken: value, expireTime, areaDomain } = found
    // A token is valid for at least one minute, so that a wrong clock does not cause a request for every viewer.
    const until = Math.max(Math.min(expireTime, now() + mostMs) - earlyMs, now() + 60_000)
    return { value, base: areaOf(areaDomain, home, url), until }
  }

  async function renew(account: Account, kept: Kept): Promise<Token> {
    try {
      kept.token = await askToken(account)
      kept.failure = undefined
      return kept.token
    } catch (error) {
      if (error instanceof Failure) Object.assign(kept, { failure: error, failedAt: now() })
      log(error)
      throw error
    }
  }

  /** Concurrent callers share one request; after a failure, callers get the same failure for some seconds. */
  function tokenFor(account: Account): Promise<Token> {
    const kept = keptOf(account)
    if (kept.token && kept.token.until > now()) return Promise.resolve(kept.token)
    if (kept.failure && now() - kept.failedAt < cameraLimits.cameraAgainMs) return Promise.reject(kept.failure)
    kept.asking ??= renew(account, kept).finally(() => {
      kept.asking = undefined
    })
    return kept.asking
  }

  async function within<R>(orgId: number, work: () => Promise<R>): Promise<R> {
    const count = underWay.get(orgId) ?? 0
    if (count >= cameraLimits.camerasAtOnce) throw fail('tooFrequent')
    underWay.set(orgId, count + 1)
    try {
      return await work()
    } finally {
      const left = (underWay.get(orgId) ?? 1) - 1
      if (left > 0) underWay.set(orgId, left)
      else underWay.delete(orgId)
    }
  }

  async function ask(account: Account, asked: Asked): Promise<unknown> {
    const once = async (token: Token) => {
      const answer = await send(token.base, { ...asked, fields: { accessToken: token.value, ...asked.fields } })
      return { token, answer }
    }
    const first = await once(await tokenFor(account))
    const again = isTokenOver(first.answer)
    if (again) dropToken(account, first.token)
    const { answer } = again ? await once(await tokenFor(account)) : first
    if (isGood(answer)) return answer.data
    throw failureOf(answer, asked.act, asked.camera)
  }

  /** Keeps a token that another call has renewed in the meantime. */
  function dropToken(account: Account, token: Token): void {
    const kept = keptOf(account)
    if (kept.token === token) kept.token = undefined
  }

  return {
    ask: (account, asked) => within(account.orgId, () => ask(account, asked)),
    tryAccount: (account) =>
      within(account.orgId, async () => {
        const kept = keptOf(account)
        kept.failure = undefined
        kept.token = undefined
        await tokenFor(account)
      }),
  }
}
