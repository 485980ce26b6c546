// A cache of stream addresses: each is requested once for all viewers of a camera, and again before it expires.
import { errorCode, Failure } from '../../../contract/errors.ts'
import { cameraLimits } from './limits.ts'
import { saidOf } from './rules.ts'

type Known = {
  url: string
  askedAt: number
  /** The time and the failure of the latest request. */
  triedAt: number
  failure: Failure | undefined
  asking: Promise<void> | undefined
}

type Address = { url: string; validMs: number }
type Addresses = {
  /** The address of a stream. `isLost`: the current address cannot be played. Throws a Failure. */
  of(key: string, isLost: boolean, ask: () => Promise<string>): Promise<Address>
}

export function createAddresses(now: () => number): Addresses {
  const known = new Map<string, Known>()

  /** Moves the entry to the end of the map, so that the first entry is the least recently used. */
  function knownOf(key: string): Known {
    const never = Number.NEGATIVE_INFINITY
    const found = known.get(key) ?? { url: '', askedAt: never, triedAt: never, failure: undefined, asking: undefined }
    known.delete(key)
    known.set(key, found)
    const oldest = known.keys().next()
    if (known.size > cameraLimits.cameraAddresses && !oldest.done) known.delete(oldest.value)
    return found
  }

  async function renew(each: Known, ask: () => Promise<string>): Promise<void> {
    each.triedAt = now()
    try {
      each.url = await ask()
      // Validity counts from the start of the request, so that the time it took is included.
      each.askedAt = each.triedAt
      each.failure = undefined
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      each.failure = error
      if (error.code === errorCode('tooFrequent')) each.triedAt = Number.NEGATIVE_INFINITY
      // A refusal by the provider invalidates the cached address; a missing answer does not.
      if (saidOf(error)) each.url = ''
    }
  }

  const isDue = (each: Known, isLost: boolean): boolean => {
    if (now() - each.triedAt < cameraLimits.cameraAgainMs) return false
    return isLost || each.url === '' || now() - each.askedAt >= cameraLimits.cameraAddressMs / 2
  }

  return {
    async of(key, isLost, ask) {
      const each = knownOf(key)
      if (!each.asking && isDue(each, isLost))
        each.asking = renew(each, ask).finally(() => {
          each.asking = undefined
        })
      await each.asking
      const validMs = each.askedAt + cameraLimits.cameraAddressMs - now()
      if (each.url !== '' && validMs > 0) return { url: each.url, validMs }
      throw each.failure ?? new Error('no address was asked for')
    },
  }
}
