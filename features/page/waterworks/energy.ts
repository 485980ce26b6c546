// Power consumption: the feeders of the works' meter, the stations with their own supply, and the drives.
import type { PageWidget } from '../../../contract/page-document.ts'
import { Drawing, type Points, type Rows } from './drawing.ts'
import { type Side, side } from './side.ts'

/** `overview`: the page for the back link, if there is one. */
export function energyOfWorks(points: Points, overview?: number): PageWidget[] {
  const draw = new Drawing(points)
  draw.text(24, 16, 500, 'Energy', { fontSize: 20, bold: true })
  if (overview !== undefined) draw.link(1328, 14, 96, 'Overview', overview)
  figures(draw)
  feeders(draw)
  draw.trend([24, 384, 344, 204], 'Power, last hour', power)
  const scale = { mode: 'fixed', minVal: 0, maxVal: 0.4 }
  const specific: Rows = [['Distribution', 'distribution.specificEnergy']]
  draw.trend([24, 600, 344, 196], 'Specific energy, last hour', specific, scale, { legend: 'none' })
  draw.panel(380, 384, 288, 204, 'Shares excl. distribution')
  const ring = { ringWidth: 18, marginTop: 8, marginRight: 8, marginBottom: 8, marginLeft: 8 }
  draw.chart('Ring', [386, 414, 276, 168], shares, { valueType: 'percent' }, ring)
  draw.panel(380, 600, 288, 196, 'Energy today')
  for (const [row, [words, name]] of today.entries()) draw.row(392, 636 + row * 30, 264, words, name)
  drives(draw)
  side(draw, beside)
  return draw.widgets
}

const kpis: Rows = [
  ['Power excl. distribution', 'control.totalPower'],
  ['Today excl. distribution', 'control.energyToday'],
  ['Distribution power', 'distribution.activePower'],
  ['Specific energy', 'distribution.specificEnergy'],
  ['Power factor', 'control.powerFactor'],
  ['Frequency', 'control.frequency'],
]

function figures(draw: Drawing) {
  draw.frame(24, 58, 976, 76)
  for (const [column, [words, name]] of kpis.entries()) {
    const x = 40 + column * 163
    draw.text(x, 68, 150, words, { fontColor: 'ink2' })
    draw.value(x, 92, 150, name, { fontSize: 18 })
    if (column > 0) draw.hairline(x - 16, 66, 1, 60)
  }
}

type Feeder = readonly [words: string, symbol: string, power: string, alarm: string]
const worksFeeders: readonly Feeder[] = [
  ['Intake', 'pump', 'intake.activePower', 'intake.generalAlarm'],
  ['Treatment', 'sandFilter', 'treatment.activePower', 'treatment.generalAlarm'],
  ['Sludge dewatering', 'centrifuge', 'sludge.activePower', 'sludge.generalAlarm'],
  ['Compressor', 'compressor', 'control.compressorPower', 'control.airLow'],
]
const ownSupplies: readonly Feeder[] = [
  ['Distribution', 'pump', 'distribution.activePower', 'distribution.generalAlarm'],
  ['Hill booster', 'boosterSet', 'booster.activePower', 'booster.generalAlarm'],
  ['Well 1', 'borehole', 'well1.activePower', 'well1.generalAlarm'],
]

const busbarY = 244

function feeders(draw: Drawing) {
  draw.frame(24, 148, 976, 224)
  draw.text(40, 156, 240, 'Supply of the works', { fontSize: 14, bold: true })
  draw.text(604, 156, 300, 'Supplies of their own', { fontSize: 14, bold: true })
  draw.hairline(588, 148, 1, 224)
  const grid = 'control.totalPower'
  draw.pipe(
    [
      [306, 164],
      [306, busbarY],
    ],
    grid,
    2.5,
  )
  draw.symbol('transformer', 306, 204, {}, { size: 48 })
  draw.named(340, 184, 110, 'Active power', grid)
  draw.named(456, 184, 120, 'Reactive power', 'control.reactivePower')
  draw.named(40, 184, 80, 'L1', 'control.currentL1', { fontSize: 13 })
  draw.named(122, 184, 80, 'L2', 'control.currentL2', { fontSize: 13 })
  draw.named(204, 184, 80, 'L3', 'control.currentL3', { fontSize: 13 })
  draw.pipe(
    [
      [48, busbarY],
      [564, busbarY],
    ],
    grid,
    5,
  )
  for (const [column, feeder] of worksFeeders.entries()) feederAt(draw, 100 + column * 137, feeder)
  for (const [column, feeder] of ownSupplies.entries()) {
    const x = 662 + column * 132
    draw.pipe(
      [
        [x, 192],
        [x, busbarY],
      ],
      feeder[2],
      2.5,
    )
    draw.symbol('meter', x, 216, {}, { size: 38 })
    feederAt(draw, x, feeder)
  }
}

