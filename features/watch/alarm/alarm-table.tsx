// The alarm list: one row per rule, two lines each. A bar at the edge marks alarms that are not acknowledged.
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { AlarmId } from '../../../contract/fields.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Go, usePlace, withSearch } from '../../../ui/place.tsx'
import { EmptyState, ErrorState, NoMatch, Skeleton } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { filterOf, isNarrowed, searchOf } from './address.ts'
import { AgeCell, LastCell, PhoneCell, StateCell, ValueCell } from './alarm-cells.tsx'
import type { AlarmRow, AlarmView } from './contract.ts'
import type { useAlarmList } from './part-queries.ts'
import { AlarmShape, edgeOf } from './part-shape.tsx'
import { alarmPage } from './rules.ts'
import { SelectBar } from './select-bar.tsx'
import { alarmText } from './text.ts'

type Props = {
  list: ReturnType<typeof useAlarmList>
  view: AlarmView
  pageNo: number
  pageSize: number
  onPageSize: ((size: number) => void) | undefined
  opened: AlarmId | undefined
  onOpen: (id: AlarmId) => void
  onPage: (pageNo: number) => void
  /** Shown instead of the usual text if no alarms are open. */
  noneOpen?: ReactNode
}

function None({ view, noneOpen }: Pick<Props, 'view' | 'noneOpen'>) {
  const t = useText(alarmText)
  const { search, go } = usePlace()
  return isNarrowed(filterOf(search)) ? (
    <NoMatch onClear={() => go(withSearch(alarmPage, searchOf(filterOf({ view }))))} />
  ) : (
    (view === 'open' && noneOpen) || (
      <EmptyState icon="check" isRanged things={t('things')}>
        {t(view === 'open' ? 'emptyOpen' : 'emptyOther')}
      </EmptyState>
    )
  )
}

export function AlarmTable({ list, view, pageNo, pageSize, onPageSize, opened, onOpen, onPage, noneOpen }: Props) {
  const t = useText(alarmText)
  const narrow = useNarrow()
  const rows = list.data?.rows ?? []
  const total = list.data?.total ?? 0
  const [marked, setMarked] = useState<ReadonlySet<AlarmId>>(new Set())
  // Selected alarms that are no longer on screen are ignored.
  const chosen = rows.filter(({ id }) => marked.has(id))
  const choose = (ids: readonly AlarmId[], isOn: boolean) => {
    const next = new Set(chosen.map(({ id }) => id))
    for (const id of ids) isOn ? next.add(id) : next.delete(id)
    setMarked(next)
  }
  const all = (isOn: boolean) =>
    choose(
      rows.map(({ id }) => id),
      isOn,
    )
  const order =
    view === 'cleared' ? 'orderedCleared' : view === 'history' || view === 'shelved' ? 'orderNewest' : 'order'
  if (list.error && !list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  return (
    <section className="card card-flush alarm-card">
      {chosen.length > 0 && <SelectBar rows={chosen} view={view} onDone={() => setMarked(new Set())} />}
      <AsOf query={list} />
      {!list.data ? (
        <div className="alarm-waiting">
          <Skeleton lines={10} />
        </div>
      ) : rows.length === 0 ? (
        <None view={view} noneOpen={noneOpen} />
      ) : (
        <div className="table-scroll">
          <table className="alarm-table" aria-label={t('title')} onKeyDown={moveRow}>
            {!narrow && <Head count={rows.length} chosen={chosen.length} onAll={all} />}
            <tbody>
              {rows.map((row) => (
                <Row
                  key={row.id}
                  row={row}
                  isOpened={row.id === opened}
                  isMarked={marked.has(row.id)}
                  onMark={(isOn) => choose([row.id], isOn)}
                  onOpen={() => onOpen(row.id)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {total > 0 && (
        <footer className="alarm-foot">
          <Pager {...{ pageNo, pageSize, total, onPage, onPageSize }} />
          <span className="alarm-order">{t(order)}</span>
        </footer>
      )}
    </section>
  )
}

/** Arrow keys move between rows; space selects. */
function moveRow(event: KeyboardEvent<HTMLTableElement>): void {
  const row = (event.target as Element).closest('tr')
  if (!row || event.altKey || event.ctrlKey || event.metaKey) return
  if (event.key === ' ' && (event.target as Element).matches('a')) {
    event.preventDefault()
    row.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling
  const link = next?.querySelector<HTMLElement>('.alarm-name')
  if (!link) return
  event.preventDefault()
  link.focus()
}

function Head({ count, chosen, onAll }: { count: number; chosen: number; onAll: (isOn: boolean) => void }) {
  const t = useText(alarmText)
  return (
    <thead>
      <tr>
        <th className="alarm-pick">
          <input
            type="checkbox"
            aria-label={t('choosePage')}
            checked={chosen > 0 && chosen === count}
            ref={(box) => {
              if (box) box.indeterminate = chosen > 0 && chosen < count
            }}
            onChange={(event) => onAll(event.target.checked)}
          />
        </th>
        <th scope="col">{t('severity')}</th>
        <th scope="col">{t('alarmDevice')}</th>
        <th scope="col" className="cell-right">
          {t('valueLimit')}
        </th>
        <th scope="col">{t('state')}</th>
        <th scope="col" className="cell-right">
          {t('age')}
        </th>
        <th scope="col">{t('acknowledgedBy')}</th>
      </tr>
    </thead>
  )
}

type RowProps = {
  row: AlarmRow
  isOpened: boolean
  isMarked: boolean
  onMark: (isOn: boolean) => void
  onOpen: () => void
}

function Row({ row, isOpened, isMarked, onMark, onOpen }: RowProps) {
  const t = useText(alarmText)
  const name = useName()
  const { path, search } = usePlace()
  const narrow = useNarrow()
  return (
    <tr
      className={`alarm-row${edgeOf(row)}${isOpened ? ' alarm-row-open' : ''}`}
      aria-selected={isMarked}
      onClick={(event) => {
        const taken = (event.target as Element).closest('a, button, input, label')
        if (!taken && !window.getSelection()?.toString()) onOpen()
      }}
    >
      <td className="alarm-pick">
        <label>
          <input
            type="checkbox"
            aria-label={t('choose', { name: name(row.name) })}
            checked={isMarked}
            onChange={(event) => onMark(event.target.checked)}
          />
        </label>
      </td>
      <td className="alarm-severity">
        <AlarmShape alarm={row} word={!narrow} />
      </td>
      <td className="alarm-what">
        <Go to={withSearch(path, { ...search, alarm: row.id })} className="alarm-name" onGo={onOpen}>
          {name(row.name)}
        </Go>
        {row.count > 1 && <span className="alarm-times">× {row.count}</span>}
        <small>
          {name(row.equipmentName)}
          {row.mvar && ` · ${name(row.mvar.title)}`}
        </small>
      </td>
      <ValueCell row={row} />
      {narrow ? <PhoneCell row={row} /> : <StateCell row={row} />}
      <AgeCell row={row} />
      {!narrow && <LastCell row={row} />}
    </tr>
  )
}
