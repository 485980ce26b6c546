// Sockets of pages with 3D scenes close when a scene of the page is saved, and stay open otherwise.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectId } from '../../../contract/fields.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { watchPage } from '../../../testkit/watch.ts'
import { savePage } from '../../page/page/contract.ts'
import { addScene, deleteScene, type Scene, saveSceneConfig } from '../../page/scene/contract.ts'
import { glbOf } from '../../page/scene/glb.ts'
import { addProject } from '../project/contract.ts'
import { projectToken } from './contract.ts'

let server: TestServer
let projectId: ProjectId
beforeAll(async () => {
  server = await testServer()
  projectId = (await server.admin.call(addProject, { name: 'Town', note: null })).id
})
afterAll(() => server.stop())

const scene = (name: string) => server.admin.call(addScene, { name, model: glbOf([]).toString('base64') })
const save = ({ id }: Scene) =>
  server.admin.call(saveSceneConfig, { id, content: { nodes: [], views: [], startView: '' } })
const position = { x: 0, y: 0, width: 400, height: 300, rotate: 0 }

/** A socket of a page that shows the scene. */
async function watching({ key }: Scene, title: string) {
  const widgets = [{ id: 's', widgetType: 'Webgl', position, data: { scene: key } }]
  const { id: pageId } = await server.admin.call(savePage, {
    ...{ projectId, title },
    json: JSON.stringify({ widgets }),
  })
  const token = await server.admin.call(projectToken, { pageId, dataEquip: '', dataSignal: '' })
  return watchPage(server.url, token)
}

test('only the sockets of pages with the scene close when it is saved or deleted', async () => {
  const [hall, store] = [await scene('Hall'), await scene('Store')]
  await save(store)
  const pages = [await watching(hall, 'Hall'), await watching(store, 'Store'), await watching(hall, 'Hall again')]
  const closed = () => pages.map((each) => each.closed)
  await eventually(() => expect(server.cloud.hub.pages()).toHaveLength(3))
  await server.turn()
  expect(closed()).toEqual([undefined, undefined, undefined])
  await save(hall)
  await server.turn()
  await eventually(() => expect(closed()).toEqual([4401, undefined, 4401]))
  await server.admin.call(deleteScene, { id: store.id })
  await server.turn()
  await eventually(() => expect(closed()).toEqual([4401, 4401, 4401]))
})
