// Handwritten check of a live message: it arrives thousands of times a second, and this costs a tenth of the general
// validator. A test compares it with contract/topics `Live`.
import type { Up } from '../../contract/topics.ts'

const most = 5000
const session = /^[0-9a-f]{16}$/

const isId = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0
const isInteger = (value: unknown) => Number.isSafeInteger(value)
const isCode = (value: unknown) => isInteger(value) && Math.abs((value as number) + 0.5) < 2_147_483_648
const isInstant = (value: unknown) => Number.isSafeInteger(value) && Math.abs(value as number) <= 8.64e15

function isScalar(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value === 'string') return value.length <= 1000
  return value === null || typeof value === 'boolean'
}

function isColumn(value: unknown, length: number, holds: (cell: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length === length && value.every(holds)
}

/** The live message if it is well-formed and its columns have equal lengths, or nothing. */
export function readLive(json: unknown): Up['live'] | undefined {
  if (typeof json !== 'object' || json === null) return undefined
  const live = json as Partial<Record<keyof Up['live'], unknown>>
  if (typeof live.session !== 'string' || !session.test(live.session)) return undefined
  if (!isId(live.equipmentId) || !isId(live.bindingId) || !isInstant(live.at)) return undefined
  if (!Array.isArray(live.ids) || live.ids.length > most) return undefined
  const { length } = live.ids
  if (!isColumn(live.ids, length, isId) || !isColumn(live.values, length, isScalar)) return undefined
  if (live.times !== undefined && !isColumn(live.times, length, isInteger)) return undefined
  if (live.codes !== undefined && !isColumn(live.codes, length, isCode)) return undefined
  return json as Up['live']
}
