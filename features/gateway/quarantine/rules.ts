// How a quarantine row is shown: the name of its reason, and its payload as text. Pure.
import { type Outcome, type Reason, reasons, shownBytes } from './contract.ts'

/** The reason that the historian writes for a damaged block of received messages. */
const damagedFrame = 'a landed frame is damaged'

/** The value in the table for a reason; null: the database's message, which is not a fixed value. */
export const writtenReason = (reason: Reason): string | null =>
  reason === 'refused' ? null : reason === 'frameDamaged' ? damagedFrame : reason

/** The stored values of all reasons that have a name. */
export const writtenAsNamed: readonly string[] = reasons.flatMap((reason) => writtenReason(reason) ?? [])

/** The name of the reason, or the database's message if it has no name. */
export function readReason(kept: string): { reason: Reason; detail: string | null } {
  const reason = reasons.find((each) => writtenReason(each) === kept)
  return reason ? { reason, detail: null } : { reason: 'refused', detail: kept }
}

/** Whether storing the message again can succeed: a damaged block stays damaged. */
export const canReland = ({ reason, relandedAt }: { reason: Reason; relandedAt: number | null }): boolean =>
  relandedAt === null && reason !== 'frameDamaged'

type ShownPayload = { format: 'json' | 'hex'; content: string; isCut: boolean }

/** The first 64 KiB of a payload of `sizeBytes`: as text if it is the text of a JSON value, else as hex digits. */
export function showPayload(bytes: Uint8Array, sizeBytes: number): ShownPayload {
  const shown = bytes.subarray(0, shownBytes)
  const isCut = sizeBytes > shown.length
  const text = textOf(shown, isCut)
  if (text !== undefined && (isCut ? /^\s*[[{]/.test(text) : isJson(text)))
    return { format: 'json', content: text, isCut }
  return { format: 'hex', content: Array.from(shown, (byte) => byte.toString(16).padStart(2, '0')).join(''), isCut }
}

/** Bytes in UTF-8 as text; if the payload was cut, the last character may be incomplete. */
function textOf(bytes: Uint8Array, isCut: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

/** Counts of results of an action on several messages. */
type Tally = { landed: number; already: number; refused: number }

export function tally(outcomes: readonly { outcome: Outcome }[]): Tally {
  const count = (is: (outcome: Outcome) => boolean) => outcomes.filter(({ outcome }) => is(outcome)).length
  const landed = count((outcome) => outcome === 'landed')
  const already = count((outcome) => outcome === 'already')
  return { landed, already, refused: outcomes.length - landed - already }
}

/** Splits a list into groups of this size. */
export function portions<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))
}

/** Groups a list by key, in the order of the keys' first occurrence. */
export function groupedBy<K, T>(list: readonly T[], keyOf: (each: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const each of list) {
    const key = keyOf(each)
    const group = groups.get(key)
    if (group) group.push(each)
    else groups.set(key, [each])
  }
  return groups
}
