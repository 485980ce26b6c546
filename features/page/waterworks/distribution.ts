// Level 2 of the distribution: the reservoir, three supply pumps on one header, and the zones of the network.
import type { PageWidget } from '../../../contract/page-document.ts'
import { Drawing, type Groups, type Points } from './drawing.ts'
import { faceplateOf } from './pump.ts'
import { type Side, side, trends } from './side.ts'

const at = (name: string) => `distribution.${name}`
const flow = at('supplyFlow')

/** `faceplate`: the page of a pump, if there is one. */
export function distributionStation(points: Points, faceplate?: number): PageWidget[] {
  const draw = new Drawing(points)
  draw.text(24, 18, 400, 'Distribution station', { fontSize: 20, bold: true })
  for (const [x, words] of [
    [24, 'Reservoir'],
    [280, 'Supply pumps'],
    [648, 'Pressure zones'],
  ] as const)
    draw.text(x, 60, 240, words, { fontSize: 14, bold: true })
  draw.hairline(264, 60, 1, 368)
  draw.hairline(632, 60, 1, 368)
  reservoir(draw)
  pumps(draw, faceplate)
  network(draw)
  zones(draw)
  highZone(draw)
  trends(draw, 440, charts)
  side(draw, beside)
  return draw.widgets
}

function reservoir(draw: Drawing) {
  const inflow = at('reservoirInflow')
  draw.named(24, 90, 110, 'Level', at('reservoirLevel'))
  draw.named(140, 90, 118, 'Volume', at('reservoirVolume'))
  draw.named(24, 140, 110, 'Inflow', inflow)
  draw.named(140, 140, 118, 'Booster chlorine', at('boosterDose'))
  draw.text(24, 196, 110, 'From treatment', { fontColor: 'ink2' })
  draw.pipe(
    [
      [24, 232],
      [126, 232],
    ],
    inflow,
  )
  draw.tip(126, 232, 0, inflow)
  draw.symbol('dosingPump', 44, 330, { on: at('boosterDose') }, { size: 40 })
  draw.pipe(
    [
      [64, 330],
      [96, 330],
      [96, 236],
    ],
    at('boosterDose'),
    2.5,
  )
  draw.tip(96, 236, 270, at('boosterDose'))
  draw.text(24, 356, 90, 'Dosing', { fontColor: 'ink2' })
  draw.tank(128, 206, 104, 180, at('reservoirLevel'), [0, 4.8])
  const overflow = { trueText: 'overflowing', falseText: 'no overflow' }
  draw.value(120, 392, 120, at('reservoirOverflow'), { fontSize: 12, bold: false, align: 'center' }, overflow)
}

const pumpRows = [
  ['Current', 'Current'],
  ['Hours', 'Hours'],
] as const

function pumps(draw: Drawing, faceplate: number | undefined) {
  draw.pipe(
    [
      [232, 358],
      [296, 358],
      [296, 136],
    ],
    flow,
  )
  draw.pipe(
    [
      [608, 136],
      [608, 358],
    ],
    flow,
  )
  for (const number of [1, 2, 3]) {
    const y = 136 + (number - 1) * 111
    const own = (what: string) => at(`pump${number}${what}`)
    const tag = `P-30${number}`
    draw.pipe(
      [
        [296, y],
        [608, y],
      ],
      own('Speed'),
      2.5,
    )
    const bound = { on: own('Running'), alarm: own('Tripped') }
    draw.text(322, y - 46, 80, tag, { fontSize: 13, bold: true })
    draw.pump(346, y, bound, 34, 0, faceplateOf(faceplate, `pump${number}`, tag))
    draw.symbol('drive', 408, y, { on: own('Running') })
    draw.value(444, y - 28, 110, own('Speed'))
    for (const [row, [words, what]] of pumpRows.entries()) draw.row(444, y + 8 + row * 23, 154, words, own(what))
  }
}

function network(draw: Drawing) {
  draw.named(648, 90, 110, 'Supply pressure', at('supplyPressure'))
  draw.named(768, 90, 110, 'Supply flow', flow)
  draw.named(888, 90, 110, 'Set point', at('pressureSp'))
  for (const [y, name] of [
    [182, 'zoneAFlow'],
    [268, 'zoneBFlow'],
  ] as const) {
    draw.pipe(
      [
        [608, y],
        [716, y],
      ],
      at(name),
    )
    draw.tip(716, y, 0, at(name))
  }
  draw.symbol('reducingValve', 668, 262.5, { on: at('zoneBFlow') }, { size: 48 })
}

