// The rows of a list as cards: a picture, the name, the details that a phone shows too, and the actions.
import type { ReactNode } from 'react'
import './card-list.css'
import { nothingShown } from './format.ts'
import { Go } from './place.tsx'
import { Bar } from './states.tsx'
import type { Column } from './table-rows.ts'

type Props<Row> = {
  /** Undefined while they load. */
  rows: readonly Row[] | undefined
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string | number
  /** The target of a card: its picture and its name are links. */
  to?: ((row: Row) => string) | undefined
  acts?: ((row: Row) => ReactNode) | undefined
  picture: (row: Row) => ReactNode
  label: string
}

export function CardList<Row>({ rows, columns, keyOf, to, acts, picture, label }: Props<Row>) {
  const [name, ...others] = columns
  const details = others.filter(({ phone }) => phone !== 'hide')
  return (
    <ul className="card-list" aria-label={label} aria-busy={!rows}>
      {rows
        ? rows.map((row) => (
            <li key={keyOf(row)}>
              <Card row={row} name={name} details={details} to={to?.(row)} acts={acts?.(row)}>
                {picture(row)}
              </Card>
            </li>
          ))
        : [1, 2, 3, 4, 5, 6].map((key) => (
            <li key={key} className="card-skeleton">
              <div />
              <Bar width="60%" />
              <Bar width="40%" />
            </li>
          ))}
    </ul>
  )
}

const cellOf = <Row,>(column: Column<Row>, row: Row): ReactNode =>
  column.cell ? column.cell(row) : ((row as Record<string, ReactNode>)[column.key] ?? nothingShown)

type CardProps<Row> = {
  row: Row
  name: Column<Row> | undefined
  details: readonly Column<Row>[]
  to: string | undefined
  acts: ReactNode
  /** The picture. */
  children: ReactNode
}

function Card<Row>({ row, name, details, to, acts, children }: CardProps<Row>) {
  const title = name && cellOf(name, row)
  return (
    <>
      {/* One link: two with the same target would be two stops for the keyboard. */}
      {to ? (
        <Go to={to} className="card-link">
          <span className="card-picture">{children}</span>
          <span className="card-name">{title}</span>
        </Go>
      ) : (
        <>
          <span className="card-picture">{children}</span>
          <span className="card-name">{title}</span>
        </>
      )}
      <dl>
        {details.map((column) => (
          <div key={column.key}>
            <dt>{column.title}</dt>
            <dd>{cellOf(column, row)}</dd>
          </div>
        ))}
      </dl>
      {acts && <div className="card-acts">{acts}</div>}
    </>
  )
}
