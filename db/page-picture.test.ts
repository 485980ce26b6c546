// Pictures of pages whose stored documents contain extreme numbers.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../contract/limits.ts'
import { savePage } from '../features/page/page/contract.ts'
import { addProject, queryProjects } from '../features/project/project/contract.ts'
import { type TestServer, testServer } from '../testkit/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const at = { x: 100, y: 100, width: 40, height: 20 }
let added = 0

/** The picture of a project whose only page has this document. */
async function pictureOf(content: object) {
  const { call } = server.admin
  added += 1
  const name = `Project ${added}`
  const { id } = await call(addProject, { name, note: null })
  await call(savePage, { projectId: id, title: 'Overview', json: JSON.stringify({ widgets: [] }) })
  await server.platform.db
    .updateTable('page')
    .set({ content: JSON.stringify(content) } as never)
    .where('projectId', '=', id)
    .execute()
  const listed = await call(queryProjects, { pictures: true })
  return listed.find((each) => each.id === id)!.picture!
}

const turned = (rotate: number, ...children: object[]) => ({
  ...{ id: `w${children.length}`, widgetType: children.length > 0 ? 'group' : 'Rect', position: { ...at, rotate } },
  ...(children.length > 0 ? { children } : {}),
})

test.each([
  [350, 20, 10],
  [90, 45, 135],
  [-90, -300, -30],
  [1e308, 1e308, expect.any(Number)],
])('turns of %d and %d degrees add up to %o', async (outer, inner, sum) => {
  const { parts } = await pictureOf({ widgets: [turned(outer, turned(inner))] })
  expect(parts).toMatchObject([{ type: 'Rect', rotate: sum }])
  expect(Math.abs(parts[0]!.rotate!)).toBeLessThan(360)
})

test('numbers beyond all bounds count as none', async () => {
  const position = { x: 1e308, y: -1e308, width: 1e308, height: 5 }
  const inner = { id: 'b', widgetType: 'Rect', position, style: { strokeWidth: 1e308 } }
  const { parts } = await pictureOf({ widgets: [{ id: 'a', widgetType: 'group', position, children: [inner] }] })
  expect(parts).toMatchObject([{ type: 'Rect', width: 0, height: 5 }])
})

test('a page size that is no number is the usual one', async () => {
  expect((await pictureOf({ widgets: [], con: { width: 1e308, height: 'high' } })).con).toMatchObject({
    width: limits.pageWidth,
    height: limits.pageHeight,
  })
  expect((await pictureOf({ widgets: [], con: { width: '1280', height: 720.5 } })).con).toMatchObject({
    width: 1280,
    height: 720.5,
  })
})
