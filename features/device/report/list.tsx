// The reports of a device: variables, storage rule, and number of values.
import { useMutation } from '@tanstack/react-query'
import { mutationOf } from '../../../contract/call.ts'
import type { EquipmentConfig, Report } from '../../../contract/equipment-config.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { Tag } from '../../../ui/page-header.tsx'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { useReason } from '../../../ui/reason.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
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
  const { path } = usePlace()
  const list = useList({}, limits.reportsPerEquipment)
  const refresh = useRefresh()
  const { reports } = head.config
  const adds = <AddActs reports={reports} />
  return (
    <DataTable<Report>
      label={t('reports')}
      columns={useColumns(head.config)}
      query={{ data: reports, error: undefined, refetch: refresh }}
      list={list}
      keyOf={({ id }) => id}
      to={({ id }) => withSearch(path, { edit: id })}
      {...(reports.length > 0 ? { search: t('search') } : {})}
      filter={
        reports.length > 0 && (
          <>
            {adds}
            <span className="report-quota">
              <Quota reports={reports} />
              <VersionsAct info={info} newest={head.version} />
            </span>
          </>
        )
      }
      acts={(report) => <ReportActs report={report} equipmentId={info.id} version={head.version} />}
      empty={
        <EmptyState icon="report" may="equipment:edit" act={<div className="report-adds">{adds}</div>}>
          {t('about')}
        </EmptyState>
      }
    />
  )
}

function AddActs({ reports }: { reports: readonly Report[] }) {
  const t = useText(reportText)
  const reason = useReason()
  const { path, go } = usePlace()
  const limit = limits.reportsPerEquipment
  const why = reports.length >= limit && reason('reportCapacity', { limit })
  return (
    <>
      <Act
        // One primary button per screen: while there are reports, the button that synchronises them is primary.
        kind={reports.length === 0 ? 'primary' : 'plain'}
        icon="plus"
        may="equipment:edit"
        why={why}
        onClick={() => go(withSearch(path, { add: 'normal' }))}
      >
        {t('addNormal')}
      </Act>
      <Act icon="plus" may="equipment:edit" why={why} onClick={() => go(withSearch(path, { add: 'summary' }))}>
        {t('addSummary')}
      </Act>
    </>
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

function ReportActs({
  report: { id, name: given },
  equipmentId,
  version,
}: {
  report: Report
  equipmentId: EquipmentInfo['id']
  version: number
}) {
  const t = useText(reportText)
  const { path, go } = usePlace()
  const refresh = useRefresh()
  const { mutate } = useMutation(mutationOf(deleteReport))
  const name = useName()(given)
  const remove = async () => {
    const question = { title: t('deleteTitle'), act: t('delete'), target: name, note: t('deleteNote'), danger: true }
    if (!(await confirm(question))) return
    const done = { onSuccess: () => toast.good(t('deleted', { name })), onSettled: () => void refresh() }
    mutate({ equipmentId, version, reportId: id }, done)
  }
  return (
    <>
      <Act kind="link" may="equipment:edit" onClick={() => go(withSearch(path, { copy: id }))}>
        {t('copy')}
      </Act>
      <Act kind="link" may="equipment:edit" onClick={() => void remove()}>
        {t('delete')}
      </Act>
    </>
  )
}
