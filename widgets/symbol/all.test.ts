import { describe, expect, test } from 'vitest'
import { categories, symbols } from './all.ts'
import { box } from './symbol.ts'

test('the library is large enough, and its keys are unique', () => {
  expect(symbols.length).toBeGreaterThanOrEqual(120)
  expect(new Set(symbols.map(({ key }) => key)).size).toBe(symbols.length)
  expect(new Set(categories.map(({ key }) => key)).size).toBe(categories.length)
})

/** The number of coordinates per letter of a path; the last two are the end point. */
const takes: Record<string, number> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, a: 7 }

/** The end points of a path in absolute coordinates, enough to find its bounds. */
function pointsOf(d: string): [number, number][] {
  const points: [number, number][] = [[0, 0]]
  let start: [number, number] = [0, 0]
  for (const [, letter = '', rest = ''] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const kind = letter.toLowerCase()
    const numbers = [...rest.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)].map(([n]) => Number(n))
    const take = takes[kind]
    if (kind === 'z') points.push(start)
    else if (take === undefined || numbers.length === 0 || numbers.length % take !== 0)
      throw new Error(`${letter}${rest}`)
    else
      for (let i = 0; i < numbers.length; i += take)
        points.push(endOf(letter, numbers.slice(i, i + take), points.at(-1)!))
    if (kind === 'm') start = points.at(-1)!
  }
  return points.slice(1)
}

function endOf(letter: string, step: readonly number[], [x, y]: [number, number]): [number, number] {
  const [fromX, fromY] = letter === letter.toLowerCase() ? [x, y] : [0, 0]
  if (/h/i.test(letter)) return [fromX + step[0]!, y]
  return /v/i.test(letter) ? [x, fromY + step[0]!] : [fromX + step.at(-2)!, fromY + step.at(-1)!]
}

describe.each(symbols.map((symbol) => [symbol.key, symbol] as const))('%s', (_, { name, shapes, texts, ports }) => {
  test('has names in both languages, and shapes within its box', () => {
    expect(name.en).toMatch(/^[A-Z]/)
    expect(name['zh-cn']).not.toBe('')
    expect(shapes.length).toBeGreaterThan(0)
    for (const { d } of shapes)
      for (const [x, y] of pointsOf(d)) {
        expect(
          [x, y].every((n) => n >= -0.5 && n <= box + 0.5),
          `${d} at ${x} ${y}`,
        ).toBe(true)
      }
    for (const { x, y, size } of texts) expect(x > 0 && x <= box && y - size > -2 && y <= box).toBe(true)
  })

  test('has its ports on its border', () => {
    for (const { x, y, side } of ports)
      expect({ left: x === 0, right: x === box, top: y === 0, bottom: y === box }[side]).toBe(true)
  })
})
