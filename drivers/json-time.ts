// Times in JSON documents of devices. Pure.
import { type Json, JsonNumber } from './json-text.ts'

const isoTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/i

/** Epoch ms of an ISO time with its zone, also with a space instead of the T or a decimal comma; else undefined. */
export function isoTimeOf(text: string): number | undefined {
  if (!isoTime.test(text)) return undefined
  const at = Date.parse(text.replace(' ', 'T').replace(',', '.'))
  return Number.isNaN(at) ? undefined : at
}

/** Seconds since 1970 are below this until the year 5138, milliseconds above it since 1973. */
const firstMs = 1e11
const firstUs = 1e14

/** Epoch ms of seconds, milliseconds or microseconds since 1970, or of an ISO time with its zone; else undefined. */
export function timeOf(json: Json | undefined): number | undefined {
  const text = json instanceof JsonNumber ? json.digits : typeof json === 'string' ? json.trim() : ''
  if (!/^\d{1,17}(\.\d+)?$/.test(text)) return isoTimeOf(text)
  const number = Number(text)
  if (number < firstMs) return number * 1000
  return number < firstUs ? number : number / 1000
}
