// Level 1: the whole works on one page, the process from left to right, with the outstations below.
import type { PageWidget } from '../../../contract/page-document.ts'
import { type Drawing, drawing, type Points } from './drawing.ts'
import { faceplateOf } from './pump.ts'

/** Pages that clicks open: the pump faceplate, the energy page and the stations, if they exist. */
type Opens = {
  faceplate?: number | undefined
  energy?: number | undefined
  stations?: ReadonlyMap<string, number>
}

export function overviewOfWorks(points: Points, { faceplate, energy, stations = new Map() }: Opens = {}): PageWidget[] {
  const draw = drawing(points)
  draw.text(24, 16, 500, 'Waterworks overview', { fontSize: 20, bold: true })
  if (energy !== undefined) draw.link(904, 16, 96, 'Energy', energy)
  figures(draw)
  draw.rect(24, 148, 976, 336, { stroke: 'line', strokeWidth: 1 })
  draw.hairline(298, 148, 1, 336)
  draw.hairline(668, 148, 1, 336)
  for (const [x, words, station] of headings) draw.heading(x, 158, words, stations.get(station))
  intake(draw)
  treatment(draw)
  distribution(draw, faceplate)
  outstations(draw)
  return draw.widgets
}

const headings = [
  [40, 'Intake', 'intake'],
  [314, 'Treatment', 'treatment'],
  [684, 'Distribution', 'distribution'],
] as const

const kpis = [
  ['Intake flow', 'intake.intakeFlow'],
  ['Settled turbidity', 'treatment.settledTurbidity'],
  ['Outlet chlorine', 'treatment.outletChlorine'],
  ['Supply pressure', 'distribution.supplyPressure'],
  ['Supply flow', 'distribution.supplyFlow'],
  ['Power excl. distribution', 'control.totalPower'],
] as const

function figures(draw: Drawing) {
  draw.rect(24, 58, 976, 76, { stroke: 'line', strokeWidth: 1 })
  for (const [column, [words, name]] of kpis.entries()) {
    const x = 40 + column * 163
    draw.text(x, 68, 150, words, { fontColor: 'ink2' })
    draw.value(x, 92, 150, name, { fontSize: 20 })
    if (column > 0) draw.hairline(x - 16, 66, 1, 60)
  }
}

function intake(draw: Drawing) {
  const at = (name: string) => `intake.${name}`
  draw.named(40, 186, 70, 'River', at('riverLevel'))
  draw.named(112, 186, 70, 'Gate', at('gatePosition'))
  draw.named(190, 186, 80, 'Well', at('wellLevel'))
  draw.tank(40, 252, 70, 96, at('riverLevel'), [0, 8], { vessel: 'none', scale: false })
  draw.pipe(
    [
      [110, 330],
      [130, 330],
    ],
    at('intakeFlow'),
    2.5,
  )
  draw.rect(106, 246, 6, 76, { fill: 'steel' })
  draw.tank(130, 252, 60, 110, at('wellLevel'), [0, 6])
  draw.pipe(
    [
      [190, 300],
      [280, 300],
      [280, 330],
    ],
    at('intakeFlow'),
  )
  draw.pipe(
    [
      [190, 350],
      [280, 350],
      [280, 330],
      [340, 330],
    ],
    at('intakeFlow'),
  )
  draw.pump(236, 300, { on: at('pump1Running'), alarm: at('pump1Tripped') })
  draw.pump(236, 350, { on: at('pump2Running'), alarm: at('pump2Tripped') })
  draw.value(206, 262, 84, at('pump1Speed'), { fontSize: 12 })
  draw.value(206, 368, 84, at('pump2Speed'), { fontSize: 12 })
  draw.named(40, 394, 110, 'Raw turbidity', at('turbidity'))
  draw.named(40, 434, 110, 'Screen Δp', at('screenDp'))
  draw.named(170, 394, 110, 'Main pressure', at('mainPressure'))
  draw.named(170, 434, 110, 'Active power', at('activePower'))
}

