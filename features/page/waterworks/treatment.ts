// Level 2 of the treatment works: coagulation and sedimentation, three filters, disinfection and clear well.
import type { PageWidget } from '../../../contract/page-document.ts'
import { Drawing, type Groups, type Points } from './drawing.ts'
import { type Side, side, trends } from './side.ts'

const at = (name: string) => `treatment.${name}`
const inflow = at('inletFlow')

export function treatmentWorks(points: Points): PageWidget[] {
  const draw = new Drawing(points)
  draw.text(24, 18, 400, 'Treatment works', { fontSize: 20, bold: true })
  for (const [x, words] of [
    [24, 'Coagulation and sedimentation'],
    [452, 'Filters'],
    [738, 'Disinfection and clear well'],
  ] as const)
    draw.text(x, 60, 260, words, { fontSize: 14, bold: true })
  draw.hairline(436, 60, 1, 500)
  draw.hairline(722, 60, 1, 500)
  coagulation(draw)
  filters(draw)
  disinfection(draw)
  trends(draw, 572, charts)
  side(draw, beside)
  return draw.widgets
}

function coagulation(draw: Drawing) {
  draw.named(24, 90, 110, 'Coagulant tank', at('coagulantLevel'))
  draw.tank(24, 136, 66, 72, at('coagulantLevel'), [0, 100])
  draw.pipe(
    [
      [90, 196],
      [170, 196],
      [170, 330],
    ],
    at('coagulantRate'),
    2.5,
  )
  draw.pump(130, 196, { on: at('coagulantRate') }, 26)
  draw.tip(170, 324, 90, at('coagulantRate'))
  draw.named(186, 176, 110, 'Dose', at('coagulantDose'))
  draw.value(186, 216, 110, at('coagulantRate'), { fontSize: 13 })
  draw.named(24, 268, 130, 'Inlet flow', inflow)
  draw.pipe(
    [
      [24, 336],
      [262, 336],
    ],
    inflow,
  )
  draw.tip(100, 336, 0, inflow)
  draw.text(24, 344, 120, 'From the intake', { fontColor: 'ink2' })
  draw.rect(196, 306, 40, 62)
  draw.text(190, 370, 60, 'Mixer', { fontColor: 'ink2', align: 'center' })
  draw.put('shapeLine', [216, 296, 16, 54], { style: { corners: '0,0 0,100 -60,82 0,82 100,82', strokeWidth: 1.5 } })
  draw.named(262, 252, 80, 'Settling tank', at('settlerLevel'))
  draw.named(346, 252, 90, 'Turbidity', at('settledTurbidity'))
  draw.tank(262, 304, 140, 76, at('settlerLevel'), [2.5, 4.3])
  draw.put('shapeLine', [262, 380, 140, 44], {
    style: { corners: '0,0 16,100 34,0 50,100 66,0 84,100 100,0', strokeWidth: 1.5 },
  })
  draw.pipe(
    [
      [284, 424],
      [284, 452],
      [380, 452],
      [380, 424],
    ],
    at('sludgeFlow'),
    2.5,
  )
  draw.pipe(
    [
      [332, 424],
      [332, 480],
      [190, 480],
    ],
    at('sludgeFlow'),
    2.5,
  )
  draw.valve(300, 480, { on: at('sludgeFlow') })
  draw.tip(190, 480, 180, at('sludgeFlow'))
  draw.named(60, 462, 120, 'Sludge', at('sludgeFlow'))
}

function filters(draw: Drawing) {
  draw.pipe(
    [
      [402, 330],
      [462, 330],
      [462, 152],
    ],
    inflow,
  )
  draw.pipe(
    [
      [462, 330],
      [462, 472],
    ],
    inflow,
  )
  draw.pipe(
    [
      [676, 192],
      [676, 512],
      [700, 512],
      [700, 330],
      [790, 330],
    ],
    at('outletFlow'),
  )
  for (const number of [1, 2, 3]) {
    const y = 110 + (number - 1) * 160
    const own = (what: string) => at(`filter${number}${what}`)
    draw.text(500, y - 22, 70, `Filter ${number}`, { bold: true, fontSize: 13 })
    const words = { trueText: 'backwash', falseText: 'filtering' }
    draw.value(560, y - 23, 90, own('Washing'), { fontSize: 12, bold: false, align: 'right' }, words)
    draw.pipe(
      [
        [462, y + 42],
        [500, y + 42],
      ],
      own('Flow'),
      2.5,
    )
    draw.valve(481, y + 42, { on: own('Flow') })
    draw.rect(500, y, 150, 96, { fill: 'liquid' })
    draw.rect(500, y + 54, 150, 22, { fill: 'idle', strokeWidth: 1.5 }, { on: own('Flow') })
    draw.value(512, y + 4, 130, own('Dp'))
    draw.value(512, y + 28, 130, own('Flow'), { fontSize: 13 })
    draw.value(512, y + 76, 130, own('Turbidity'), { fontSize: 12, bold: false })
    draw.pipe(
      [
        [650, y + 82],
        [676, y + 82],
      ],
      own('Flow'),
      2.5,
    )
  }
}

