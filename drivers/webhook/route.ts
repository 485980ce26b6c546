// The variables of one driver: which messages they accept, and the readings from a message.
import { createHash, timingSafeEqual } from 'node:crypto'
import { DriverFault, isRefusal, type Point, type TagReading } from '../driver.ts'
import type { Json } from '../json-text.ts'
import { timeOf } from '../json-time.ts'
import { jsonAt, jsonValue, parseJsonPath } from '../json-value.ts'
import { faultOf } from '../modbus-tcp/faults.ts'
import { isTyped } from '../secret.ts'
import { type HookAddress, parseHookAddress } from './address.ts'
import { isAllowed, parseAllowed } from './allowed.ts'
import type { HookHead } from './listener.ts'
import type { WebhookParams } from './params.ts'

const digestOf = (text: string) => createHash('sha256').update(text).digest()

/** The address of a point. Throws 1715. */
export function hookAddressOf({ address }: Point): HookAddress {
  const parsed = parseHookAddress(address)
  if (isRefusal(parsed)) throw new DriverFault(1715, parsed.reason.en)
  return parsed
}

/** The age of the values of a message; `isLate`: a newer message of the same device has arrived before. */
export type MessageAge = { agoMs: number; doubt?: DriverFault; isLate: boolean }

export class Route {
  readonly params: WebhookParams
  readonly #nets
  readonly #token: Buffer | undefined
  /** The newest time of the values by path below that of the driver, epoch ms. */
  readonly #newest = new Map<string, number>()

  /** Throws 1750 if the token is missing. */
  constructor(params: WebhookParams) {
    this.params = params
    this.#nets = parseAllowed(params.allowedFrom) ?? []
    if (params.token && !isTyped(params.token)) throw new DriverFault(1750, 'the token is missing on the gateway')
    this.#token = params.token ? digestOf(params.token.text) : undefined
  }

  /** The part of a path below that of the driver; undefined if it is another one. */
  suffixOf(pathname: string): string | undefined {
    const own = this.params.path === '/' ? '' : this.params.path
    const path = pathname.replace(/\/$/, '')
    if (path === own) return ''
    return path.startsWith(`${own}/`) ? path.slice(own.length) : undefined
  }

  /** Why a message is refused, as a status; undefined if it is accepted. */
  refusalOf({ address, token }: HookHead): 401 | 403 | undefined {
    if (!isAllowed(this.#nets, address)) return 403
    if (!this.#token) return undefined
    return token !== undefined && timingSafeEqual(digestOf(token), this.#token) ? undefined : 401
  }

  /**
   * The age of a message, and whether it is late. A device whose clock was set back by more than the time after which
   * its values are bad starts anew. `now`: epoch ms.
   */
  ageOf(document: Json, suffix: string, now: number): MessageAge {
    const { timeField, staleAfterS } = this.params
    if (timeField === '') return { agoMs: 0, isLate: false }
    const at = timeOf(jsonAt(document, parseJsonPath(timeField)!))
    if (at === undefined) return { agoMs: 0, isLate: false, doubt: doubtOf(`the message has no time at ${timeField}`) }
    const newest = this.#newest.get(suffix)
    const isLate = newest !== undefined && at < newest && newest - at <= staleAfterS * 1000
    if (!isLate) this.#newest.set(suffix, at)
    const seconds = Math.round((now - at) / 1000)
    const age = { agoMs: Math.max(0, now - at), isLate }
    if (Math.abs(now - at) <= staleAfterS * 1000) return age
    // A time in the future would hide that the values are old.
    const reason = seconds > 0 ? `are ${seconds} s old` : `have a time ${-seconds} s in the future`
    return { ...age, doubt: doubtOf(`the values ${reason}: check the clock and the time zone of the device`) }
  }
}

const doubtOf = (reason: string): DriverFault => new DriverFault(1747, reason)

/** The reading of a point from a message; a fault with 1715 if the message does not contain it. */
export function readingOf(
  point: Point,
  { json }: HookAddress,
  document: Json,
  { agoMs, doubt }: MessageAge,
): TagReading {
  try {
    const value = jsonValue(document, json, point.dataType)
    return { value, agoMs, ...(doubt && { doubt }) }
  } catch (error) {
    return { fault: faultOf(error) }
  }
}
