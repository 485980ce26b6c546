// Formats times, ages and numbers. Digits are the same in both languages; the style sheet makes them tabular.
import type { Language } from '../contract/errors.ts'
import { offsetName } from '../core/zone.ts'

/** Shown where there is no value. */
export const nothingShown = '—'

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Formatters are slow to create and cheap to keep. Swedish uses the ISO date format. */
function clock(zone: string): Intl.DateTimeFormat {
  let format = clocks.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone })
    clocks.set(zone, format)
  }
  return format
}

/** A time as `2026-11-21 08:41:07`; `at` in epoch ms, in an IANA zone. */
export function formatTime(at: number | null | undefined, zone: string): string {
  if (at === null || at === undefined || !Number.isFinite(at)) return nothingShown
  return clock(zone).format(at)
}

/** A date as `2026-11-21`. */
export const formatDate = (at: number | null | undefined, zone: string): string => formatTime(at, zone).slice(0, 10)

/** A time of day as `08:41:07`. */
export function formatClock(at: number | null | undefined, zone: string): string {
  const text = formatTime(at, zone)
  return text === nothingShown ? text : text.slice(11)
}

/** A time as `2026-11-21 08:41:07 (UTC+8)`, for texts whose reader may be in another time zone. */
export function formatNamedTime(at: number | null | undefined, zone: string): string {
  const text = formatTime(at, zone)
  return text === nothingShown ? text : `${text} (${offsetName(zone, at ?? 0)})`
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const ageUnits: Record<Language, { s: string; min: string; h: string; d: string }> = {
  en: { s: 's', min: 'min', h: 'h', d: 'd' },
  'zh-cn': { s: '秒', min: '分钟', h: '小时', d: '天' },
}

/**
 * The shortest form of an age: `1 s`, `14 min`, `2 h 06`, `3 d`; in Chinese `14 分钟`, and whole hours. A time in the
 * future counts as now.
 */
export function formatAge(ms: number | null | undefined, language: Language): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return nothingShown
  const age = Math.max(0, ms)
  const unit = ageUnits[language]
  if (age < minuteMs) return `${Math.floor(age / 1000)} ${unit.s}`
  if (age < hourMs) return `${Math.floor(age / minuteMs)} ${unit.min}`
  if (age >= dayMs) return `${Math.floor(age / dayMs)} ${unit.d}`
  const hours = `${Math.floor(age / hourMs)} ${unit.h}`
  return language === 'en' ? `${hours} ${pad(Math.floor((age % hourMs) / minuteMs))}` : hours
}

/** Whether an age is so short that it is no number of seconds: `just now`. */
export const isJustNow = (ms: number): boolean => ms < 1000

/** A duration in seconds, which may have a fraction: `90 s`, `90 秒`. */
export const formatSeconds = (seconds: number, language: Language): string =>
  `${formatNumber(seconds)} ${ageUnits[language].s}`

/** Remaining time: `9:12`, `1:02:03`. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const tail = `${pad(seconds % 60)}`
  return hours ? `${hours}:${pad(minutes)}:${tail}` : `${minutes}:${tail}`
}

const leftUnits: Record<Language, { s: string; min: string }> = {
  en: { s: 's', min: 'min' },
  'zh-cn': { s: '秒', min: '分' },
}

/** Remaining time in words, where `9:12` could be a time of day: `9 min 12 s`, `9 分 12 秒`, `45 秒`. */
export function formatTimeLeft(ms: number, language: Language): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const unit = leftUnits[language]
  const tail = `${seconds % 60} ${unit.s}`
  return seconds < 60 ? tail : `${Math.floor(seconds / 60)} ${unit.min} ${tail}`
}

const pad = (count: number): string => String(count).padStart(2, '0')

/**
 * A number as `1,204` or `−18.4`; `digits` fixes the number of decimals. 64-bit integers are decimal strings and keep
 * all digits; other texts are returned unchanged.
 */
export function formatNumber(value: number | string, digits?: number): string {
  if (typeof value === 'string') return /^-?\d{1,20}$/.test(value) ? minus(BigInt(value).toLocaleString('en')) : value
  if (!Number.isFinite(value)) return nothingShown
  if (digits === undefined && value !== 0 && (Math.abs(value) >= 1e15 || Math.abs(value) < 1e-6)) {
    return minus(String(value))
  }
  return minus(numberFormat(digits).format(value))
}

const numberFormats = new Map<number | undefined, Intl.NumberFormat>()

/** Live values are formatted by the thousand: a formatter is made once. */
function numberFormat(digits: number | undefined): Intl.NumberFormat {
  let format = numberFormats.get(digits)
  if (!format) {
    const exact = { minimumFractionDigits: digits ?? 0, maximumFractionDigits: digits ?? 0 }
    format = new Intl.NumberFormat('en', digits === undefined ? { maximumSignificantDigits: 15 } : exact)
    numberFormats.set(digits, format)
  }
  return format
}

/** A true minus sign is as wide as a digit, so columns stay aligned. A value that rounds to zero has none. */
const minus = (text: string): string => text.replace(/^-(?=[0.]*$)/, '').replace(/^-/, '−')

/** A file size as `1.2 MB`. */
export function formatSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${formatNumber(bytes / 1000 ** power, power ? 1 : 0)} ${units[power]}`
}
