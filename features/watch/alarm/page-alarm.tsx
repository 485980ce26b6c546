// The alarm page for operators: unacknowledged alarms first, the opened alarm beside the list. [S3 Alarm]
import { useEffect, useState } from 'react'
import type { AlarmId } from '../../../contract/fields.ts'
import './alarm.css'
import { callStream } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { saveSentFile } from '../../../ui/download.ts'
import { useLink } from '../../../ui/link.ts'
import { readPage, usePageSize } from '../../../ui/list.ts'
import { useZone } from '../../../ui/me.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { toast } from '../../../ui/toast.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { StatisticsDrawer } from '../alarm-statistics/part-drawer.tsx'
import { AlarmStrip } from '../alarm-statistics/part-strip.tsx'
import { HandoverDrawer } from '../handover/part-drawer.tsx'
import { filterOf, openedIn } from './address.ts'
import { AlarmPanel } from './alarm-panel.tsx'
import { AlarmTable } from './alarm-table.tsx'
import { type AlarmFilter, exportAlarms } from './contract.ts'
import { useAlarmList } from './part-queries.ts'
import { setSound, useSound } from './part-sound.ts'
import { alarmText } from './text.ts'
import { ViewBar } from './view-bar.tsx'

const usualRows = 20

export default function AlarmPage() {
  const t = useText(alarmText)
  const zone = useZone()
  const { path, search, go } = usePlace()
  const narrow = useNarrow()
  const isUp = useLink().state === 'up'
  const filter = filterOf(search)
  const pageNo = readPage(search.pageNo)
  const { pageSize, setPageSize } = usePageSize(usualRows, 'alarms')
  const list = useAlarmList({ ...filter, pageNo, pageSize })
  const [drawer, setDrawer] = useState<'handover' | 'statistics'>()
  const opened = openedIn(search)
  const rows = list.data?.rows ?? []
  const open = (id: AlarmId | undefined) =>
    go(withSearch(path, { ...search, alarm: id }), { replace: !!opened && !!id })
  useEscape(opened !== undefined && !drawer, () => open(undefined))
  const at = rows.findIndex(({ id }) => id === opened)
  const counts = isUp ? list.data?.counts : undefined
  const panel = opened !== undefined && (
    <AlarmPanel
      key={opened}
      id={opened}
      place={at < 0 ? undefined : { at: (pageNo - 1) * pageSize + at + 1, count: list.data?.total ?? 0 }}
      {...(rows[at - 1] ? { onPrevious: () => open(rows[at - 1]?.id) } : {})}
      {...(at >= 0 && rows[at + 1] ? { onNext: () => open(rows[at + 1]?.id) } : {})}
      onClose={() => open(undefined)}
    />
  )
  if (narrow && panel) return panel
  return (
    <div className={panel ? 'alarm-split' : undefined}>
      <div className="alarm-main">
        <div className="alarm-heads">
          <PageHeader
            title={t('title')}
            tags={
              counts && (
                <>
                  <span className="alarm-open">{t('openCount', { count: counts.open })}</span>
                  <span className="alarm-live">{t('live')}</span>
                </>
              )
            }
          >
            <SoundAct />
            <Act icon="log" onClick={() => setDrawer('handover')}>
              {t('handover')}
            </Act>
            <Act icon="mail" onClick={() => go(pathOf('/monitor/alarm/told', {}))}>
              {t('whoWasTold')}
            </Act>
            <Act icon="chart" onClick={() => setDrawer('statistics')}>
              {t('statistics')}
            </Act>
            <Act icon="download" sends may="alarm:export" onClick={() => void save(filter, zone)}>
              {t('export')}
            </Act>
          </PageHeader>
        </div>
        <AlarmStrip isBeside={panel !== false} />
        <ViewBar counts={counts} filter={filter} />
        <AlarmTable
          list={list}
          view={filter.view}
          pageNo={pageNo}
          pageSize={pageSize}
          onPageSize={setPageSize}
          opened={opened}
          onOpen={open}
          onPage={(next) => go(withSearch(path, { ...search, pageNo: next === 1 ? '' : next }))}
        />
      </div>
      {panel}
      <HandoverDrawer open={drawer === 'handover'} onClose={() => setDrawer(undefined)} />
      <StatisticsDrawer open={drawer === 'statistics'} onClose={() => setDrawer(undefined)} />
    </div>
  )
}

function SoundAct() {
  const t = useText(alarmText)
  const { isOn, isBlocked } = useSound()
  const waits = isOn && isBlocked
  return (
    <span title={waits ? t('soundBlockedNote') : undefined}>
      <Act icon={isOn ? 'sound' : 'soundOff'} onClick={() => setSound(!isOn)}>
        {t(waits ? 'soundBlocked' : isOn ? 'soundOn' : 'soundOff')}
      </Act>
    </span>
  )
}

async function save(filter: AlarmFilter, zone: string): Promise<void> {
  try {
    await saveSentFile('alarms.csv', callStream(exportAlarms, { ...filter, zone, format: 'csv' }))
  } catch (error) {
    toast.bad(error)
  }
}

function useEscape(isOn: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]')) close()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  })
}
