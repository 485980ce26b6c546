// How a device follows a template: which of its things are those of the template, what its configuration becomes, and
// whether both are the same. Pure. Decision 33.
import type { Following, Numbers, Sequence, Thing } from '../../../contract/config-part.ts'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { type AnyPart, configParts, listOf } from '../../frame/config.ts'
import type { Loss } from './contract.ts'

/** A secret of a driver: for which connection it was entered, and of which secret of a template it is a copy. */
export type Secret = { id: number; originId: number | null; place: string }

export type Side = { equipmentId: number; config: EquipmentConfig; secrets: readonly Secret[] }

/** A field that a device has of its own: of the thing with this number in the template. */
export type OwnField = { part: string; origin: number; field: string }

export const ownKey = ({ part, origin, field }: OwnField): string => `${part} ${origin} ${field}`

export const ownFieldOf = (key: string): OwnField => {
  const [part = '', origin = '', ...field] = key.split(' ')
  return { part, origin: Number(origin), field: field.join(' ') }
}

/** Their keys, in one order. */
export type Own = ReadonlySet<string>
export const ownList = (own: Iterable<string>): string[] => [...own].sort()

type FollowingPart = AnyPart & { following: Following<Thing> }
const followingParts = (parts: readonly AnyPart[]) =>
  parts.filter((part) => part.following !== undefined) as readonly FollowingPart[]

const things = (config: EquipmentConfig, part: AnyPart) => listOf(config, part) as readonly Thing[]

/** Of each part the device's thing in the place of the template's, by the number of the latter. */
type Places = ReadonlyMap<string, ReadonlyMap<number, Thing>>

/**
 * Things of a device that were made of one of the template are it, whatever they are called now; of the others those of
 * the same name and kind are taken over and keep their numbers.
 */
export function placesOf(template: EquipmentConfig, device: EquipmentConfig, parts = configParts): Places {
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

/** The value at `params.host`. */
function fieldAt(thing: object, field: string): unknown {
  return field.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], thing)
}

/** The same thing with another value there; without one the field is not there. */
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

/** Every field that a device may have of its own, of all things of a template. */
export const ownable = (template: EquipmentConfig, parts = configParts): OwnField[] =>
  followingParts(parts).flatMap((part) =>
    things(template, part).flatMap((thing) =>
      part.following.own(thing).may.map((field) => ({ part: part.key, origin: thing.id, field })),
    ),
  )

/** What it has of its own from now on: of things that are new to it that which every device has of its own. */
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
/** A secret of the template that is to be kept for the device too, under a number of its own. */
export type SecretCopy = { id: number; from: number; place: string }
export type Followed = {
  config: EquipmentConfig
  own: Own
  secrets: SecretCopy[]
  /** Of drivers whose password or file is not the template's to give: they are connected elsewhere. */
  missing: { driver: string }[]
}

/** What the configuration of a device becomes; `fresh` gives the numbers of what is new. */
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

/** The numbers on the device of everything that the template has. */
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
 * A secret of the device itself stays. One of the template is copied for the connection that it was entered for, and for
 * no other: whoever gives a device another address does not get the password sent there.
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
  // Of parameters that cannot be read nobody knows where they lead.
  if (place === '' || template.secrets.find((secret) => secret.id === id)?.place !== place) return undefined
  const copy = { id: fresh('secret'), from: id, place }
  copies.push(copy)
  return copy.id
}

/**
 * What is compared of a template and of a device that follows it: without what the device has of its own, without what is
 * as it is if it is not said, and with the numbers of the template on both sides. What the template does not have has a
 * number that it never gives.
 */
export function projectionOf(
  side: Side,
  template: { equipmentId: number },
  own: Own,
  parts = configParts,
  /** Of a part, which things are wanted. */
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

/** Numbers for a plan that is only looked at: none of them is a thing's. */
export function provisional(): Fresh {
  let next = 2_000_000_000
  return () => {
    next += 1
    return next
  }
}

/** How many numbers of each sequence following takes, and the numbers themselves afterwards, in the same order. */
export function counting(): { fresh: Fresh; counts: Map<Sequence | 'secret', number> } {
  const counts = new Map<Sequence | 'secret', number>()
  const fresh: Fresh = (sequence) => {
    counts.set(sequence, (counts.get(sequence) ?? 0) + 1)
    return counts.get(sequence)!
  }
  return { fresh, counts }
}

/** Things of the first that the second does not have. */
export function goneOf<T extends Thing>(before: readonly T[], after: readonly Thing[]): T[] {
  const kept = new Set(after.map(({ id }) => id))
  return before.filter(({ id }) => !kept.has(id))
}

/** Reports and columns that store nothing more. */
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
