// Level 2 of the intake: the river through gate and screen into the well, two raw water pumps, and the wells nearby.
import type { PageWidget } from '../../../contract/page-document.ts'
import { Drawing, type Groups, type Points } from './drawing.ts'
import { faceplateOf } from './pump.ts'
import { type Side, side, trends } from './side.ts'

const at = (name: string) => `intake.${name}`
const flow = at('intakeFlow')

/** `faceplate`: the page of a pump; `inside`: the page of the 3D scene; each if it exists. */
export function intakeStation(points: Points, faceplate?: number, inside?: number): PageWidget[] {
  const draw = new Drawing(points)
  draw.text(24, 18, 400, 'Intake station', { fontSize: 20, bold: true })
  if (inside !== undefined) draw.link(1344, 14, 80, '3D', inside)
  for (const [x, words] of [
    [24, 'River and screen'],
    [368, 'Raw water pumps'],
    [752, 'Raw main'],
  ] as const)
    draw.text(x, 60, 240, words, { fontSize: 14, bold: true })
  draw.hairline(352, 60, 1, 368)
  draw.hairline(736, 60, 1, 368)
  river(draw)
  pumps(draw, faceplate)
  main(draw)
  wells(draw)
  trends(draw, 440, charts)
  side(draw, beside)
  return draw.widgets
}

function river(draw: Drawing) {
  draw.named(24, 90, 76, 'River', at('riverLevel'))
  draw.named(106, 90, 72, 'Gate', at('gatePosition'))
  draw.named(178, 90, 84, 'Screen Δp', at('screenDp'))
  draw.named(262, 90, 84, 'Well', at('wellLevel'))
  draw.tank(24, 150, 70, 180, at('riverLevel'), [0, 8], { vessel: 'none' })
  draw.pipe(
    [
      [94, 306],
      [248, 306],
    ],
    flow,
  )
  draw.symbol('slideGate', 126, 306, { on: at('gatePosition') }, { size: 54, means: 'position' })
  draw.symbol('barScreen', 194, 300, { on: at('rakeRunning') }, { size: 56 })
  const rake = { trueText: 'raking', falseText: 'at rest' }
  draw.value(158, 332, 72, at('rakeRunning'), { fontSize: 12, bold: false, align: 'center' }, rake)
  draw.tank(248, 150, 84, 190, at('wellLevel'), [0, 6])
  draw.named(24, 366, 110, 'Gate set point', at('gateSp'))
  draw.named(140, 366, 110, 'Rake starts at', at('rakeStartDp'))
  draw.named(252, 366, 98, 'Well set point', at('wellLevelSp'))
}

function pumps(draw: Drawing, faceplate: number | undefined) {
  draw.pipe(
    [
      [332, 306],
      [384, 306],
    ],
    flow,
  )
  draw.pipe(
    [
      [384, 164],
      [384, 330],
    ],
    flow,
  )
  draw.pipe(
    [
      [704, 330],
      [704, 164],
    ],
    flow,
  )
  for (const number of [1, 2]) {
    const y = 164 + (number - 1) * 166
    const own = (what: string) => at(`pump${number}${what}`)
    const tag = `P-10${number}`
    draw.pipe(
      [
        [384, y],
        [704, y],
      ],
      own('Speed'),
      2.5,
    )
    const bound = { on: own('Running'), alarm: own('Tripped') }
    draw.text(410, y - 50, 80, tag, { fontSize: 13, bold: true })
    draw.pump(434, y, bound, 34, 0, faceplateOf(faceplate, `pump${number}`, tag))
    draw.symbol('drive', 496, y, { on: own('Running') })
    draw.value(536, y - 28, 110, own('Speed'))
    for (const [row, [words, what]] of measured.entries()) draw.row(536, y + 10 + row * 24, 154, words, own(what))
  }
}

const measured = [
  ['Current', 'Current'],
  ['Bearing', 'Bearing'],
  ['Vibration', 'Vibration'],
] as const

