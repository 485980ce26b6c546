// Rules of following a template: which items of a device belong to which of the template, the resulting configuration,
// and whether both match. Pure. Decision 33.
import type { Following, Numbers, Sequence, Thing } from '../../../contract/config-part.ts'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { type AnyPart, configParts, listOf } from '../../frame/config.ts'
import type { Loss } from './contract.ts'

/** A secret of a driver: the connection it was entered for, and the template's secret of which it is a copy. */
export type Secret = { id: number; originId: number | null; place: string }

export type Side = { equipmentId: number; config: EquipmentConfig; secrets: readonly Secret[] }

/** A field in which a device may differ from the template; `origin` is the id of the item in the template. */
export type OwnField = { part: string; origin: number; field: string }

export const ownKey = ({ part, origin, field }: OwnField): string => `${part} ${origin} ${field}`

export const ownFieldOf = (key: string): OwnField => {
  const [part = '', origin = '', ...field] = key.split(' ')
  return { part, origin: Number(origin), field: field.join(' ') }
}

/** Keys of the fields that a device keeps for itself instead of following the template. */
export type Own = ReadonlySet<string>
export const ownList = (own: Iterable<string>): string[] => [...own].sort()

type FollowingPart = AnyPart & { following: Following<Thing> }
const followingParts = (parts: readonly AnyPart[]) =>
  parts.filter((part) => part.following !== undefined) as readonly FollowingPart[]

const things = (config: EquipmentConfig, part: AnyPart) => listOf(config, part) as readonly Thing[]

/** For each part, the device's item by the id of the template's item. */
type Places = ReadonlyMap<string, ReadonlyMap<number, Thing>>

/**
 * Matches items of a device with those of the template: first items that were created from the template's item,
 * whatever their names; then items of the same name and kind, which keep their ids.
 */
function placesOf(template: EquipmentConfig, device: EquipmentConfig, parts = configParts): Places {
  return new Map(
    followingParts(parts).map((part) => {
      const wanted = things(template, part)
      const ids = new Set(wanted.map(({ id }) => id))
      const byOrigin = new Map<number, Thing>()
      const free = new Map<string, Thing>()
      for (const thing of things(device, part)) {
        const { origin } = thing
        if (origin !== undefined && ids.has(origin) && !byOrigin.has(origin)) byOrigin.set(origin, thing)
        else free.set(part.following.likeness(thing), thing)
      }
      const places = new Map<number, Thing>()
      for (const thing of wanted) {
        const there = byOrigin.get(thing.id) ?? free.get(part.following.likeness(thing))
        if (there) places.set(thing.id, there)
      }
      return [part.key, places]
    }),
  )
}

/** The value of a field such as `params.host`. */
function fieldAt(thing: object, field: string): unknown {
  return field.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], thing)
}

/** A copy with another value in this field; undefined removes the field. */
function withField<T extends object>(thing: T, field: string, value: unknown): T {
  const [key = '', ...rest] = field.split('.')
  const { [key]: was, ...others } = thing as Record<string, unknown>
  const next = rest.length > 0 ? withField((was ?? {}) as object, rest.join('.'), value) : value
  return (next === undefined ? others : { ...others, [key]: next }) as T
}

const ownOf = (part: FollowingPart, thing: Thing, own: Own): readonly string[] =>
  own.size === 0
    ? []
    : part.following.own(thing).may.filter((field) => own.has(ownKey({ part: part.key, origin: thing.id, field })))

/** All fields in which a device may differ from a template. */
export const ownable = (template: EquipmentConfig, parts = configParts): OwnField[] =>
  followingParts(parts).flatMap((part) =>
    things(template, part).flatMap((thing) =>
      part.following.own(thing).may.map((field) => ({ part: part.key, origin: thing.id, field })),
    ),
  )

/**
 * The device's own fields after following: for items that are new to the device, the fields that every device keeps for
 * itself are added.
 */
function ownNow({ template, device, own }: Follow, parts: readonly AnyPart[]): Own {
  const now = new Set<string>()
  for (const part of followingParts(parts)) {
    const known = new Set(things(device.config, part).map(({ origin }) => origin))
    for (const thing of things(template.config, part)) {
      const { may, has } = part.following.own(thing)
      const kept =
        own.size === 0 ? [] : may.filter((field) => own.has(ownKey({ part: part.key, origin: thing.id, field })))
      for (const field of known.has(thing.id) ? kept : new Set([...kept, ...has]))
        now.add(ownKey({ part: part.key, origin: thing.id, field }))
    }
  }
  return now
}

export type Follow = { template: Side; device: Side; own: Own }
export type Fresh = (sequence: Sequence | 'secret') => number
/** A secret of the template to be copied for the device, under a new id. */
export type SecretCopy = { id: number; from: number; place: string }
export type Followed = {
  config: EquipmentConfig
  own: Own
  secrets: SecretCopy[]
  /** Drivers whose secret the template cannot provide, because they have another address. */
  missing: { driver: string }[]
}

/** The resulting configuration of a device; `fresh` provides ids of new items. */
export function followed(follow: Follow, fresh: Fresh, parts = configParts): Followed {
  const { template, device } = follow
  const own = ownNow(follow, parts)
  const places = placesOf(template.config, device.config, parts)
  const ids = idsOf(template.config, places, fresh, parts)
  const secrets: SecretCopy[] = []
  const missing: Followed['missing'] = []
  const lists = followingParts(parts).map((part) => {
    const of = ids.get(part.key)!
    const list = things(template.config, part).map((thing) => {
      const there = places.get(part.key)?.get(thing.id)
      const mine = ownOf(part, thing, own).reduce(
        (at, field) => (there ? withField(at, field, fieldAt(there, field)) : at),
        thing,
      )
      const numbers: Numbers = {
        ...numbersBy(ids, template.equipmentId, device.equipmentId),
        fresh,
        secret(id, place) {
          const found = secretFor(id, place, follow, secrets, fresh)
          if (found === undefined) missing.push({ driver: (thing as { name?: string }).name ?? '' })
          return found
        },
      }
      return { ...part.following.renumbered(mine, numbers, there), id: of.get(thing.id)!, origin: thing.id }
    })
    return [part.key, list] as const
  })
  return { config: { ...device.config, ...Object.fromEntries(lists) }, own, secrets, missing }
}

