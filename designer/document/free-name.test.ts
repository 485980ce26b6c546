import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { PageDocument } from '../../contract/page-document.ts'
import { opened, readDrawing } from '../import/drawing.ts'
import { laidOn } from '../import/place.ts'
import { freeName } from './clipboard.ts'

test('a free name fits into the length that a page stores, without cutting a character in half', () => {
  const part = fc.constantFrom('a', ' ', '7', '🚰', '泵')
  const name = fc.array(part, { minLength: 1, maxLength: 2 * limits.widgetNameLength }).map((all) => all.join(''))
  const stored = name.map((each) => each.slice(0, limits.widgetNameLength).replace(/[\uD800-\uDBFF]$/, ''))
  fc.assert(
    fc.property(stored, fc.integer({ min: 1, max: 30 }), (first, count) => {
      const taken = new Set<string>()
      for (let i = 0; i < count; i += 1) {
        const free = freeName(first, taken)
        expect(taken.has(free)).toBe(false)
        expect(free.length).toBeLessThanOrEqual(limits.widgetNameLength)
        expect(free).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)
        taken.add(free)
      }
    }),
  )
})

test('a drawing with two equal long names can be saved', () => {
  const file = opened(readFileSync(new URL('../import/fixtures/two-long-labels.svg', import.meta.url), 'utf8'))
  if ('fault' in file) throw new Error(file.fault)
  const drawing = readDrawing(file, limits.pageWidgets)
  if ('reason' in drawing) throw new Error(drawing.reason)
  const empty = PageDocument.parse({ con: { width: 800, height: 600 }, widgets: [], bind: {} })
  const laid = laidOn(empty, drawing, { x: 0, y: 0 })
  if ('refused' in laid) throw new Error(laid.refused)
  expect(PageDocument.safeParse(laid.document).error).toBeUndefined()
  expect(new Set(laid.document.widgets.map(({ widgetName }) => widgetName))).toHaveProperty('size', 2)
})