function zones(draw: Drawing) {
  for (const [y, zone] of [
    [150, 'A'],
    [236, 'B'],
  ] as const) {
    draw.rect(716, y, 284, 68, { stroke: 'line', strokeWidth: 1 })
    draw.text(728, y + 6, 80, `Zone ${zone}`, { fontSize: 13, bold: true })
    draw.value(728, y + 32, 86, at(`zone${zone}Pressure`), { fontSize: 14 })
    draw.value(818, y + 32, 90, at(`zone${zone}Flow`), { fontSize: 14 })
  }
  draw.named(914, 164, 84, 'Remote point', at('remotePressure'), { fontSize: 14 })
  draw.named(914, 250, 84, 'Reduced to', at('prvSp'), { fontSize: 14 })
}

function highZone(draw: Drawing) {
  const boosted = 'booster.boostedFlow'
  draw.pipe(
    [
      [732, 304],
      [732, 404],
    ],
    boosted,
    2.5,
  )
  draw.pipe(
    [
      [792, 404],
      [792, 332],
      [808, 332],
    ],
    boosted,
    2.5,
  )
  for (const [index, y] of [358, 404].entries()) {
    const own = (what: string) => `booster.pump${index + 1}${what}`
    draw.pipe(
      [
        [732, y],
        [792, y],
      ],
      own('Speed'),
      2.5,
    )
    draw.pump(762, y, { on: own('Running'), alarm: own('Tripped') }, 26)
  }
  draw.tip(810, 332, 0, boosted)
  draw.text(648, 330, 76, 'High zone', { fontSize: 13, bold: true })
  draw.value(648, 352, 80, boosted, { fontSize: 13 })
  draw.value(648, 376, 80, 'booster.dischargePressure', { fontSize: 13 })
  draw.tank(812, 318, 54, 96, 'tower.towerLevel', [0, 5.5])
  draw.named(876, 310, 130, 'Level', 'tower.towerLevel', { fontSize: 12 })
  draw.named(876, 354, 130, 'Outflow', 'tower.towerOutflow', { fontSize: 12 })
  draw.pipe(
    [
      [866, 408],
      [984, 408],
    ],
    'tower.towerOutflow',
    2.5,
  )
  draw.tip(984, 408, 0, 'tower.towerOutflow')
}

const beside: Side = {
  alarms: [flow, 'booster.boostedFlow', 'tower.towerLevel'],
  cards: [
    [
      'Network water',
      [
        ['Chlorine', at('chlorine')],
        ['Turbidity', at('turbidity')],
        ['Temperature', at('temperature')],
        ['Booster', at('boosterDoseSp')],
      ],
    ],
    [
      'Energy',
      [
        ['Active power', at('activePower')],
        ['Today', at('energyToday')],
        ['Per m³', at('specificEnergy')],
        ['High zone', 'booster.activePower'],
      ],
    ],
    [
      'Set points',
      [
        ['Day', at('pressureSp')],
        ['Night', at('nightPressureSp')],
        ['Zone B', at('prvSp')],
        ['Reservoir', at('reservoirLevelSp')],
      ],
    ],
    [
      'State',
      [
        ['Control', at('autoMode')],
        ['Pressure', at('nightMode')],
        ['Low level', at('reservoirLow')],
        ['Any alarm', at('generalAlarm')],
      ],
    ],
  ],
  readings: [
    ['Supply pressure', at('supplyPressure')],
    ['Supply flow', flow],
    ['Zone A', at('zoneAPressure')],
    ['Zone B', at('zoneBPressure')],
    ['Remote point', at('remotePressure')],
    ['Reservoir', at('reservoirLevel')],
    ['Chlorine', at('chlorine')],
    ['Specific energy', at('specificEnergy')],
  ],
}

const charts: Groups = [
  [
    'Pressure, last hour',
    [
      ['Supply', at('supplyPressure')],
      ['Zone A', at('zoneAPressure')],
      ['Zone B', at('zoneBPressure')],
      ['Remote point', at('remotePressure')],
    ],
  ],
  [
    'Demand, last hour',
    [
      ['Zone A', at('zoneAFlow')],
      ['Zone B', at('zoneBFlow')],
      ['High zone', 'booster.boostedFlow'],
    ],
  ],
  [
    'Levels, last hour',
    [
      ['Reservoir', at('reservoirLevel')],
      ['High zone', 'tower.towerLevel'],
    ],
  ],
]
