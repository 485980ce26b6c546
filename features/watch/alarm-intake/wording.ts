// The text of an alarm, made when it is raised and independent of later changes to its rule. Pure.
import type { AlarmRule, Signal } from '../../../contract/equipment-config.ts'
import type { Value } from '../../../core/data-type.ts'
import { valueTextsOf } from '../../../core/value-texts.ts'
import { filled, subjectOf } from '../../device/alarm-rules/rules.ts'

export type ToldSignal = Pick<Signal, 'id' | 'unit' | 'decimals' | 'texts'>
type ToldValues = ReadonlyMap<number, Value | null>

const unknown = '?'

/** A value as text: its state text if there is one, else with its decimals. */
function valueText(value: Value | null | undefined, signal?: Pick<ToldSignal, 'decimals' | 'texts'>): string {
  if (value === null || value === undefined) return unknown
  const state = typeof value === 'boolean' ? Number(value) : value
  const word = valueTextsOf(signal?.texts).find((each) => each.value === state)?.text
  if (word !== undefined) return word
  return typeof value === 'number' && signal?.decimals != null ? value.toFixed(signal.decimals) : String(value)
}

/** The limit that was passed, such as `> 4.5`; null if it has no short form. */
export function limitText({ condition }: AlarmRule, signals: ReadonlyMap<number, ToldSignal>): string | null {
  if (condition.kind === 'limit')
    return `${condition.is === 'above' ? '>' : '<'} ${valueText(condition.limit, signals.get(condition.signalId))}`
  if (condition.kind === 'state')
    return `${condition.is === 'equal' ? '=' : '≠'} ${valueText(condition.value, signals.get(condition.signalId))}`
  if (condition.kind === 'rate')
    return `${condition.is === 'rising' ? '+' : '−'}${condition.change} / ${condition.overS} s`
  return null
}

/** The text of an alarm with its values; the name of the rule if it has no text. */
export function contentOf(rule: AlarmRule, signals: ReadonlyMap<number, ToldSignal>, values: ToldValues): string {
  const subject = subjectOf(rule.condition)
  const of = (id: number) => valueText(values.get(id), signals.get(id))
  return filled(rule.content ?? rule.name, (mark) => {
    if (mark === 'value') return subject === undefined ? unknown : of(subject)
    if (mark === 'limit') return limitText(rule, signals)?.replace(/^[<>=≠] /, '') ?? unknown
    return /^[1-9]\d*$/.test(mark) ? of(Number(mark)) : undefined
  })
}
