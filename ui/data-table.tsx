// The list of most pages: dense rows, sticky head, filter, paging, export; empty, loading and error as designed.
// Pass it the query's result: an array is filtered, sorted and paged here, `{ total, rows }` by the platform.
import { type MouseEvent, type ReactNode, useRef } from 'react'
import './data-table.css'
import { AsOf } from './as-of.tsx'
import { CardList } from './card-list.tsx'
import { download } from './download.ts'
import { FilterBox, FilterRow } from './filter-box.tsx'
import { nothingShown } from './format.ts'
import { Icon } from './icon.tsx'
import type { ListState } from './list.ts'
import { Pager } from './pager.tsx'
import { PhoneFilters } from './phone-filters.tsx'
import { Go, usePlace } from './place.tsx'
import { PlainAct } from './plain.tsx'
import { contentOf } from './plain-table.tsx'
import { useRowWithMore } from './row-with-more.ts'
import { Bar, ErrorState, NoMatch } from './states.tsx'
import { arrange, type Column, csvOf, nextSort } from './table-rows.ts'
import { uiText } from './text.ts'
import { toast } from './toast.tsx'
import { useNarrow } from './use-media.ts'
import { useText } from './words.ts'
import { ZoneNote } from './zone-note.tsx'

export type { Column } from './table-rows.ts'

type Data<Row> = readonly Row[] | { total: number; rows: readonly Row[] }

/** The parts of a query's result that the table uses. */
export type TableQuery<Row> = {
  data: Data<Row> | undefined
  error: unknown
  /** Epoch ms at which the data was loaded; shown when a later load fails. */
  dataUpdatedAt?: number
  refetch: () => unknown
}

type TableState = ListState<Record<string, string>>

/** The state of a list that a table uses. */
type TableList = Pick<
  TableState,
  | 'pageNo'
  | 'pageSize'
  | 'setPageSize'
  | 'sort'
  | 'word'
  | 'filtered'
  | 'setPage'
  | 'setSort'
  | 'setWord'
  | 'clear'
  | 'clearFilters'
>

export function DataTable<Row>({
  columns,
  query,
  list,
  keyOf,
  to,
  acts,
  picture,
  empty,
  filter,
  filterCount,
  search,
  exportName,
  exportAll,
  label,
}: {
  columns: readonly Column<Row>[]
  query: TableQuery<Row>
  list: TableList
  keyOf: (row: Row) => string | number
  /** The target of a row; its first cell becomes the link. */
  to?: (row: Row) => string
  /** The actions at the end of a row. */
  acts?: (row: Row) => ReactNode
  /** Shows the rows as cards with this picture. */
  picture?: ((row: Row) => ReactNode) | undefined
  /** One sentence and an action, for an empty list. */
  empty: ReactNode
  /** More filters, next to the box. */
  filter?: ReactNode
  /** How many of them are set: with it, on a phone, they and the export are in a sheet behind one button. */
  filterCount?: number
  /** The placeholder of the filter box; without it there is no box. */
  search?: string
  /** The file name of the export; without it there is no export. */
  exportName?: string
  /** Loads all rows of a list that the platform pages; by default the shown page. */
  exportAll?: () => Promise<readonly Row[]>
  label: string
}) {
  const scroll = useRef<HTMLDivElement>(null)
  // A column that is cut off at the edge is faded, because cut numbers could be misread.
  useRowWithMore(scroll, columns.map(({ key }) => key).join())
  const { data } = query
  const whole = isWhole(data) ? arrange(data, columns, list) : undefined
  const total = whole ? whole.length : ((data as { total: number } | undefined)?.total ?? 0)
  const from = (list.pageNo - 1) * list.pageSize
  const rows = whole ? whole.slice(from, from + list.pageSize) : (data as { rows: readonly Row[] } | undefined)?.rows
  const save = async () => {
    try {
      const all = exportAll ? await exportAll() : (whole ?? rows ?? [])
      download(`${exportName}.csv`, csvOf(columns, all))
    } catch (error) {
      toast.bad(error)
    }
  }
  const bar = filter || search || exportName
  return (
    <section className="data-table">
      {bar && (
        <TableBar
          list={list}
          search={search}
          onExport={exportName ? () => void save() : undefined}
          canExport={total > 0}
          filterCount={filterCount}
        >
          {filter}
        </TableBar>
      )}
      <AsOf query={query} />
      <div ref={scroll} className="table-scroll">
        {query.error && !data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : picture ? (
          rows?.length !== 0 && <CardList {...{ rows, columns, keyOf, to, acts, picture, label }} />
        ) : (
          <table aria-label={label} aria-busy={!data}>
            <Head columns={columns} list={list} acts={!!acts} />
            <tbody>
              {rows ? (
                rows.map((row) => (
                  <Line
                    key={keyOf(row)}
                    row={row}
                    columns={columns}
                    to={to?.(row)}
                    acts={acts?.(row)}
                    hasActs={!!acts}
                  />
                ))
              ) : (
                <Skeletons columns={columns} acts={!!acts} />
              )}
            </tbody>
          </table>
        )}
        {rows?.length === 0 && (list.filtered ? <NoMatch onClear={list.clear} /> : empty)}
      </div>
      {total > 0 && <ZoneNote zone={columns.find(({ zone }) => zone !== undefined)?.zone} />}
      {total > 0 && (
        <Pager
          pageNo={list.pageNo}
          pageSize={list.pageSize}
          total={total}
          onPage={list.setPage}
          onPageSize={list.setPageSize}
        />
      )}
    </section>
  )
}

