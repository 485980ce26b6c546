// Bindings of 3D scenes for a page that is not saved yet, over HTTP.
import { expect, test } from 'vitest'
import type { SceneContent } from '../../../contract/scene-document.ts'
import { testServer } from '../../../testkit/server.ts'
import { configure, device } from '../../../testkit/site.ts'
import { addScene, saveSceneConfig } from '../scene/contract.ts'
import { glbOf } from '../scene/glb.ts'
import { queryPageScenes } from './contract.ts'

const pump = { name: 'Pump', shape: 'box', size: [1, 1, 1], at: [0, 0, 0], colour: [1, 0, 0] } as const

test("a scene key returns the scene's bindings, but not to another company", async () => {
  await using server = await testServer()
  const { admin } = server
  const equipId = await device(admin, 'Works')
  const fields = { name: 'Level', title: 'Level', address: '40001', dataType: 'uint16' } as const
  const { config } = await configure(admin, equipId, [fields])
  const { id, key } = await admin.call(addScene, { name: 'Hall', model: glbOf([pump]).toString('base64') })
  const binding = { type: 'signal', equipId, signalId: config.signals[0]!.id, title: 'Level', subTitle: 'Works' }
  const nodes = [{ name: 'Pump', title: '', isTitled: false, bindings: [binding] }] as never as SceneContent['nodes']
  await admin.call(saveSceneConfig, { id, version: 0, content: { nodes, views: [], startView: '' } })

  const told = await admin.call(queryPageScenes, { keys: [key] })
  expect(told).toEqual([{ key, bindings: [{ ...binding, type: 'scene', sceneId: key, node: 'Pump' }] }])
  const other = await server.otherCompany()
  expect(await other.call(queryPageScenes, { keys: [key] })).toEqual([])
})
