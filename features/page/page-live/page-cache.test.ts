import { expect, test } from 'vitest'
import { PageId } from '../../../contract/fields.ts'
import type { Page } from '../page/contract.ts'
import { cacheLimits, createPageCache } from './page-cache.ts'

const widget = { id: 'w', widgetType: 'Text', position: { x: 0, y: 0, width: 1, height: 1, rotate: 0 } }
const con = { width: 100, height: 100, bgColor: '' }
const page = (id: number, version: number, more: Partial<Page> = {}, widgets = 1): Page => ({
  ...{ id: PageId.parse(id), equipmentId: null, projectId: null, title: 'T', startup: false, isLocked: false },
  ...{ needsPassword: false, version, tag: `tag ${id} ${version}` },
  content: {
    con,
    widgets: Array.from({ length: widgets }, () => widget),
    bind: { equips: [], signals: [], keys: [], mvars: [] },
  },
  ...more,
})

/** A fake platform that answers like the real one, with a record of its requests. */
function scene() {
  const pages = new Map<number, Page>()
  const asked: (string | undefined)[] = []
  const cache = createPageCache()
  const open = (id: number) =>
    cache.open(
      async ({ known }) => {
        asked.push(known)
        const now = pages.get(id)
        if (!now) throw new Error('notFound')
        return now.tag === known && !now.needsPassword
          ? { ...now, isKnown: true, content: { ...now.content, widgets: [] } }
          : now
      },
      String(id),
      { id: PageId.parse(id), params: {} },
    )
  return { pages, asked, cache, open }
}

test('an unchanged page is not loaded again, but is requested each time', async () => {
  const { pages, asked, open } = scene()
  pages.set(1, page(1, 1))
  await open(1)
  const again = await open(1)
  expect(again.content.widgets).toHaveLength(1)
  expect(again.isKnown).toBe(true)
  expect(asked).toEqual([undefined, 'tag 1 1'])
})

test('an old version is never shown as the new one', async () => {
  const { pages, asked, open } = scene()
  pages.set(1, page(1, 1))
  await open(1)
  pages.set(1, page(1, 2, { title: 'New' }))
  expect(await open(1)).toMatchObject({ version: 2, title: 'New' })
  await open(1)
  expect(asked.at(-1)).toBe('tag 1 2')
})

test('after losing access nothing is shown, and the cached page is dropped', async () => {
  const { pages, asked, open } = scene()
  pages.set(1, page(1, 1))
  await open(1)
  pages.delete(1)
  await expect(open(1)).rejects.toThrow('notFound')
  pages.set(1, page(1, 1))
  await open(1)
  expect(asked).toEqual([undefined, 'tag 1 1', undefined])
})

test('a page with a password is not cached, nor one that has a password by now', async () => {
  const { pages, asked, open } = scene()
  pages.set(1, page(1, 1, { isLocked: true }))
  await open(1)
  await open(1)
  pages.set(2, page(2, 1))
  await open(2)
  pages.set(2, page(2, 1, { isLocked: true, needsPassword: true }, 0))
  expect((await open(2)).content.widgets).toEqual([])
  await open(2)
  expect(asked).toEqual([undefined, undefined, undefined, 'tag 2 1', undefined])
})

test('another account gets nothing from the cache, nor from requests in progress', async () => {
  const { pages, asked, cache, open } = scene()
  pages.set(1, page(1, 1))
  const under = open(1)
  cache.forget()
  await under
  await open(1)
  cache.forget()
  await open(1)
  expect(asked).toEqual([undefined, undefined, undefined])
})

test('the oldest entry is dropped when pages or widgets exceed their limit', async () => {
  const { pages, asked, open } = scene()
  for (let id = 1; id <= cacheLimits.pages + 1; id += 1) pages.set(id, page(id, 1))
  for (const id of pages.keys()) await open(id)
  await open(1)
  await open(cacheLimits.pages + 1)
  expect(asked.slice(-2)).toEqual([undefined, `tag ${cacheLimits.pages + 1} 1`])
  pages.set(50, page(50, 1, {}, cacheLimits.widgets))
  await open(50)
  await open(cacheLimits.pages + 1)
  expect(asked.at(-1)).toBeUndefined()
})
