// A dialog for new alarms of the devices on the open page, with acknowledgement. Shown if the user's reminders include
// dialogs. [S2 Live views] [S3 prompType: alter]
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { AlarmId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import { formatTime } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useMay, useZoneOf } from '../../../ui/me.ts'
import { ModalBox } from '../../../ui/modal-box.tsx'
import { useTurn } from '../../../ui/modal-turn.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { withHeading } from '../../../ui/punctuation.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { ZoneMark } from '../../../ui/zone-note.tsx'
import type { PageDialog, PageDialogProps } from '../../frame/page-dialog.ts'
import { takeAlerts } from '../../platform/open/message-alert-place.ts'
import { useFilled, useName } from '../../platform/open/translation-name.ts'
import { useSetting } from '../../platform/open/user-config-setting.ts'
import { type AlarmRow, alarmScreens, queryAlarms } from '../alarm/contract.ts'
import { AlarmShape } from '../alarm/part-shape.tsx'
import { noAlarmAccess } from '../open/alarm-no-access.tsx'
import { limitWords, valueText } from '../open/alarm-value-words.ts'
import { DialogActs } from './dialog-acts.tsx'
import { shownOnPage } from './shown-on-page.ts'
import { alarmAlertText } from './text.ts'

const refreshMs = 2000
/** Maximum number of alarms in the dialog; the alarm page lists all. */
const most = 20
const width = 520

function PageAlarms(props: PageDialogProps) {
  const may = useMay()
  return may(alarmScreens.livePage) ? <Dialogs {...props} /> : <Refusals {...props} />
}

/**
 * Without the permission a new alarm only shows the message 90008; the frame and the alarm list still show the alarm.
 */
function Refusals({ equipmentIds }: PageDialogProps) {
  const [since] = useState(() => Math.round(serverClock.now()))
  const [styles] = useSetting('promptType')
  const [types] = useSetting('messageTypes')
  const language = useLanguage()
  const { data } = useQuery({
    ...queryOf(queryAlarms, {
      ...{ view: 'unacknowledged', from: since, pageSize: 1 },
      equipmentIds: equipmentIds.slice(0, limits.alarmDevices),
    }),
    refetchInterval: refreshMs,
    enabled: styles.includes('alter') && types.includes('alarm') && equipmentIds.length > 0,
  })
  const newest = data?.rows.find(({ isBacklog }) => !isBacklog)?.id
  useEffect(() => {
    if (newest !== undefined) toast.bad({ message: noAlarmAccess(language) })
  }, [newest, language])
  return null
}

function Dialogs({ equipmentIds: all }: PageDialogProps) {
  const [styles] = useSetting('promptType')
  const [types] = useSetting('messageTypes')
  const equipmentIds = all.slice(0, limits.alarmDevices)
  const isOn = styles.includes('alter') && types.includes('alarm') && equipmentIds.length > 0
  // Alarms raised before the page was opened are not new.
  const [since] = useState(() => Math.round(serverClock.now()))
  const [put, setPut] = useState<ReadonlySet<AlarmId>>(new Set())
  const { data } = useQuery({
    ...queryOf(queryAlarms, {
      view: 'unacknowledged',
      equipmentIds,
      from: since,
      pageSize: most,
      openedFrom: 'livePage',
    }),
    refetchInterval: refreshMs,
    enabled: isOn,
  })
  useTaken(isOn, equipmentIds)
  const news = isOn ? (data?.rows ?? []).filter(({ id, isBacklog }) => !isBacklog && !put.has(id)) : []
  const isShown = useTurn(news.length > 0)
  const [first] = news
  if (!first || !isShown) return null
  const putOff = (some: readonly AlarmRow[]) => setPut((known) => new Set([...known, ...some.map(({ id }) => id)]))
  return (
    <AlarmModal
      key={first.id}
      alarm={first}
      more={news.length - 1}
      onDone={() => putOff([first])}
      onClose={() => putOff(news)}
    />
  )
}

/** Suppresses the messages and the frame's dialog for alarms that this dialog shows. */
function useTaken(isOn: boolean, equipmentIds: readonly number[]): void {
  const key = isOn ? equipmentIds.join() : ''
  useEffect(() => {
    if (key === '') return undefined
    const ids = new Set(key.split(',').map(Number))
    const end = takeAlerts(({ type, equipType, dataId }) => type === 'alarm' && equipType === 'eg' && ids.has(dataId))
    shownOnPage.set(ids)
    return () => {
      end()
      shownOnPage.set(new Set())
    }
  }, [key])
}

type Of = { alarm: AlarmRow; more: number; onDone: () => void; onClose: () => void }

function AlarmModal({ alarm, more, onDone, onClose }: Of) {
  const t = useText(alarmAlertText)
  const name = useName()
  const filled = useFilled()
  const zone = useZoneOf(alarm)
  const title = name(alarm.name)
  const limit = limitWords(alarm)
  return (
    <ModalBox label={withHeading(t('pageAlarm'), title)} width={width} onClose={onClose}>
      <div className="confirm alarm-modal" role="alert">
        <p className="alarm-modal-head">
          <AlarmShape alarm={alarm} word soft />
          <time dateTime={new Date(alarm.raisedAt).toISOString()}>
            {formatTime(alarm.raisedAt, zone)}
            <ZoneMark zone={zone} at={alarm.raisedAt} />
          </time>
        </p>
        <h2>{title}</h2>
        <p>
          {name(alarm.equipmentName)}
          {typeof alarm.value === 'number' && ` · ${valueText(alarm)} ${alarm.unit ?? ''}`}
          {typeof alarm.value === 'number' && limit && ` · ${limit}`}
        </p>
        {alarm.content !== alarm.name && <p className="confirm-note">{filled(alarm.content)}</p>}
        {more > 0 && <p className="confirm-note">{t('moreOnPage', { count: more })}</p>}
        <div className="confirm-acts">
          <PlainAct onClick={onClose}>{t('dialogClose')}</PlainAct>
          <DialogActs id={alarm.id} onDone={onDone} />
        </div>
      </div>
    </ModalBox>
  )
}

export default [{ key: 'alarm', may: 'alarm:view', Body: PageAlarms }] satisfies PageDialog[]
