// History of a device as curves or as a table; the address contains the request. [S2 Device detail tabs: history]
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import { useMay } from '../../../ui/me.ts'
import { Card, CardWaiting } from '../../../ui/page-header.tsx'
import { Go, usePlace, withSearch } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import {
  type Asked,
  cannotAsk,
  columnOfSignal,
  isDrawable,
  readAsked,
  shownColumns,
  shownReport,
  withAsked,
} from '../history/address.ts'
import { type HistoryReport, queryReports } from '../history/contract.ts'
import { CurveView } from '../history/curve-view.tsx'
import { spanOf } from '../history/part-span.ts'
import '../history/history.css'
import { ChartPicker } from '../history/chart-picker.tsx'
import { HistoryBar, type HistoryOf } from '../history/history-bar.tsx'
import { notStoredText } from '../history/not-stored-text.ts'
import { useColumnTitle } from '../history/part-words.ts'
import { TableView } from '../history/table-view.tsx'
import { historyText } from '../history/text.ts'
import { usualRange } from '../history/usual-range.ts'

export function HistoryTab(device: HistoryOf) {
  const t = useText(historyText)
  const { data, error, refetch } = useQuery(queryOf(queryReports, { equipmentId: device.equipmentId }))
  const name = useName()
  const mayAdd = useMay()('equipment:edit')
  const reports = useMemo(() => (data?.reports ?? []).map((report) => inWords(report, name)), [data, name])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <CardWaiting />
  if (data.reports.every(({ columns }) => columns.length === 0)) {
    const to = pathOf('/manage/eg/equipment/edit/{id}/report', { id: device.equipmentId })
    return (
      <EmptyState icon="chart" act={mayAdd && <Go to={to}>{t('addReport')}</Go>}>
        {t('noReports')}
      </EmptyState>
    )
  }
  return <History device={device} zone={data.zone} reports={reports} />
}

/** A report and its columns with their names in the user's language. */
const inWords = (report: HistoryReport, name: (source: string) => string): HistoryReport => ({
  ...report,
  name: name(report.name),
  columns: report.columns.map((column) => ({ ...column, title: name(column.title) })),
})

function History({ device, zone, reports }: { device: HistoryOf; zone: string; reports: readonly HistoryReport[] }) {
  const t = useText(historyText)
  const words = useText(notStoredText)
  const maySee = useMay()('equipment:view')
  const { path, search, go } = usePlace()
  const [now, setNow] = useState(() => Math.floor(serverClock.now()))
  const titleOf = useColumnTitle()
  const [isChoosing, setChoosing] = useState(false)
  const asked = useMemo(() => readAsked(search, usualRange()), [search])
  const { range, custom } = asked
  const isNotStored = asked.signal !== undefined && asked.columns.length === 0 && !columnOfSignal(reports, asked.signal)
  const home = useMemo(() => spanOf({ range, custom }, now, zone), [range, custom, now, zone])
  const change = useCallback(
    (next: Partial<Asked>) => go(withSearch(path, withAsked(search, next)), { replace: true }),
    [path, search, go],
  )
  const shown = useMemo(() => shownColumns(reports, asked), [reports, asked])
  const report = shownReport(reports, asked)
  const refused = cannotAsk(home)
  const groups = reports.map(({ name, removedAt, columns }) => ({
    name: removedAt ? t('removed', { name }) : name,
    of: columns.map((column) => ({
      id: Number(column.id),
      title: column.removedAt ? t('removed', { name: titleOf(column) }) : titleOf(column),
      unit: column.unit,
      why: isDrawable(column) ? undefined : t('textColumn'),
    })),
  }))
  const scene = { device, zone, asked, home, shown, change }
  return (
    <div className="history">
      <HistoryBar
        {...scene}
        reports={reports}
        report={report}
        onChoose={() => setChoosing(true)}
        onRefresh={() => setNow(Math.floor(serverClock.now()))}
      />
      {isNotStored && (
        <p className="history-note" role="status">
          {words('notStored')}{' '}
          {maySee && (
            <Go to={pathOf('/manage/eg/equipment/edit/{id}/report', { id: device.equipmentId })}>
              {words('toReports')}
            </Go>
          )}
        </p>
      )}
      {refused ? (
        <Card>
          <EmptyState icon="clock">{t(refused)}</EmptyState>
        </Card>
      ) : asked.view === 'table' ? (
        report && <TableView {...scene} report={report} />
      ) : (
        <CurveView {...scene} />
      )}
      <ChartPicker
        open={isChoosing}
        groups={groups}
        chosen={shown.map(({ column }) => Number(column.id))}
        onChoose={(columns) => change({ columns })}
        onClose={() => setChoosing(false)}
      />
    </div>
  )
}
