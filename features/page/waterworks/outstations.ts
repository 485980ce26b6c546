// The outstations on the overview: a small drawing in each card, with its figures below.
import type { Drawing, Groups } from './drawing.ts'

const cards: Groups = [
  [
    'High zone',
    [
      ['Booster flow', 'booster.boostedFlow'],
      ['Booster pressure', 'booster.dischargePressure'],
      ['Level', 'tower.towerLevel'],
      ['Outflow', 'tower.towerOutflow'],
      ['Battery voltage', 'tower.batteryVoltage'],
    ],
  ],
  [
    'Wells',
    [
      ['Well 1 flow', 'well1.wellFlow'],
      ['Above pump', 'well1.waterLevel'],
      ['Motor temperature', 'well1.motorTemperature'],
      ['Active power', 'well1.activePower'],
      ['Well 2 flow', 'well2.wellFlow'],
    ],
  ],
  [
    'Sludge dewatering',
    [
      ['Balancing tank', 'sludge.balanceLevel'],
      ['Thickened sludge', 'sludge.sludgeLevel'],
      ['Drum speed', 'sludge.drumSpeed'],
      ['Scroll torque', 'sludge.torque'],
      ['Total cake', 'sludge.cakeTotal'],
    ],
  ],
  [
    'Utilities',
    [
      ['Energy today', 'control.energyToday'],
      ['Reactive power', 'control.reactivePower'],
      ['Power factor', 'control.powerFactor'],
      ['Air pressure', 'control.airPressure'],
      ['Compressor power', 'control.compressorPower'],
    ],
  ],
]

export function outstations(draw: Drawing): void {
  const drawn = [highZone, wells, sludge, utilities]
  for (const [column, [heading, rows]] of cards.entries()) {
    const x = 16 + column * 216
    draw.panel(x, 540, 207, 256, heading)
    drawn[column]?.(draw, x)
    for (const [row, [words, name]] of rows.entries()) draw.row(x + 12, 664 + row * 26, 183, words, name)
  }
}

function highZone(draw: Drawing, x: number) {
  const flow = 'booster.boostedFlow'
  const pipe = [
    [x + 14, 640],
    [x + 100, 640],
    [x + 100, 594],
    [x + 128, 594],
  ] as const
  draw.pipe(pipe, flow, 2.5)
  draw.pump(x + 56, 640, { on: flow, alarm: 'booster.generalAlarm' }, 26)
  draw.tank(x + 128, 582, 62, 66, 'tower.towerLevel', [0, 5])
}

function wells(draw: Drawing, left: number) {
  for (const [index, station] of (['well1', 'well2'] as const).entries()) {
    const x = left + 18 + index * 96
    const flow = `${station}.wellFlow`
    draw.tank(x, 592, 26, 58, `${station}.waterLevel`, [0, 40], { scale: false })
    const pipe = [
      [x + 13, 636],
      [x + 13, 580],
      [x + 60, 580],
    ] as const
    draw.pipe(pipe, flow, 2.5)
    draw.pump(x + 13, 636, { on: `${station}.pumpRunning`, alarm: `${station}.pumpTripped` }, 20, 270)
    draw.tip(x + 62, 580, 0, flow)
    draw.text(x + 34, 612, 58, index === 0 ? 'Well 1' : 'Well 2', { fontColor: 'ink2' })
  }
}

function sludge(draw: Drawing, x: number) {
  const across = (from: number, to: number) =>
    [
      [x + from, 636],
      [x + to, 636],
    ] as const
  draw.tank(x + 14, 586, 58, 62, 'sludge.balanceLevel', [0, 3])
  draw.pipe(across(72, 100), 'sludge.thickenerFeed', 2.5)
  draw.tank(x + 100, 596, 32, 52, 'sludge.sludgeLevel', [0, 100], { scale: false })
  draw.pipe(across(132, 150), 'sludge.centrifugeFeed', 2.5)
  draw.symbol(
    'centrifuge',
    x + 170,
    630,
    { on: 'sludge.centrifugeRunning', alarm: 'sludge.centrifugeTripped' },
    { size: 44 },
  )
}

function utilities(draw: Drawing, x: number) {
  const across = (from: number, to: number, y: number) =>
    [
      [x + from, y],
      [x + to, y],
    ] as const
  // An unloaded compressor runs idle, so only its power shows whether it runs.
  draw.symbol('compressor', x + 40, 630, { on: 'control.compressorPower', alarm: 'control.airLow' }, { size: 44 })
  draw.pipe(across(60, 80, 630), 'control.airFlow', 2.5)
  draw.tank(x + 80, 582, 38, 66, 'control.airPressure', [0, 10], { vessel: 'closed' })
  draw.pipe(across(118, 178, 616), 'control.airFlow', 2.5)
  draw.tip(x + 180, 616, 0, 'control.airFlow')
}
