// Every file of `languages/` has only texts that exist, with the placeholders of the English ones.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { LanguageFile } from '../../ui/language.ts'
import { allTexts } from './all-texts.ts'
import { coverageOf, entriesOf, fileOf, translationsIn } from './catalogue.ts'
import { allLabels, labelsIn } from './labels.ts'

const folder = new URL('../../languages/', import.meta.url)
const root = new URL('../..', import.meta.url).pathname
const codes = readdirSync(folder).map((name) => name.replace(/\.json$/, ''))
const labels = allLabels(root)

describe('the catalogue', () => {
  it('has the texts of every part of the product', () => {
    const areas = new Set(allTexts.map(({ area }) => area))
    expect([...areas].sort()).toEqual([
      ...['designer', 'device', 'gateway', 'notify', 'page', 'people', 'platform', 'project', 'ui', 'watch', 'web'],
      'widgets',
    ])
  })

  it('names no context twice', () => {
    const contexts = entriesOf('de', allTexts, labels).map(({ context }) => context)
    expect(contexts.length).toBeGreaterThan(3000)
    expect(new Set(contexts).size).toBe(contexts.length)
  })

  it('has the labels of pages, tabs and widgets, and no demonstration data', () => {
    expect(labels).toEqual(expect.arrayContaining(['Monitor', 'Groups', 'Operation log', 'Data text', 'Modbus TCP']))
    expect(labels).not.toContain('Network control')
  })

  it('finds a label in either quotes, over several lines', () => {
    const source = `
      a: { en: 'It\\'s on', 'zh-cn': '开' },
      b: { en: "User's", 'zh-cn': '用户' },
      c: {
        en: 'Long',
        'zh-cn': '长',
      },
      d: { en: title, 'zh-cn': '题' },`
    expect(labelsIn(source)).toEqual(["It's on", "User's", 'Long'])
  })
})

it('German is one of the languages', () => expect(codes).toContain('de'))

describe.each(codes)('the file of %s', (code) => {
  const text = readFileSync(new URL(`${code}.json`, folder), 'utf8')
  const file = JSON.parse(text) as LanguageFile
  const entries = entriesOf(code, allTexts, labels)
  const translations = translationsIn(file)

  it('is named by the code of a language, in lower case', () => {
    expect(Intl.getCanonicalLocales(code).map((tag) => tag.toLowerCase())).toEqual([code])
    expect(['en', 'zh-cn']).not.toContain(code)
  })

  it('has only known texts, with the marks of the English ones', () => {
    const { unknown, faults } = coverageOf(entries, translations)
    expect({ unknown, faults }).toEqual({ unknown: [], faults: [] })
  })

  it('is as an import writes it', () => {
    expect(text).toBe(`${JSON.stringify(fileOf(entries, translations), null, 2)}\n`)
  })
})
