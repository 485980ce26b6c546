// Small pictures of pages: every widget type is drawn, and stored values that are no colours or corners are ignored.
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PagePicture, PicturePart } from '../../contract/page-picture.ts'
import { setLanguage } from '../../ui/language.ts'
import { widgetTypes } from '../../widgets/registry.ts'
import { PagePictureBox } from './page-picture.tsx'
import PictureParts from './picture-parts.tsx'

beforeAll(() => setLanguage('en'))

const box = { x: 10, y: 20, width: 120, height: 60 }
const drawn = (...parts: PicturePart[]): string => renderToStaticMarkup(<PictureParts parts={parts} unit={4} />)
const part = (type: string, more: Partial<PicturePart> = {}): PicturePart => ({ type, ...box, ...more })

describe('a widget in a picture', () => {
  test.each([...widgetTypes, 'NoSuch', 'constructor', ''])('of the type “%s” is drawn at its place', (type) => {
    const drawing = drawn(part(type, { symbol: 'pump', corners: '0,0 50,100', letters: 8, size: 20 }))
    expect(drawing).toMatch(/^<g transform="translate\(10 20\)"><(path|rect|ellipse|g|svg) /)
    expect(drawing).not.toMatch(/NaN|undefined|Infinity/)
  })

  test.each(widgetTypes)('of the type “%s” may have no size', (type) => {
    expect(drawn(part(type, { width: 0, height: 0, symbol: 'pump' }))).not.toMatch(/NaN|undefined|Infinity/)
  })

  test('is turned about its centre', () => {
    expect(drawn(part('Rect', { rotate: 90 }))).toContain('translate(10 20) rotate(90 60 30)')
  })

  test('has its stored colours, or those of the theme', () => {
    expect(drawn(part('Rect', { fill: '#123456', stroke: 'liquid' }))).toMatch(
      /fill="#123456" stroke="var\(--shade-liquid\)"/,
    )
    const hostile = 'url(https://example.org/x)'
    expect(drawn(part('Rect', { fill: hostile, stroke: hostile }))).toMatch(
      /fill="var\(--shade-surface\)" stroke="var\(--shade-steel\)"/,
    )
  })

  test('has a line that is visible, and no thicker than a pipe', () => {
    expect(drawn(part('Straight', { thick: 0.1 }))).toContain('stroke-width="0.75"')
    expect(drawn(part('Straight', { thick: 400 }))).toContain('stroke-width="4"')
  })

  test('has a bar as long as its text, at its side', () => {
    expect(drawn(part('Text', { letters: 10, size: 10, align: 'right' }))).toContain('<rect x="70" y="27.5" width="50"')
    expect(drawn(part('Text', { letters: 80, size: 40 }))).toContain('<rect x="0" y="20" width="120"')
  })

  test('with corners that are no numbers is a straight line', () => {
    expect(drawn(part('shapeLine', { corners: 'a,b c' }))).toContain('d="M0 30H120"')
    expect(drawn(part('shapeLine', { corners: '0,0 50,100' }))).toContain('d="M0 0L60 60"')
  })

  test('is no symbol if the library does not have it', () => {
    expect(drawn(part('Symbol', { symbol: 'noSuch' }))).toBe('<g transform="translate(10 20)"></g>')
  })
})

describe('the box of a picture', () => {
  const boxOf = (picture: PagePicture | null | undefined, hasPage = true, hasLoaded = true) =>
    renderToStaticMarkup(<PagePictureBox picture={picture} hasPage={hasPage} hasLoaded={hasLoaded} />)
  const con = { width: 800, height: 600, bgColor: '' }

  test('is empty while it loads', () => expect(boxOf(undefined, true, false)).toBe(''))

  test('has a glyph without words where the loaded list has no picture', () => {
    for (const hasPage of [true, false]) {
      const glyph = boxOf(undefined, hasPage)
      expect(glyph).toContain('<svg')
      expect(glyph.replace(/<[^>]*>/g, '')).toBe('')
    }
  })

  test('without a picture gives the reason', () => {
    expect(boxOf(null, false)).toContain('No page yet')
    expect(boxOf(null)).toContain('Password required')
    expect(boxOf({ con, parts: [] })).toContain('Empty page')
  })

  test('has the proportion of the page, and its uploaded background, which loads when it is in view', () => {
    const bgImage = '/userimg/a/plan.png'
    const drawing = boxOf({ con: { ...con, bgColor: '#ffeeaa', bgImage }, parts: [] })
    expect(drawing).toContain('aspect-ratio:800 / 600')
    expect(drawing).toContain('background:#ffeeaa')
    expect(drawing).toContain('loading="lazy"')
    expect(boxOf({ con: { ...con, bgImage: 'https://example.org/x.png' }, parts: [part('Rect')] })).not.toContain(
      '<img',
    )
  })
})
