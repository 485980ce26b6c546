// An alarm rule while it is edited. Inputs of every kind of condition are kept when the user switches the kind. Pure.
import type { Area } from '../../../contract/area.ts'
import type { AlarmCondition, AlarmRule, Signal } from '../../../contract/equipment-config.ts'
import { isSame as isSameJson } from '../../platform/versioned/rules.ts'
import type { AlarmRuleDraft } from './contract.ts'
import { type AlarmFault, required } from './faults.ts'
import { alarmFaults, tidyRule } from './rules.ts'

type Kind = AlarmCondition['kind']
export const kinds: readonly Kind[] = ['limit', 'state', 'rate', 'fence', 'expression', 'offline', 'powerOff']

type Of<K extends Kind> = Extract<AlarmCondition, { kind: K }>

export type Editing = {
  id: AlarmRule['id'] | undefined
  name: string
  kind: Kind
  /** Variable of a limit, state or rate condition. */
  signalId: Signal['id'] | undefined
  side: Of<'limit'>['is']
  limit: number | undefined
  deadBand: number
  equality: Of<'state'>['is']
  value: number | undefined
  direction: Of<'rate'>['is']
  change: number | undefined
  overS: number
  longitudeId: Signal['id'] | undefined
  latitudeId: Signal['id'] | undefined
  border: Of<'fence'>['is']
  area: Area | undefined
  marginM: number
  expression: string
  level: AlarmRule['level']
  onDelayS: number
  offDelayS: number
  latched: boolean
  content: string
  advice: string
  setPointIds: readonly Signal['id'][]
  methods: NonNullable<AlarmRule['methods']>
  steps: NonNullable<AlarmRule['steps']>
  enabled: boolean
}

export type Change = (change: Partial<Editing>) => void

const usual: Editing = {
  ...{ id: undefined, name: '', kind: 'limit', signalId: undefined, side: 'above', limit: undefined, deadBand: 0 },
  ...{ equality: 'equal', value: undefined, direction: 'rising', change: undefined, overS: 60, expression: '' },
  ...{ longitudeId: undefined, latitudeId: undefined, border: 'outside', area: undefined, marginM: 0 },
  ...{ level: 'important', onDelayS: 0, offDelayS: 0, latched: false, content: '', advice: '', setPointIds: [] },
  ...{ methods: ['push'], steps: [], enabled: true },
}

function typedOf(condition: AlarmCondition): Partial<Editing> {
  switch (condition.kind) {
    case 'limit':
      return {
        signalId: condition.signalId,
        side: condition.is,
        limit: condition.limit,
        deadBand: condition.deadBand ?? 0,
      }
    case 'state':
      return { signalId: condition.signalId, equality: condition.is, value: condition.value }
    case 'rate': {
      const { signalId, is: direction, change, overS } = condition
      return { signalId, direction, change, overS }
    }
    case 'fence': {
      const { longitudeId, latitudeId, is: border, area, marginM = 0 } = condition
      return { longitudeId, latitudeId, border, area, marginM }
    }
    case 'expression':
      return { expression: condition.expression }
    default:
      return {}
  }
}

/** The editing state of a saved rule, or the defaults of a new one. */
export function editingOf(rule?: AlarmRule): Editing {
  if (!rule) return usual
  const { id, name, condition, level, onDelayS = 0, offDelayS = 0, latched = false } = rule
  const { content = '', advice = '', setPointIds = [], methods = [], steps = [], enabled } = rule
  const told = { content, advice, setPointIds, methods, steps, enabled: enabled !== false }
  const own = { ...typedOf(condition), id, name, kind: condition.kind, level, onDelayS, offDelayS, latched }
  return { ...usual, ...own, ...told }
}

