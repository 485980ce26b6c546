// The readings of tags from one answer. Pure.
import { type DeviceClock, DriverFault, type Point, type TagReading } from '../driver.ts'
import { type Json, parseJson, textOfBytes } from '../json-text.ts'
import { timeOf } from '../json-time.ts'
import { jsonAt, jsonValue, parseJsonPath, textValue } from '../json-value.ts'
import { faultOf } from '../modbus-tcp/faults.ts'
import type { HttpAddress } from './address.ts'
import type { HttpAnswer } from './exchange.ts'
import { cutFault, statusFault } from './faults.ts'
import type { HttpParams } from './params.ts'

/** A point and its address. */
export type Addressed = { point: Point; address: HttpAddress }

/** A body without a length is complete if it ends as a document or a line does. */
function hasEnd(text: string): boolean {
  const value = text.trimEnd()
  return value.endsWith('}') || value.endsWith(']') || text.includes('\n', value.length)
}

/** A server's clock before this instant was never set. */
const firstTrueAt = Date.UTC(2020, 0, 1)

/** The server's clock compared with `now`, the gateway's; undefined if the server sends none. */
export function clockOf({ serverAt }: HttpAnswer, now: number): DeviceClock | undefined {
  // The header has whole seconds; half a second is the mean of what is cut off.
  return serverAt === undefined ? undefined : { aheadMs: serverAt + 500 - now, isDoubtful: serverAt < firstTrueAt }
}

/** The readings of points of one path, in their order. `now`: the gateway's clock, epoch ms. */
export function readingsOf(
  answer: HttpAnswer,
  tags: readonly Addressed[],
  params: HttpParams,
  now: number,
): TagReading[] {
  try {
    const text = bodyText(answer)
    const clock = clockOf(answer, now)
    const present = clock && !clock.isDoubtful ? now + clock.aheadMs : now
    let parsed: { document: Json; age: Age } | undefined
    const json = () => {
      parsed ??= withAge(parseJson(text), params, present)
      return parsed
    }
    return tags.map(({ point: { dataType }, address }) => {
      try {
        if (!address.json) return { value: textValue(lineOf(text), dataType), agoMs: 0 }
        return { value: jsonValue(json().document, address.json, dataType), ...json().age }
      } catch (error) {
        return { fault: faultOf(error) }
      }
    })
  } catch (error) {
    const fault = faultOf(error)
    return tags.map(() => ({ fault }))
  }
}

/** The text of a valid answer. Throws the fault of any other. */
function bodyText({ status, location, encoding, body, isBounded }: HttpAnswer): string {
  const fault = statusFault(status, location)
  if (fault) throw fault
  if (encoding !== 'identity') throw new DriverFault(1728, `the answer is compressed by ${encoding.slice(0, 40)}`)
  const text = textOfBytes(body)
  if (!isBounded && !hasEnd(text))
    throw cutFault('the answer has neither a length nor an end: the server must send Content-Length')
  return text
}

/** A line end after the value is no part of a text. */
const lineOf = (text: string): string => text.replace(/\r?\n$/, '')

type Age = { agoMs: number; doubt?: DriverFault }

/** A document with the age of its values, and a doubt about a wrong age. `present`: the time by the server's clock. */
function withAge(document: Json, { timeField, maxAgeS }: HttpParams, present: number): { document: Json; age: Age } {
  if (timeField === '') return { document, age: { agoMs: 0 } }
  const at = timeOf(jsonAt(document, parseJsonPath(timeField)!))
  const agoMs = at === undefined ? 0 : Math.max(0, present - at)
  const reason = maxAgeS > 0 ? wrongAge(at, present, timeField, maxAgeS) : undefined
  return { document, age: { agoMs, ...(reason && { doubt: new DriverFault(1747, reason) }) } }
}

/** Why the age of values is wrong: unknown, too old, or in the future, where it would hide that they are old. */
function wrongAge(at: number | undefined, present: number, timeField: string, maxAgeS: number): string | undefined {
  if (at === undefined) return `the answer has no time at ${timeField}`
  const seconds = Math.round((present - at) / 1000)
  if (seconds > maxAgeS) return `the values are ${seconds} s old`
  if (seconds >= -maxAgeS) return undefined
  return `the time of the values is ${-seconds} s ahead of the clock of the server: check its time zone`
}
