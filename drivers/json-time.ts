// Times in JSON documents of devices. Pure.
import { type Json, JsonNumber } from './json-text.ts'

const isoTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/i

/** Seconds since 1970 are below this until the year 5138, milliseconds above it since 1973. */
const firstMs = 1e11
const firstUs = 1e14

/** Epoch ms of seconds, milliseconds or microseconds since 1970, or of an ISO time with its zone; else undefined. */
export function timeOf(json: Json | undefined): number | undefined {
  const text = json instanceof JsonNumber ? json.digits : typeof json === 'string' ? json.trim() : ''
  if (isoTime.test(text)) {
    const at = Date.parse(text.replace(' ', 'T'))
    return Number.isNaN(at) ? undefined : at
  }
  if (!/^\d{1,17}(\.\d+)?$/.test(text)) return undefined
  const number = Number(text)
  if (number < firstMs) return number * 1000
  return number < firstUs ? number : number / 1000
}