function feederAt(draw: Drawing, x: number, [words, symbol, power, alarm]: Feeder) {
  draw.pipe(
    [
      [x, busbarY],
      [x, 276],
    ],
    power,
    2.5,
  )
  draw.symbol(symbol, x, 296, { on: power, alarm }, { size: 42 })
  draw.text(x - 64, 320, 128, words, { fontColor: 'ink2', align: 'center' })
  draw.value(x - 64, 340, 128, power, { align: 'center' })
}

const shares: Rows = worksFeeders.map(([words, , name]) => [words, name])
const power: Rows = [
  ['Power excl. distribution', 'control.totalPower'],
  ['Distribution', 'distribution.activePower'],
]
const today: Rows = [
  ['Excl. distribution', 'control.energyToday'],
  ['Intake', 'intake.energyToday'],
  ['Treatment', 'treatment.energyToday'],
  ['Distribution', 'distribution.energyToday'],
]

const beside: Side = {
  alarms: [],
  cards: [
    [
      'Compressed air',
      [
        ['Air pressure', 'control.airPressure'],
        ['Consumption', 'control.airFlow'],
        ['Oil temperature', 'control.compressorTemperature'],
        ['Load hours', 'control.loadHours'],
      ],
    ],
    [
      'Water',
      [
        ['Intake flow', 'intake.intakeFlow'],
        ['Outlet flow', 'treatment.outletFlow'],
        ['Supply flow', 'distribution.supplyFlow'],
        ['Booster flow', 'booster.boostedFlow'],
      ],
    ],
    [
      'Intake',
      [
        ['Active power', 'intake.activePower'],
        ['Reactive power', 'intake.reactivePower'],
        ['Line voltage', 'intake.voltage'],
        ['Raw water', 'intake.intakeToday'],
      ],
    ],
    [
      'Distribution',
      [
        ['Active power', 'distribution.activePower'],
        ['Today', 'distribution.energyToday'],
        ['Per m³', 'distribution.specificEnergy'],
        ['Supply pressure', 'distribution.supplyPressure'],
      ],
    ],
  ],
  readings: [
    ['Active power', 'control.totalPower'],
    ['Reactive power', 'control.reactivePower'],
    ['Voltage L1', 'control.voltageL1'],
    ['Voltage L2', 'control.voltageL2'],
    ['Voltage L3', 'control.voltageL3'],
    ['Current L1', 'control.currentL1'],
    ['Current L2', 'control.currentL2'],
    ['Current L3', 'control.currentL3'],
  ],
}

const driveList = [
  ['P-101', 'intake.pump1'],
  ['P-102', 'intake.pump2'],
  ['P-301', 'distribution.pump1'],
  ['P-302', 'distribution.pump2'],
  ['P-303', 'distribution.pump3'],
  ['P-401', 'booster.pump1'],
  ['P-402', 'booster.pump2'],
] as const

const driveColumns = [
  [780, 70, 'Speed', {}],
  [848, 62, 'Current', {}],
  [908, 80, 'Hours', { decimals: 0 }],
] as const

function drives(draw: Drawing) {
  draw.panel(680, 384, 320, 412, 'Drives')
  for (const [x, width, words] of driveColumns) draw.text(x, 410, width, words, { fontColor: 'ink2', align: 'right' })
  for (const [row, [tag, pump]] of driveList.entries()) {
    const y = 456 + row * 50
    if (row > 0) draw.hairline(692, y - 25, 296, 1)
    draw.symbol('drive', 708, y, { on: `${pump}Running`, alarm: `${pump}Tripped` }, { size: 32 })
    draw.text(732, y - 10, 46, tag, { bold: true })
    for (const [x, width, what, data] of driveColumns)
      draw.value(x, y - 11, width, pump + what, { align: 'right', fontSize: 13 }, data)
  }
}
