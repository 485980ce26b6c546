// The page of a station without a drawing of its own: its variables in cards, and trends of the most important ones.
import type { EquipmentConfig, Signal } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { PageWidget } from '../../../contract/page-document.ts'
import { Drawing, type Groups, type Points } from './drawing.ts'
import { drawingWidth, trends } from './side.ts'

type Device = { equipmentId: EquipmentId; config: Pick<EquipmentConfig, 'signals'> }

/** The variables of all stations by `station.variable`. */
export function pointsOf(devices: ReadonlyMap<string, Device>): Points {
  const found = new Map<string, { equipmentId: EquipmentId; signal: Signal }>()
  for (const [station, { equipmentId, config }] of devices)
    for (const signal of config.signals) found.set(`${station}.${signal.name}`, { equipmentId, signal })
  return (name) => found.get(name)
}

const columns = 3
const [rowHeight, gap] = [26, 12]
const [left, top, bottom] = [24, 60, 796]
const cardWidth = (drawingWidth - gap * (columns - 1)) / columns
/** The height of the smallest useful trend. */
const leastTrend = 150

const isShown = ({ access, dataType }: Signal) => access === 'r' && dataType !== 'string'
const isMeasured = (signal: Signal) => isShown(signal) && signal.dataType !== 'bool' && signal.pinned === true

/** Every group of variables as a card with names, values and units. Returns the lower edge of the cards. */
function drawCards(draw: Drawing, station: string, signals: readonly Signal[]): number {
  const groups = new Map<string, Signal[]>()
  for (const signal of signals.filter(isShown))
    groups.set(signal.group ?? '', [...(groups.get(signal.group ?? '') ?? []), signal])
  const filled = Array.from({ length: columns }, () => top)
  for (const [group, own] of groups) {
    const height = 40 + own.length * rowHeight
    const column = filled.indexOf(Math.min(...filled))
    if (filled[column]! + height > bottom) continue
    const [x, y] = [left + column * (cardWidth + gap), filled[column]!]
    filled[column] = y + height + gap
    draw.panel(x, y, cardWidth, height, group)
    for (const [row, { name, title }] of own.entries()) {
      draw.text(x + 12, y + 34 + row * rowHeight, 176, title, { fontColor: 'ink2' })
      const style = { fontSize: 14, align: 'right' }
      draw.value(x + 180, y + 34 + row * rowHeight, cardWidth - 192, `${station}.${name}`, style)
    }
  }
  return Math.max(...filled)
}

/** Cards of a device. */
export function cardsOf(station: string, title: string, device: Device): PageWidget[] {
  const draw = new Drawing(pointsOf(new Map([[station, device]])))
  draw.text(left, 18, 700, title, { fontSize: 20, bold: true })
  drawCards(draw, station, device.config.signals)
  return draw.widgets
}

/** Cards of a station with trends below them, and at the right its alarms and readings with their normal ranges. */
export function stationPage(points: Points, station: string, title: string, signals: readonly Signal[]): PageWidget[] {
  const draw = new Drawing(points)
  draw.text(left, 18, 700, title, { fontSize: 20, bold: true })
  const edge = drawCards(draw, station, signals)
  const measured = signals.filter(isMeasured)
  const at = ({ name }: Signal) => `${station}.${name}`
  const charts: Groups = measured.slice(0, columns).map((signal) => [signal.title, [[signal.title, at(signal)]]])
  if (bottom - edge >= leastTrend && charts.length > 0) trends(draw, edge, charts)
  const x = left + drawingWidth + 16
  const width = 1424 - x
  draw.alarms([x, top, width, 320], signals.slice(0, 1).map(at))
  const banded = signals.filter((signal) => isShown(signal) && signal.normalHigh != null).slice(0, 13)
  draw.panel(x, 392, width, bottom - 392, 'Readings')
  for (const [row, signal] of banded.entries())
    draw.reading(x + 12, 428 + row * 28, width - 24, signal.title, at(signal))
  return draw.widgets
}
