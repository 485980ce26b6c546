// Describes an alarm rule in words: its condition, message and notification. Pure.
import type { Area } from '../../../contract/area.ts'
import type { AlarmCondition, AlarmMethod, AlarmRule, AlarmStep, Signal } from '../../../contract/equipment-config.ts'
import { good, type Value } from '../../../core/data-type.ts'
import { formatNumber, nothingShown } from '../../../ui/format.ts'
import { withName } from '../../../ui/punctuation.ts'
import { amountWords, stateWords, valueWords } from '../../../ui/value-words.ts'
import type { Translate } from '../../../ui/words.ts'
import { readable } from '../open/config-condition.ts'
import { filled, subjectOf } from './rules.ts'
import type { alarmRuleText } from './text.ts'

type T = typeof alarmRuleText extends { t: Translate<infer W> } ? Translate<W> : never
export type Known = ReadonlyMap<number, Signal>

export const knownOf = (signals: readonly Signal[]): Known => new Map(signals.map((each) => [each.id as number, each]))

const titleOf = (id: number, known: Known): string => known.get(id)?.title ?? `#${id}`

/** A condition as a phrase: `Well level above 4.5 m`. */
export function conditionWords(t: T, condition: AlarmCondition, known: Known): string {
  if (condition.kind === 'offline' || condition.kind === 'powerOff') return t(`${condition.kind}Words`)
  if (condition.kind === 'expression') return expressionWords(t, condition.expression, known)
  if (condition.kind === 'fence') return fenceWords(t, condition, known)
  const signal = known.get(condition.signalId)
  const name = titleOf(condition.signalId, known)
  if (condition.kind === 'state') {
    const { is, value } = condition
    const key = is === 'equal' ? 'stateWords' : 'notStateWords'
    return withName(name, (mark) => t(key, { name: mark, value: stateWords(t, value, signal) }))
  }
  if (condition.kind === 'rate') {
    const change = amountWords(condition.change, signal)
    const seconds = formatNumber(condition.overS)
    return withName(name, (mark) => t(`${condition.is}Words`, { name: mark, change, seconds }))
  }
  const { is, limit, deadBand = 0 } = condition
  const told = withName(name, (mark) => t(`${is}Words`, { name: mark, limit: amountWords(limit, signal) }))
  return deadBand > 0 ? `${told}${t('deadBandWords', { band: amountWords(deadBand, signal) })}` : told
}

/** `On-delay 5 s · Off-delay 10 s`; a dash without delays. */
export function delayWords(t: T, { onDelayS = 0, offDelayS = 0 }: AlarmRule): string {
  const words = [
    ...(onDelayS > 0 ? [t('onWords', { count: formatNumber(onDelayS) })] : []),
    ...(offDelayS > 0 ? [t('offWords', { count: formatNumber(offDelayS) })] : []),
  ]
  return words.length > 0 ? words.join(' · ') : nothingShown
}

/** The common formula for a silent PLC as a sentence; any other formula as entered, with titles of variables. */
function expressionWords(t: T, expression: string, known: Known): string {
  const unread = /^\s*not\s+good\s*\(\s*(\$\{[^{}]*\})\s*\)\s*$/.exec(expression)?.[1]
  const named = readable(unread ?? expression, (id) => titleOf(id, known))
  return unread ? withName(named, (mark) => t('unreadWords', { name: mark })) : named
}

function fenceWords(t: T, condition: Extract<AlarmCondition, { kind: 'fence' }>, known: Known): string {
  const { longitudeId, latitudeId, is, area, marginM = 0 } = condition
  const name = `${titleOf(longitudeId, known)}, ${titleOf(latitudeId, known)}`
  const key = is === 'outside' ? 'outsideWords' : 'insideWords'
  const told = withName(name, (mark) => t(key, { name: mark, area: areaWords(t, area) }))
  return marginM > 0 ? `${told}${t('deadBandWords', { band: `${formatNumber(marginM)} m` })}` : told
}

