// A new severe alarm over every page. The dialog does not take the focus, and offers acknowledging and opening the
// alarm.
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { AlarmId } from '../../../contract/fields.ts'
import { formatClock, formatNumber } from '../../../ui/format.ts'
import { useZoneOf } from '../../../ui/me.ts'
import { usePlace } from '../../../ui/place.tsx'
import { IconAct } from '../../../ui/plain.tsx'
import { useStore } from '../../../ui/store.ts'
import { TopCard } from '../../../ui/top-card.tsx'
import { useText } from '../../../ui/words.ts'
import { ZoneMark } from '../../../ui/zone-note.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import { useSetting } from '../../platform/open/user-config-setting.ts'
import { type AlarmCounts, queryAlarms } from '../alarm/contract.ts'
import { AlarmShape } from '../alarm/part-shape.tsx'
import { alarmPage } from '../alarm/rules.ts'
import { DialogActs } from './dialog-acts.tsx'
import { shownOnPage } from './shown-on-page.ts'
import { alarmAlertText } from './text.ts'

export function AlarmDialog({ counts: { loudest, newestAt } }: { counts: AlarmCounts }) {
  const { path } = usePlace()
  const [shown] = useSetting('alarmDialog')
  // Alarms raised before this page was loaded are not new.
  const known = useRef(newestAt ?? 0)
  const onPage = useStore(shownOnPage)
  const [left, setLeft] = useState<AlarmId>()
  const isNews = loudest === 'severe' && newestAt !== null && newestAt > known.current
  const { data } = useQuery({
    ...queryOf(queryAlarms, { view: 'unacknowledged', levels: ['severe'], pageSize: 1 }),
    enabled: isNews && shown === 'show' && path !== alarmPage,
  })
  const alarm = data?.rows[0]
  if (!isNews || shown !== 'show' || path === alarmPage) return null
  if (!alarm || alarm.id === left || alarm.raisedAt <= known.current || onPage.has(alarm.equipmentId)) return null
  return <DialogCard key={alarm.id} alarm={alarm} onClose={() => setLeft(alarm.id)} />
}

type Severe = Parameters<typeof AlarmShape>[0]['alarm'] & {
  id: AlarmId
  name: string
  equipmentName: string
  zone: string | null
  raisedAt: number
  value: number | string | boolean | null
  unit: string | null
  decimals: number | null
}

function DialogCard({ alarm, onClose }: { alarm: Severe; onClose: () => void }) {
  const t = useText(alarmAlertText)
  const name = useName()
  const zone = useZoneOf(alarm)
  const { value, unit, decimals } = alarm
  return (
    <TopCard className="alarm-dialog" label={t('dialogTitle')}>
      <header>
        <AlarmShape alarm={alarm} word soft />
        <time>
          {formatClock(alarm.raisedAt, zone)}
          <ZoneMark zone={zone} at={alarm.raisedAt} />
        </time>
        <IconAct icon="close" label={t('dialogClose')} onClick={onClose} />
      </header>
      <b>{name(alarm.name)}</b>
      <p>
        {name(alarm.equipmentName)}
        {typeof value === 'number' && ` · ${formatNumber(value, decimals ?? undefined)} ${unit ?? ''}`}
      </p>
      <footer>
        <DialogActs id={alarm.id} onDone={onClose} />
      </footer>
    </TopCard>
  )
}
