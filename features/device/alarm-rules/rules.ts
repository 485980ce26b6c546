// Validation of alarm rules, and the part of a rule that is evaluated. Pure: page and server use it.
import { type ConfigPart, following } from '../../../contract/config-part.ts'
import {
  type AlarmCondition,
  type AlarmRule,
  EquipmentConfig,
  type Signal,
} from '../../../contract/equipment-config.ts'
import { fail, type Language } from '../../../contract/errors.ts'
import type { SignalId } from '../../../contract/fields.ts'
import type { GatewayRule } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import { add, fractionNumber, parseFraction, subtract } from '../../../core/fraction.ts'
import { isNumberType } from '../../../core/scaling.ts'
import type { Words } from '../../../drivers/driver.ts'
import { conditionFault, conditionSignals, referenceTo, renumberedExpression } from '../open/config-condition.ts'
import { faultText, withoutEmpty } from '../open/config-fault.ts'
import type { RowFault } from '../signal/contract.ts'
import type { AlarmRuleDraft } from './contract.ts'
import { type AlarmFault, bad, reasons } from './faults.ts'
import { stepFaults, tidyStep } from './step-rules.ts'

type Known = ReadonlyMap<number, Signal>
const knownOf = ({ signals }: Pick<EquipmentConfig, 'signals'>): Known =>
  new Map(signals.map((signal) => [signal.id as number, signal]))

const mark = /\{([^{}]*)\}/g

/** Ids of the variables in the placeholders of a text. */
export const toldIn = (content: string): number[] =>
  [...content.matchAll(mark)].flatMap(([, name = '']) => (/^[1-9]\d*$/.test(name) ? [Number(name)] : []))

/** Replaces the placeholders of a text; unknown ones stay. */
export const filled = (content: string, told: (mark: string) => string | undefined): string =>
  content.replace(mark, (whole, name: string) => told(name) ?? whole)

/** The variable of a condition, if it has a single one. */
export const subjectOf = (condition: AlarmCondition): number | undefined =>
  'signalId' in condition ? condition.signalId : undefined

/** Variables that a condition reads. */
export const alarmSignals = (condition: AlarmCondition): number[] => {
  if ('signalId' in condition) return [condition.signalId]
  if (condition.kind === 'fence') return [condition.longitudeId, condition.latitudeId]
  return condition.kind === 'expression' ? conditionSignals(condition) : []
}

function stateFault({ dataType, title, texts }: Signal, value: number): AlarmFault | undefined {
  if (dataType === 'bool') return value === 0 || value === 1 ? undefined : bad('condition.value', 'switchValue')
  const isWhole = isNumberType(dataType) && (!/^(float|double)/.test(dataType) || texts !== undefined)
  if (!isWhole) return bad('condition.signalId', 'noState', title)
  return Number.isInteger(value) ? undefined : bad('condition.value', 'wholeValue')
}

/** The value at which the alarm of a limit clears, computed in decimal: 0.3 − 0.1 is 0.2. */
export function backAt({ is, limit, deadBand = 0 }: Extract<AlarmCondition, { kind: 'limit' }>): number {
  const [edge, band] = [parseFraction(limit), parseFraction(deadBand)]
  if (!edge || !band) return Number.NaN
  return fractionNumber(is === 'above' ? subtract(edge, band) : add(edge, band))
}

function fenceFaults(condition: Extract<AlarmCondition, { kind: 'fence' }>, known: Known): AlarmFault[] {
  const { longitudeId, latitudeId } = condition
  const faults = ([longitudeId, latitudeId] as const).flatMap((id, index) => {
    const field = index === 0 ? 'condition.longitudeId' : 'condition.latitudeId'
    const signal = known.get(id)
    if (!signal) return [bad(field, 'noSuchSignal')]
    if (signal.access === 'w') return [bad(field, 'neverRead', signal.title)]
    return isNumberType(signal.dataType) ? [] : [bad(field, 'noNumber', signal.title)]
  })
  return longitudeId === latitudeId ? [bad('condition.latitudeId', 'sameSignal'), ...faults] : faults
}

function conditionFaults(condition: AlarmCondition, known: Known, equipmentId: number): AlarmFault[] {
  if (condition.kind === 'expression') {
    const fault = conditionFault({ expression: condition.expression }, known, equipmentId)
    return fault ? [{ field: 'condition.expression', ...fault }] : []
  }
  if (condition.kind === 'fence') return fenceFaults(condition, known)
  if (!('signalId' in condition)) return []
  const signal = known.get(condition.signalId)
  if (!signal) return [bad('condition.signalId', 'noSuchSignal')]
  if (signal.access === 'w') return [bad('condition.signalId', 'neverRead', signal.title)]
  const fault =
    condition.kind === 'state'
      ? stateFault(signal, condition.value)
      : isNumberType(signal.dataType)
        ? undefined
        : bad('condition.signalId', 'noNumber', signal.title)
  if (fault) return [fault]
  const isTooWide = condition.kind === 'limit' && !Number.isFinite(backAt(condition))
  return isTooWide ? [bad('condition.deadBand', 'tooWide')] : []
}