/** Text of an area: `500 m around 31.23, 121.47`. */
export function areaWords(t: T, area: Area): string {
  if (area.kind === 'polygon') return t('polygonWords', { count: area.corners.length })
  const { latitude, longitude, radiusM } = area
  const place = `${formatNumber(latitude, 5)}, ${formatNumber(longitude, 5)}`
  return t('circleWords', { radius: formatNumber(radiusM), place })
}

/** The limit or state of a condition as a message shows it; undefined if it has none. */
function limitWords(t: T, condition: AlarmCondition, known: Known): string | undefined {
  const signal = known.get(subjectOf(condition) ?? 0)
  if (condition.kind === 'limit') return formatNumber(condition.limit, signal?.decimals ?? undefined)
  if (condition.kind === 'state') return stateWords(t, condition.value, signal)
  return condition.kind === 'rate' ? formatNumber(condition.change, signal?.decimals ?? undefined) : undefined
}

/** A message with titles instead of numbers: `Outlet {Outlet flow}`. */
export const contentWords = (content: string, known: Known): string =>
  filled(content, (mark) => (/^\d/.test(mark) ? `{${titleOf(Number(mark), known)}}` : undefined))

type Read = (signalId: number) => { value: Value | null; code: number } | undefined

/** A message filled with these values. */
export function messageWords(t: T, content: string, condition: AlarmCondition, known: Known, read: Read): string {
  const shownOf = (id: number | undefined) => {
    const signal = id === undefined ? undefined : known.get(id)
    const reading = id === undefined ? undefined : read(id)
    return signal && reading?.code === good ? valueWords(reading.value, signal) : nothingShown
  }
  return filled(content, (mark) => {
    if (mark === 'value') return shownOf(subjectOf(condition))
    if (mark === 'limit') return limitWords(t, condition, known) ?? nothingShown
    return /^\d/.test(mark) && known.has(Number(mark)) ? shownOf(Number(mark)) : undefined
  })
}

type Piece = { text: string } | { mark: string }

/** Splits a message into plain text and placeholders. */
export const contentParts = (content: string): Piece[] =>
  content
    .split(/\{([^{}]*)\}/)
    .map((piece, index): Piece => (index % 2 === 1 ? { mark: piece } : { text: piece }))
    .filter((piece) => 'mark' in piece || piece.text !== '')

/** A time of day: `07:00`. */
const clockWords = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Text of a step: `after 5 min: People #3, SMS · 07:00–22:00`; the editor lists recipients by name. */
export function stepWords(t: T, { afterMin, accountIds = [], roleIds = [], methods, hours }: AlarmStep): string {
  const when = afterMin === 0 ? t('atOnce') : t('afterMin', { count: afterMin })
  const who = [
    ...(accountIds.length > 0 ? [`${t('accounts')} ${accountIds.map((id) => `#${id}`).join(' ')}`] : []),
    ...(roleIds.length > 0 ? [`${t('roles')} ${roleIds.map((id) => `#${id}`).join(' ')}`] : []),
  ]
  const how = methods.map((method) => t(method)).join(' · ')
  const within = hours ? ` · ${clockWords(hours.from)}–${clockWords(hours.to)}` : ''
  return t('stepLine', { when, who: who.join(' · '), how: `${how}${within}` })
}

/** Methods of the immediate notification, then those of each step with its time: `Push, after 5 min SMS + Phone call`. */
export function notifiedWords(t: T, { methods = [], steps = [] }: Pick<AlarmRule, 'methods' | 'steps'>): string {
  const words = (of: readonly AlarmMethod[]) => of.map((method) => t(method)).join(' + ')
  const when = (afterMin: number) => (afterMin === 0 ? t('atOnce') : t('afterMin', { count: afterMin }))
  const later = steps.map((step) => t('methodsAt', { when: when(step.afterMin), how: words(step.methods) }))
  const all = [words(methods), ...later].filter((each) => each !== '')
  return all.length === 0 ? nothingShown : all.reduce((first, next) => t('methodsThen', { first, next }))
}
