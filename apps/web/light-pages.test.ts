// The first script of a window fetches the files of light pages ahead: it knows them by their addresses.
import { expect, test } from 'vitest'
import html from './index.html?raw'
import { pages } from './pages.ts'

test('the first script knows the addresses of all light pages, and no other', () => {
  const pattern = html.match(/isLight = \/(.+)\/\.test/)?.[1]
  expect(pattern).toBeDefined()
  const addressed = new RegExp(pattern!)
  const known = pages.filter(({ path }) => addressed.test(path.replace(/\{\w+\}/g, '3'))).map(({ path }) => path)
  const light = pages.filter(({ isLight }) => isLight).map(({ path }) => path)
  expect(light.length).toBeGreaterThan(0)
  expect(known).toEqual(light)
})
