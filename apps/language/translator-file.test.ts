import { describe, expect, it } from 'vitest'
import { entriesOf } from './catalogue.ts'
import { readTranslatorFile, translatorFile } from './translator-file.ts'

const words = {
  title: 'Groups',
  moved: '{{name}} moved',
  note: 'One line,\nand "another"',
  counted: { one: '1', other: '{{count}}' },
}
const entries = entriesOf('de', [{ room: 'group', area: 'device', words }], ['Save'])
const before = new Map([
  ['group.title', 'Gruppen'],
  ['labels.Save', 'Speichern'],
])

const read = (text: string) => {
  const { translations, refused } = readTranslatorFile(text, entries, before)
  return { texts: Object.fromEntries(translations), refused }
}

describe('the file for translators', () => {
  it('has each text with its English one, and an empty cell where it is missing', () => {
    expect(translatorFile(entries, before)).toBe(
      [
        '\uFEFFcontext,source,target',
        'group.title,Groups,Gruppen',
        'group.moved,{{name}} moved,',
        'group.note,"One line,\nand ""another""",',
        'group.counted[one],1,',
        'group.counted[other],{{count}},',
        'labels.Save,Save,Speichern',
      ].join('\r\n'),
    )
  })

  it('changes nothing when it is read back', () => {
    expect(read(translatorFile(entries, before))).toEqual({ texts: Object.fromEntries(before), refused: [] })
  })

  it('adds, replaces and removes texts, and leaves those without a row', () => {
    const file = 'context,source,target\ngroup.title,Groups,Ordner\ngroup.moved,{{name}} moved,{{name}} verschoben\n'
    expect(read(file)).toEqual({
      texts: { 'group.title': 'Ordner', 'group.moved': '{{name}} verschoben', 'labels.Save': 'Speichern' },
      refused: [],
    })
    expect(read('context,source,target\ngroup.title,Groups,\n').texts).toEqual({ 'labels.Save': 'Speichern' })
  })

  it('may have other columns, another order, semicolons and other line ends', () => {
    const file =
      'target;fuzzy;context;source\r\nGruppe;;group.title;Groups\r\n"Zeile";;group.note;"One line,\r\nand ""another"""\r\n'
    expect(read(file)).toMatchObject({ texts: { 'group.title': 'Gruppe', 'group.note': 'Zeile' }, refused: [] })
  })

  it('is refused by row, with the reason', () => {
    const rows = ['group.gone,Gone,Weg', 'group.title,Group,Gruppe', 'group.moved,{{name}} moved,Verschoben']
    expect(read(`context,source,target\n${rows.join('\n')}\n`)).toEqual({
      texts: Object.fromEntries(before),
      refused: [
        'group.gone does not exist',
        'group.title is now “Groups” in English: export the file again',
        'group.moved lacks {{name}}, unlike the English text',
      ],
    })
  })

  it.each([
    ['context,target\na,b\n', 'The file has no column source'],
    ['context,source,target\n"a,b,c\n', 'line 2: a quotation mark opens and never closes'],
  ])('is refused as a whole: %j', (text, message) => {
    expect(() => read(text)).toThrow(message)
  })
})