type Ids = ReadonlyMap<string, ReadonlyMap<number, number>>

/** The ids on the device of all items of the template. */
function idsOf(template: EquipmentConfig, places: Places, fresh: Fresh, parts: readonly AnyPart[]): Ids {
  return new Map(
    followingParts(parts).map((part) => {
      const of = places.get(part.key)
      const ids = things(template, part).map(
        ({ id }) => [id, of?.get(id)?.id ?? fresh(part.following.sequence)] as const,
      )
      return [part.key, new Map(ids)]
    }),
  )
}

const numbersBy = (ids: Ids, from: number, to: number): Pick<Numbers, 'equipment' | 'driver' | 'signal'> => ({
  equipment: { from, to },
  driver: (id) => ids.get('drivers')?.get(id) ?? id,
  signal: (id) => ids.get('signals')?.get(id) ?? id,
})

/**
 * A secret of the device itself stays. A secret of the template is copied only for the connection it was entered for:
 * changing the address of a device must not send the password there.
 */
function secretFor(
  id: number,
  place: string,
  { template, device }: Follow,
  copies: SecretCopy[],
  fresh: Fresh,
): number | undefined {
  if (device.secrets.some((secret) => secret.id === id)) return id
  const known = device.secrets.findLast(({ originId, place: of }) => originId === id && of === place)
  if (known) return known.id
  // The target of invalid parameters is unknown.
  if (place === '' || template.secrets.find((secret) => secret.id === id)?.place !== place) return undefined
  const copy = { id: fresh('secret'), from: id, place }
  copies.push(copy)
  return copy.id
}

/**
 * The compared form of a template or of a device that follows it: without the device's own fields, without default
 * values, and with the ids of the template. Items that the template does not have get negative ids.
 */
export function projectionOf(
  side: Side,
  template: { equipmentId: number },
  own: Own,
  parts = configParts,
  /** Selects items of a part. */
  isWanted: (part: string, id: number) => boolean = () => true,
): object {
  const isTemplate = side.equipmentId === template.equipmentId
  const ids: Ids = new Map(
    followingParts(parts).map((part) => [
      part.key,
      new Map(things(side.config, part).map(({ id, origin }) => [id, isTemplate ? id : (origin ?? -id)])),
    ]),
  )
  const numbers: Numbers = {
    ...numbersBy(ids, side.equipmentId, template.equipmentId),
    secret: (id) => (isTemplate ? id : (side.secrets.find((secret) => secret.id === id)?.originId ?? -id)),
    fresh: () => 0,
  }
  const lists = followingParts(parts).flatMap((part) => {
    const wanted = things(side.config, part).filter(({ id }) => isWanted(part.key, id))
    const list = wanted.map((thing) => {
      const { origin: _, ...there } = part.following.renumbered(thing, numbers, undefined)
      const known = { ...there, id: ids.get(part.key)!.get(thing.id)! }
      const shared = ownOf(part, known, own).reduce((at, field) => withField(at, field, undefined), known)
      return withoutUsual(shared, part.following.usual)
    })
    return list.length > 0 ? [[part.key, list]] : []
  })
  return Object.fromEntries(lists)
}

function withoutUsual(thing: object, usual: Following<Thing>['usual'] = {}): object {
  const isUsual = ([field, value]: [string, unknown]) =>
    value === null ||
    value === undefined ||
    (field in usual && (value === usual[field] || (Array.isArray(value) && value.length === 0)))
  return Object.fromEntries(Object.entries(thing).filter((entry) => !isUsual(entry)))
}

/** Provisional ids for a plan that is not saved; no item has them. */
export function provisional(): Fresh {
  let next = 2_000_000_000
  return () => {
    next += 1
    return next
  }
}

/** A source of ids for a dry run: counts the ids needed from each sequence. */
export function counting(): { fresh: Fresh; counts: Map<Sequence | 'secret', number> } {
  const counts = new Map<Sequence | 'secret', number>()
  const fresh: Fresh = (sequence) => {
    counts.set(sequence, (counts.get(sequence) ?? 0) + 1)
    return counts.get(sequence)!
  }
  return { fresh, counts }
}

/** Items of the first list that the second does not have. */
export function goneOf<T extends Thing>(before: readonly T[], after: readonly Thing[]): T[] {
  const kept = new Set(after.map(({ id }) => id))
  return before.filter(({ id }) => !kept.has(id))
}

/** Reports and columns that stop storing. */
export function endedColumns(before: EquipmentConfig, after: EquipmentConfig): Loss[] {
  const titles = new Map(before.signals.map(({ id, title }) => [id, title]))
  const kept = new Map(after.reports.map((report) => [report.id, report]))
  return before.reports.flatMap((report): Loss[] => {
    const there = kept.get(report.id)
    if (!there) return [{ kind: 'report', report: report.name }]
    return goneOf(report.columns, there.columns).map(({ signalId }) => ({
      ...{ kind: 'column', report: report.name },
      variable: titles.get(signalId) ?? `#${signalId}`,
    }))
  })
}