/** Required fields of the condition that are empty. */
export function missingIn(editing: Editing): string[] {
  const { kind, signalId, limit, value, change, expression, longitudeId, latitudeId, area } = editing
  const isFence = kind === 'fence'
  const isAbout = kind === 'limit' || kind === 'state' || kind === 'rate'
  return [
    ...(isAbout && signalId === undefined ? ['condition.signalId'] : []),
    ...(kind === 'limit' && limit === undefined ? ['condition.limit'] : []),
    ...(kind === 'state' && value === undefined ? ['condition.value'] : []),
    ...(kind === 'rate' && !change ? ['condition.change'] : []),
    ...(isFence && longitudeId === undefined ? ['condition.longitudeId'] : []),
    ...(isFence && latitudeId === undefined ? ['condition.latitudeId'] : []),
    ...(isFence && area === undefined ? ['condition.area'] : []),
    ...(kind === 'expression' && expression.trim() === '' ? ['condition.expression'] : []),
  ]
}

function conditionOf(editing: Editing): AlarmCondition | undefined {
  const { kind, signalId } = editing
  if (missingIn(editing).length > 0) return undefined
  if (kind === 'expression') return { kind, expression: editing.expression.trim() }
  if (kind === 'offline' || kind === 'powerOff') return { kind }
  if (kind === 'fence') {
    const { longitudeId, latitudeId, border, area, marginM } = editing
    return { kind, longitudeId: longitudeId!, latitudeId: latitudeId!, is: border, area: area!, marginM }
  }
  if (kind === 'limit') {
    return { kind, signalId: signalId!, is: editing.side, limit: editing.limit!, deadBand: editing.deadBand }
  }
  if (kind === 'state') return { kind, signalId: signalId!, is: editing.equality, value: editing.value! }
  return { kind, signalId: signalId!, is: editing.direction, change: editing.change!, overS: editing.overS }
}

/** The rule to save; undefined while its condition is incomplete. */
export function draftOf(editing: Editing): AlarmRuleDraft | undefined {
  const condition = conditionOf(editing)
  if (!condition) return undefined
  const { id, name, level, onDelayS, offDelayS, latched, content, advice, setPointIds, methods, steps, enabled } =
    editing
  const texts = { name: name.trim(), content: content.trim(), advice: advice.trim() }
  const given = {
    condition,
    level,
    onDelayS,
    offDelayS,
    latched,
    setPointIds: [...setPointIds],
    methods,
    steps,
    enabled,
  }
  return tidyRule({ id: id ?? null, ...texts, ...given })
}

/** All faults that the user must correct before saving. */
export function editingFaults(editing: Editing, ...[config, equipmentId]: [Parameters<typeof alarmFaults>[1], number]) {
  const draft = draftOf(editing)
  if (draft) return alarmFaults(draft, config, equipmentId)
  // Checks all fields but the condition with a condition that is always valid.
  const rest = draftOf({ ...editing, kind: 'offline' })!
  const missing: AlarmFault[] = missingIn(editing).map((field) => required(field))
  return [...missing, ...alarmFaults(rest, config, equipmentId)]
}

export const isSame = (a: Editing, b: Editing): boolean => {
  const [mine, theirs] = [draftOf(a), draftOf(b)]
  return mine && theirs ? isSameJson(mine, theirs) : isSameJson(a, b)
}

const ofCondition: readonly (keyof Editing)[] = [
  ...(['kind', 'signalId', 'side', 'limit', 'deadBand', 'equality', 'value', 'direction', 'change'] as const),
  ...(['overS', 'expression', 'longitudeId', 'latitudeId', 'border', 'area', 'marginM'] as const),
]

/**
 * Merges two edits of one rule, field by field: my changes win, other fields are theirs. The condition counts as one
 * field.
 */
export function mergedEditing(base: Editing, mine: Editing, theirs: Editing): Editing {
  const isMine = (key: keyof Editing) => !isSameJson(mine[key], base[key])
  const keys = (Object.keys(mine) as (keyof Editing)[]).filter((key) => key !== 'id')
  const own = keys.filter((key) => (ofCondition.includes(key) ? ofCondition.some(isMine) : isMine(key)))
  return { ...theirs, ...Object.fromEntries(own.map((key) => [key, mine[key]])) }
}

/** The saved and the current value of a changed field; undefined if the field is unchanged or nothing is saved. */
export const changedFrom = <K extends keyof Editing>(
  saved: Editing | undefined,
  editing: Editing,
  key: K,
): { was: Editing[K] } | undefined => (saved && !isSameJson(saved[key], editing[key]) ? { was: saved[key] } : undefined)
