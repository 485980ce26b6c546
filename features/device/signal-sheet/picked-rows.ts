// Converts selected nodes of an address space to rows of the sheet with name, title, type and address. Pure.
import { limits } from '../../../contract/limits.ts'
import type { DataType } from '../../../core/data-type.ts'
import { type Cells, nextKey, type SheetRow } from './sheet.ts'

export type Picked = {
  address: string
  name: string
  dataType?: DataType | undefined
  isWritable?: boolean | undefined
}

/** Names are converted to unique names that are valid in formulas. */
export function pickedRows(nodes: readonly Picked[], rows: readonly SheetRow[], fresh: Cells): SheetRow[] {
  const names = new Set(rows.map(({ cells }) => cells.name.toLowerCase()))
  const first = nextKey(rows)
  return nodes.flatMap(({ address, name, dataType, isWritable }, index) => {
    if (!dataType) return []
    const own = freeName(name, names)
    names.add(own.toLowerCase())
    const title = name.trim().slice(0, limits.titleLength) || own
    const access = isWritable ? 'rw' : 'r'
    return [{ key: first + index, cells: { ...fresh, name: own, title, address, dataType, access } }]
  })
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  const letters = name.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^[^A-Za-z]+/, '')
  const base = letters.replace(/_+$/, '').slice(0, limits.signalNameLength - 4) || 'tag'
  for (let count = 1; ; count++) {
    const own = count === 1 ? base : `${base}_${count}`
    if (!taken.has(own.toLowerCase())) return own
  }
}
