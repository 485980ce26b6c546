// User-defined content as immutable versions: each with its predecessor and its author. A kind defines what is stored.
import { sql } from 'kysely'
import { configHashInTurns } from '../contract/config-hash.ts'
import { fail } from '../contract/errors.ts'
import type { AccountId, EquipmentId, ProjectId } from '../contract/fields.ts'
import { limits } from '../contract/limits.ts'
import { givingWay } from '../core/giving-way.ts'
import type { ConfigVersion } from './schema.ts'
import type { Sight, WritableSight } from './sight.ts'

/** Something that has versions: a device's configuration, a page. */
export type VersionedKind<C> = {
  type: ConfigVersion['objectType']
  /** Parses stored JSON, also of versions from before the content had its present shape. */
  read(stored: object): C
  /** The JSON to store; by default the content itself. */
  stored?(content: C): object
  /** The input of the hash; default the stored JSON. A field that was added later and is unused must not change it. */
  hashed?(content: C): object
  /** The content before the first version, for kinds that have one. */
  first?: C
}

/** The versioned object, and the device or project that it belongs to. */
type Owner = { id: number; equipmentId: EquipmentId | null; projectId?: ProjectId | null }
export type Author = { accountId: AccountId; name: string }

export type Head<C> = {
  version: number
  hash: string
  savedAt: number
  /** Name of the author; empty for versions from before authors were stored. */
  savedBy: string
  /** Reason, in the author's words; may be empty. */
  message: string
  /** The older version that this version restores. */
  restored: number | null
  content: C
}

export type Saving = {
  /** The version that the author edited; if absent, the newest. */
  base?: number | undefined
  author: Author
  at: number
  message?: string | undefined
  restored?: number | undefined
}

/**
 * The author edited a version that is not the newest any more. `base`: the edited version, if it still exists;
 * `newest`: the newest one.
 */
export type Conflict<C> = { base: Head<C> | undefined; newest: Head<C> }

const columns = ['version', 'hash', 'createdAt as savedAt', 'author as savedBy', 'message', 'restored'] as const

const storedOf = <C>({ stored }: VersionedKind<C>, content: C) => stored?.(content) ?? content

const hashOf = <C>(kind: VersionedKind<C>, content: C) =>
  configHashInTurns(kind.hashed?.(content) ?? storedOf(kind, content))

/** The newest version, or the given one. */
export async function loadVersion<C>(
  sight: Sight,
  kind: VersionedKind<C>,
  id: number,
  version?: number,
): Promise<Head<C> | undefined> {
  let query = sight
    .from('configVersion')
    .select([...columns, 'content'])
    .where('objectType', '=', kind.type)
    .where('objectId', '=', id)
  if (version !== undefined) query = query.where('version', '=', version)
  const row = await query.orderBy('version', 'desc').limit(1).executeTakeFirst()
  if (row) {
    const content = kind.read(row.content as object)
    return { ...row, hash: row.hash || (await hashOf(kind, content)), content }
  }
  if (version || kind.first === undefined) return undefined
  const content = kind.first
  return {
    version: 0,
    hash: await hashOf(kind, content),
    savedAt: 0,
    savedBy: '',
    message: '',
    restored: null,
    content,
  }
}

/**
 * The version that was current at a time, from when and until when; `firstAt`: when the first one was saved, 0 if there
 * is none.
 */
export type VersionAt = { version: number; savedAt: number; until: number | null } | { version: null; firstAt: number }

export async function versionAt<C>(
  sight: Sight,
  { type }: VersionedKind<C>,
  id: number,
  at: number,
): Promise<VersionAt> {
  const versions = () =>
    sight
      .from('configVersion')
      .select(['version', 'createdAt'])
      .where('objectType', '=', type)
      .where('objectId', '=', id)
      .limit(1)
  const stood = await versions().where('createdAt', '<=', at).orderBy('version', 'desc').executeTakeFirst()
  if (!stood) {
    const first = await versions().orderBy('version').executeTakeFirst()
    return { version: null, firstAt: first?.createdAt ?? 0 }
  }
  const { version, createdAt: savedAt } = stood
  const next = await versions().where('version', '>', version).orderBy('version').executeTakeFirst()
  return { version, savedAt, until: next?.createdAt ?? null }
}

const maxListed = 200

/** The newest 200 versions, newest first, without their contents. */
export async function listVersions<C>(sight: Sight, kind: VersionedKind<C>, id: number) {
  const rows = await sight
    .from('configVersion')
    .select(columns)
    .where('objectType', '=', kind.type)
    .where('objectId', '=', id)
    .orderBy('version', 'desc')
    .limit(maxListed)
    .execute()
  return Promise.all(
    rows.map(async (row) => ({ ...row, hash: row.hash || (await loadVersion(sight, kind, id, row.version))!.hash })),
  )
}

const dayMs = 24 * 3600_000

/** Versions are kept for ever, so the amount saved per day is limited. */
async function mustHaveRoom(sight: Sight, at: number): Promise<void> {
  const { versionBytesADay, versionBytesMin } = limits
  const size = sql<number>`coalesce(sum(greatest(pg_column_size(content), ${versionBytesMin}::int)), 0)::int8`
  const query = sight
    .from('configVersion')
    .select(size.as('bytes'))
    .where('createdAt', '>', at - dayMs)
  const { bytes } = await query.executeTakeFirstOrThrow()
  if (bytes >= versionBytesADay) throw fail('savedTooMuch')
}

/**
 * Saves a new version; versions are created only here. The version is based on the newest one, if the author edited
 * that. Holds a lock on the object until the transaction ends.
 */
export async function saveVersion<C>(
  sight: WritableSight,
  kind: VersionedKind<C>,
  owner: Owner,
  saving: Saving,
  change: (newest: Head<C> | undefined) => C | Promise<C>,
): Promise<{ saved: Head<C> } | { conflict: Conflict<C> }> {
  await sight.lock(`version of ${kind.type} ${owner.id}`)
  const newest = await loadVersion(sight, kind, owner.id)
  const { base, author, at, message = '', restored } = saving
  if (base !== undefined && newest && newest.version !== base)
    return { conflict: { base: await loadVersion(sight, kind, owner.id, base), newest } }
  await mustHaveRoom(sight, at)
  const giveWay = givingWay()
  const content = await change(newest)
  await giveWay()
  const hash = await hashOf(kind, content)
  await giveWay()
  const version = (newest?.version ?? 0) + 1
  const { id: objectId, equipmentId, projectId = null } = owner
  const of = { objectType: kind.type, objectId, equipmentId, projectId, version, hash }
  const by = { authorId: author.accountId, author: author.name, createdAt: at, message, restored: restored ?? null }
  await sight.insert('configVersion', { ...of, ...by, content: JSON.stringify(storedOf(kind, content)) }).execute()
  const head = { version, hash, savedAt: at, savedBy: author.name, message, restored: restored ?? null, content }
  return { saved: head }
}
