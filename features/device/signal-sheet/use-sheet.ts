// State of the sheet: rows, undo, saved version, saving.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer, useState } from 'react'
import { ApiError, call } from '../../../contract/call.ts'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { errorCode } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { useLanguage } from '../../../ui/language.ts'
import { queryConfig } from '../config/contract.ts'
import { isStale } from '../open/config-query.ts'
import { type RowFault, saveSignals } from '../signal/contract.ts'
import {
  applyEdits,
  type Cells,
  changesOf,
  configOf,
  draftOf,
  type Edit,
  rebase,
  rowsOf,
  type SheetRow,
} from './sheet.ts'
import { columnOf, createReader, faultsOf, type SheetFaults } from './sheet-faults.ts'
import { stepHistory } from './sheet-history.ts'

export type Head = { version: number; config: EquipmentConfig }
type Saved = { at: 'saved' } | { at: 'stale' } | { at: 'refused'; error: ApiError }
export type Sheet = ReturnType<typeof useSheet>

/** State of the sheet. `newest` is the newest saved configuration loaded so far. */
export function useSheet(equipmentId: EquipmentId, newest: Head) {
  const language = useLanguage()
  const cache = useQueryClient()
  const [head, setHead] = useState(newest)
  const [refused, setRefused] = useState<SheetFaults>(new Map())
  const { drivers } = head.config
  const base = useMemo(() => rowsOf(head.config), [head])
  const [history, step] = useReducer(stepHistory, { rows: base, past: [], future: [] })
  const { rows } = history
  const read = useMemo(() => createReader(drivers, language), [drivers, language])
  const own = useMemo(() => faultsOf(rows, drivers, language, read), [rows, drivers, language, read])
  const changes = useMemo(() => changesOf(base, rows), [base, rows])
  const edit = (edits: readonly Edit[], fresh: Cells) => {
    setRefused(new Map())
    step({ do: 'set', rows: applyEdits(rows, edits, fresh) })
  }
  const take = (next: Head, keep: readonly SheetRow[] | undefined) => {
    setHead(next)
    setRefused(new Map())
    step({ do: 'reset', rows: rowsOf(next.config) })
    if (keep) step({ do: 'set', rows: keep })
  }

  // If there are no unsaved changes, a newer version of another user is loaded automatically.
  const isBehind = newest.version > head.version && changes.save.length + changes.remove.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each newer version
  useEffect(() => {
    if (isBehind) take(newest, undefined)
  }, [isBehind, newest])

  const save = async (): Promise<Saved> => {
    const drafts = changes.save.map((row) => draftOf(row, drivers))
    try {
      const at = { equipmentId, version: head.version }
      const next = await call(saveSignals, { ...at, save: drafts, remove: changes.remove })
      take(next, undefined)
      await cache.invalidateQueries()
      return { at: 'saved' }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isStale(error)) return { at: 'stale' }
      if (error.code === errorCode('rowsRefused')) setRefused(refusedCells(error.data as RowFault[], changes.save))
      return { at: 'refused', error }
    }
  }

  return {
    head,
    drivers,
    rows,
    base,
    faults: refused.size > 0 ? refused : own,
    changed: changes.save.length + changes.remove.length,
    changes,
    /** The configuration with unsaved changes. */
    mine: useMemo(() => configOf(head.config, rows, changes.save), [head, rows, changes]),
    edit,
    setRows: (next: readonly SheetRow[]) => step({ do: 'set', rows: next }),
    undo: history.past.length > 0 ? () => step({ do: 'undo' }) : undefined,
    redo: history.future.length > 0 ? () => step({ do: 'redo' }) : undefined,
    save,
    /** Loads the newest version; discards my edits, or merges them. */
    reload: async (keepMine: boolean) => {
      const next = await call(queryConfig, { equipmentId })
      take(next, keepMine ? rebase(base, rows, rowsOf(next.config)) : undefined)
    },
  }
}

/** Faults of rows that the server rejected, by cell; the page's own check should have found them before. */
function refusedCells(faults: readonly RowFault[], sent: readonly SheetRow[]): SheetFaults {
  const cells = new Map<number, Record<string, string>>()
  for (const { index, field, reason } of faults) {
    const key = sent[index]?.key
    if (key !== undefined) cells.set(key, { ...cells.get(key), [columnOf(field)]: reason })
  }
  return cells
}
