// The projects that the user may view, with their states. [S2 /monitor/gm/ocInfo]
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../contract/call.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatNumber, nothingShown } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { useMay } from '../../../ui/me.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { type ProjectStanding, queryProjectsByUser } from './contract.ts'
import { centrePath } from './part-paths.ts'
import { projectText } from './text.ts'

/** [S7 Project system map refresh] */
const refreshMs = 60_000

export default function CentresPage() {
  const t = useText(projectText)
  const list = useList()
  const query = useQuery({ ...queryOf(queryProjectsByUser, {}), refetchInterval: refreshMs })
  const { data: projects = [] } = query
  return (
    <>
      <PageHeader title={t('centres')} count={query.data?.length} />
      <DataTable<ProjectStanding>
        label={t('centres')}
        columns={useColumns()}
        query={query}
        list={list}
        keyOf={({ id }) => id}
        to={({ id }) => centrePath(id)}
        {...(projects.length > 0 ? { search: t('search') } : {})}
        empty={
          <EmptyState icon="centre" isRanged things={t('things')}>
            {t('centreAbout')}
          </EmptyState>
        }
      />
    </>
  )
}

function useColumns(): Column<ProjectStanding>[] {
  const t = useText(projectText)
  const named = useName()
  const narrow = useNarrow()
  const mayAlarms = useMay()('alarm:view')
  // On a phone the table has no headings, so the cell contains its label.
  const said = (what: 'online' | 'alarms', count: string) => (narrow ? `${t(what)} ${count}` : count)
  return [
    {
      ...{ key: 'name', title: t('name'), phone: 'title' },
      cell: ({ name }) => named(name),
      text: ({ name, note }) => [named(name), name, note].join('\n'),
    },
    {
      ...{ key: 'online', title: t('online'), align: 'right' },
      cell: ({ online, equips }) => said('online', `${formatNumber(online)} / ${formatNumber(equips)}`),
      text: ({ online }) => online,
    },
    ...(mayAlarms
      ? [
          {
            ...({ key: 'alarms', title: t('alarms'), align: 'right', phone: 'end' } as const),
            cell: ({ alarms }: ProjectStanding) =>
              said('alarms', alarms === null ? nothingShown : formatNumber(alarms)),
            text: ({ alarms }: ProjectStanding) => alarms ?? '',
          },
        ]
      : []),
    { key: 'pages', title: t('pages'), align: 'right', phone: 'hide', cell: ({ pages }) => formatNumber(pages) },
    { key: 'note', title: t('note'), phone: 'hide', cell: ({ note }) => named(note) },
  ]
}
