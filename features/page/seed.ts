// The demo's start pages: the variables of a device in columns, one per group.
import { limits } from '../../contract/limits.ts'
import type { EquipmentConfig, Signal } from '../equipment-config/contract.ts'
import type { PageWidget } from './contract.ts'

const columns = 3
const margin = 24
const rowHeight = 26
const rowsOfColumn = Math.floor((limits.pageHeight - 2 * margin) / rowHeight)
const columnWidth = Math.floor((limits.pageWidth - 2 * margin) / columns)

type Line = { signal: Signal } | { heading: string }

/** Groups in their order, each with its readable variables. */
function linesOf({ signals }: EquipmentConfig): Line[] {
  const groups = new Map<string, Signal[]>()
  for (const signal of signals) {
    if (signal.access === 'w') continue
    groups.set(signal.group ?? '', [...(groups.get(signal.group ?? '') ?? []), signal])
  }
  return [...groups].flatMap(([heading, own]): Line[] => [{ heading }, ...own.map((signal) => ({ signal }))])
}

const nameWidth = Math.floor((columnWidth - margin) * 0.52)
const muted = '#8a939d'

/** A heading, or a name with its right-aligned value. */
function widgetsOf(line: Line, index: number, equipmentId: number): PageWidget[] {
  const x = margin + Math.floor(index / rowsOfColumn) * columnWidth
  const y = margin + (index % rowsOfColumn) * rowHeight
  const at = (left: number, width: number) => ({ x: x + left, y, width, height: rowHeight, rotate: 0 })
  const words = (text: string, props: object): PageWidget => ({
    id: `n${index + 1}`,
    type: 'usual/text',
    position: at(0, 'heading' in line ? columnWidth - margin : nameWidth),
    props: { text, ...props },
    binds: {},
  })
  if ('heading' in line) return [words(line.heading, { size: 15, bold: true })]
  const { id, title, unit = '', decimals = -1 } = line.signal
  const value: PageWidget = {
    id: `v${index + 1}`,
    type: 'usual/data-text',
    position: at(nameWidth, columnWidth - margin - nameWidth),
    props: { unit, decimals, thousands: unit !== '', size: 13, bold: true, align: 'right' },
    binds: { value: { type: 'signal', equipmentId: equipmentId as never, signalId: id } },
  }
  return [words(title, { size: 13, colour: muted }), value]
}

/** The most widgets on one page; further variables of a large device are in its tabs. */
export function overviewWidgets(config: EquipmentConfig, equipmentId: number): PageWidget[] {
  const lines = linesOf(config).slice(0, rowsOfColumn * columns)
  return lines.flatMap((line, index) => widgetsOf(line, index, equipmentId))
}
