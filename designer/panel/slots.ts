// What a slot of a widget is bound to, as it is stored: for one in `data` itself, for many in arrays by kind. Also what was
// cleared is listed, so that it can be bound again or removed. Pure. [S3 Data binding]
import { type Binding, signalOf, unseenSignalOf } from '../../contract/page-document.ts'
import type { BindKind } from '../../widgets/bind-kind.ts'
import { boundOf, type Slot } from '../../widgets/binds.ts'
import type { Unit } from './variable.ts'

const bindingKeys = [
  ...['type', 'signalId', 'equipId', 'unseenSignalId', 'mvarId', 'systemKey', 'sceneId', 'reportId'],
  'customReportId',
  ...['title', 'subTitle'],
]

/** `unbound`: nothing was ever bound. `cleared`: something was. `unseen`: its device is not visible to the author. */
export type BindState = 'bound' | 'unseen' | 'cleared' | 'unbound'

export function stateOf(binding: Binding | undefined, kinds: readonly BindKind[]): BindState {
  if (!binding) return 'unbound'
  if (boundOf(binding, kinds)) return 'bound'
  if (unseenSignalOf(binding) !== undefined && signalOf(binding) === undefined) return 'unseen'
  return binding.title ? 'cleared' : 'unbound'
}

/** The binding alone, without what else is stored beside it. */
export const bindingIn = (stored: Binding | undefined): Binding =>
  Object.fromEntries(Object.entries(stored ?? {}).filter(([key]) => bindingKeys.includes(key)))

/** Bound to another one: what belongs to the old binding goes, what is stored beside it stays. */
export const rebound = (stored: Binding | undefined, binding: Binding): Binding => ({
  ...Object.fromEntries(Object.entries(stored ?? {}).filter(([key]) => !bindingKeys.includes(key))),
  ...binding,
})

export type Many = NonNullable<Slot['many']>
export type ManySlot = Slot & { many: Many }
export type SlotEntry = { kind: BindKind; entry: Binding }

const arrayName = (kind: BindKind, { axis }: Many): string => `${kind}Array${axis}`
const isEntry = (entry: unknown): entry is Binding => typeof entry === 'object' && entry !== null

/** The arrays that count: `data.type` may choose one of several. */
function kindsIn({ kinds }: ManySlot, data: Binding, hasSingle: boolean): readonly BindKind[] {
  const named = hasSingle ? [] : kinds.filter((kind) => kind === data.type)
  return named.length > 0 ? named : kinds
}

/** Beside a slot for one, `data.type` is that one's own: `hasSingle`. */
export const entriesOf = (slot: ManySlot, data: Binding = {}, hasSingle = false): SlotEntry[] =>
  kindsIn(slot, data, hasSingle).flatMap((kind) => {
    const stored = data[arrayName(kind, slot.many)]
    return (Array.isArray(stored) ? stored : []).filter(isEntry).map((entry) => ({ kind, entry }))
  })

/** The same data with these entries; where they are of kinds that `data.type` leaves out, it no longer chooses. */
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

/** An entry one place up or down; only among those of its kind, which are stored together. */
export function moved<T>(entries: readonly T[], from: number, to: number): T[] {
  const next = [...entries]
  const [entry] = next.splice(from, 1)
  if (entry !== undefined) next.splice(to, 0, entry)
  return next
}

/** With unit and decimals of the variable that it shows now, where it has such fields: those of another one would be wrong. */
export function inUnits(data: Binding, of: Unit | undefined): Binding {
  if (!of) return data
  return {
    ...data,
    ...('unit' in data ? { unit: of.unit ?? '' } : {}),
    ...('decimals' in data ? { decimals: of.decimals ?? -1 } : {}),
  }
}

/** Unit and decimals of a variable, for the fields of an entry that has such. */
export const unitsFor = (fields: object, of: Unit | undefined): { unit?: string; decimals?: number } => ({
  ...(of && 'unit' in fields ? { unit: of.unit ?? '' } : {}),
  ...(of && 'decimals' in fields ? { decimals: of.decimals ?? -1 } : {}),
})
