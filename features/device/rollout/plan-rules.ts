// How many things of a configuration a rollout adds, changes and removes, which devices change alike, and what is lost by it.
// Pure, and fast: it is asked for hundreds of devices.
import type { Thing } from '../../../contract/config-part.ts'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { configParts, listOf } from '../../frame/config.ts'
import { isSame } from '../../platform/versioned/rules.ts'
import { endedColumns, type Own, projectionOf, type Side } from '../template-binding/rules.ts'
import type { Lost } from './contract.ts'

/** What it was made of is no difference. Written for hundreds of thousands of things: nothing is copied. */
function differs(a: Thing, b: Thing): boolean {
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>]
  for (const key in one) if (key !== 'origin' && !isSame(one[key], other[key])) return true
  for (const key in other) if (key !== 'origin' && one[key] === undefined && (other[key] ?? null) !== null) return true
  return false
}

export type Touched = { added: number; changed: number; removed: number; ids: ReadonlySet<string> }

const keyOf = (part: string, id: number): string => `${part} ${id}`

/** How many things are added, changed and removed, and which they are. */
export function touched(before: EquipmentConfig, after: EquipmentConfig, parts = configParts): Touched {
  const count = { added: 0, changed: 0, removed: 0 }
  const ids = new Set<string>()
  for (const part of parts) {
    const was = new Map((listOf(before, part) as readonly Thing[]).map((thing) => [thing.id, thing]))
    for (const thing of listOf(after, part) as readonly Thing[]) {
      const old = was.get(thing.id)
      was.delete(thing.id)
      if (old && !differs(old, thing)) continue
      count[old ? 'changed' : 'added'] += 1
      ids.add(keyOf(part.key, thing.id))
    }
    count.removed += was.size
    for (const id of was.keys()) ids.add(keyOf(part.key, id))
  }
  return { ...count, ids }
}

type Becoming = { device: Side; after: EquipmentConfig; template: Side; own: Own; ids: ReadonlySet<string> }

/**
 * What changes, in the numbers of the template and without what is a device's own: the same text for devices that change
 * alike. What no template made is told by all that it is but its number.
 */
export function alikeOf({ device, after, template, own, ids }: Becoming): string {
  const isWanted = (part: string, id: number) => ids.has(keyOf(part, id))
  const sides = [device, { ...device, config: after }].map((side) =>
    projectionOf(side, template, own, configParts, isWanted),
  )
  return JSON.stringify(sides, (_, value) => (typeof value === 'object' ? withoutOwnNumber(value) : value))
}

/** Numbers below zero are those of things that the template does not have. */
const withoutOwnNumber = (value: unknown): unknown =>
  typeof (value as { id?: unknown } | null)?.id === 'number' && (value as { id: number }).id < 0
    ? { ...(value as object), id: 0 }
    : value

export const nothingLost: Lost = {
  ...{ columns: 0, reports: 0, pages: 0, removedPages: 0 },
  ...{ mvars: 0, alarms: 0, writes: 0, secrets: 0 },
}

export const lostInAll = (lost: Lost): number => Object.values(lost).reduce((sum, each) => sum + each, 0)

export function plus(a: Lost, b: Lost): Lost {
  const sum = { ...a }
  for (const key of Object.keys(sum) as (keyof Lost)[]) sum[key] += b[key]
  return sum
}

/** What follows from the configuration alone. */
export function lostOf(before: EquipmentConfig, after: EquipmentConfig): Pick<Lost, 'columns' | 'reports'> {
  const ended = endedColumns(before, after)
  const reports = ended.filter(({ kind }) => kind === 'report').length
  return { reports, columns: ended.length - reports }
}
