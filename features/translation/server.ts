import { createHash } from 'node:crypto'
import { fail } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { type RoomServer, serve, serveChange } from '../serve.ts'
import { loadTranslations, queryNames, saveTranslations, type TranslationEntry } from './contract.ts'
import { listNames } from './rules.ts'
import { countEntries, loadEntries, loadNames, putEntries } from './store.ts'

const versionOf = (entries: readonly TranslationEntry[]): string =>
  createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 32)

export default [
  serve(loadTranslations, async ({ version: known }, { sight }) => {
    const entries = await loadEntries(sight)
    const version = versionOf(entries)
    return { version, entries: version === known ? null : entries }
  }),

  serve(queryNames, async (_, { sight }) =>
    listNames(await loadNames(sight, limits.translations), await loadEntries(sight), limits.translations),
  ),

  serveChange(saveTranslations, async ({ entries }, { sight, now }) => {
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
      data: { version: versionOf(await loadEntries(sight)) },
    }
  }),
] satisfies RoomServer
