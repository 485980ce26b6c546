// Messages in quarantine, for the platform's operator: view, store again, remove. [DESIGN 9 Poison]
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import './quarantine.css'
import { call, queryOf } from '../../../contract/call.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatSize, formatTime, nothingShown } from '../../../ui/format.ts'
import { HeadPick } from '../../../ui/head-pick.tsx'
import { type ListState, useList } from '../../../ui/list.ts'
import { useZone } from '../../../ui/me.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Go, usePlace, withSearch } from '../../../ui/place.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { QuarantineActs } from './acts.tsx'
import { type QuarantineId, type QuarantineRow, queryQuarantine, reasons } from './contract.ts'
import { FilterChoices, type Filters } from './filter-choices.tsx'
import { QuarantineDrawer } from './quarantine-drawer.tsx'
import { quarantineText } from './text.ts'

const refreshMs = 30_000
const exportRows = 200
const defaults: Filters = { state: 'waiting', reason: '', from: '', to: '' }

export default function QuarantinePage() {
  const t = useText(quarantineText)
  const { path, search, go } = usePlace()
  const opened = whole(search.id)
  const list = useList<Filters>(defaults)
  const filter = filterOf(list)
  const query = useQuery({
    ...queryOf(queryQuarantine, { ...filter, pageNo: list.pageNo, pageSize: list.pageSize }),
    placeholderData: (before) => before,
    refetchInterval: refreshMs,
  })
  const rows = query.data?.rows ?? []
  const [marked, setMarked] = useState<ReadonlySet<QuarantineId>>(new Set())
  // Selected rows that are no longer on screen are excluded from actions.
  const chosen = rows.filter(({ id }) => marked.has(id))
  const choose = (ids: readonly QuarantineId[], isOn: boolean) => {
    const next = new Set(chosen.map(({ id }) => id))
    for (const id of ids) isOn ? next.add(id) : next.delete(id)
    setMarked(next)
  }
  return (
    <>
      <PageHeader title={t('title')} count={query.data?.total} />
      <p className="quarantine-about">{t('about')}</p>
      <QuarantineActs rows={chosen} isHidden={rows.length === 0} onDone={() => setMarked(new Set())}>
        <span className="quarantine-why">{chosen.length > 0 && t('chosen', { count: chosen.length })}</span>
      </QuarantineActs>
      <DataTable
        label={t('title')}
        columns={useColumns({ rows, marked: new Set(chosen.map(({ id }) => id)), choose })}
        query={query}
        list={list}
        keyOf={({ id }) => id}
        search={t('search')}
        filter={<FilterChoices list={list} counts={query.data?.reasons} />}
        filterCount={list.filterCount}
        exportName="history-quarantine"
        exportAll={async () => (await call(queryQuarantine, { ...filter, pageNo: 1, pageSize: exportRows })).rows}
        empty={<EmptyState icon="inspection">{t('empty')}</EmptyState>}
      />
      {opened !== null && (
        <QuarantineDrawer id={opened as QuarantineId} onClose={() => go(withSearch(path, { ...search, id: '' }))} />
      )}
    </>
  )
}

/** A whole number from the address; null for other text. */
const whole = (text = '') => (/^\d{1,15}$/.test(text) ? Number(text) : null)

const filterOf = ({ word, filters: { state, reason, from, to } }: ListState<Filters>) => ({
  sn: word,
  reason: reasons.find((each) => each === reason) ?? null,
  relanded: state === 'all' ? null : state === 'relanded',
  from: whole(from),
  to: whole(to),
})

type Choice = {
  rows: readonly QuarantineRow[]
  marked: ReadonlySet<QuarantineId>
  choose: (ids: readonly QuarantineId[], isOn: boolean) => void
}

/** The first column: selects a row, in the head all rows of the page. */
function usePickColumn({ rows, marked, choose }: Choice): Column<QuarantineRow> {
  const t = useText(quarantineText)
  const all = rows.map(({ id }) => id)
  return {
    key: 'pick',
    title: '',
    head: (
      <HeadPick label={t('choosePage')} chosen={marked.size} count={rows.length} onAll={(isOn) => choose(all, isOn)} />
    ),
    width: 40,
    cell: ({ id }) => (
      <label className="quarantine-pick">
        <input
          type="checkbox"
          aria-label={t('choose', { id })}
          checked={marked.has(id)}
          onChange={(event) => choose([id], event.target.checked)}
        />
      </label>
    ),
    phone: 'note',
  }
}

function useColumns(choice: Choice): Column<QuarantineRow>[] {
  const t = useText(quarantineText)
  const zone = useZone()
  const name = useName()
  const { path, search } = usePlace()
  const pick = usePickColumn(choice)
  const state = ({ relandedAt }: QuarantineRow) =>
    relandedAt === null ? t('waiting') : `${t('relanded')} ${formatTime(relandedAt, zone)}`
  return [
    pick,
    {
      key: 'sn',
      title: t('sn'),
      cell: ({ id, sn }) => (
        <Go to={withSearch(path, { ...search, id })} className="row-name">
          {sn ?? nothingShown}
        </Go>
      ),
      text: ({ sn }) => sn ?? '',
      phone: 'title',
    },
    { key: 'id', title: t('number'), align: 'right', phone: 'end' },
    { key: 'reason', title: t('reason'), cell: ({ reason }) => t(reason), text: ({ reason }) => t(reason) },
    { key: 'orgName', title: t('company'), cell: ({ orgName }) => orgName ?? t('nobody') },
    {
      key: 'equipmentName',
      title: t('device'),
      cell: ({ equipmentName }) => (equipmentName ? name(equipmentName) : nothingShown),
    },
    {
      key: 'receivedAt',
      zone,
      title: t('receivedAt'),
      cell: ({ receivedAt }) => <time>{formatTime(receivedAt, zone)}</time>,
      text: ({ receivedAt }) => formatTime(receivedAt, zone),
    },
    { key: 'lane', title: t('lane'), cell: ({ lane }) => t(lane), text: ({ lane }) => t(lane), phone: 'hide' },
    { key: 'seq', title: t('seq'), align: 'right', cell: ({ seq }) => seq ?? nothingShown, phone: 'hide' },
    {
      key: 'sizeBytes',
      title: t('size'),
      align: 'right',
      cell: ({ sizeBytes }) => formatSize(sizeBytes),
      text: ({ sizeBytes }) => sizeBytes,
    },
    {
      key: 'relandedAt',
      title: t('state'),
      cell: (row) => <span className={row.relandedAt === null ? '' : 'quarantine-relanded'}>{state(row)}</span>,
      text: state,
      phone: 'hide',
    },
  ]
}