function treatment(draw: Drawing) {
  const at = (name: string) => `treatment.${name}`
  draw.named(314, 186, 90, 'Settling', at('settlerLevel'))
  draw.named(430, 186, 120, 'Filter head loss 1', at('filter1Dp'))
  draw.named(566, 186, 100, 'Clear well', at('clearWellLevel'))
  draw.tank(340, 290, 66, 60, at('settlerLevel'), [2.5, 4.3], { scale: false })
  draw.put('shapeLine', [340, 350, 66, 22], { style: { corners: '0,0 25,100 50,0 75,100 100,0', strokeWidth: 1.5 } })
  draw.pipe(
    [
      [406, 320],
      [430, 320],
      [430, 270],
      [524, 270],
    ],
    at('inletFlow'),
  )
  for (const number of [1, 2, 3]) {
    const x = 444 + (number - 1) * 32
    draw.pipe(
      [
        [x + 12, 270],
        [x + 12, 290],
      ],
      at(`filter${number}Flow`),
      2.5,
    )
    draw.rect(x, 290, 24, 66, { fill: 'liquid' })
    draw.rect(x, 322, 24, 16, { fill: 'idle' }, { on: at(`filter${number}Flow`) })
    draw.text(x - 4, 296, 32, `F${number}`, { align: 'center', fontColor: 'ink2' })
    draw.pipe(
      [
        [x + 12, 356],
        [x + 12, 386],
      ],
      at(`filter${number}Flow`),
      2.5,
    )
  }
  draw.pipe(
    [
      [456, 386],
      [548, 386],
      [548, 330],
      [566, 330],
    ],
    at('outletFlow'),
  )
  draw.tank(566, 260, 76, 110, at('clearWellLevel'), [0, 5])
  draw.pipe(
    [
      [642, 350],
      [690, 350],
      [690, 330],
      [704, 330],
    ],
    at('outletFlow'),
  )
  draw.named(314, 394, 110, 'Inlet flow', at('inletFlow'))
  draw.named(314, 434, 110, 'Coagulant dose', at('coagulantDose'))
  draw.named(444, 394, 100, 'Outlet turbidity', at('turbidity'))
  draw.named(444, 434, 100, 'Outlet pH', at('ph'))
  draw.named(566, 394, 100, 'Outlet flow', at('outletFlow'))
  draw.named(566, 434, 100, 'Active power', at('activePower'))
}

function distribution(draw: Drawing, faceplate: number | undefined) {
  const at = (name: string) => `distribution.${name}`
  draw.named(684, 186, 90, 'Reservoir', at('reservoirLevel'))
  draw.tank(704, 260, 64, 110, at('reservoirLevel'), [0, 4.8])
  draw.pipe(
    [
      [768, 340],
      [790, 340],
    ],
    at('supplyFlow'),
  )
  draw.pipe(
    [
      [790, 252],
      [790, 348],
    ],
    at('supplyFlow'),
  )
  draw.pipe(
    [
      [880, 252],
      [880, 348],
    ],
    at('supplyFlow'),
  )
  for (const number of [1, 2, 3]) {
    const y = 252 + (number - 1) * 48
    const running = at(`pump${number}Running`)
    draw.pipe(
      [
        [790, y],
        [880, y],
      ],
      at(`pump${number}Speed`),
      2.5,
    )
    const tag = `P-30${number}`
    const click = faceplateOf(faceplate, `pump${number}`, tag)
    draw.pump(834, y, { on: running, alarm: at(`pump${number}Tripped`) }, 28, 0, click)
  }
  draw.pipe(
    [
      [880, 276],
      [906, 276],
    ],
    at('zoneAFlow'),
  )
  draw.pipe(
    [
      [880, 340],
      [906, 340],
    ],
    at('zoneBFlow'),
  )
  draw.named(908, 252, 90, 'Zone A', at('zoneAPressure'))
  draw.named(908, 316, 90, 'Zone B', at('zoneBPressure'))
  draw.named(684, 394, 110, 'Chlorine', at('chlorine'))
  draw.named(684, 434, 110, 'Remote point', at('remotePressure'))
  draw.named(800, 394, 100, 'Zone A flow', at('zoneAFlow'))
  draw.named(800, 434, 100, 'Zone B flow', at('zoneBFlow'))
  draw.named(908, 394, 90, 'Active power', at('activePower'))
  draw.named(908, 434, 90, 'Energy today', at('energyToday'), {}, { decimals: 0 })
}

