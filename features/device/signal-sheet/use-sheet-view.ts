// The shown part of the sheet: rows that pass its filters, columns, and the empty row for a new variable.
import { useMemo, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import type { ListState } from '../../../ui/list.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { blank, type Cells, filteredRows, type MoreColumn, nextKey, type SheetRow, shownColumns } from './sheet.ts'
import type { Sheet } from './use-sheet.ts'

export function useSheetView(
  { rows, drivers, faults }: Pick<Sheet, 'rows' | 'drivers' | 'faults'>,
  list: Pick<ListState<{ driver: string }>, 'filters' | 'word'>,
  mayEdit: boolean,
) {
  const [asked, setAsked] = useState<ReadonlySet<MoreColumn>>(new Set())
  const named = useName()
  const driver = drivers.find(({ id }) => String(id) === list.filters.driver)
  const word = list.word.trim().toLowerCase()
  const fresh: Cells = { ...blank, driver: (driver ?? drivers[0])?.name ?? '', dataType: 'float32', access: 'r' }
  return {
    /** The driver whose variables are shown; undefined: those of all. */
    driver,
    /** The cells with which a new row starts. */
    fresh,
    shown: useMemo(() => filteredRows(rows, drivers, { driver, word, named }), [rows, drivers, driver, word, named]),
    /** The row that becomes a variable when it is filled; none while a word hides other rows. */
    ghost: useMemo(
      (): SheetRow | undefined =>
        mayEdit && !word && rows.length < limits.signalsPerEquipment ? { key: nextKey(rows), cells: blank } : undefined,
      [rows, word, mayEdit],
    ),
    columns: useMemo(
      () => shownColumns(rows, asked, (column) => [...faults.values()].some((row) => row[column] !== undefined)),
      [rows, asked, faults],
    ),
    showColumns: setAsked,
  }
}
