// The bindings of a widget. A slot for one value is stored in `data` itself (`type`, `signalId`, `equipId` …), a slot
// for many values in arrays of `data` by kind: `signalArray`, `mvarArray`, `signalArrayX`. [S3 Data binding]
import { type Binding, customReportOf, signalOf, unseenSignalOf } from '../contract/page-document.ts'
import type { BindKind } from './bind-kind.ts'
import { type Fields, type Label, readFields } from './fields.ts'

export type Slot = {
  label: Label
  kinds: readonly BindKind[]
  /**
   * A slot for many values: the suffix of its arrays' names, the fields of each entry, and the maximum number of
   * entries.
   */
  many?: { axis: '' | 'X' | 'Y'; of: Fields; most: number }
}
export type Slots = { readonly [name: string]: Slot }

/** The source of one value, with the fields of its entry (a colour, a name). */
export type Bound = {
  kind: BindKind
  binding: Binding
  fields: Record<string, unknown>
  /** A variable that the viewer may not see: it is not read. */
  isUnseen?: true
}

/** Whether the binding is to a variable, of the widget or of the scene that the widget shows. */
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

/** A custom report is stored as a report with its own number. [S3 History table: reportId, customReportId] */
const kindIn = (binding: Binding): unknown =>
  binding.type === 'report' && customReportOf(binding) !== undefined ? 'customReport' : binding.type || 'signal'

const isBound = (kind: BindKind, binding: Binding): boolean =>
  kind === 'signal' ? signalOf(binding) !== undefined : !!binding[ids[kind]]

/** The target of a binding; nothing if the binding is empty, or not of these kinds. Without a type it is a variable. */
export function boundOf(binding: Binding | undefined, kinds: readonly BindKind[] = single): Bound | undefined {
  const kind = binding && kinds.find((each) => each === kindIn(binding))
  return binding && kind && isBound(kind, binding) ? { kind, binding, fields: {} } : undefined
}

/** The platform removes the ids of a variable that the viewer may not see, and leaves a mark that there is one. */
const isUnseen = (binding: Binding): boolean =>
  signalOf(binding) === undefined && (binding.unseen === true || unseenSignalOf(binding) !== undefined)

/** Includes variables that the viewer may not see. */
function shownBound(binding: Binding, kinds: readonly BindKind[], isOfSignals: boolean): Bound | undefined {
  const bound = boundOf(binding, kinds)
  if (bound || !isOfSignals || !isUnseen(binding)) return bound
  return { kind: 'signal', binding, fields: {}, isUnseen: true }
}

/** Everything that the slots of a widget are bound to. If there is a single slot, `data.type` belongs to that slot. */
export function boundsIn(slots: Slots, data: Binding = {}): Record<string, Bound[]> {
  const { type: _, ...untyped } = data
  const hasSingle = Object.values(slots).some(({ many }) => !many)
  return Object.fromEntries(
    Object.entries(slots).map(([name, slot]) => [name, boundsOf(slot, hasSingle && slot.many ? untyped : data)]),
  )
}

/** The bindings of a slot, in order. `data.type` chooses one of several arrays. */
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
        // Entries of the two axes pair by position, so a cleared entry keeps its place.
        return many.axis === '' ? [] : [{ kind, binding: {}, fields: readFields(many.of, entry) }]
      })
    })
    .slice(0, many.most)
}
