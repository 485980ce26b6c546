// The intake as a 3D model: running parts rotate, the well fills, tripped parts are red.
import type { PageWidget } from '../../../contract/page-document.ts'
import { drawing, type Points } from './drawing.ts'

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
  const draw = drawing(points)
  draw.text(24, 18, 400, 'Intake station in 3D', { fontSize: 20, bold: true })
  const signalArray = nodes.flatMap(([variable, fields]) => {
    const point = points(at(variable))
    return point
      ? [{ ...fields, signalId: point.signal.id, equipId: point.equipmentId, title: point.signal.title }]
      : []
  })
  draw.put('Webgl', [24, 52, 716, 436], { data: { scene, signalArray } })
  for (const [column, [heading, rows]] of trends.entries()) {
    const x = 24 + column * 364
    draw.panel(x, 500, 352, 244, heading)
    draw.chart('complexLine', [x + 6, 532, 340, 206], rows, { timeRange: 60 })
  }
  for (const [index, number] of [1, 2].entries()) {
    const y = 60 + index * 176
    const own = (what: string) => at(`pump${number}${what}`)
    draw.panel(756, y, 244, 160, `P-10${number}`)
    for (const [row, [words, what]] of measured.entries()) draw.row(768, y + 40 + row * 28, 220, words, own(what))
  }
  draw.panel(756, 412, 244, 188, 'Raw main')
  for (const [row, [words, name]] of main.entries()) draw.row(768, 452 + row * 28, 220, words, at(name))
  if (start !== undefined) draw.link(756, 714, 244, 'Intake station', start)
  return draw.widgets
}

const trends = [
  ['Well', [['Well', at('wellLevel')]]],
  [
    'Speed',
    [
      ['P-101', at('pump1Speed')],
      ['P-102', at('pump2Speed')],
    ],
  ],
] as const

const measured = [
  ['Speed', 'Speed'],
  ['Current', 'Current'],
  ['Bearing', 'Bearing'],
  ['Vibration', 'Vibration'],
] as const

const main = [
  ['Intake flow', 'intakeFlow'],
  ['Main pressure', 'mainPressure'],
  ['Valve', 'valvePosition'],
  ['River', 'riverLevel'],
  ['Screen Δp', 'screenDp'],
] as const
