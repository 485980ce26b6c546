import { fail } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { sha256 } from '../../core/sha256.ts'
import type { Sight } from '../../db/sight.ts'
import { type Asker, type RoomServer, serve, serveChange, serveOpen } from '../serve.ts'
import { shareMenus } from '../share/rules.ts'
import { loadTranslations, queryNames, saveTranslations, type TranslationEntry } from './contract.ts'
import { listNames } from './rules.ts'
import { countEntries, loadAlarmNames, loadEntries, loadNames, loadShownNames, putEntries } from './store.ts'

/** Who does not see every device knows the names that occur in what it sees, and no others. */
async function seenNames(sight: Sight, { devices }: Asker): Promise<ReadonlySet<string> | 'all'> {
  if (devices === 'all') return 'all'
  const names = await loadNames(sight, limits.translations)
  return new Set([...names.values()].flatMap((each) => each.map((name) => name.trim())))
}

async function loadSeen(sight: Sight, asker: Asker, through?: Sight): Promise<TranslationEntry[]> {
  const [names, entries] = [await seenNames(sight, asker), await loadEntries(sight)]
  if (names === 'all') return entries
  // What the pages of his projects show is called as the projects' owners call it.
  const shown = through ? new Set(await loadShownNames(through, limits.translations)) : names
  const told = through && asker.displayId !== null ? new Set(await loadAlarmNames(through, limits.translations)) : names
  return entries.filter(([source]) => names.has(source) || shown.has(source) || told.has(source))
}

const versionOf = (entries: readonly TranslationEntry[]): string =>
  sha256(JSON.stringify(entries)).toString('hex').slice(0, 32)

export default [
  serveOpen(shareMenus, loadTranslations, async ({ version: known }, { sight, ownSight, asker }) => {
    const entries = await loadSeen(ownSight, asker, sight)
    const version = versionOf(entries)
    return { version, entries: version === known ? null : entries }
  }),

  serve(queryNames, async (_, { sight, user }) =>
    listNames(await loadNames(sight, limits.translations), await loadSeen(sight, user), limits.translations),
  ),

  serveChange(saveTranslations, async ({ entries }, { sight, user, now }) => {
    const seen = await seenNames(sight, user)
    if (seen !== 'all' && entries.some(({ source }) => !seen.has(source))) throw fail('notFound')
    await sight.lock('translation')
    const before = new Map((await loadEntries(sight)).map(([source, en, zh]) => [source, { en, zh }]))
    // The last word on a name counts.
    const last = [...new Map(entries.map((entry) => [entry.source, entry])).values()]
    await putEntries(sight, last, now())
    if ((await countEntries(sight)) > limits.translations)
      throw fail('translationCapacity', { limit: limits.translations })
    const first = last[0]!
    return {
      act: 'saveTranslations',
      object: { type: 'translation', id: null, name: first.source },
      ...(last.length === 1
        ? { before: before.get(first.source) ?? null, after: first }
        : { after: { names: last.length } }),
      data: { version: versionOf(await loadSeen(sight, user)) },
    }
  }),
] satisfies RoomServer
