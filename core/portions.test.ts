import fc from 'fast-check'
import { expect, test } from 'vitest'
import { portions } from './portions.ts'

async function read(count: number, size: number) {
  const asked: (number | undefined)[] = []
  const found: number[][] = []
  const rows = Array.from({ length: count }, (_, i) => i)
  const load = async (last: number | undefined) => {
    asked.push(last)
    return rows.slice(last === undefined ? 0 : last + 1).slice(0, size)
  }
  for await (const each of portions(size, load)) found.push(each)
  return { asked, found }
}

test('the portions are the whole list, whatever its length', () =>
  fc.assert(
    fc.asyncProperty(fc.nat(40), fc.integer({ min: 1, max: 12 }), async (count, size) => {
      const { found } = await read(count, size)
      expect(found.flat()).toEqual(Array.from({ length: count }, (_, i) => i))
      expect(found.slice(0, -1).every(({ length }) => length === size)).toBe(true)
    }),
  ))

test('each portion is loaded after the last row of the one before', async () =>
  expect((await read(5, 2)).asked).toEqual([undefined, 1, 3]))

test('an empty list is one empty portion, so that a table has its headings', async () =>
  expect((await read(0, 2)).found).toEqual([[]]))

test('a reader who stops ends the loading', async () => {
  let loads = 0
  const endless = portions(1, async () => {
    loads += 1
    return [loads]
  })
  await endless.next()
  await endless.return(undefined)
  expect(loads).toBe(1)
})
