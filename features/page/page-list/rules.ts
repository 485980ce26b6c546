// Pure rules of a list of pages: free titles, and rebinding to another device.
import type { EquipmentId, SignalId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { type Binding, mapBindings, type PageWidget, signalOf } from '../../../contract/page-document.ts'
import { cutTo } from '../../../core/cut-text.ts'

/** The title if it is free, else with the next free number appended: `Overview 2`. */
export function freeTitle(title: string, taken: readonly string[]): string {
  const used = new Set(taken)
  if (!used.has(title)) return title
  const stem = title.replace(/ \d{1,3}$/, '')
  let next = 2
  while (used.has(numbered(stem, next))) next += 1
  return numbered(stem, next)
}

function numbered(stem: string, number: number): string {
  const end = ` ${number}`
  return cutTo(stem, limits.titleLength - end.length) + end
}

/** A binding without its variable. */
function unbound({ signalId, equipId, title, subTitle, ...rest }: Binding): Binding {
  return rest
}

type Moving = {
  from: EquipmentId
  to: EquipmentId
  /** Variables by number, and a lookup by name on the other device. */
  named: ReadonlyMap<number, { equipmentId: number; name: string }>
  find: (name: string) => SignalId | undefined
}

/** Rebinds variables of one device to those of the same name on another, or clears them; other bindings stay. */
export function movedBindings(
  widgets: readonly PageWidget[],
  { from, to, named, find }: Moving,
): { widgets: PageWidget[]; moved: number; cleared: number } {
  let [moved, cleared] = [0, 0]
  const byNumber = mapBindings([...widgets], (binding) => {
    const was = named.get(signalOf(binding) ?? 0)
    if (was?.equipmentId !== from) return binding
    const signalId = find(was.name)
    if (signalId === undefined) cleared += 1
    else moved += 1
    return signalId === undefined ? unbound(binding) : { ...binding, signalId, equipId: to }
  })
  // Bindings whose variable name contains placeholders are moved to the other device as they are.
  const all = mapBindings(byNumber, (binding) => ({ ...binding, equipId: to }), namedOn(from))
  return { widgets: all, moved, cleared }
}

/** Recognises bindings of a device whose variable is given by a name with placeholders. */
export const namedOn =
  (equipmentId: number | null) =>
  ({ signalName, equipId }: { [key: string]: unknown }): number | undefined =>
    typeof signalName === 'string' && signalName !== '' && Number(equipId) === equipmentId
      ? (equipmentId ?? undefined)
      : undefined
