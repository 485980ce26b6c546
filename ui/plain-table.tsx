// A table of a few rows without paging, sorting and filters; its columns are described like those of a list.
import type { ReactNode } from 'react'
import './data-table.css'
import { nothingShown } from './format.ts'
import type { Column } from './table-rows.ts'

/** The content of a cell of a row. */
export const contentOf = <Row,>({ key, cell }: Column<Row>, row: Row): ReactNode =>
  cell ? cell(row) : ((row as Record<string, ReactNode>)[key] ?? nothingShown)

/** `label`: the accessible name. On a phone, where the table has no head, other cells than title and end have their label. */
export function PlainTable<Row>({
  label,
  columns,
  rows,
  keyOf,
}: {
  label: string
  columns: readonly Pick<Column<Row>, 'key' | 'title' | 'cell' | 'align' | 'phone'>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
}) {
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ key, title, align }) => (
            <th key={key} scope="col" className={align && 'cell-right'}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <td
                key={column.key}
                className={column.align ? 'cell-right' : column.phone && `phone-${column.phone}`}
                data-label={column.phone ? undefined : column.title}
              >
                {contentOf(column, row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
