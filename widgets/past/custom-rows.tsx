// A custom report in a history table: time range, pages, export. Later pages do not reload while they are read.
import { useState } from 'react'
import { Pager } from '../../ui/pager.tsx'
import { useText } from '../../ui/words.ts'
import { AskedNote, WidgetNote } from '../asked-note.tsx'
import type { PageHost } from '../host/page-host.ts'
import { useAsked } from '../use-asked.ts'
import { CustomNotes, CustomTable } from './custom-table.tsx'
import { ExportButton, PastBar, SpanPick } from './past-bar.tsx'
import { type Chosen, daysOf, maxMinutes, spanOf } from './span.ts'
import { pastText } from './text.ts'
import { usePastMoment } from './use-moment.ts'

type Of = {
  timeRange: number
  rollTime: number
  page: boolean
  pageSize: number
  filterTime: boolean
  exportExcel: boolean
}

/** Hourly figures change slowly and cost more to query than rows. */
const rollLeastS = 30

type Props = { of: Of; host: PageHost; reportId: number; name: string; mostRows: number }

export function CustomRows({ of, host, reportId, name, mostRows }: Props) {
  const t = useText(pastText)
  const own = Math.min(of.timeRange, maxMinutes)
  const [chosen, setChosen] = useState<Chosen>({ minutes: own })
  const [pageNo, setPageNo] = useState(1)
  const moment = usePastMoment(host, own)
  const pageSize = of.page ? of.pageSize : mostRows
  const isRolling = moment === null && 'minutes' in chosen && pageNo === 1
  const asked = useAsked({
    host,
    service: 'customReports',
    key: JSON.stringify([reportId, chosen, pageNo, pageSize, moment]),
    ask: (reports, ending) =>
      reports.rows({ reportId, ...spanOf(chosen, host.now()), pageNo, pageSize, totals: true }, ending),
    ...(isRolling ? { everyMs: Math.max(of.rollTime, rollLeastS) * 1000 } : {}),
  })
  const save: Parameters<typeof ExportButton>[0]['onSave'] = async (onBytes, ending) => {
    const reports = await host.service('customReports')
    const title = host.words(asked.data?.title ?? name)
    await reports?.save(
      { reportId, ...spanOf(chosen, host.now()), name: title, zone: asked.data?.zone ?? host.clock, onBytes },
      ending,
    )
  }
  const choose = (next: Chosen) => {
    setChosen(next)
    setPageNo(1)
  }
  const rows = asked.data?.rows ?? []
  return (
    <>
      {(of.filterTime || of.exportExcel) && (
        <PastBar>
          {of.filterTime && (
            <SpanPick
              own={own}
              chosen={chosen}
              now={host.now}
              zone={asked.data?.zone ?? host.clock}
              days={daysOf(asked.data)}
              onChoose={choose}
            />
          )}
          {of.exportExcel && (
            <ExportButton may="history:export" why={t('noExport')} isOff={rows.length === 0} onSave={save} />
          )}
        </PastBar>
      )}
      <div className="past-table-scroll" data-old={asked.state === 'failed' ? '' : undefined}>
        <AskedNote asked={asked} absent={t('noPage')} />
        {asked.data && rows.length === 0 && <WidgetNote>{t('noCustomRows')}</WidgetNote>}
        {asked.data && rows.length > 0 && <CustomTable page={asked.data} words={host.words} />}
      </div>
      {asked.data && rows.length > 0 && <CustomNotes page={asked.data} />}
      {asked.data && rows.length > 0 && of.page && (
        <Pager pageNo={pageNo} pageSize={pageSize} total={asked.data.total} onPage={setPageNo} />
      )}
    </>
  )
}
