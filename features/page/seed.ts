// The demo's start pages, drawn with real widgets. A station without a drawing of its own lists what is pinned.

import type { PageWidget } from '../../contract/page-document.ts'
import type { EquipmentConfig, Signal } from '../equipment-config/contract.ts'
import { drawing, type Points } from './mimic.ts'

export type { Points } from './mimic.ts'
export { overviewOfWorks } from './mimic-overview.ts'
export { treatmentWorks } from './mimic-treatment.ts'

type Device = { equipmentId: number; config: Pick<EquipmentConfig, 'signals'> }

/** The variables of all stations by `station.variable`. */
export function pointsOf(devices: ReadonlyMap<string, Device>): Points {
  const found = new Map<string, { equipmentId: number; signal: Signal }>()
  for (const [station, { equipmentId, config }] of devices)
    for (const signal of config.signals) found.set(`${station}.${signal.name}`, { equipmentId, signal })
  return (name) => found.get(name)
}

const columns = 3
const [cardWidth, rowHeight, gap] = [312, 26, 20]
const [left, top, bottom] = [24, 84, 744]

/** Every group of a device as a card: names, values, units. */
export function cardsOf(station: string, title: string, { equipmentId, config }: Device): PageWidget[] {
  const draw = drawing(pointsOf(new Map([[station, { equipmentId, config }]])))
  draw.text(left, 24, 700, title, { fontSize: 20, bold: true })
  const groups = new Map<string, Signal[]>()
  for (const signal of config.signals)
    if (signal.access === 'r' && signal.dataType !== 'string')
      groups.set(signal.group ?? '', [...(groups.get(signal.group ?? '') ?? []), signal])
  const filled = Array.from({ length: columns }, () => top)
  for (const [group, signals] of groups) {
    const height = 40 + signals.length * rowHeight
    const column = filled.indexOf(Math.min(...filled))
    if (filled[column]! + height > bottom) continue
    const [x, y] = [left + column * (cardWidth + gap), filled[column]!]
    filled[column] = y + height + gap
    draw.rect(x, y, cardWidth, height, { stroke: 'line', strokeWidth: 1 })
    draw.text(x + 12, y + 6, cardWidth - 24, group, { fontSize: 14, bold: true })
    for (const [row, { name, title: named }] of signals.entries()) {
      draw.text(x + 12, y + 34 + row * rowHeight, 176, named, { fontColor: 'ink2' })
      draw.value(x + 180, y + 34 + row * rowHeight, cardWidth - 192, `${station}.${name}`, {
        fontSize: 14,
        align: 'right',
      })
    }
  }
  return draw.widgets
}
