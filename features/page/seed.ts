// The demo's start pages: the variables of a device in columns, one for each group.
import { limits } from '../../contract/limits.ts'
import type { EquipmentConfig, Signal } from '../equipment-config/contract.ts'
import type { PageWidget } from './contract.ts'

const columns = 3
const margin = 24
const rowHeight = 26
const headHeight = 34
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

function widgetOf(line: Line, index: number, equipmentId: number): PageWidget {
  const x = margin + Math.floor(index / rowsOfColumn) * columnWidth
  const y = margin + (index % rowsOfColumn) * rowHeight
  const position = { x, y, width: columnWidth - margin, height: 'heading' in line ? headHeight : rowHeight, rotate: 0 }
  const base = { id: `w${index + 1}`, type: 'usual/data-text', position }
  if ('heading' in line) return { ...base, props: { prefix: line.heading, size: 15, bold: true }, binds: {} }
  const { id, title, unit = '', decimals = -1 } = line.signal
  const binds = { value: { type: 'signal', equipmentId: equipmentId as never, signalId: id } } as const
  return { ...base, props: { prefix: `${title}  `, unit, decimals, size: 13 }, binds }
}

/** Widgets that fit on one page; the rest of a long device is left to its tabs. */
export function overviewWidgets(config: EquipmentConfig, equipmentId: number): PageWidget[] {
  const lines = linesOf(config).slice(0, rowsOfColumn * columns)
  return lines.map((line, index) => widgetOf(line, index, equipmentId))
}
