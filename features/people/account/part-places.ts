// Limits of an organisation that are nearly reached, for accounts that may add to them. [S4 Notice dialog queue:
// resource]
import type { Kysely } from 'kysely'
import type { OrgId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { Permission } from '../../../contract/permissions.ts'
import type { DB } from '../../../db/schema.ts'
import { loadPlaces } from './places-store.ts'

/** Kinds of things whose number is limited per organisation. */
type PlaceKind = 'internal' | 'external' | 'project'
type Place = { kind: PlaceKind; used: number; limit: number }

/** Whether nine in ten places are used; false for a limit of zero. */
export const isNearlyFull = ({ used, limit }: Pick<Place, 'used' | 'limit'>): boolean =>
  limit > 0 && used * 10 >= limit * 9

const filledBy: Record<PlaceKind, Permission> = {
  internal: 'account:add',
  external: 'account:add',
  project: 'project:edit',
}

/** Nearly full limits that concern the caller's permissions. */
export async function placesRunningOut(
  db: Kysely<DB>,
  { orgId, auths }: { orgId: OrgId; auths: readonly Permission[] },
): Promise<Place[]> {
  if (!Object.values(filledBy).some((key) => auths.includes(key))) return []
  const { maxInternal, maxExternal, internal, external, projects } = await loadPlaces(db, orgId)
  const places: Place[] = [
    { kind: 'internal', used: internal, limit: maxInternal },
    { kind: 'external', used: external, limit: maxExternal },
    { kind: 'project', used: projects, limit: limits.projects },
  ]
  return places.filter((place) => auths.includes(filledBy[place.kind]) && isNearlyFull(place))
}
