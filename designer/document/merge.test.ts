import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PageDocument } from '../../contract/page-document.ts'
import { merged } from './merge.ts'
import { boxed, page } from './sample.ts'

/** Writes widgets as ids with their x coordinate: `a0 b100`. */
const written = ({ widgets }: PageDocument) => widgets.map(({ id, position: { x } }) => `${id}${x}`).join(' ')
const of = (text: string) =>
  page(text === '' ? [] : text.split(' ').map((each) => boxed(each[0]!, Number(each.slice(1)), 0)))

describe('by widget', () => {
  test.each([
    ['only mine moved', 'a0 b0', 'a5 b0', 'a0 b0', 'a5 b0', ''],
    ['only theirs moved', 'a0 b0', 'a0 b0', 'a0 b7', 'a0 b7', ''],
    ['each moved another widget', 'a0 b0', 'a5 b0', 'a0 b7', 'a5 b7', ''],
    ['both moved the same widget: mine', 'a0', 'a5', 'a7', 'a5', 'a'],
    ['both moved it to the same place', 'a0', 'a5', 'a5', 'a5', ''],
    ['mine deleted', 'a0 b0', 'b0', 'a0 b0', 'b0', ''],
    ['theirs deleted', 'a0 b0', 'a0 b0', 'b0', 'b0', ''],
    ['both deleted', 'a0 b0', 'b0', 'b0', 'b0', ''],
    ['deleted by one and moved by the other stays', 'a0 b0', 'b0', 'a9 b0', 'a9 b0', 'a'],
    ['each added', 'a0', 'a0 m0', 'a0 t0', 'a0 m0 t0', ''],
    ['theirs follows its neighbour', 'a0 b0', 'b0 a0', 'a0 t0 b0', 'b0 a0 t0', ''],
    ['theirs ordered', 'a0 b0', 'a0 b0 m0', 'b0 a0', 'b0 m0 a0', ''],
    ['from nothing', '', 'm0', 't0', 'm0 t0', ''],
  ])('%s', (_, base, mine, theirs, result, both) => {
    const found = merged(of(base), of(mine), of(theirs))
    expect([written(found.document), found.both.join()]).toEqual([result, both])
  })

  test('page properties come from the side that changed them', () => {
    const wide = { ...of('a0'), con: { width: 2000, height: 768, bgColor: '' } }
    expect(merged(of('a0'), wide, of('a0')).document.con.width).toBe(2000)
    expect(merged(of('a0'), of('a0'), wide).document.con.width).toBe(2000)
    const { con } = of('a0')
    const guided = { ...of('a0'), con: { ...con, guides: { x: [7], y: [] } } }
    expect(merged(of('a0'), guided, wide).document.con).toEqual({ ...wide.con, guides: { x: [7], y: [] } })
    expect(merged(guided, of('a0'), { ...guided, con: { ...guided.con, width: 2000 } }).document.con).toEqual(wide.con)
  })
})

test('without changes on one side the result is the other; no widget is doubled, none of both sides is lost', () => {
  const side = fc
    .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 5 })
    .chain((ids) => fc.tuple(...ids.map((id) => fc.nat(3).map((x) => boxed(id, x, 0)))))
    .map((widgets) => page(widgets))
  fc.assert(
    fc.property(side, side, side, (base, mine, theirs) => {
      expect(written(merged(base, mine, base).document)).toBe(written(mine))
      expect(written(merged(base, base, theirs).document)).toBe(written(theirs))
      const ids = merged(base, mine, theirs).document.widgets.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const both = mine.widgets.filter(({ id }) => theirs.widgets.some((each) => each.id === id))
      for (const { id } of both) expect(ids).toContain(id)
    }),
  )
})
