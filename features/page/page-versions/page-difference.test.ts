import { expect, test } from 'vitest'
import type { PageWidget } from '../../../contract/page-document.ts'
import { marksOf } from './page-difference.ts'

const at = (id: string, x = 0, more: Partial<PageWidget> = {}): PageWidget => ({
  ...{ id, widgetType: 'Rect', position: { x, y: 0, width: 10, height: 10, rotate: 0 } },
  ...more,
})
const shown = (before: PageWidget[], after: PageWidget[]) => {
  const marks = marksOf({ widgets: before }, { widgets: after })
  const text = (of: (typeof marks)['before']) => of.map(({ id, kind, position: { x } }) => `${id} ${kind} ${x}`).join()
  return [text(marks.before), text(marks.after)]
}

test.each([
  ['nothing', [at('a')], [at('a')], '', ''],
  ['one is new', [at('a')], [at('a'), at('b')], '', 'b added 0'],
  ['one is gone', [at('a'), at('b')], [at('b')], 'a removed 0', ''],
  ['one moved', [at('a')], [at('a', 5)], 'a changed 0', 'a changed 5'],
  [
    'an inner field',
    [at('a', 0, { data: { text: 'x' } })],
    [at('a', 0, { data: { text: 'y' } })],
    'a changed 0',
    'a changed 0',
  ],
  [
    'within a group',
    [at('g', 0, { children: [at('a')] })],
    [at('g', 0, { children: [at('a', 3)] })],
    'g changed 0',
    'g changed 0',
  ],
  ['the order of fields alone', [at('a', 0, { data: { x: 1, y: 2 } })], [at('a', 0, { data: { y: 2, x: 1 } })], '', ''],
  [
    'a list in the place of an object',
    [at('a', 0, { items: [] })],
    [at('a', 0, { items: {} as never })],
    'a changed 0',
    'a changed 0',
  ],
  ['only the order on the page', [at('a'), at('b')], [at('b'), at('a')], '', ''],
  ['everything, from the beginning', [], [at('a')], '', 'a added 0'],
])('%s', (_, before, after, first, second) => expect(shown(before, after)).toEqual([first, second]))

test('documents without widgets have no marks', () => expect(marksOf({}, {})).toEqual({ before: [], after: [] }))
