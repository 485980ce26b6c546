// The look of a widget at a moment: its values, the host's animations, and the mark of an old or bad value. Pure; the
// host writes it into the nodes. [DESIGN 6: a value that is no longer valid never looks good]
import { errorCode, errorText } from '../../contract/errors.ts'
import type { Freshness } from '../../signal/web/freshness.ts'
import type { CellReading } from '../../signal/web/values.ts'
import { formatAge } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { withNote } from '../../ui/punctuation.ts'
import { uiText } from '../../ui/text.ts'
import type { Bound } from '../binds.ts'
import { cssColour } from '../colour.ts'
import type { Mode, Reading } from '../widget.ts'
import { type Animated, holds } from './animation.ts'
import type { Placed } from './prepare.ts'
import type { ValueSource } from './source.ts'
import { hostText } from './text.ts'

export type Look = {
  text: { [part: string]: string }
  /** CSS variables of the widget's node; an empty value removes the variable. */
  vars: { [name: string]: string }
  state: { [name: string]: string | null }
  title: string
  /** The alternate look while blinking, shown every other half second. */
  blink: { vars: { [name: string]: string }; isHidden: boolean } | null
}

/** The current reading of a binding; undefined if the source does not have the binding. */
export type Read = (bound: Bound) => CellReading | undefined

const silent: CellReading = { value: null, code: 0, time: null, receivedAt: null, drawnAt: null }
const unbound: Reading = {
  ...{ isBound: false, value: null, standIn: null, quality: 'never', code: 0, time: null, texts: null, title: '' },
}

const noPermission = errorCode('noPermission')
const uncertain = errorCode('plcUncertain')

/** The device marked the value as uncertain: the value is shown but is not good. */
const isUncertain = ({ quality, code }: Pick<Reading, 'quality' | 'code'>): boolean =>
  quality === 'bad' && code === uncertain

/** Ordered from best to worst, for widgets with several values. */
const ranks: readonly Freshness[] = ['good', 'never', 'stale', 'bad']

export function lookOf(placed: Placed, source: ValueSource, read: Read, mode: Mode): Look {
  const isRunning = mode === 'run'
  const hasValues = isRunning || source.isForEditing === true
  const now = source.now()
  const readings = placed.bound.map((bound) => readingNow(bound, source, read(bound), mode))
  const readingOf = (bound: Bound): Reading => readings[placed.bound.indexOf(bound)] ?? unbound
  const { style, data, position: size } = placed
  const shown = placed.widget?.show?.({
    ...{ style, items: placed.items as never, data, size, mode, now },
    read: (slot) => {
      const first = placed.bounds[slot]?.[0]
      return first ? readingOf(first) : unbound
    },
    readAll: (slot) => (placed.bounds[slot] ?? []).map(readingOf),
    fieldsOf: (slot) => (placed.bounds[slot] ?? []).map(({ fields }) => fields),
  })
  const moved = isRunning ? animate(placed, readingOf) : still(placed)
  // In the editor a widget with an unknown value keeps its drawn look.
  const least = hasValues ? worst(isRunning ? readings : readings.filter(isKnown)) : undefined
  const look: Look = { ...moved, text: { ...shown?.text, mark: markOf(least, now) }, title: hintOf(least, now) }
  for (const name in shown?.vars) look.vars[name] = String(shown.vars[name])
  for (const name in shown?.state) look.state[name] = shown.state[name] ?? null
  // A substitute value before the first reading, and a value that the device marks as uncertain, are drawn as not live.
  look.state.quality = least && (isBefore(least) || isUncertain(least)) ? 'stale' : (least?.quality ?? null)
  return look
}

/** In the editor: whether a reading, or a substitute for it, is available. */
const isKnown = ({ value, standIn, quality }: Reading): boolean =>
  quality !== 'never' || value !== null || standIn !== null

/**
 * The reading of a binding. A bad value becomes null, so that no widget shows it as valid; an uncertain one is shown
 * with its mark. The designer reads no values, unless its source is for editing.
 */
