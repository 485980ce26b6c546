import { expect, test } from 'vitest'
import type { PageWidget } from '../../../contract/page-document.ts'
import { sceneKeysIn } from '../../../contract/scene-document.ts'
import { boundsOf, manySlot } from '../../../widgets/binds.ts'
import { sceneBinds, withScenes } from './part-scenes.ts'

const key = '3f2c1a52-9f0e-4c55-8d1e-2b7a6f0c9d11'
const webgl = (data: NonNullable<PageWidget['data']>, more: object = {}): PageWidget => ({
  ...{ id: 'w', widgetType: 'Webgl', position: { x: 0, y: 0, width: 10, height: 10, rotate: 0 }, data },
  ...more,
})
const content = {
  nodes: [
    { name: 'Pump', title: '', isTitled: false, bindings: [{ signalId: 1, equipId: 7, title: 'Old', effect: 'turn' }] },
    {
      name: 'Tank',
      title: '',
      isTitled: false,
      bindings: [
        { signalId: 2, equipId: 8 },
        { signalId: 3, equipId: 7 },
      ],
    },
  ],
  views: [],
  startView: '',
}
const own = new Map([
  [1, { equipmentId: 7, title: 'Speed', name: 'Works' }],
  [3, { equipmentId: 9, title: 'Moved', name: 'Elsewhere' }],
])
const scene = sceneBinds(key, content, own)
const slot = manySlot({ en: '', 'zh-cn': '' }, { most: 50, kinds: ['signal', 'mvar', 'system', 'scene'] })
const drawn = (data: NonNullable<PageWidget['data']>) =>
  boundsOf(slot, withScenes([webgl({ scene: key, ...data })], [scene])[0]!.data).map(({ kind, binding }) => [
    kind,
    binding.node,
    binding.signalId,
  ])

test('a binding whose variable is hidden, deleted or moved keeps its effect, without the variable', () => {
  expect(scene.bindings).toEqual([
    {
      ...{ type: 'scene', sceneId: key, node: 'Pump', effect: 'turn' },
      ...{ signalId: 1, equipId: 7, title: 'Speed', subTitle: 'Works' },
    },
    { type: 'scene', sceneId: key, node: 'Tank' },
    { type: 'scene', sceneId: key, node: 'Tank' },
  ])
})

test.each<[string, NonNullable<PageWidget['data']>, unknown[]]>([
  [
    'shows what its scene is bound to',
    {},
    [
      ['scene', 'Pump', 1],
      ['scene', 'Tank', undefined],
      ['scene', 'Tank', undefined],
    ],
  ],
  [
    'shows its own bindings of a node in the place of the scene’s',
    { signalArray: [{ node: 'Tank', signalId: 5 }] },
    [
      ['signal', 'Tank', 5],
      ['scene', 'Pump', 1],
    ],
  ],
  [
    'shows the scene’s beside the array that it chose',
    { type: 'mvar', signalArray: [{ node: 'Pump', signalId: 5 }], mvarArray: [{ node: 'Tank', mvarId: 6 }] },
    [
      ['mvar', 'Tank', undefined],
      ['scene', 'Pump', 1],
    ],
  ],
])('a widget %s', (_, data, expected) => {
  expect(drawn(data)).toEqual(expected)
})

test('scenes are found in groups too, each once, by valid keys only', () => {
  const group = { ...webgl({}), widgetType: 'group', children: [webgl({ scene: key }), webgl({ scene: 'x' })] }
  const all = [webgl({ scene: key.toUpperCase() }), group, webgl({ scene: key }, { widgetType: 'Text' })]
  expect(sceneKeysIn(all)).toEqual([key])
  const [, filled] = withScenes(all, [scene])
  expect(filled?.children?.[0]?.data?.sceneArray).toHaveLength(3)
  expect(withScenes(all, [])).toEqual(all)
})
