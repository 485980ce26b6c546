import { expect, test } from 'vitest'
import { parsed } from '../widget.ts'
import slide, { picturesOf, turned } from './slide.tsx'

const of = (data: Record<string, unknown>) =>
  parsed(slide, { data }).data as Parameters<typeof picturesOf>[0] & { time: number }

test('only uploaded pictures are shown, with a click action if it has a target', () => {
  const picArray = [
    { imgUrl: '/userimg/a.png', clickEvent: { enable: true, action: 'page', pageId: 4 } },
    { imgUrl: 'https://x.example/pixel.png' },
    { imgUrl: '' },
    5,
    { imgUrl: '/userimg/b.png', clickEvent: { enable: true, action: 'link', link: 'javascript:1' } },
  ]
  expect(picturesOf(of({ picArray })).map(({ imgUrl, click }) => [imgUrl, click?.pageId])).toEqual([
    ['/userimg/a.png', 4],
    ['/userimg/b.png', undefined],
  ])
})

test.each([
  [0, 1, 3, 1],
  [2, 1, 3, 0],
  [0, -1, 3, 2],
  [0, 1, 1, 0],
])('from %i by %i of %i the next is %i', (at, by, count, next) => expect(turned(at, by, count)).toBe(next))

test('each picture is shown for at least a second', () => expect(of({ time: 0 }).time).toBe(5))
