import { expect, test } from 'vitest'
import { arrived, counted, settled, type Unread, uncounted } from './unread.ts'

const known: Unread = { count: 3, isNew: false }

test.each<[string, Unread, Unread]>([
  ['a message before the first count', arrived(uncounted), { count: null, isNew: true }],
  ['a message counts at once', arrived(known), { count: 4, isNew: true }],
  ['the mark goes, the count stays', settled(arrived(known)), { count: 4, isNew: false }],
  ['a count leaves the mark', counted(arrived(known), 9), { count: 9, isNew: true }],
  ['less than none is none', counted(known, -1), { count: 0, isNew: false }],
  ['no number is none', counted(known, Number.NaN), { count: 0, isNew: false }],
])('%s', (_, is, expected) => expect(is).toEqual(expected))
