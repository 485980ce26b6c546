// The reports of a device: variables, storage rule, and number of values.
import { useMutation } from '@tanstack/react-query'
import { mutationOf } from '../../../contract/call.ts'
import type { EquipmentConfig, Report } from '../../../contract/equipment-config.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { Tag } from '../../../ui/page-header.tsx'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { useReason } from '../../../ui/reason.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { ListRoom } from '../../frame/list-room.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import { VersionsAct } from '../config/part-versions.tsx'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { useRefresh } from '../open/config-query.ts'
import { deleteReport } from './contract.ts'
import { pointsPerDay, totalPerDay } from './estimate.ts'
import { reportText } from './text.ts'
import { perDayWords, useReportWords } from './words.ts'

type Head = { version: number; config: EquipmentConfig }

export function ReportList({ info, head }: { info: EquipmentInfo; head: Head }) {
  const t = useText(reportText)
  const reason = useReason()
  const { path, go } = usePlace()
  const list = useList({}, limits.reportsPerEquipment)
  const refresh = useRefresh()
  const { reports } = head.config
  const remove = useRemove(info, head)
  const limit = limits.reportsPerEquipment
  const why = reports.length >= limit && reason('reportCapacity', { limit })
  return (
    <ListRoom<Report>
      isPart
      title={t('reports')}
      may="equipment:edit"
      add={{
        ...{ label: t('addNormal'), why, isSecondary: true, onClick: () => go(withSearch(path, { add: 'normal' })) },
        more: (
          <Act icon="plus" may="equipment:edit" why={why} onClick={() => go(withSearch(path, { add: 'summary' }))}>
            {t('addSummary')}
          </Act>
        ),
      }}
      barEnd={
        <>
          <Quota reports={reports} />
          <VersionsAct info={info} newest={head.version} />
        </>
      }
      empty={{ icon: 'report', about: t('about') }}
      columns={useColumns(head.config)}
      query={{ data: reports, error: undefined, refetch: refresh }}
      list={list}
      to={({ id }) => withSearch(path, { edit: id })}
      search={t('search')}
      acts={(report) => [
        { label: t('copy'), onClick: () => go(withSearch(path, { copy: report.id })) },
        { label: t('delete'), onClick: () => void remove(report) },
      ]}
    />
  )
}

/** Number of reports against the limit, and values that all reports store periodically. */
function Quota({ reports }: { reports: readonly Report[] }) {
  const t = useText(reportText)
  const used = { count: reports.length, limit: limits.reportsPerEquipment }
  const { points, isLeast } = totalPerDay(reports)
  return (
    <span>
      {t('used', used)} · {t(isLeast ? 'totalLeast' : 'total', { points: formatNumber(Math.round(points)) })}
    </span>
  )
}

function useColumns({ signals }: EquipmentConfig): Column<Report>[] {
  const t = useText(reportText)
  const words = useReportWords(signals)
  const shown = useName()
  const stored = ({ columns }: Report) => new Set(columns.map(({ signalId }) => signalId as number))
  return [
    {
      key: 'name',
      title: t('name'),
      sort: true,
      // The search also finds a report by the titles of its variables.
      text: (report) => `${shown(report.name)} ${report.name} ${[...stored(report)].map(words.title).join(' ')}`,
      cell: ({ name, enabled }) => (
        <>
          {shown(name)} {enabled === false && <Tag>{t('off')}</Tag>}
        </>
      ),
    },
    { key: 'type', title: t('type'), cell: ({ type }) => t(type), text: ({ type }) => t(type), sort: true },
    { key: 'mode', title: t('mode'), cell: ({ mode }) => t(mode), text: ({ mode }) => t(mode), sort: true },
    { key: 'when', title: t('when'), cell: words.when, text: words.when },
    {
      key: 'signals',
      title: t('signals'),
      align: 'right',
      sort: true,
      // On a phone the columns have no headings, so the number is shown with its label.
      cell: (report) => (
        <>
          {formatNumber(stored(report).size)} <span className="report-phone">{t('variables')}</span>
        </>
      ),
      text: (report) => stored(report).size,
    },
    {
      key: 'perDay',
      title: t('perDay'),
      align: 'right',
      sort: true,
      cell: (report) => perDayWords(t, report),
      phone: 'hide',
      text: (report) => pointsPerDay(report)?.points ?? 0,
    },
  ]
}

/** Asks for confirmation, deletes, shows a message; the reports are read again after an error too. */
function useRemove({ id: equipmentId }: EquipmentInfo, { version }: Head) {
  const t = useText(reportText)
  const named = useName()
  const refresh = useRefresh()
  const { mutate } = useMutation(mutationOf(deleteReport))
  return async ({ id, name: given }: Report) => {
    const name = named(given)
    const question = { title: t('deleteTitle'), act: t('delete'), target: name, note: t('deleteNote'), danger: true }
    if (!(await confirm(question))) return
    const done = { onSuccess: () => toast.good(t('deleted', { name })), onSettled: () => void refresh() }
    mutate({ equipmentId, version, reportId: id }, done)
  }
}