export function readingNow(bound: Bound, source: ValueSource, told: CellReading | undefined, mode: Mode): Reading {
  const title = bound.binding.title ?? ''
  if (mode !== 'run' && !(source.isForEditing && told && !bound.isUnseen)) return { ...unbound, isBound: true, title }
  if (bound.isUnseen) return { ...unbound, isBound: true, quality: 'bad', code: noPermission, title }
  const reading = told ?? silent
  const quality = source.freshness(bound, reading)
  const { code, time } = reading
  const isDoubted = isUncertain({ quality, code })
  const value = (quality === 'bad' && !isDoubted) || quality === 'never' ? null : reading.value
  const standIn = isDoubted ? null : standInOf(quality, bound, source)
  return { isBound: true, value, standIn, quality, code, time, texts: source.texts(bound), title }
}

const standInOf = (quality: Freshness, bound: Bound, source: ValueSource) =>
  (quality === 'bad' ? source.standIn?.(bound) : quality === 'never' ? source.before?.(bound) : null) ?? null

const rankOf = (reading: Reading): number => ranks.indexOf(reading.quality) - (isUncertain(reading) ? 0.5 : 0)

const worst = (readings: readonly Reading[]): Reading | undefined =>
  readings.reduce<Reading | undefined>(
    (worse, each) => (!worse || rankOf(each) > rankOf(worse) ? each : worse),
    undefined,
  )

type Moved = Pick<Look, 'vars' | 'state' | 'blink'>

const still = ({ colours }: Placed): Moved => ({
  vars: { ...colours },
  state: { hidden: null, turn: null, bordered: null, dark: null },
  blink: null,
})

/** With a bad or missing value the condition is undetermined, and the widget is drawn without its animation. */
function animate(placed: Placed, readingOf: (bound: Bound) => Reading): Moved {
  const { animated } = placed
  const moved = still(placed)
  const truthOf = (of: Animated[keyof Animated]): boolean | undefined => {
    const reading = of && readingOf(of.bound)
    const value = reading && reading.quality !== 'bad' ? reading.value : null
    return of && value !== null ? holds(of.symbol, value, of.value) : undefined
  }
  const { fill, border, font, visibility, rotate, twinkle } = animated
  if (fill && truthOf(fill)) moved.vars.fill = cssColour(fill.color) ?? moved.vars.fill!
  if (font && truthOf(font)) moved.vars.font = cssColour(font.color) ?? moved.vars.font!
  if (border && truthOf(border)) {
    moved.vars.stroke = cssColour(border.color) ?? moved.vars.stroke!
    moved.state.bordered = border.color
  }
  if (visibility && truthOf(visibility) === (visibility.type === 'hide')) moved.state.hidden = ''
  // A late value stops the rotation.
  if (rotate && readingOf(rotate.bound).quality === 'good' && truthOf(rotate)) {
    moved.state.turn = rotate.direction
    moved.vars.turn = `${rotate.speed}ms`
  }
  if (twinkle && truthOf(twinkle)) {
    const lit = { fill: cssColour(twinkle.fill), stroke: cssColour(twinkle.stroke), font: cssColour(twinkle.font) }
    const vars = Object.fromEntries(Object.entries(lit).filter(([, colour]) => colour)) as { [name: string]: string }
    moved.blink = { vars: { ...moved.vars, ...vars }, isHidden: twinkle.type === 'visible' }
  }
  return moved
}

const isBefore = ({ quality, standIn }: Reading): boolean => quality === 'never' && standIn !== null

function markOf(of: Reading | undefined, now: number): string {
  if (of && isUncertain(of)) return hostText.t('uncertain')
  if (of?.quality === 'bad') return of.code === noPermission ? hostText.t('unseen') : uiText.t('bad')
  if (of && isBefore(of)) return uiText.t('notLive')
  return of?.quality === 'stale' ? uiText.t('stale', { age: ageOf(of, now) }) : ''
}

function hintOf(of: Reading | undefined, now: number): string {
  if (of?.quality === 'bad') return withNote(errorText(of.code, language()), of.code)
  if (of && isBefore(of)) return uiText.t('notLiveNote')
  return of?.quality === 'stale' ? uiText.t('stale', { age: ageOf(of, now) }) : ''
}

const ageOf = ({ time }: Reading, now: number): string => formatAge(time === null ? 0 : now - time, language())
