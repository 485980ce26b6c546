// The list of devices in monitoring. [S2 Device-list filters] The address contains all filters.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call, queryOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { AsOf } from '../../../ui/as-of.tsx'
import { type Column, DataTable, type TableQuery } from '../../../ui/data-table.tsx'
import { download } from '../../../ui/download.ts'
import { FilterBox, FilterRow } from '../../../ui/filter-box.tsx'
import { formatTime, nothingShown } from '../../../ui/format.ts'
import { useLink } from '../../../ui/link.ts'
import { type ListState, useList } from '../../../ui/list.ts'
import { useMay, useZone } from '../../../ui/me.ts'
import { Card, PageHeader } from '../../../ui/page-header.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { PhoneFilters } from '../../../ui/phone-filters.tsx'
import { Go, usePlace } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { joinParts } from '../../../ui/punctuation.ts'
import { pathOf } from '../../../ui/routes.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState, ErrorState, NoMatch } from '../../../ui/states.tsx'
import { csvOf } from '../../../ui/table-rows.ts'
import { uiText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { SetupCard, SetupLine } from '../../gateway/open/onboarding-setup.tsx'
import { DevicesMap } from '../map/part-places.tsx'
import { AdvancedSearch } from './advanced-search.tsx'
import { advancedCount, askedOf, type Filters, isState, noFilters, states } from './asked.ts'
import { type MonitorRow, queryMonitored } from './contract.ts'
import { DeviceCards } from './device-cards.tsx'
import { DeviceName, FollowStar } from './device-name.tsx'
import { GroupTree } from './group-tree.tsx'
import './monitor.css'
import { PinnedValue, Updated } from './pinned.tsx'
import { useSlowStreams } from './slow-streams.ts'
import { monitorText } from './text.ts'

const refreshMs = 5_000
const exportRows = 200
const shownPinned = 2
const noRows: readonly MonitorRow[] = []

/** [S2] The list opens a device without an alarm. */
const detailOf = ({ id }: MonitorRow) => pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id, alarm: 0 })

