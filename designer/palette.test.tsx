import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { setLanguage } from '../ui/language.ts'
import { loadWidget } from '../widgets/registry.ts'
import { symbols } from '../widgets/symbol/all.ts'
import type { Widget } from '../widgets/widget.ts'
import { Palette } from './palette.tsx'
import { categoriesWith } from './palette-symbols.tsx'

const types = new Map<string, Widget>()
let drawn = ''
beforeAll(async () => {
  setLanguage('en')
  for (const type of ['Rect', 'Circle', 'DataText', 'Symbol', 'group']) types.set(type, await loadWidget(type))
  const nothing = () => undefined
  const does = { onPick: nothing, onPut: nothing, onSymbol: nothing, onSaveSymbol: nothing }
  drawn = renderToStaticMarkup(<Palette {...{ types, ...does }} active={{ type: 'Rect' }} symbols={undefined} />)
})

describe('the palette', () => {
  test('names each widget once, below its drawing and in its title', () => {
    expect(drawn).toMatch(/<button[^>]* title="Rectangle"[^>]*><svg[^>]*>.*?<\/svg><span>Rectangle<\/span><\/button>/)
    expect(drawn.match(/<span>Data text<\/span>/g)).toHaveLength(1)
  })

  test('counts the widgets of a family, without groups and symbols', () => {
    expect(drawn).toContain('<h3>Shapes <span>2</span></h3>')
    expect(drawn).toContain('<h3>Basic <span>1</span></h3>')
    expect(drawn).not.toContain('<span>Group</span>')
  })

  test('marks the kind that the next drag draws', () => {
    expect(drawn.match(/<button[^>]* aria-pressed="true"[^>]*>/g)).toEqual([expect.stringContaining('Rectangle')])
  })

  test('has a button with the name of every built-in symbol', () => {
    expect(drawn).toContain(`<h3>Symbols <span>${symbols.length}</span></h3>`)
    for (const { name } of symbols) expect(drawn).toContain(`title="${name.en}"`)
  })
})

describe('a search in the symbols', () => {
  const found = (word: string) =>
    categoriesWith((...names) => names.some((name) => name.includes(word))).map(({ key, symbols: of }) => [
      key,
      of.map((symbol) => symbol.key),
    ])

  test('finds a symbol by its name in either language, and omits categories without a match', () => {
    expect(found('Centrifugal pump')).toEqual([['pumps', ['pump']]])
    expect(found('弯头')).toEqual([['pipes', ['elbow']]])
    expect(found('no such symbol')).toEqual([])
  })

  test('without a word has all symbols', () => {
    expect(found('').flatMap(([, keys]) => keys)).toEqual(symbols.map(({ key }) => key))
  })
})
