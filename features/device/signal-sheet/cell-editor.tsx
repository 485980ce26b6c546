// The editor of a cell. The driver checks an address at every keystroke; types and similar fields are selects.
import { useEffect, useId, useRef } from 'react'
import type { RenderEditCellProps } from 'react-data-grid'
import type { Driver } from '../../../contract/equipment-config.ts'
import { aggregations } from '../../../contract/gateway-config.ts'
import { byteOrders, dataTypes, textPrefixes } from '../../../core/data-type.ts'
import { useLanguage } from '../../../ui/language.ts'
import { accessWords, isAccess } from '../open/live-form-words.ts'
import type { SheetColumn, SheetRow } from './sheet.ts'
import { typedFault } from './sheet-faults.ts'

const choices: Partial<Record<SheetColumn, readonly string[]>> = {
  dataType: dataTypes,
  access: ['r', 'w', 'rw'],
  pinned: ['1'],
  byteOrder: byteOrders,
  prefix: textPrefixes,
  clamp: ['1'],
  aggregation: aggregations,
  internal: ['1'],
}

const checkedColumns = new Set<SheetColumn>(['address', 'dataType', 'access', 'length', 'byteOrder', 'prefix'])

export function CellEditor({
  row,
  column,
  onRowChange,
  drivers,
  groups,
}: RenderEditCellProps<SheetRow> & { drivers: readonly Driver[]; groups: readonly string[] }) {
  const language = useLanguage()
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const key = column.key as SheetColumn
  const offered = key === 'driver' ? drivers.map(({ name }) => name) : key === 'group' ? groups : (choices[key] ?? [])
  const checked = checkedColumns.has(key)
  const fault = checked ? typedFault(row, drivers, language) : undefined
  return (
    <>
      <input
        ref={input}
        className={fault ? 'sheet-input sheet-input-bad' : 'sheet-input'}
        value={row.cells[key]}
        onChange={(event) => onRowChange({ key: row.key, cells: { ...row.cells, [key]: event.target.value } })}
        aria-invalid={!!fault}
        aria-label={typeof column.name === 'string' ? column.name : key}
        autoComplete="off"
        spellCheck={false}
        {...(offered.length > 0 ? { list } : {})}
      />
      {offered.length > 0 && (
        <datalist id={list}>
          {offered.map((value) => (
            <option
              key={value}
              value={value}
              label={key === 'access' && isAccess(value) ? accessWords(value) : undefined}
            />
          ))}
        </datalist>
      )}
      {fault && (
        <span className="sheet-typed" role="status">
          {fault}
        </span>
      )}
    </>
  )
}