export default function MonitorPage() {
  const t = useText(monitorText)
  const list = useList({ ...noFilters, view: 'list', at: '' }, limits.pageSize, 'monitor')
  const { view, at, ...filters } = list.filters
  const asked = askedOf(filters, list)
  const query = useQuery({
    ...queryOf(queryMonitored, asked),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  useSlowStreams(query.data?.rows ?? noRows)
  const none = useNone(list, filters)
  const columns = useColumns()
  const narrow = useNarrow()
  const [isSearching, setSearching] = useState(false)
  const choices = <Choices list={list} filters={filters} view={view} onAdvanced={() => setSearching(true)} />
  const mayAdd = useMayAdd()
  // Without any device there is nothing to filter. Users who may add devices get the setup steps beside the filters.
  if (query.data?.counts.all === 0 && !mayAdd && filters.group === '' && !isNarrowed(list, filters))
    return (
      <>
        <PageHeader title={t('title')} count={0} />
        <Card>{none}</Card>
      </>
    )
  return (
    <div className="monitor-page">
      <PageHeader title={t('title')} count={query.data?.counts.all}>
        <States list={list} filters={filters} counts={query.data?.counts} />
        {!narrow && choices}
      </PageHeader>
      <AdvancedSearch
        open={isSearching}
        filters={filters}
        onSearch={list.setFilter}
        onClose={() => setSearching(false)}
      />
      {!!query.data?.counts.all && <SetupLine />}
      {narrow && (
        <PhoneBar list={list} filters={filters} view={view}>
          {choices}
          <ExportAct columns={columns} asked={asked} total={query.data?.total} />
        </PhoneBar>
      )}
      <div className="monitor-columns">
        {!narrow && <Groups list={list} filters={filters} />}
        {view === 'map' && query.data?.total === 0 ? (
          none
        ) : view === 'map' ? (
          <DevicesMap
            asked={placedOf(asked)}
            total={query.data?.total}
            list={{ ...list, at, setAt: (next) => list.setFilter({ at: next }) }}
          />
        ) : view === 'cards' ? (
          <Cards list={list} query={query} none={none} hasBar={!narrow} />
        ) : (
          <DataTable
            label={t('title')}
            columns={columns}
            query={query}
            // The empty state is here because its action depends on the group.
            list={{ ...list, filtered: false }}
            keyOf={({ id }) => id}
            to={detailOf}
            acts={(row) => (
              <span className="list-acts">
                <FollowStar row={row} />
                <Go to={detailOf(row)}>{t('open')}</Go>
              </span>
            )}
            {...(!narrow && { search: t('search'), exportName: t('exportName') })}
            exportAll={() => loadAll(asked)}
            empty={none}
          />
        )}
      </div>
    </div>
  )
}

type Asked = ReturnType<typeof askedOf>

/** The filter without paging and order, which the map does not have. */
const placedOf = ({ pageNo: _, pageSize: __, sort: ___, down: ____, ...filter }: Asked) => filter

type Counts = OutputOf<typeof queryMonitored>['counts']
type List = ListState<Filters & { view: string; at: string }>
type Chosen = { list: List; filters: Filters }

function States({ list, filters, counts }: Chosen & { counts: Counts | undefined }) {
  const t = useText(monitorText)
  return (
    <Segmented
      label={t('state')}
      value={isState(filters.state) ? filters.state : 'all'}
      options={(['all', ...states] as const)
        .filter((state) => counts?.[state] !== null)
        .map((state) => ({ value: state, label: t(state), count: counts?.[state] ?? undefined }))}
      onChange={(state) => list.setFilter({ state: state === 'all' ? '' : state })}
    />
  )
}

/** The view, and the way to more filters. */
function Choices({ list, filters, view, onAdvanced }: Chosen & { view: string; onAdvanced: () => void }) {
  const t = useText(monitorText)
  const count = advancedCount(filters)
  return (
    <>
      <Segmented
        label={t('view')}
        value={view === 'cards' || view === 'map' ? view : 'list'}
        options={(['list', 'cards', 'map'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={(next) => list.setFilter({ view: next })}
      />
      <Act onClick={onAdvanced}>{`${t('advanced')}${count ? ` · ${count}` : ''}`}</Act>
    </>
  )
}

const Groups = ({ list, filters }: Chosen) => (
  <GroupTree value={filters.group} onGroup={(group) => list.setFilter({ group })} />
)

/** On a phone the groups, the view and the advanced search are in a sheet. The map has a filter box of its own. */
function PhoneBar({ list, filters, view, children }: Chosen & { view: string; children: ReactNode }) {
  const t = useText(monitorText)
  return (
    <PhoneFilters
      box={view !== 'map' && <FilterBox word={list.word} onWord={list.setWord} placeholder={t('search')} />}
      count={advancedCount(filters) + (filters.group ? 1 : 0)}
      onClear={() => list.setFilter({ ...noFilters, state: filters.state })}
    >
      <Groups list={list} filters={filters} />
      {children}
    </PhoneFilters>
  )
}

type Exported = { columns: readonly Column<MonitorRow>[]; asked: Asked; total: number | undefined }

function ExportAct({ columns, asked, total }: Exported) {
  const t = useText(monitorText)
  const ui = useText(uiText)
  const save = async () => download(`${t('exportName')}.csv`, csvOf(columns, await loadAll(asked)))
  return (
    <PlainAct kind="link" icon="download" disabled={!total} onClick={() => void save().catch(toast.bad)}>
      {ui('export')}
    </PlainAct>
  )
}

function Cards({
  list,
  query,
  none,
  hasBar,
}: {
  list: List
  query: TableQuery<MonitorRow> & { data: { total: number; rows: MonitorRow[] } | undefined }
  none: ReactNode
  hasBar: boolean
}) {
  const t = useText(monitorText)
  const { data, error, refetch } = query
  return (
    <section className="data-table monitor-cards">
      {hasBar && (
        <FilterRow>
          <FilterBox word={list.word} onWord={list.setWord} placeholder={t('search')} />
        </FilterRow>
      )}
      <AsOf query={query} />
      <div className="table-scroll">
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <DeviceCards rows={data?.rows} to={detailOf} none={none} />
        )}
      </div>
      {!!data?.total && (
        <Pager
          pageNo={list.pageNo}
          pageSize={list.pageSize}
          total={data.total}
          onPage={list.setPage}
          onPageSize={list.setPageSize}
        />
      )}
    </section>
  )
}

const isNarrowed = (list: List, filters: Filters): boolean =>
  list.word !== '' || filters.state !== '' || advancedCount(filters) > 0

function useMayAdd(): boolean {
  const may = useMay()
  return may('equipment:add') || may('gateway:add')
}

/** The empty state, with its next action. */
function useNone(list: List, filters: Filters): ReactNode {
  const t = useText(monitorText)
  const { go } = usePlace()
  const mayAdd = useMayAdd()
  if (isNarrowed(list, filters)) {
    return <NoMatch onClear={list.clear} />
  }
  if (filters.group === 'followed') {
    return (
      <EmptyState icon="star" act={<PlainAct onClick={() => list.setFilter({ group: '' })}>{t('showAll')}</PlainAct>}>
        {t('emptyFollowed')}
      </EmptyState>
    )
  }
  if (filters.group !== '') {
    return (
      <EmptyState
        kind="filteredOut"
        icon="group"
        act={<PlainAct onClick={() => list.setFilter({ group: '' })}>{t('showAll')}</PlainAct>}
      >
        {t('emptyGroup')}
      </EmptyState>
    )
  }
  const empty = (
    <EmptyState
      icon="device"
      isRanged
      things={t('things')}
      may="equipment:add"
      act={
        <Act kind="primary" may="equipment:add" onClick={() => go('/manage/eg/equipment/add')}>
          {t('addDevice')}
        </Act>
      }
    >
      {t('empty')}
    </EmptyState>
  )
  // The setup steps are shown to users who can do one; others get the empty state.
  return mayAdd ? <SetupCard otherwise={empty} /> : empty
}

function useColumns(): Column<MonitorRow>[] {
  const t = useText(monitorText)
  const isUp = useLink().state === 'up'
  const zone = useZone()
  return [
    {
      key: 'name',
      sort: true,
      title: t('device'),
      cell: (row) => <DeviceName row={row} />,
      text: ({ name }) => name,
    },
    {
      key: 'state',
      sort: true,
      title: t('state'),
      width: 76,
      phone: 'hide',
      cell: ({ state }) => <span className="list-sn">{t(state === null ? 'unbound' : isUp ? state : 'unknown')}</span>,
      text: ({ state }) => t(state ?? 'unbound'),
    },
    {
      key: 'sn',
      sort: true,
      title: t('sn'),
      cell: ({ sn }) => <span className="list-sn">{sn ?? t('noGateway')}</span>,
      text: ({ sn }) => sn ?? '',
    },
    {
      key: 'pinned',
      title: t('pinned'),
      cell: (row) => (
        <span className="pinned-pair">
          {row.pinned.slice(0, shownPinned).map((signal) => (
            <PinnedValue key={signal.id} signal={signal} row={row} />
          ))}
        </span>
      ),
      text: ({ pinned }) =>
        joinParts(pinned.map(({ title, value, unit }) => `${title} ${value ?? nothingShown}${unit ? ` ${unit}` : ''}`)),
    },
    {
      key: 'updatedAt',
      zone,
      sort: true,
      title: t('updated'),
      align: 'right',
      width: 76,
      cell: (row) => <Updated at={row.updatedAt} row={row} />,
      text: ({ updatedAt }) => (updatedAt === null ? '' : formatTime(updatedAt, zone)),
    },
  ]
}

/** Every page of the list, for the export. */
async function loadAll(asked: Asked): Promise<MonitorRow[]> {
  const rows: MonitorRow[] = []
  for (let pageNo = 1; ; pageNo += 1) {
    const page = await call(queryMonitored, { ...asked, trends: false, pageNo, pageSize: exportRows })
    rows.push(...page.rows)
    if (page.rows.length === 0 || rows.length >= page.total) return rows
  }
}
