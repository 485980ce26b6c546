// Alarms in the frame of every page: counts by severity, the sound, and the dialog for a new severe alarm. [DESIGN 6]
import { useEffect } from 'react'
import { alarmLevels } from '../../../contract/equipment-config.ts'
import './alarm-alert.css'
import { useLink } from '../../../ui/link.ts'
import { SeverityMark } from '../../../ui/marks.tsx'
import { useMay } from '../../../ui/me.ts'
import { Go, withSearch } from '../../../ui/place.tsx'
import { setBadge, shellPart } from '../../../ui/shell-part.ts'
import { uiText } from '../../../ui/text.ts'
import { useText } from '../../../ui/words.ts'
import { useAlarmCounts, useAlarmHints } from '../alarm/part-queries.ts'
import { soundLevel, unblock, useSound } from '../alarm/part-sound.ts'
import { alarmPage } from '../alarm/rules.ts'
import { AlarmDialog } from './alarm-dialog.tsx'
import { alarmAlertText } from './text.ts'

function TopBar() {
  const t = useText(alarmAlertText)
  const levelName = useText(uiText)
  const may = useMay()
  const isUp = useLink().state === 'up'
  const { data } = useAlarmCounts(may('alarm:view'))
  if (!may('alarm:view')) return null
  const known = isUp ? data : undefined
  return (
    <nav className="alarm-counts" aria-label={known || !data ? t('counts') : t('countUnknown')}>
      {alarmLevels.map((level) => {
        const count = known?.[level]
        const words = t('countOf', { count: count ?? '–', level: levelName(level) })
        const isGone = known?.active[level] === 0
        return (
          <Go
            key={level}
            to={withSearch(alarmPage, { levels: level })}
            className={count ? 'alarm-count' : 'alarm-count alarm-count-none'}
            label={words}
          >
            <SeverityMark severity={level} hollow={isGone} />
            <b aria-hidden="true">{count ?? '–'}</b>
          </Go>
        )
      })}
    </nav>
  )
}

function Watch() {
  const may = useMay()
  const isUp = useLink().state === 'up'
  const { isOn } = useSound()
  const { data } = useAlarmCounts(may('alarm:view'))
  useAlarmHints()
  const open = data && isUp ? data.severe + data.important + data.normal : 0
  const worst = open > 0 ? alarmLevels.find((level) => data?.[level]) : undefined
  useEffect(() => setBadge(alarmPage, open, worst), [open, worst])
  const loudest = data?.loudest ?? null
  useEffect(() => soundLevel(isOn && isUp ? loudest : null), [loudest, isOn, isUp])
  useEffect(() => {
    const gestures = ['pointerdown', 'keydown'] as const
    for (const gesture of gestures) window.addEventListener(gesture, unblock, { capture: true })
    return () => {
      for (const gesture of gestures) window.removeEventListener(gesture, unblock, { capture: true })
      soundLevel(null)
      setBadge(alarmPage, 0)
    }
  }, [])
  return data ? <AlarmDialog counts={data} /> : null
}

export default shellPart({ order: 0, TopBar, Watch })
