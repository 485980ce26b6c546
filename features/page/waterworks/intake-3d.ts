// The intake as a 3D model: running parts rotate, the well fills, tripped parts are red.
import type { Binding, PageWidget } from '../../../contract/page-document.ts'
import { emptyScene, type SceneContent } from '../../../contract/scene-document.ts'
import { Drawing, type Groups, type Points } from './drawing.ts'
import { type Side, side, trends } from './side.ts'

const at = (name: string) => `intake.${name}`

type Effect = { effect: string; [field: string]: unknown }
type NodeEffects = readonly [node: string, effects: readonly (readonly [variable: string, Effect])[]]

const running: Effect = { effect: 'colour', color: 'steel' }

/** Nodes of features/page/scene/seed-model.ts, with the variables and effects of each. */
const nodes: readonly NodeEffects[] = [
  ['Well water', [['wellLevel', { effect: 'level', axis: 'y', low: 0, high: 6 }]]],
  ['Well', [['wellLevel', { effect: 'label', unit: 'm', decimals: 2 }]]],
  ['Rake', [['rakeRunning', running]]],
  ...[1, 2].flatMap((number): NodeEffects[] => {
    const [pump, own] = [`Pump ${number}`, `pump${number}`]
    return [
      [
        pump,
        [
          [`${own}Running`, running],
          [`${own}Speed`, { effect: 'label', unit: 'rpm', decimals: 0 }],
        ],
      ],
      [`${pump} motor`, [[`${own}Running`, running]]],
      [`${pump} fan`, [[`${own}Speed`, { effect: 'turn', axis: 'y', low: 0, high: 1500, amount: 40 }]]],
      [`${pump} plinth`, [[`${own}Tripped`, { effect: 'colour', color: 'severe' }]]],
    ]
  }),
  [
    'Main valve',
    [
      ['valvePosition', { effect: 'colour', color: 'steel', low: 0, high: 100 }],
      ['intakeFlow', { effect: 'label', unit: 'm³/h', decimals: 0 }],
    ],
  ],
]

/** The bindings of the scene and its views. Every page that shows the scene has them. */
export const intakeScene = (points: Points): SceneContent => ({
  ...emptyScene,
  nodes: nodes.map(([name, effects]) => ({
    ...{ name, title: '', isTitled: false },
    bindings: effects.flatMap(([variable, effect]): Binding[] => {
      const point = points(at(variable))
      if (!point) return []
      const { id, title } = point.signal
      return [{ ...effect, type: 'signal', signalId: id, equipId: point.equipmentId, title, subTitle: '' }]
    }),
  })),
  views: [
    { id: 'v1', name: 'Raw water pumps', position: [5, 6, 11], target: [1, 1.5, 0] },
    { id: 'v2', name: 'Well', position: [-11, 8, 10], target: [-5, 2, 0] },
  ],
})

/** `start`: the page for the back link. */
export function intakeIn3d(points: Points, scene: string, start?: number): PageWidget[] {
  const draw = new Drawing(points)
  draw.text(24, 18, 400, 'Intake station in 3D', { fontSize: 20, bold: true })
  draw.put('Webgl', [24, 60, 976, 500], { data: { scene } })
  trends(draw, 572, charts)
  side(draw, beside)
  if (start !== undefined) draw.link(1264, 14, 160, 'Intake station', start)
  return draw.widgets
}

const charts: Groups = [
  ['Well', [['Well', at('wellLevel')]]],
  [
    'Speed',
    [
      ['P-101', at('pump1Speed')],
      ['P-102', at('pump2Speed')],
    ],
  ],
  [
    'Vibration',
    [
      ['P-101', at('pump1Vibration')],
      ['P-102', at('pump2Vibration')],
    ],
  ],
]

const measured = (number: number) =>
  [
    ['Speed', at(`pump${number}Speed`)],
    ['Current', at(`pump${number}Current`)],
    ['Bearing', at(`pump${number}Bearing`)],
    ['Vibration', at(`pump${number}Vibration`)],
  ] as const

const beside: Side = {
  alarms: [at('intakeFlow')],
  cards: [
    ['P-101', measured(1)],
    ['P-102', measured(2)],
    [
      'River and screen',
      [
        ['River', at('riverLevel')],
        ['Gate', at('gatePosition')],
        ['Screen Δp', at('screenDp')],
        ['Rake starts at', at('rakeStartDp')],
      ],
    ],
    [
      'Raw main',
      [
        ['Intake flow', at('intakeFlow')],
        ['Main pressure', at('mainPressure')],
        ['Valve', at('valvePosition')],
        ['Raw water', at('intakeToday')],
      ],
    ],
  ],
  readings: [
    ['Well', at('wellLevel')],
    ['Intake flow', at('intakeFlow')],
    ['P-101 bearing', at('pump1Bearing')],
    ['P-102 bearing', at('pump2Bearing')],
    ['P-101 vibration', at('pump1Vibration')],
    ['P-102 vibration', at('pump2Vibration')],
    ['Raw turbidity', at('turbidity')],
    ['Active power', at('activePower')],
  ],
}