const cards = [
  [
    'High zone',
    [
      ['Booster flow', 'booster.boostedFlow'],
      ['Booster pressure', 'booster.dischargePressure'],
      ['Outflow', 'tower.towerOutflow'],
      ['Battery voltage', 'tower.batteryVoltage'],
    ],
  ],
  [
    'Wells',
    [
      ['Well 1 flow', 'well1.wellFlow'],
      ['Water above the pump', 'well1.waterLevel'],
      ['Motor temperature', 'well1.motorTemperature'],
      ['Well 2 flow', 'well2.wellFlow'],
    ],
  ],
  [
    'Sludge dewatering',
    [
      ['Balancing tank', 'sludge.balanceLevel'],
      ['Thickened sludge', 'sludge.sludgeLevel'],
      ['Drum speed', 'sludge.drumSpeed'],
      ['Total cake', 'sludge.cakeTotal'],
    ],
  ],
  [
    'Utilities',
    [
      ['Energy today', 'control.energyToday'],
      ['Power factor', 'control.powerFactor'],
      ['Air pressure', 'control.airPressure'],
      ['Compressor power', 'control.compressorPower'],
    ],
  ],
] as const

function outstations(draw: Drawing) {
  for (const [column, [heading, rows]] of cards.entries()) {
    const x = 24 + column * 248
    draw.rect(x, 498, 232, 246, { stroke: 'line', strokeWidth: 1 })
    draw.text(x + 14, 508, 204, heading, { fontSize: 14, bold: true })
    for (const [row, [words, name]] of rows.entries()) {
      draw.text(x + 14, 632 + row * 27, 130, words, { fontColor: 'ink2' })
      draw.value(x + 120, 631 + row * 27, 98, name, { align: 'right', fontSize: 14 })
    }
  }
  highZone(draw)
  wells(draw)
  sludge(draw)
  draw.tank(820, 540, 40, 76, 'control.airPressure', [0, 10], { vessel: 'closed' })
  draw.pump(796, 596, { on: 'control.compressorLoaded' }, 26)
  draw.pipe(
    [
      [809, 596],
      [820, 596],
    ],
    'control.airFlow',
    2.5,
  )
  draw.pipe(
    [
      [860, 580],
      [904, 580],
    ],
    'control.airFlow',
    2.5,
  )
  draw.tip(904, 580, 0, 'control.airFlow')
}

function highZone(draw: Drawing) {
  const flow = 'booster.boostedFlow'
  draw.pipe(
    [
      [40, 596],
      [128, 596],
      [128, 552],
      [160, 552],
    ],
    flow,
    2.5,
  )
  draw.pump(84, 596, { on: flow, alarm: 'booster.generalAlarm' }, 26)
  draw.tank(160, 540, 60, 60, 'tower.towerLevel', [0, 5])
  draw.value(170, 604, 70, 'tower.towerLevel', { fontSize: 13 })
}

function wells(draw: Drawing) {
  for (const [index, station] of (['well1', 'well2'] as const).entries()) {
    const x = 310 + index * 100
    const flow = `${station}.wellFlow`
    draw.tank(x, 552, 26, 64, `${station}.waterLevel`, [0, 40], { scale: false })
    draw.pipe(
      [
        [x + 13, 600],
        [x + 13, 540],
        [x + 60, 540],
      ],
      flow,
      2.5,
    )
    draw.pump(x + 13, 600, { on: `${station}.pumpRunning`, alarm: `${station}.pumpTripped` }, 20, 270)
    draw.tip(x + 60, 540, 0, flow)
    draw.text(x + 36, 590, 60, index === 0 ? 'Well 1' : 'Well 2', { fontColor: 'ink2' })
  }
}

function sludge(draw: Drawing) {
  draw.tank(540, 546, 64, 66, 'sludge.balanceLevel', [0, 3])
  draw.pipe(
    [
      [604, 596],
      [640, 596],
    ],
    'sludge.thickenerFeed',
    2.5,
  )
  draw.tank(640, 556, 36, 56, 'sludge.sludgeLevel', [0, 100], { scale: false })
  draw.pipe(
    [
      [676, 596],
      [692, 596],
    ],
    'sludge.centrifugeFeed',
    2.5,
  )
  draw.rect(692, 582, 46, 26, {}, { on: 'sludge.centrifugeRunning', alarm: 'sludge.centrifugeTripped' })
}
