// What a widget may be bound to. A slot for one value is stored in `data` itself (`type`, `signalId`, `equipId` …), a slot
// for many in arrays of `data` by kind: `signalArray`, `mvarArray`, `signalArrayX`. [S3 Data binding]
import { type Binding, customReportOf, signalOf, unseenSignalOf } from '../contract/page-document.ts'
import type { BindKind } from './bind-kind.ts'
import { type Fields, type Label, readFields } from './fields.ts'

export type Slot = {
  label: Label
  kinds: readonly BindKind[]
  /** Of a slot for many: the end of its arrays' names, the fields of each entry, and how many there may be. */
  many?: { axis: '' | 'X' | 'Y'; of: Fields; most: number }
}
export type Slots = { readonly [name: string]: Slot }

/** Where one value comes from, with the fields of its entry (a colour, a name of its own). */
export type Bound = {
  kind: BindKind
  binding: Binding
  fields: Record<string, unknown>
  /** There is a variable, and it is not for the viewer: nothing of it is read. */
  isUnseen?: true
}

/** Whether what it leads to is a variable: one of the widget, or one of the scene that it shows. */
export const isOfVariable = (kind: BindKind): boolean => kind === 'signal' || kind === 'scene'

const single: readonly BindKind[] = ['signal', 'mvar', 'system']

export const oneSlot = (label: Label, kinds: readonly BindKind[] = single): Slot => ({ label, kinds })

export const manySlot = (
  label: Label,
  {
    axis = '',
    of = {},
    most,
    kinds = single,
  }: Partial<NonNullable<Slot['many']>> & Pick<Slot, never> & { most: number; kinds?: readonly BindKind[] },
): Slot => ({ label, kinds, many: { axis, of, most } })

const ids = {
  ...{ scene: 'sceneId', report: 'reportId', customReport: 'customReportId' },
  ...{ system: 'systemKey', mvar: 'mvarId' },
} as const

/** A custom report is stored as a report with a number of its own kind. [S3 History table: reportId, customReportId] */
const kindIn = (binding: Binding): unknown =>
  binding.type === 'report' && customReportOf(binding) !== undefined ? 'customReport' : binding.type || 'signal'

const isBound = (kind: BindKind, binding: Binding): boolean =>
  kind === 'signal' ? signalOf(binding) !== undefined : !!binding[ids[kind]]

/** What a binding leads to; nothing if it is cleared, or not of these kinds. One without a type is a variable. */
export function boundOf(binding: Binding | undefined, kinds: readonly BindKind[] = single): Bound | undefined {
  const kind = binding && kinds.find((each) => each === kindIn(binding))
  return binding && kind && isBound(kind, binding) ? { kind, binding, fields: {} } : undefined
}

/** What the platform says of a variable that the viewer may not see: that there is one. */
const isUnseen = (binding: Binding): boolean =>
  signalOf(binding) === undefined && (binding.unseen === true || unseenSignalOf(binding) !== undefined)

/** With those that the viewer may not see. */
function shownBound(binding: Binding, kinds: readonly BindKind[], isOfSignals: boolean): Bound | undefined {
  const bound = boundOf(binding, kinds)
  if (bound || !isOfSignals || !isUnseen(binding)) return bound
  return { kind: 'signal', binding, fields: {}, isUnseen: true }
}

/** Everything that the slots of a widget are bound to. Beside a single slot `data.type` is that one's own. */
export function boundsIn(slots: Slots, data: Binding = {}): Record<string, Bound[]> {
  const { type: _, ...untyped } = data
  const hasSingle = Object.values(slots).some(({ many }) => !many)
  return Object.fromEntries(
    Object.entries(slots).map(([name, slot]) => [name, boundsOf(slot, hasSingle && slot.many ? untyped : data)]),
  )
}

/** Everything that a slot is bound to, in its order. `data.type` chooses one of several arrays. */
export function boundsOf({ kinds, many }: Slot, data: Binding = {}): Bound[] {
  if (!many) return [shownBound(data, kinds, kinds.includes('signal'))].filter((bound) => bound !== undefined)
  const chosen = kinds.filter((kind) => kind === data.type)
  return (chosen.length > 0 ? chosen : kinds)
    .flatMap((kind): Bound[] => {
      const entries = data[`${kind}Array${many.axis}`]
      return (Array.isArray(entries) ? entries : []).flatMap((entry: unknown) => {
        const isObject = typeof entry === 'object' && entry !== null
        const bound = isObject ? shownBound({ ...entry, type: kind }, kinds, kind === 'signal') : undefined
        if (bound) return [{ ...bound, fields: readFields(many.of, entry) }]
        // On an axis an entry belongs to the one of the other axis at its place, also where it is cleared.
        return many.axis === '' ? [] : [{ kind, binding: {}, fields: readFields(many.of, entry) }]
      })
    })
    .slice(0, many.most)
}
