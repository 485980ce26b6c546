import { describe, expect, it, test } from 'vitest'
import type { RoomTexts } from './all-texts.ts'
import { coverageOf, entriesOf, faultOf, fileOf, translationsIn } from './catalogue.ts'
import { coverageLines } from './coverage-lines.ts'

const rooms: RoomTexts[] = [
  {
    ...{ room: 'group', area: 'device' },
    words: {
      title: 'Groups',
      moved: '{{name}} moved to {{target}}',
      counted: { one: 'one group', other: '{{count}} groups' },
    },
  },
  { room: 'ui', area: 'ui', words: { save: 'Save' } },
]
const labels = ['Groups', 'Size [px]']
const entries = entriesOf('de', rooms, labels)
const file = {
  texts: { group: { title: 'Gruppen', counted: { one: 'eine Gruppe', other: '{{count}} Gruppen' } } },
  labels: { 'Size [px]': 'Größe [px]' },
}

describe('the entries of a language', () => {
  it('are its texts, the plural forms of the language, and the labels', () => {
    expect(entries.map(({ context, english }) => [context, english])).toEqual([
      ['group.title', 'Groups'],
      ['group.moved', '{{name}} moved to {{target}}'],
      ['group.counted[one]', 'one group'],
      ['group.counted[other]', '{{count}} groups'],
      ['ui.save', 'Save'],
      ['labels.Groups', 'Groups'],
      ['labels.Size [px]', 'Size [px]'],
    ])
  })

  it('have as many forms as the language', () => {
    const forms = (code: string) =>
      entriesOf(code, rooms, []).flatMap(({ context }) => context.match(/counted\[(\w+)\]/)?.[1] ?? [])
    expect([forms('ja'), forms('pl')]).toEqual([['other'], expect.arrayContaining(['one', 'few', 'many', 'other'])])
  })

  it('exist only for a language tag', () => {
    expect(() => entriesOf('not a code', rooms, labels)).toThrow(RangeError)
  })
})

describe('a language file', () => {
  it('is the same after it was taken apart and put together', () => {
    expect(fileOf(entries, translationsIn(file))).toEqual(file)
  })

  it('loses empty texts, and texts that no longer exist', () => {
    const old = { texts: { group: { title: '', old: 'Alt' }, gone: { a: 'A' } }, labels: { Old: 'Alt', Groups: '' } }
    expect(fileOf(entries, translationsIn(old))).toEqual({ texts: {}, labels: {} })
  })

  it('may be empty', () => expect([...translationsIn({})]).toEqual([]))
})

test.each([
  ['group.title', 'Gruppen', undefined],
  ['group.moved', '{{name}} nach {{target}} verschoben', undefined],
  ['group.moved', 'In {{target}} ist jetzt {{name}}', undefined],
  ['group.moved', '{{name}} verschoben', 'lacks {{target}}, unlike the English text'],
  ['group.moved', '{{name}}, {{ziel}}', 'lacks {{target}} and has {{ziel}}, unlike the English text'],
  ['group.counted[one]', 'eine Gruppe', undefined],
  ['group.counted[one]', '{{count}} Gruppe', undefined],
  ['group.counted[other]', 'Gruppen', 'lacks {{count}}, unlike the English text'],
  ['ui.save', '{{name}} sichern', 'has {{name}}, unlike the English text'],
])('%s as “%s”: %s', (context, text, fault) => {
  expect(faultOf(entries.find((entry) => entry.context === context)!, text)).toBe(fault)
})

test('the coverage counts by area, and names unknown texts and wrong marks', () => {
  const wrong = { texts: { group: { title: 'Gruppen', moved: 'Verschoben', counted: 'Gruppen', old: 'Alt' } } }
  const coverage = coverageOf(entries, translationsIn(wrong))
  expect(coverageLines('de', coverage)).toEqual([
    'de              28 %  2 of 7 texts',
    '  device        50 %  2 of 4 texts',
    '  ui             0 %  0 of 1 texts',
    '  labels         0 %  0 of 2 texts',
    'unknown: group.counted',
    'unknown: group.old',
    'wrong marks: group.moved lacks {{name}}, {{target}}, unlike the English text',
  ])
})
