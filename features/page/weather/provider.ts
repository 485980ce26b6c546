// Calls the weather provider once per place and quarter of an hour for all viewers, and caches its last answer.
import { fail } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { boundedFetch } from '../../../core/bounded-fetch.ts'
import { createBuckets } from '../../../signal/cloud/bucket.ts'
import type { AskWeather, Weather } from './contract.ts'
import { errors } from './errors.ts'
import { addressOf, type Place, roundedPlace, weatherOf } from './rules.ts'

/** The cached state of one place. `askedAt`: the time of the latest call, answered or not. */
type Known = { askedAt: number; asking: Promise<Weather> | undefined; last: Weather | undefined; reason: string }

async function askProvider(url: string, place: Place): Promise<Weather> {
  const bounds = { mayBePlain: true, timeoutMs: limits.weatherCallMs, bytes: limits.weatherBytes }
  const response = await boundedFetch(addressOf(url, place), { headers: { accept: 'application/json' } }, bounds)
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const answer: unknown = await response.json().catch(() => undefined)
  const weather = weatherOf(answer, new URL(url).hostname)
  if (!weather) throw new Error('not a forecast')
  return weather
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 100)

export function createWeather({
  url,
  now,
  log,
}: {
  url: string | null
  now: () => number
  log: (error: unknown) => void
}): AskWeather {
  const asked = createBuckets(limits.weatherPerMinute / 60, limits.weatherPerMinute, now)
  const places = new Map<string, Known>()
  let underWay = 0

  /** Moves the entry of the place to the end of the map, so that the first entry is the least recently used. */
  function knownOf(key: string): Known {
    const known = places.get(key) ?? {
      askedAt: Number.NEGATIVE_INFINITY,
      asking: undefined,
      last: undefined,
      reason: '',
    }
    places.delete(key)
    places.set(key, known)
    const oldest = places.keys().next()
    if (places.size > limits.weatherPlaces && !oldest.done) places.delete(oldest.value)
    return known
  }

  async function renew(provider: string, place: Place, known: Known): Promise<Weather> {
    if (underWay >= limits.weatherAtOnce) throw fail('tooFrequent')
    underWay += 1
    known.askedAt = now()
    try {
      known.last = await askProvider(provider, place)
      known.reason = ''
      return known.last
    } catch (error) {
      log(error)
      known.reason = reasonOf(error)
      throw error
    } finally {
      underWay -= 1
    }
  }

  /** The last answer, marked as old; throws weatherFailed if there is none or it is too old. */
  function lastOf({ last, reason }: Known): Weather {
    if (!last || now() - last.at > limits.weatherOldMs) throw errors.fail('weatherFailed', { reason })
    return { ...last, isOld: true }
  }

  return async ({ accountId, ...at }) => {
    if (url === null) return null
    if (!asked.of(String(accountId)).tryTake(1)) throw fail('tooFrequent')
    const place = roundedPlace(at)
    const known = knownOf(`${place.latitude} ${place.longitude}`)
    const isDue = now() - known.askedAt >= (known.reason ? retryMs : limits.weatherKeptMs)
    if (!known.asking && !isDue) return known.reason || !known.last ? lastOf(known) : known.last
    known.asking ??= renew(url, place, known).finally(() => {
      known.asking = undefined
    })
    try {
      return await known.asking
    } catch (error) {
      if (known.reason === '') throw error
      return lastOf(known)
    }
  }
}

/** Pause after a failure, so that viewers do not each call a provider that does not answer. */
const retryMs = 60_000
