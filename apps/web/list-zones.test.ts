// A list that shows times names their zone where user and company have different clocks. Reads the sources, so that new
// lists are included.
import { expect, it } from 'vitest'

const sources = import.meta.glob<string>(['../../features/**/*.tsx', '!../../**/*.test.tsx'], {
  eager: true,
  query: '?raw',
  import: 'default',
})
const withTimes = Object.entries(sources).filter(
  ([, source]) => /<(?:DataTable|ListRoom)\b/.test(source) && /\bformat(Time|Date|Clock)\(/.test(source),
)

/** Whether a source names its time zone: it has a column with a zone, or a note beside the table or in its heading. */
const namesZone = (source: string) => /\bkey: '\w+',\s*zone\b|<ZoneNote\b|'byZone'/.test(source)

it('the sources are found', () => expect(withTimes.length).toBeGreaterThan(20))

it('a table with times passes their zone to one of its columns', () => {
  const wrong = withTimes.filter(([, source]) => !namesZone(source))
  expect(wrong.map(([file]) => file)).toEqual([])
})
