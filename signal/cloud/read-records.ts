// Handwritten check of records, like read-live: the message that fills history. A test compares it with contract/topics
// `Records`.
import { limits } from '../../contract/limits.ts'
import { lanes, type Up } from '../../contract/topics.ts'

/** Position of a message in its outbox; a gap covers everything since `from`. */
export type RecordPlace = Pick<Up['record'], 'session' | 'epoch' | 'lane' | 'seq'> & { from?: number }

const word = /^[0-9a-f]{16}$/

const isWord = (value: unknown): value is string => typeof value === 'string' && word.test(value)
const isId = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0
const isInstant = (value: unknown) => Number.isInteger(value) && Math.abs(value as number) <= 8.64e15

type Members<T> = Partial<Record<keyof T, unknown>>

/** The position of a message, or nothing: enough to acknowledge an otherwise unreadable message. */
export function readPlace(json: unknown): RecordPlace | undefined {
  if (!hasPlace(json)) return undefined
  const { session, epoch, lane, seq, from } = json
  return { session, epoch, lane, seq, ...(isId(from) && (from as number) <= seq ? { from: from as number } : {}) }
}

function hasPlace(json: unknown): json is RecordPlace {
  if (typeof json !== 'object' || json === null) return false
  const { session, epoch, lane, seq } = json as Members<RecordPlace>
  return isWord(session) && isWord(epoch) && isId(seq) && lanes.includes(lane as RecordPlace['lane'])
}

/** The records if they are well-formed and their columns have equal lengths, or nothing. */
export function readRecords(json: unknown): Up['record'] | undefined {
  if (!hasPlace(json)) return undefined
  const message = json as Members<Up['record']>
  if (!isId(message.equipmentId) || !isId(message.bindingId)) return undefined
  if (!isInstant(message.at) || !isInstant(message.sentAt)) return undefined
  if (typeof message.configHash !== 'string' || message.configHash.length !== 64) return undefined
  const { ids, values, times, codes } = message
  if (!Array.isArray(ids) || ids.length < 1 || ids.length > limits.recordPoints) return undefined
  const { length } = ids
  if (!areIds(ids) || !areScalars(values, length)) return undefined
  if (times !== undefined && !areWhole(times, length, Number.MAX_SAFE_INTEGER)) return undefined
  if (codes !== undefined && !areWhole(codes, length, 2_147_483_647)) return undefined
  return json as Up['record']
}

function areIds(list: readonly unknown[]): boolean {
  for (let i = 0; i < list.length; i += 1) if (!isId(list[i])) return false
  return true
}

/** Whole numbers from -most - 1 (-most if the former is not exact) to most. */
function areWhole(list: unknown, length: number, most: number): boolean {
  if (!Array.isArray(list) || list.length !== length) return false
  for (let i = 0; i < length; i += 1) {
    const value: unknown = list[i]
    if (!Number.isSafeInteger(value) || (value as number) > most || (value as number) < -most - 1) return false
  }
  return true
}

function areScalars(list: unknown, length: number): boolean {
  if (!Array.isArray(list) || list.length !== length) return false
  for (let i = 0; i < length; i += 1) {
    const value: unknown = list[i]
    if (typeof value === 'number' ? !Number.isFinite(value) : !isPlain(value)) return false
  }
  return true
}

const isPlain = (value: unknown) =>
  value === null || typeof value === 'boolean' || (typeof value === 'string' && value.length <= 1000)