const isWhole = <Row,>(data: Data<Row> | undefined): data is readonly Row[] => Array.isArray(data)

type BarProps = {
  list: Pick<TableState, 'word' | 'setWord' | 'clearFilters'>
  search: string | undefined
  onExport: (() => void) | undefined
  canExport: boolean
  children: ReactNode
}

function TableBar({ filterCount, ...bar }: BarProps & { filterCount: number | undefined }) {
  return filterCount === undefined ? <WideBar {...bar} /> : <FoldingBar {...bar} filterCount={filterCount} />
}

function FoldingBar({ filterCount, ...bar }: BarProps & { filterCount: number }) {
  const narrow = useNarrow()
  if (!narrow) return <WideBar {...bar} />
  const { list, search, children } = bar
  return (
    <PhoneFilters
      box={search && <FilterBox word={list.word} onWord={list.setWord} placeholder={search} />}
      count={filterCount}
      onClear={list.clearFilters}
    >
      {children}
      <ExportAct {...bar} />
    </PhoneFilters>
  )
}

function WideBar({ list, search, children, ...saving }: BarProps) {
  return (
    <FilterRow>
      {search && <FilterBox word={list.word} onWord={list.setWord} placeholder={search} />}
      {children}
      {saving.onExport && (
        <span className="filter-end">
          <ExportAct {...saving} />
        </span>
      )}
    </FilterRow>
  )
}

function ExportAct({ onExport, canExport }: Pick<BarProps, 'onExport' | 'canExport'>) {
  const t = useText(uiText)
  if (!onExport) return null
  return (
    <PlainAct kind="link" icon="download" disabled={!canExport} onClick={onExport}>
      {t('export')}
    </PlainAct>
  )
}

/** Numbers of boxes and times are read as one word. */
const isOneWord = (key: string) => /^(sn|warranty|model)$|(At|Time|Date|Sn)$/.test(key)

const cellClass = (key: string, align: 'right' | undefined, phone: string | undefined) =>
  `${align ? 'cell-right ' : ''}${isOneWord(key) ? 'cell-word ' : ''}phone-${phone ?? 'note'}`

const headClass = (align: 'right' | undefined, phone: string | undefined) =>
  `${align ? 'cell-right' : ''}${phone === 'hide' ? ' phone-hide' : ''}`.trim()

function Head<Row>({
  columns,
  list,
  acts,
}: {
  columns: readonly Column<Row>[]
  list: Pick<TableState, 'sort' | 'setSort'>
  acts: boolean
}) {
  const t = useText(uiText)
  const { sort, setSort } = list
  const sorted = (key: string) => (sort?.by !== key ? undefined : sort.down ? 'descending' : 'ascending')
  return (
    <thead>
      <tr>
        {columns.map(({ key, title, head, width, align, phone, sort: sorts }) => (
          <th key={key} scope="col" style={{ width }} className={headClass(align, phone)} aria-sort={sorted(key)}>
            {sorts ? (
              <button
                type="button"
                title={t(sort?.by === key && !sort.down ? 'sortDown' : 'sortUp')}
                onClick={() => setSort(nextSort(sort, key))}
              >
                {title}
                {sort?.by === key && <Icon name={sort.down ? 'down' : 'up'} size={12} />}
              </button>
            ) : (
              (head ?? title)
            )}
          </th>
        ))}
        {acts && <th scope="col" className="cell-acts" aria-label=" " />}
      </tr>
    </thead>
  )
}

function Line<Row>({
  row,
  columns,
  to,
  acts,
  hasActs,
}: {
  row: Row
  columns: readonly Column<Row>[]
  to: string | undefined
  acts: ReactNode
  hasActs: boolean
}) {
  const { go } = usePlace()
  // The link in the first cell serves the keyboard; a mouse may click anywhere in the row, except on other controls
  // or while selecting text.
  const press = (event: MouseEvent) => {
    const taken = (event.target as Element).closest('a, button, input, label, [role=menuitem]')
    if (to && !taken && !window.getSelection()?.toString()) go(to)
  }
  return (
    <tr className={to ? 'row-link' : undefined} onClick={to ? press : undefined}>
      {columns.map((column, index) => {
        const content = contentOf(column, row)
        const name = cellClass(column.key, column.align, column.phone ?? (index === 0 ? 'title' : undefined))
        return (
          // On a phone, where the row has no head, a dash alone says nothing.
          <td key={column.key} className={content === nothingShown ? `${name} cell-blank` : name}>
            {index === 0 && to ? (
              <Go to={to} className="row-name">
                {content}
              </Go>
            ) : (
              content
            )}
          </td>
        )
      })}
      {hasActs && <td className="cell-acts phone-end">{acts}</td>}
    </tr>
  )
}

function Skeletons<Row>({ columns, acts }: { columns: readonly Column<Row>[]; acts: boolean }) {
  return Array.from({ length: 8 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the bars are identical and never move
    <tr key={row} className="row-skeleton">
      {columns.map(({ key, align, phone }, column) => (
        <td key={key} className={cellClass(key, align, column === 0 ? 'title' : phone)}>
          <Bar width={`${45 + ((row * 13 + column * 29) % 35)}%`} />
        </td>
      ))}
      {acts && <td className="phone-hide" />}
    </tr>
  ))
}
