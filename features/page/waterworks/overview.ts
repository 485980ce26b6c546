// Level 1: the whole works on one page, the process from left to right, with the outstations, alarms and balances
// below.
import type { PageWidget } from '../../../contract/page-document.ts'
import { Drawing, type Points } from './drawing.ts'
import { outstations } from './outstations.ts'
import { distribution, intake, treatment } from './process.ts'

/** Pages that clicks open: the pump faceplate, the energy page and the stations, if they exist. */
type Opens = {
  faceplate?: number | undefined
  energy?: number | undefined
  stations?: ReadonlyMap<string, number>
}

export function overviewOfWorks(points: Points, { faceplate, energy, stations = new Map() }: Opens = {}): PageWidget[] {
  const draw = new Drawing(points)
  draw.text(16, 10, 500, 'Waterworks overview', { fontSize: 20, bold: true })
  if (energy !== undefined) draw.link(1328, 8, 96, 'Energy', energy)
  figures(draw)
  draw.frame(16, 142, 1408, 388)
  for (const [x, words, station] of headings) {
    draw.heading(x, 150, words, stations.get(station))
    if (x > 100) draw.hairline(x - 14, 142, 1, 388)
  }
  for (const [x, station] of modes) {
    const words = { trueText: 'automatic', falseText: 'manual' }
    draw.value(x, 149, 90, `${station}.autoMode`, { fontSize: 12, bold: false, align: 'right' }, words)
  }
  draw.hairline(16, 410, 1408, 1)
  intake(draw)
  treatment(draw)
  distribution(draw, faceplate)
  readings(draw)
  outstations(draw)
  draw.alarms([880, 540, 544, 116])
  balances(draw)
  return draw.widgets
}

const headings = [
  [30, 'Intake', 'intake'],
  [366, 'Treatment', 'treatment'],
  [1050, 'Distribution', 'distribution'],
] as const

const modes = [
  [248, 'intake'],
  [932, 'treatment'],
  [1320, 'distribution'],
] as const

const kpis = [
  ['Intake flow', 'intake.intakeFlow'],
  ['Settled turbidity', 'treatment.settledTurbidity'],
  ['Outlet chlorine', 'treatment.outletChlorine'],
  ['Supply pressure', 'distribution.supplyPressure'],
  ['Supply flow', 'distribution.supplyFlow'],
  ['Intake today', 'intake.intakeToday'],
  ['Specific energy', 'distribution.specificEnergy'],
  ['Power excl. distribution', 'control.totalPower'],
] as const

/** Minutes of the trends below the figures. */
const kpiMinutes = 300

function figures(draw: Drawing) {
  draw.frame(16, 44, 1408, 88)
  for (const [column, [words, name]] of kpis.entries()) {
    const x = 28 + column * 176
    draw.text(x, 49, 160, words, { fontColor: 'ink2' })
    draw.value(x, 68, 160, name, { fontSize: 22 })
    draw.spark([x, 98, 154, 30], name, kpiMinutes)
    if (column > 0) draw.hairline(x - 12, 52, 1, 72)
  }
}

const columns = [
  [
    [30, 308],
    [
      ['Raw turbidity', 'intake.turbidity'],
      ['Screen Δp', 'intake.screenDp'],
      ['Main pressure', 'intake.mainPressure'],
      ['Well', 'intake.wellLevel'],
      ['Active power', 'intake.activePower'],
    ],
  ],
  [
    [366, 318],
    [
      ['Inlet flow', 'treatment.inletFlow'],
      ['Coagulant tank', 'treatment.coagulantLevel'],
      ['Coagulant dose', 'treatment.coagulantDose'],
      ['Contact chlorine', 'treatment.contactChlorine'],
      ['Active power', 'treatment.activePower'],
    ],
  ],
  [
    [704, 318],
    [
      ['Outlet turbidity', 'treatment.turbidity'],
      ['Outlet pH', 'treatment.ph'],
      ['Outlet flow', 'treatment.outletFlow'],
      ['Outlet valve', 'treatment.outletValve'],
      ['Clear well', 'treatment.clearWellLevel'],
    ],
  ],
  [
    [1050, 360],
    [
      ['Zone A flow', 'distribution.zoneAFlow'],
      ['Zone B flow', 'distribution.zoneBFlow'],
      ['Remote point', 'distribution.remotePressure'],
      ['Chlorine', 'distribution.chlorine'],
      ['Active power', 'distribution.activePower'],
    ],
  ],
] as const

function readings(draw: Drawing) {
  for (const [[x, width], rows] of columns)
    for (const [row, [words, name]] of rows.entries()) draw.reading(x, 416 + row * 22, width, words, name)
}

/** The water that each part passes on now, and the power of the last hours. */
function balances(draw: Drawing) {
  draw.panel(880, 666, 267, 130, 'Flow through the works')
  const bare = { legend: 'none', marginTop: 6, marginBottom: 22 }
  draw.chart('complexBar', [886, 694, 255, 98], flows, {}, bare)
  draw.trend([1157, 666, 267, 130], 'Power', power, { timeRange: kpiMinutes }, { marginTop: 6 })
}

const flows = [
  ['Intake', 'intake.intakeFlow'],
  ['Inlet', 'treatment.inletFlow'],
  ['Outlet', 'treatment.outletFlow'],
  ['Supply', 'distribution.supplyFlow'],
] as const

const power = [
  ['Excl. distribution', 'control.totalPower'],
  ['Distribution', 'distribution.activePower'],
] as const
