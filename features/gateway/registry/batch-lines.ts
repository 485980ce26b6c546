// Parses pasted modules for registration: one per line, SN, then optional model and remark, separated by comma,
// semicolon or tab. Pure.
import { Sn } from '../../../contract/fields.ts'

type BatchRow = { sn: string; model?: string; remark?: string }
/** A fault of a pasted list. `line` counts from 1, only non-empty lines. */
type BatchFault = { line: number; why: 'wrong' | 'twice' }

export function batchLines(text: string): { rows: BatchRow[]; faults: BatchFault[] } {
  const rows: BatchRow[] = []
  const faults: BatchFault[] = []
  const seen = new Set<string>()
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  for (const [index, line] of lines.entries()) {
    const [first = '', model, remark] = line.split(/[,;\t，；]/).map((cell) => cell.trim())
    // Skips the heading of a table.
    if (index === 0 && /^sn$/i.test(first)) continue
    const sn = Sn.safeParse(first)
    if (!sn.success) faults.push({ line: index + 1, why: 'wrong' })
    else if (seen.has(sn.data)) faults.push({ line: index + 1, why: 'twice' })
    else {
      seen.add(sn.data)
      rows.push({ sn: sn.data, ...(model ? { model } : {}), ...(remark ? { remark } : {}) })
    }
  }
  return { rows, faults }
}
