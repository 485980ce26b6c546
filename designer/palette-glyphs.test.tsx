import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { widgetTypes } from '../widgets/registry.ts'
import { type Family, typeNameOf } from '../widgets/type-name.ts'
import { GlyphPaths, glyphBox, glyphTypes, PaletteGlyph } from './palette-glyphs.tsx'

const listed = readFileSync(new URL('../spec/widgets.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [family: Family, word: string])
  .map(([family, word]) => typeNameOf(family, word))

const drawingOf = (type: string): string => renderToStaticMarkup(<GlyphPaths type={type} />)

test('every widget type of the specification has a drawing', () => {
  expect(listed).toHaveLength(49)
  expect(listed.filter((type) => !glyphTypes.includes(type))).toEqual([])
})

test('every drawing belongs to a widget type', () => {
  expect(glyphTypes.filter((type) => !widgetTypes.includes(type))).toEqual([])
})

test('no two drawings are equal', () => {
  expect(new Set([...glyphTypes, 'NoSuch'].map(drawingOf)).size).toBe(glyphTypes.length + 1)
})

test.each(['NoSuch', 'constructor', ''])('the type “%s” has the drawing of an unknown one', (type) => {
  expect(drawingOf(type)).toBe(drawingOf('another unknown type'))
})

test('a drawing is hidden from screen readers, because its name is beside it', () => {
  expect(renderToStaticMarkup(<PaletteGlyph type="Rect" />)).toContain('aria-hidden="true"')
})

describe.each(glyphTypes)('%s', (type) => {
  const drawing = drawingOf(type)

  test('uses at most two colours beside that of the text', () => {
    const colours = new Set(drawing.match(/var\(--[\w-]+\)/g))
    colours.delete('var(--surface)')
    expect([...colours].filter((colour) => !/^var\(--series-[12]\)$/.test(colour))).toEqual([])
  })

  test('has no path twice, and no empty one', () => {
    const paths = [...drawing.matchAll(/ d="([^"]*)"/g)].map(([, d]) => d!)
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths.every((d) => /^M[\d.]/.test(d) && !/NaN|undefined/.test(d))).toBe(true)
  })

  test('stays in its box', () => {
    const paths = [...drawing.matchAll(/ d="([^"]*)"/g)].map(([, d]) => d!)
    // Absolute coordinates; relative ones and radii are smaller than the box too.
    const numbers = paths.flatMap((d) =>
      [...d.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)].map(([text]) => Math.abs(Number(text))),
    )
    expect(Math.max(...numbers)).toBeLessThanOrEqual(glyphBox)
  })
})
