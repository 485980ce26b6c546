// Projects with their states and access; each number links to the page that changes it. [S2
// /manage/eg/project/list-operation]
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryOf } from '../../../contract/call.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatNumber, formatTime, nothingShown } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { useMay, useZone } from '../../../ui/me.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Go } from '../../../ui/place.tsx'
import { withHeading } from '../../../ui/punctuation.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { type ProjectOperation, queryProjectOperations } from './contract.ts'
import type { OperationColumn, RoomColumn } from './part-operation-column.ts'
import { centrePath, projectPath } from './part-paths.ts'
import { allScopes, openIdsOf, projectsIn, type Scope } from './scopes.ts'
import { projectText } from './text.ts'

/** Refresh interval in ms, as in the operations centre. */
const refreshMs = 60_000

const roomColumns = Object.values(
  import.meta.glob<{ default: OperationColumn }>('../*/operation-column.tsx', { eager: true }),
).map((room) => room.default)

export default function OperationsPage() {
  const t = useText(projectText)
  const list = useList({ scope: 'all' })
  const mayAlarms = useMay()('alarm:view')
  const scopeNames = allScopes.filter((each) => mayAlarms || each !== 'withAlarms')
  const query = useQuery({ ...queryOf(queryProjectOperations, {}), refetchInterval: refreshMs })
  const scope = scopeNames.find((each) => each === list.filters.scope) ?? 'all'
  const rooms = useRoomColumns()
  const openIds = openIdsOf(rooms)
  const inScope = (each: Scope) => projectsIn(each, query.data, openIds)
  const data = inScope(scope)
  // The scope cannot be shown without the query of a room that failed.
  const failed = query.data && !data ? rooms.find(({ query: { error } }) => error)?.query : undefined
  return (
    <>
      <PageHeader title={t('operations')} count={data?.length} />
      {!query.error && !failed && rooms.map((room) => <RoomFault key={room.column.key} room={room} />)}
      <DataTable<ProjectOperation>
        label={t('operations')}
        columns={useColumns(rooms.map(({ column }) => column))}
        query={{ ...query, ...(failed && { error: failed.error, refetch: failed.refetch }), data }}
        list={list}
        keyOf={({ id }) => id}
        to={({ id }) => projectPath(id)}
        {...((query.data ?? []).length > 0 ? { search: t('search'), exportName: 'projects' } : {})}
        filter={
          <Segmented
            label={t('filter')}
            value={scope}
            options={scopeNames.map((value) => ({
              ...{ value, label: t(value) },
              ...(value !== 'all' && { count: inScope(value)?.length }),
            }))}
            onChange={(next) => list.setFilter({ scope: next })}
          />
        }
        empty={<EmptyState icon="centre">{t('operationsAbout')}</EmptyState>}
      />
    </>
  )
}

const linked = (to: string, content: ReactNode) => <Go to={to}>{content}</Go>
/** A missing number means that the caller may not see it; zero leads nowhere. */
const counted = (to: string, count: number | null) =>
  count === null ? nothingShown : count === 0 ? formatNumber(0) : linked(to, formatNumber(count))

/** Why the column of a room has no numbers, or old ones. */
function RoomFault({ room: { column, query } }: { room: RoomColumn }) {
  if (!query.error) return null
  if (query.data) return <AsOf query={query} />
  return (
    <p className="as-of" role="alert">
      {withHeading(column.title, query.error.message)}
    </p>
  )
}

/** The columns of other rooms, for accounts that may see them. */
function useRoomColumns(): RoomColumn[] {
  const may = useMay()
  return roomColumns.flatMap(({ may: permission, useColumn }) => {
    const isAllowed = may(permission)
    // biome-ignore lint/correctness/useHookAtTopLevel: the list of rooms never changes
    const part = useColumn(isAllowed)
    return isAllowed ? [part] : []
  })
}

function useColumns(ofRooms: Column<ProjectOperation>[]): Column<ProjectOperation>[] {
  const t = useText(projectText)
  const named = useName()
  const zone = useZone()
  // On a phone the table has no headings, so the cell contains its label.
  const narrow = useNarrow()
  const savedAt = ({ pageSavedAt }: ProjectOperation) => formatTime(pageSavedAt, zone).slice(0, 16)
  const sharedWord = ({ isShared }: ProjectOperation) =>
    isShared === null ? nothingShown : t(isShared ? 'sharedYes' : 'sharedNo')
  return [
    {
      ...{ key: 'name', title: t('name'), sort: true, phone: 'title' },
      cell: ({ name }) => named(name),
      text: ({ name, note }) => [named(name), note].filter(Boolean).join(' · '),
    },
    {
      ...{ key: 'equips', title: t('devices'), align: 'right', sort: true, phone: 'hide' },
      cell: ({ id, equips }) => counted(projectPath(id, 'devices'), equips),
    },
    {
      ...{ key: 'online', title: t('online'), align: 'right', sort: true },
      cell: ({ id, online, equips }) =>
        linked(projectPath(id, 'devices'), narrow ? `${t('online')} ${online} / ${equips}` : formatNumber(online)),
    },
    ...useAlarmColumns(),
    {
      ...{ key: 'pages', title: t('pages'), align: 'right', sort: true, phone: 'hide' },
      cell: ({ id, pages }) => counted(projectPath(id), pages),
    },
    {
      ...{ key: 'isShared', title: t('sharedColumn'), sort: true, phone: 'hide' },
      cell: (project) =>
        project.isShared === null ? nothingShown : linked(projectPath(project.id, 'share'), sharedWord(project)),
      text: sharedWord,
    },
    {
      ...{ key: 'grants', title: t('accounts'), align: 'right', sort: true, phone: 'hide' },
      cell: ({ id, grants }) => counted(projectPath(id, 'accounts'), grants),
      text: ({ grants }) => grants ?? '',
    },
    ...ofRooms,
    {
      ...{ key: 'pageSavedAt', zone, title: t('pageSavedAt'), sort: true, phone: 'hide' },
      cell: savedAt,
      text: savedAt,
    },
  ]
}

/** Open alarms, for accounts that may see them. */
function useAlarmColumns(): Column<ProjectOperation>[] {
  const t = useText(projectText)
  const narrow = useNarrow()
  if (!useMay()('alarm:view')) return []
  const cell = ({ id, alarms, pages }: ProjectOperation) => {
    const count = alarms === null ? nothingShown : formatNumber(alarms)
    const words = narrow ? `${t('alarms')} ${count}` : count
    return pages > 0 && alarms !== 0 ? linked(centrePath(id), words) : words
  }
  return [{ key: 'alarms', title: t('alarms'), align: 'right', sort: true, phone: 'end', cell }]
}