function toldFaults({ content = '', setPointIds = [] }: AlarmRuleDraft, known: Known): AlarmFault[] {
  const isMark = (name: string) => name === 'value' || name === 'limit' || known.has(Number(name))
  const strange = [...content.matchAll(mark)].find(([, name = '']) => !isMark(name))
  const unread = toldIn(content)
    .flatMap((id) => known.get(id) ?? [])
    .find(({ access }) => access === 'w')
  const most = limits.alarmTold - 1
  return [
    ...(strange ? [bad('content', 'badMark', strange[0])] : []),
    ...(unread ? [bad('content', 'neverRead', unread.title)] : []),
    ...(new Set(toldIn(content)).size > most ? [bad('content', 'tooMany', most)] : []),
    ...setPointIds.flatMap((id) => {
      const signal = known.get(id)
      if (!signal) return [bad('setPointIds', 'noSuchSignal')]
      return signal.access === 'r' ? [bad('setPointIds', 'neverWritten', signal.title)] : []
    }),
  ]
}

/** All faults of a rule of this device; `config.alarms` are the other rules. */
export function alarmFaults(rule: AlarmRuleDraft, config: EquipmentConfig, equipmentId: number): AlarmFault[] {
  const known = knownOf(config)
  const name = rule.name.trim().toLowerCase()
  const isTaken = config.alarms.some((other) => other.id !== rule.id && other.name.toLowerCase() === name)
  return [
    ...(name === '' ? [bad('name', 'required')] : []),
    ...(isTaken ? [{ field: 'name', error: 'nameExists', details: { name: rule.name } } as const] : []),
    ...conditionFaults(rule.condition, known, equipmentId),
    ...toldFaults(rule, known),
    ...stepFaults(rule),
  ]
}

/** Rules that a list contains twice: it is ambiguous which one to save. */
export function repeatedRules(drafts: readonly AlarmRuleDraft[], language: Language): RowFault[] {
  const seen = new Set<number>()
  return drafts.flatMap(({ id, name }, index) => {
    if (!id || seen.size < seen.add(id).size) return []
    return [{ index, name, field: 'id', reason: reasons.twice[language] }]
  })
}

function tidyCondition(condition: AlarmCondition): object {
  if (condition.kind === 'limit' && !condition.deadBand) return withoutEmpty({ ...condition, deadBand: undefined })
  return condition.kind === 'fence' && !condition.marginM
    ? withoutEmpty({ ...condition, marginM: undefined })
    : condition
}

/** The rule as it is saved: without default values. */
export function tidyRule<R extends AlarmRuleDraft | AlarmRule>(rule: R): R {
  const { condition, onDelayS, offDelayS, latched, content, advice, setPointIds, ...more } = rule
  const { methods, steps, enabled, ...rest } = more
  const some = <T>(list: readonly T[] | undefined) => (list && list.length > 0 ? [...new Set(list)] : undefined)
  return withoutEmpty({
    ...rest,
    condition: tidyCondition(condition),
    onDelayS: onDelayS || undefined,
    offDelayS: offDelayS || undefined,
    latched: latched || undefined,
    content: content || undefined,
    advice: advice || undefined,
    setPointIds: some(setPointIds),
    methods: some(methods),
    steps: steps && steps.length > 0 ? steps.map(tidyStep) : undefined,
    enabled: enabled === false ? false : undefined,
  }) as unknown as R
}

/**
 * The condition as the gateway evaluates it: raise and stay expressions, a rate or a fence. Undefined for alarms that
 * only the platform sees.
 */
function judgedOf(
  condition: AlarmCondition,
  known: Known,
  equipmentId: number,
): Pick<GatewayRule, 'raise' | 'stay' | 'rate' | 'fence'> | undefined {
  if (condition.kind === 'expression') return { raise: condition.expression }
  if (condition.kind === 'fence') {
    const { kind: _, ...fence } = condition
    return { fence }
  }
  if (!('signalId' in condition)) return undefined
  const of = referenceTo(equipmentId, condition.signalId)
  if (condition.kind === 'rate') {
    const { signalId, is, change, overS } = condition
    return { rate: { signalId, change: is === 'rising' ? change : -change, overMs: overS * 1000 } }
  }
  if (condition.kind === 'state') {
    const isSwitch = known.get(condition.signalId)?.dataType === 'bool'
    const value = isSwitch ? condition.value !== 0 : condition.value
    return { raise: `${of} ${condition.is === 'equal' ? '==' : '!='} ${value}` }
  }
  const { is, limit, deadBand = 0 } = condition
  const symbol = is === 'above' ? '>' : '<'
  return withoutEmpty({
    raise: `${of} ${symbol} ${limit}`,
    stay: deadBand > 0 ? `${of} ${symbol} ${backAt(condition)}` : undefined,
  }) as Pick<GatewayRule, 'raise' | 'stay'>
}