function main(draw: Drawing) {
  draw.named(752, 90, 110, 'Intake flow', flow)
  draw.named(868, 90, 124, 'Main pressure', at('mainPressure'))
  draw.pipe(
    [
      [704, 164],
      [984, 164],
    ],
    flow,
  )
  draw.symbol('motorValve', 790, 158.5, { on: at('valvePosition') }, { size: 48, means: 'position' })
  draw.value(760, 180, 64, at('valvePosition'), { fontSize: 13, align: 'center' })
  draw.tip(984, 164, 0, flow)
  draw.text(868, 174, 128, 'To treatment', { fontColor: 'ink2', align: 'right' })
}

function wells(draw: Drawing) {
  draw.text(752, 226, 100, 'Wells', { fontSize: 14, bold: true })
  draw.text(868, 228, 128, 'To the clear well', { fontColor: 'ink2', align: 'right' })
  draw.pipe(
    [
      [770, 262],
      [984, 262],
    ],
    'well1.wellFlow',
    2.5,
  )
  draw.tip(984, 262, 0, 'well1.wellFlow')
  for (const [index, station] of (['well1', 'well2'] as const).entries()) {
    const x = 754 + index * 124
    const of = (name: string) => `${station}.${name}`
    draw.tank(x, 292, 32, 130, of('waterLevel'), [0, 40], { scale: false })
    draw.pipe(
      [
        [x + 16, 398],
        [x + 16, 262],
      ],
      of('wellFlow'),
      2.5,
    )
    draw.pump(x + 16, 398, { on: of('pumpRunning'), alarm: of('pumpTripped') }, 22, 270)
    draw.text(x + 42, 284, 76, index === 0 ? 'Well 1' : 'Well 2', { fontSize: 13, bold: true })
    draw.value(x + 42, 306, 82, of('wellFlow'), { fontSize: 13 })
    draw.named(x + 42, 338, 82, 'Above pump', of('waterLevel'), { fontSize: 13 })
    draw.named(x + 42, 386, 82, 'Hours', of('pumpHours'), { fontSize: 13 }, { decimals: 0 })
  }
}

const beside: Side = {
  alarms: [flow, 'well1.wellFlow'],
  cards: [
    [
      'Raw water',
      [
        ['Turbidity', at('turbidity')],
        ['pH', at('ph')],
        ['Temperature', at('temperature')],
        ['Conductivity', at('conductivity')],
      ],
    ],
    [
      'Today',
      [
        ['Raw water', at('intakeToday')],
        ['Active power', at('activePower')],
        ['Energy today', at('energyToday')],
        ['Line voltage', at('voltage')],
      ],
    ],
    [
      'Set points',
      [
        ['Flow', at('flowSp')],
        ['Outlet valve', at('valveSp')],
        ['P-101', at('pump1SpeedSp')],
        ['P-102', at('pump2SpeedSp')],
      ],
    ],
    [
      'State',
      [
        ['Control', at('autoMode')],
        ['High well', at('wellLevelHigh')],
        ['Low well', at('wellLevelLow')],
        ['Any alarm', at('generalAlarm')],
      ],
    ],
  ],
  readings: [
    ['Intake flow', flow],
    ['River', at('riverLevel')],
    ['Well', at('wellLevel')],
    ['Screen Δp', at('screenDp')],
    ['Main pressure', at('mainPressure')],
    ['Raw turbidity', at('turbidity')],
    ['Active power', at('activePower')],
    ['Well 1 flow', 'well1.wellFlow'],
  ],
}

const charts: Groups = [
  [
    'Flow, last hour',
    [
      ['Intake flow', flow],
      ['Set point', at('flowSp')],
    ],
  ],
  ['Raw turbidity, last hour', [['Raw turbidity', at('turbidity')]]],
  [
    'Levels, last hour',
    [
      ['River', at('riverLevel')],
      ['Well', at('wellLevel')],
    ],
  ],
]
