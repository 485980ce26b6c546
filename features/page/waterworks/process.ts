// The process on the overview, from the river to the zones: three parts whose pipes meet at the lines between them.
import type { Drawing } from './drawing.ts'
import { faceplateOf } from './pump.ts'

export function intake(draw: Drawing): void {
  const at = (name: string) => `intake.${name}`
  const flow = at('intakeFlow')
  draw.named(30, 176, 76, 'River', at('riverLevel'))
  draw.named(110, 176, 76, 'Gate', at('gatePosition'))
  draw.named(190, 176, 76, 'Well', at('wellLevel'))
  draw.named(264, 176, 86, 'Conductivity', at('conductivity'))
  draw.tank(30, 246, 84, 112, at('riverLevel'), [0, 8], { vessel: 'none', scale: false })
  draw.rect(114, 236, 7, 86, { fill: 'steel' })
  draw.pipe(pipes.river, flow, 2.5)
  draw.tank(144, 246, 68, 128, at('wellLevel'), [0, 6])
  draw.pipe(pipes.pump1, flow)
  draw.pipe(pipes.pump2, flow)
  draw.pump(256, 282, { on: at('pump1Running'), alarm: at('pump1Tripped') })
  draw.pump(256, 346, { on: at('pump2Running'), alarm: at('pump2Tripped') })
  draw.value(222, 234, 84, at('pump1Speed'), { fontSize: 12 })
  draw.value(222, 372, 84, at('pump2Speed'), { fontSize: 12 })
}

export function treatment(draw: Drawing): void {
  const at = (name: string) => `treatment.${name}`
  draw.named(366, 176, 110, 'Coagulant dose', at('coagulantDose'))
  dosing(draw, 404, at('coagulantRate'))
  draw.rect(424, 290, 42, 56)
  draw.put('shapeLine', [444, 280, 16, 50], { style: { corners: '0,0 0,100 -60,82 0,82 100,82', strokeWidth: 1.5 } })
  draw.text(412, 350, 66, 'Mixer', { fontColor: 'ink2', align: 'center' })
  draw.pipe(pipes.mixed, at('inletFlow'))
  draw.named(496, 176, 66, 'Settling', at('settlerLevel'))
  draw.named(566, 176, 74, 'Turbidity', at('settledTurbidity'))
  draw.tank(500, 276, 104, 62, at('settlerLevel'), [2.5, 4.3], { scale: false })
  draw.put('shapeLine', [500, 338, 104, 28], {
    style: { corners: '0,0 16,100 34,0 50,100 66,0 84,100 100,0', strokeWidth: 1.5 },
  })
  filters(draw)
  draw.named(816, 176, 84, 'Chlorine dose', at('chlorineDose'))
  dosing(draw, 840, at('chlorinatorRunning'), at('chlorinatorTripped'))
  draw.named(904, 176, 74, 'Clear well', at('clearWellLevel'))
  draw.tank(856, 250, 100, 128, at('clearWellLevel'), [0, 5])
  draw.value(884, 346, 70, at('clearWellVolume'), { fontSize: 12 })
  draw.pipe(pipes.outlet, at('outletFlow'))
  draw.symbol('motorValve', 1000, 350.5, { on: at('outletValve') }, { size: 48, means: 'position' })
}

/** A dosing pump above the main pipe. */
function dosing(draw: Drawing, x: number, on: string, alarm?: string) {
  draw.symbol('dosingPump', x, 256, { on, alarm }, { size: 34 })
  const pipe = [
    [x, 273],
    [x, 310],
  ] as const
  draw.pipe(pipe, on, 2.5)
  draw.tip(x, 311, 90, on)
}

/** Three filters between two headers, with their head losses above. */
function filters(draw: Drawing) {
  const at = (name: string) => `treatment.${name}`
  draw.text(652, 176, 160, 'Filter head loss, kPa', { fontColor: 'ink2' })
  draw.pipe(pipes.toFilters, at('inletFlow'))
  for (const number of [1, 2, 3]) {
    const x = 652 + (number - 1) * 52
    const flow = at(`filter${number}Flow`)
    draw.value(x, 194, 50, at(`filter${number}Dp`), {}, { unit: '' })
    for (const [from, to] of [
      [244, 262],
      [362, 386],
    ] as const) {
      const stub = [
        [x + 20, from],
        [x + 20, to],
      ] as const
      draw.pipe(stub, flow, 2.5)
    }
    draw.rect(x, 262, 40, 100, { fill: 'liquid' })
    draw.rect(x, 306, 40, 24, { fill: 'idle' }, { on: flow })
    draw.text(x, 274, 40, `F${number}`, { align: 'center', fontColor: 'ink2' })
  }
  draw.pipe(pipes.fromFilters, at('outletFlow'))
}

export function distribution(draw: Drawing, faceplate: number | undefined): void {
  const at = (name: string) => `distribution.${name}`
  draw.named(1050, 176, 90, 'Reservoir', at('reservoirLevel'))
  draw.named(1146, 176, 90, 'Inflow', at('reservoirInflow'))
  draw.named(1250, 176, 90, 'Volume', at('reservoirVolume'))
  draw.tank(1090, 258, 62, 120, at('reservoirLevel'), [0, 4.8])
  for (const pipe of pipes.supply) draw.pipe(pipe, at('supplyFlow'))
  for (const number of [1, 2, 3]) supplyPump(draw, number, faceplate)
  for (const [y, zone] of [
    [272, 'A'],
    [326, 'B'],
  ] as const) {
    const pipe = [
      [1328, y + 29],
      [1346, y + 29],
    ] as const
    draw.pipe(pipe, at(`zone${zone}Flow`))
    draw.tip(1348, y + 29, 0, at(`zone${zone}Flow`))
    draw.named(1352, y, 72, `Zone ${zone}`, at(`zone${zone}Pressure`), { fontSize: 13 })
  }
}

function supplyPump(draw: Drawing, number: number, faceplate: number | undefined) {
  const own = (what: string) => `distribution.pump${number}${what}`
  const y = 264 + (number - 1) * 54
  const tag = `P-30${number}`
  const pipe = [
    [1176, y],
    [1328, y],
  ] as const
  draw.pipe(pipe, own('Speed'), 2.5)
  const click = faceplateOf(faceplate, `pump${number}`, tag)
  draw.pump(1204, y, { on: own('Running'), alarm: own('Tripped') }, 28, 0, click)
  draw.symbol('drive', 1243, y, { on: own('Running') }, { size: 26 })
  draw.value(1256, y - 25, 68, own('Speed'), { fontSize: 12, align: 'right' })
  draw.text(1258, y + 3, 66, tag, { fontColor: 'ink2', align: 'right' })
}

const pipes = {
  river: [
    [114, 342],
    [144, 342],
  ],
  pump1: [
    [212, 282],
    [308, 282],
    [308, 314],
  ],
  pump2: [
    [212, 346],
    [308, 346],
    [308, 314],
    [424, 314],
  ],
  mixed: [
    [466, 314],
    [500, 314],
  ],
  toFilters: [
    [604, 306],
    [630, 306],
    [630, 244],
    [776, 244],
  ],
  fromFilters: [
    [672, 386],
    [816, 386],
    [816, 314],
    [856, 314],
  ],
  outlet: [
    [956, 356],
    [1066, 356],
    [1066, 318],
    [1090, 318],
  ],
  supply: [
    [
      [1152, 356],
      [1176, 356],
    ],
    [
      [1176, 264],
      [1176, 372],
    ],
    [
      [1328, 264],
      [1328, 372],
    ],
  ],
} as const
