// The texts of a page as PostgreSQL finds them, compared with those that the browser finds.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wordKeys, wordsIn } from '../../../contract/page-document.ts'
import { storableText } from '../../../core/storable.ts'
import type { Database } from '../../../db/pool.ts'
import { testDatabase } from '../../../testkit/database.ts'
import { pageWords } from './store.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.stop())

async function foundIn(widgets: unknown): Promise<string[]> {
  const content = JSON.stringify({ title: 'not of a widget', widgets })
  const query = sql<{ words: string[] }>`select ${pageWords} as words from (select ${content}::jsonb as content) page`
  return (await query.execute(database.kysely)).rows[0]!.words
}

const sorted = (words: readonly string[]) => [...new Set(words)].sort()

test.each([
  ['quotes and backslashes', [{ text: 'say "text": "no"' }, { text: 'C:\\\\plant\\' }, { label: '"' }]],
  ['a text that looks like a key', [{ title: '"text": "no"', hint: ', "label": "no"' }]],
  ['lines, tabs and other languages', [{ text: 'a\nb\tc' }, { prefix: '水位 “高”' }, { suffix: '😀' }]],
  ['groups and states', [{ widgets: [{ state: [{ text: 'open' }, { data: { trueText: 'on' } }] }] }]],
  ['empty texts, numbers and null', [{ text: '' }, { text: 5 }, { label: null }, { hint: ['a'] }]],
  ['no widgets', []],
])('%s', async (_, widgets) => expect(sorted(await foundIn(widgets))).toEqual(sorted(wordsIn(widgets))))

test('any widgets', async () => {
  const text = fc.string({ unit: 'grapheme' }).map(storableText)
  const key = fc.oneof(
    fc.constantFrom(...wordKeys, 'title'),
    text.filter((each) => each !== '__proto__'),
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, text, fc.integer(), fc.constant(null), tie('list'), tie('object')),
    list: fc.array(tie('value'), { maxLength: 4 }),
    object: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  }))
  await fc.assert(
    fc.asyncProperty(fc.array(value, { maxLength: 4 }), async (widgets) => {
      const plain: unknown = JSON.parse(JSON.stringify(widgets))
      expect(sorted(await foundIn(plain))).toEqual(sorted(wordsIn(plain)))
    }),
    { numRuns: 200 },
  )
})
