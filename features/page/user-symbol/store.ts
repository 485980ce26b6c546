import { SymbolContent } from '../../../contract/user-symbol.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import { listVersions, loadVersion, type Saving, saveVersion, type VersionedKind } from '../../../db/versioned.ts'
import type { SymbolEntry, UserSymbol, UserSymbolId } from './contract.ts'

const columns = [
  ...(['userSymbol.id', 'userSymbol.key', 'userSymbol.title', 'userSymbol.version', 'userSymbol.content'] as const),
  ...(['userSymbol.updatedAt', 'userSymbol.author'] as const),
] as const

const stored = <R extends { content: unknown }>(row: R) => ({ ...row, content: SymbolContent.parse(row.content) })

/** Loads all symbols, sorted by title. */
export async function loadSymbols(sight: Sight): Promise<UserSymbol[]> {
  const rows = await sight.from('userSymbol').select(columns).orderBy('userSymbol.title').execute()
  return rows.map(stored)
}

export async function loadSymbol(sight: Sight, id: UserSymbolId): Promise<UserSymbol | undefined> {
  const row = await sight.from('userSymbol').select(columns).where('userSymbol.id', '=', id).executeTakeFirst()
  return row && stored(row)
}

/** Locks the organisation's symbols until the transaction ends, and returns all titles. */
export async function lockSymbols(sight: WritableSight): Promise<{ id: UserSymbolId; title: string }[]> {
  await sight.lock('userSymbol')
  return sight.from('userSymbol').select(['userSymbol.id', 'userSymbol.title']).execute()
}

/** Versions contain the drawing of a symbol, not its title. */
const kind: VersionedKind<SymbolContent> = { type: 'userSymbol', read: (stored) => SymbolContent.parse(stored) }

export const loadDrawing = async (sight: Sight, id: UserSymbolId, version: number) =>
  (await loadVersion(sight, kind, id, version))?.content

export const loadDrawings = (sight: Sight, id: UserSymbolId) => listVersions(sight, kind, id)

type Saved = SymbolEntry & { author: string; updatedAt: number }

export async function insertSymbol(
  sight: WritableSight,
  key: string,
  { content, ...entry }: Saved,
  saving: Saving,
): Promise<UserSymbolId> {
  const row = { ...entry, key, version: 1, content: JSON.stringify(content) }
  const { id } = await sight.insert('userSymbol', row).returning('id').executeTakeFirstOrThrow()
  await saveVersion(sight, kind, { id, equipmentId: null }, saving, () => content)
  return id
}

/** Saves a new version; undefined if the base of `saving` is not the newest version. */
export async function updateSymbol(
  sight: WritableSight,
  id: UserSymbolId,
  { content, ...entry }: Saved,
  saving: Saving,
): Promise<boolean> {
  const put = await saveVersion(sight, kind, { id, equipmentId: null }, saving, () => content)
  if ('conflict' in put) return false
  const row = { ...entry, version: put.saved.version, content: JSON.stringify(content) }
  await sight.update('userSymbol', row).where('id', '=', id).execute()
  return true
}

export const renameSymbol = async (sight: WritableSight, id: UserSymbolId, title: string): Promise<void> =>
  void (await sight.update('userSymbol', { title }).where('id', '=', id).execute())

/** Removes a symbol with its versions: numbers of symbols are never reused, and nothing else reads them. */
export async function removeSymbol(sight: WritableSight, id: UserSymbolId): Promise<void> {
  await sight.remove('configVersion').where('objectType', '=', kind.type).where('objectId', '=', id).execute()
  await sight.remove('userSymbol').where('id', '=', id).execute()
}
