// The intake as a 3D model: running parts rotate, the well fills, tripped parts are red.
import type { PageWidget } from '../../../contract/page-document.ts'
import { Drawing, type Groups, type Points } from './drawing.ts'
import { type Side, side, trends } from './side.ts'

const at = (name: string) => `intake.${name}`

type Node = { node: string; effect: string; [field: string]: unknown }

/** Nodes of features/page/scene/seed-model.ts, with the variable and the effect of each. */
const nodes: readonly (readonly [variable: string, Node])[] = [
  ['wellLevel', { node: 'Well water', effect: 'level', axis: 'y', low: 0, high: 6 }],
  ['wellLevel', { node: 'Well', effect: 'label', unit: 'm', decimals: 2 }],
  ...[1, 2].flatMap((number): [string, Node][] => {
    const [pump, own] = [`Pump ${number}`, `pump${number}`]
    return [
      [`${own}Speed`, { node: `${pump} fan`, effect: 'turn', axis: 'y', low: 0, high: 1500, amount: 40 }],
      [`${own}Speed`, { node: pump, effect: 'label', unit: 'rpm', decimals: 0 }],
      [`${own}Running`, { node: pump, effect: 'colour', color: 'steel' }],
      [`${own}Running`, { node: `${pump} motor`, effect: 'colour', color: 'steel' }],
      [`${own}Tripped`, { node: `${pump} plinth`, effect: 'colour', color: 'severe' }],
    ]
  }),
  ['valvePosition', { node: 'Main valve', effect: 'colour', color: 'steel', low: 0, high: 100 }],
  ['intakeFlow', { node: 'Main valve', effect: 'label', unit: 'm³/h', decimals: 0 }],
  ['rakeRunning', { node: 'Rake', effect: 'colour', color: 'steel' }],
]

/** `start`: the page for the back link. */
export function intakeIn3d(points: Points, scene: string, start?: number): PageWidget[] {
  const draw = new Drawing(points)
  draw.text(24, 18, 400, 'Intake station in 3D', { fontSize: 20, bold: true })
  const signalArray = nodes.flatMap(([variable, fields]) => {
    const point = points(at(variable))
    return point
      ? [{ ...fields, signalId: point.signal.id, equipId: point.equipmentId, title: point.signal.title }]
      : []
  })
  draw.put('Webgl', [24, 60, 976, 500], { data: { scene, signalArray } })
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
