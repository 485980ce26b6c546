// The stored bindings of a slot: for a single value in `data` itself, for many values in arrays by kind. Cleared
// entries are listed too, so that they can be bound again or removed. Pure. [S3 Data binding]
import { type Binding, signalOf, unseenSignalOf } from '../../contract/page-document.ts'
import type { BindKind } from '../../widgets/bind-kind.ts'
import { boundOf, type Slot } from '../../widgets/binds.ts'
import type { Unit } from './variable.ts'

const bindingKeys = [
  ...['type', 'signalId', 'equipId', 'unseenSignalId', 'mvarId', 'systemKey', 'sceneId', 'reportId'],
  'customReportId',
  ...['title', 'subTitle'],
]

/** `unbound`: never bound. `cleared`: the binding was removed. `unseen`: the author may not see the device. */
type BindState = 'bound' | 'unseen' | 'cleared' | 'unbound'

export function stateOf(binding: Binding | undefined, kinds: readonly BindKind[]): BindState {
  if (!binding) return 'unbound'
  if (boundOf(binding, kinds)) return 'bound'
  if (unseenSignalOf(binding) !== undefined && signalOf(binding) === undefined) return 'unseen'
  return binding.title ? 'cleared' : 'unbound'
}

/** The binding, without other values stored beside it. */
export const bindingIn = (stored: Binding | undefined): Binding =>
  Object.fromEntries(Object.entries(stored ?? {}).filter(([key]) => bindingKeys.includes(key)))

/** Replaces the binding, and preserves other values stored beside it. */
export const rebound = (stored: Binding | undefined, binding: Binding): Binding => ({
  ...Object.fromEntries(Object.entries(stored ?? {}).filter(([key]) => !bindingKeys.includes(key))),
  ...binding,
})

type Many = NonNullable<Slot['many']>
export type ManySlot = Slot & { many: Many }
export type SlotEntry = { kind: BindKind; entry: Binding }

const arrayName = (kind: BindKind, { axis }: Many): string => `${kind}Array${axis}`
const isEntry = (entry: unknown): entry is Binding => typeof entry === 'object' && entry !== null

/** The kinds of arrays in use: `data.type` may select one. */
function kindsIn({ kinds }: ManySlot, data: Binding, hasSingle: boolean): readonly BindKind[] {
  const named = hasSingle ? [] : kinds.filter((kind) => kind === data.type)
  return named.length > 0 ? named : kinds
}

/** The entries of a slot. `hasSingle`: the widget also has a slot for a single value, to which `data.type` belongs. */
export const entriesOf = (slot: ManySlot, data: Binding = {}, hasSingle = false): SlotEntry[] =>
  kindsIn(slot, data, hasSingle).flatMap((kind) => {
    const stored = data[arrayName(kind, slot.many)]
    return (Array.isArray(stored) ? stored : []).filter(isEntry).map((entry) => ({ kind, entry }))
  })

/** The data with these entries; `data.type` is removed if it would leave some of them out. */
export function withEntries(
  slot: ManySlot,
  data: Binding = {},
  entries: readonly SlotEntry[],
  hasSingle = false,
): Binding {
  const kinds = kindsIn(slot, data, hasSingle)
  const isOutside = entries.some(({ kind }) => !kinds.includes(kind))
  const next: Binding = { ...data }
  for (const kind of new Set([...kinds, ...entries.map((each) => each.kind)])) {
    const own = entries.filter((each) => each.kind === kind).map(({ entry }) => entry)
    const name = arrayName(kind, slot.many)
    if (own.length > 0 || Object.hasOwn(data, name)) next[name] = own
  }
  if (isOutside && !hasSingle) delete next.type
  return next
}

/** Moves an entry by one place; only among entries of its kind, which are stored together. */
export function moved<T>(entries: readonly T[], from: number, to: number): T[] {
  const next = [...entries]
  const [entry] = next.splice(from, 1)
  if (entry !== undefined) next.splice(to, 0, entry)
  return next
}

/** Sets unit and decimals of the new variable, if the widget has such fields, because the old ones would be wrong. */
export function inUnits(data: Binding, of: Unit | undefined): Binding {
  if (!of) return data
  return {
    ...data,
    ...('unit' in data ? { unit: of.unit ?? '' } : {}),
    ...('decimals' in data ? { decimals: of.decimals ?? -1 } : {}),
  }
}

/** Unit and decimals of a variable, if the entry has fields for them. */
export const unitsFor = (fields: object, of: Unit | undefined): { unit?: string; decimals?: number } => ({
  ...(of && 'unit' in fields ? { unit: of.unit ?? '' } : {}),
  ...(of && 'decimals' in fields ? { decimals: of.decimals ?? -1 } : {}),
})