/** The rule that the gateway evaluates; undefined for alarms that only the platform sees. */
export function gatewayRuleOf(rule: AlarmRule, known: Known, equipmentId: number): GatewayRule | undefined {
  const judged = judgedOf(rule.condition, known, equipmentId)
  if (!judged) return undefined
  const told = [...new Set([...alarmSignals(rule.condition), ...toldIn(rule.content ?? '')])].slice(0, limits.alarmTold)
  const { onDelayS = 0, offDelayS = 0 } = rule
  return withoutEmpty({
    id: rule.id as number,
    ...judged,
    onMs: onDelayS > 0 ? onDelayS * 1000 : undefined,
    offMs: offDelayS > 0 ? offDelayS * 1000 : undefined,
    tell: told.length > 0 ? told : undefined,
  }) as GatewayRule
}

const partWords: Words = { en: 'alarm rule', 'zh-cn': '报警规则' }
const inUse = (name: string, language: Language, why = '') =>
  fail('inUse', { reason: `${partWords[language]} “${name}”${why && `: ${why}`}` })

export const alarmPart: ConfigPart<'alarms'> = {
  key: 'alarms',
  schema: EquipmentConfig.shape.alarms,
  capacity: { limit: limits.alarmRulesPerEquipment, error: 'alarmRuleCapacity' },
  isLater: true,
  faultOf(config, { equipmentId, language }) {
    for (const rule of config.alarms) {
      const [fault] = alarmFaults(rule, config, equipmentId)
      if (fault) return inUse(rule.name, language, faultText(fault, language))
    }
    return undefined
  },
  // A variable in a condition cannot be deleted before its rule: no alarm disappears silently. Messages drop the
  // variable.
  reduced(next, _before, language) {
    const kept = new Set(next.signals.map(({ id }) => id as number))
    const needs = next.alarms.find(({ condition }) => alarmSignals(condition).some((id) => !kept.has(id)))
    if (needs) throw inUse(needs.name, language)
    const alarms = next.alarms.map((rule) => {
      const content = rule.content && filled(rule.content, (name) => (isGone(name, kept) ? '' : undefined))
      return tidyRule({ ...rule, content, setPointIds: rule.setPointIds?.filter((id) => kept.has(id)) })
    })
    return { ...next, alarms }
  },
  gateway(config, equipmentId) {
    const known = knownOf(config)
    const alarms = config.alarms
      .filter(({ enabled }) => enabled !== false)
      .flatMap((rule) => gatewayRuleOf(rule, known, equipmentId) ?? [])
    return alarms.length === 0 ? {} : { alarms }
  },
  following: following<AlarmRule>({
    sequence: 'alarm_rule_id',
    likeness: ({ name }) => name.toLowerCase(),
    renumbered(rule, numbers) {
      const { condition, content, setPointIds } = rule
      const signal = (id: number) => numbers.signal(id) as SignalId
      return withoutEmpty({
        ...rule,
        condition:
          condition.kind === 'expression'
            ? { ...condition, expression: renumberedExpression(condition.expression, numbers) }
            : condition.kind === 'fence'
              ? { ...condition, longitudeId: signal(condition.longitudeId), latitudeId: signal(condition.latitudeId) }
              : 'signalId' in condition
                ? { ...condition, signalId: signal(condition.signalId) }
                : condition,
        content:
          content && filled(content, (name) => (isNumber(name) ? `{${numbers.signal(Number(name))}}` : undefined)),
        setPointIds: setPointIds?.map(signal),
      }) as AlarmRule
    },
    own: ({ condition: { kind } }) => ({
      may: kind === 'limit' ? ['condition.limit', 'condition.deadBand'] : kind === 'rate' ? ['condition.change'] : [],
      has: [],
    }),
    usual: { onDelayS: 0, offDelayS: 0, latched: false, setPointIds: [], methods: [], steps: [], enabled: true },
  }),
}

const isNumber = (name: string): boolean => /^[1-9]\d*$/.test(name)

const isGone = (name: string, kept: ReadonlySet<number>): boolean => isNumber(name) && !kept.has(Number(name))