function disinfection(draw: Drawing) {
  draw.named(738, 90, 110, 'Chlorine dose', at('chlorineDose'))
  draw.pump(764, 160, { on: at('chlorinatorRunning'), alarm: at('chlorinatorTripped') }, 28)
  draw.text(738, 178, 60, 'Dosing', { fontColor: 'ink2' })
  draw.pipe(
    [
      [778, 160],
      [816, 160],
      [816, 286],
    ],
    at('chlorineDose'),
    2.5,
  )
  draw.tip(816, 280, 90, at('chlorineDose'))
  draw.rect(790, 290, 54, 66)
  draw.text(778, 358, 80, 'Contact', { fontColor: 'ink2', align: 'center' })
  draw.named(838, 90, 160, 'Contact chlorine', at('contactChlorine'))
  draw.pipe(
    [
      [844, 330],
      [872, 330],
    ],
    at('outletFlow'),
  )
  draw.named(872, 188, 130, 'Clear well', at('clearWellLevel'))
  draw.value(872, 228, 130, at('clearWellVolume'), { fontSize: 13 })
  draw.tank(872, 262, 120, 140, at('clearWellLevel'), [0, 5])
  draw.pipe(
    [
      [932, 402],
      [932, 524],
    ],
    at('outletFlow'),
  )
  draw.valve(932, 440, { on: at('outletFlow') }, true)
  draw.tip(932, 524, 90, at('outletFlow'))
  draw.named(820, 420, 96, 'Outlet valve', at('outletValve'), { align: 'left' })
  draw.named(820, 476, 110, 'Outlet flow', at('outletFlow'))
  draw.text(884, 530, 110, 'To distribution', { fontColor: 'ink2' })
}

const beside: Side = {
  alarms: [inflow],
  cards: [
    [
      'Raw water',
      [
        ['Turbidity', 'intake.turbidity'],
        ['pH', 'intake.ph'],
        ['Temperature', 'intake.temperature'],
        ['Conductivity', 'intake.conductivity'],
      ],
    ],
    [
      'Treated water',
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
        ['Active power', at('activePower')],
        ['Energy today', at('energyToday')],
        ['Wash water', at('washVolume')],
        ['Control', at('autoMode')],
      ],
    ],
    [
      'Set points',
      [
        ['Coagulant dose', at('coagulantDoseSp')],
        ['Residual chlorine', at('chlorineSp')],
        ['Outlet valve', at('outletValveSp')],
        ['Backwash from', at('washStartDp')],
      ],
    ],
  ],
  readings: [
    ['Inlet flow', inflow],
    ['Settled turbidity', at('settledTurbidity')],
    ['Coagulant dose', at('coagulantDose')],
    ['Outlet turbidity', at('turbidity')],
    ['Contact chlorine', at('contactChlorine')],
    ['Outlet chlorine', at('outletChlorine')],
    ['Clear well', at('clearWellLevel')],
    ['Outlet flow', at('outletFlow')],
  ],
}

const charts: Groups = [
  [
    'Flow, last hour',
    [
      ['Inlet flow', inflow],
      ['Outlet flow', at('outletFlow')],
    ],
  ],
  [
    'Turbidity, last hour',
    [
      ['Settled turbidity', at('settledTurbidity')],
      ['Outlet turbidity', at('turbidity')],
    ],
  ],
  [
    'Filter head loss, last hour',
    [
      ['F1', at('filter1Dp')],
      ['F2', at('filter2Dp')],
      ['F3', at('filter3Dp')],
    ],
  ],
  [
    'Chlorine, last hour',
    [
      ['Contact chlorine', at('contactChlorine')],
      ['Outlet chlorine', at('outletChlorine')],
    ],
  ],
]
