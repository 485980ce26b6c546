// The advice for an alarm, its related setpoints, its history, and earlier alarms of the same rule.
import { formatAge, formatClock, formatTime } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { SeverityMark } from '../../../ui/marks.tsx'
import { useMay, useZone } from '../../../ui/me.ts'
import { Go, withSearch } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { useText } from '../../../ui/words.ts'
import { LiveCell, type LiveValues } from '../../device/open/live-value.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import { usePlatformNow } from './alarm-cells.tsx'
import type { AlarmInfo, AlarmNote } from './contract.ts'
import { alarmPage } from './rules.ts'
import { alarmText } from './text.ts'

type Of = { alarm: AlarmInfo }

/** The rule's advice, one step per line. */
export function Advice({ alarm: { advice, equipmentId } }: Of) {
  const t = useText(alarmText)
  const may = useMay()
  const name = useName()
  const steps = name(advice ?? '')
    .split('\n')
    .filter((line) => line.trim())
  if (steps.length === 0) return null
  return (
    <section className="alarm-part">
      <header>
        <h3>{t('whatToDo')}</h3>
        {may('equipment:edit') && (
          <Go to={pathOf('/manage/eg/equipment/edit/{id}/info', { id: equipmentId })}>{t('edit')}</Go>
        )}
      </header>
      <ol className="alarm-steps">
        {steps.map((step) => (
          <li key={step}>{step.replace(/^\d+[.、]\s*/, '')}</li>
        ))}
      </ol>
    </section>
  )
}

const noteWords = {
  raised: 'raised',
  cleared: 'clearedAct',
  acknowledged: 'acknowledgedAct',
  commented: 'commentedAct',
  reset: 'resetAct',
  shelved: 'shelvedAct',
  unshelved: 'unshelvedAct',
  outOfService: 'outOfServiceAct',
  inService: 'inServiceAct',
  told: 'toldAct',
  failed: 'failedAct',
} as const satisfies Record<AlarmNote['act'], string>

export function Notes({ alarm: { notes, level } }: Of) {
  const t = useText(alarmText)
  const zone = useZone()
  const now = usePlatformNow()
  const name = useName()
  const today = formatTime(now, zone).slice(0, 10)
  if (notes.length === 0) return null
  return (
    <section className="alarm-part">
      <h3>{t('whatHappened')}</h3>
      <ol className="alarm-notes">
        {notes.map(({ at, act, accountName, text }) => (
          <li key={`${at} ${act} ${text ?? ''}`}>
            <time>
              {formatTime(at, zone).startsWith(today) ? formatClock(at, zone) : formatTime(at, zone).slice(5, 16)}
            </time>
            {act === 'raised' ? <SeverityMark severity={level} /> : <i className="alarm-dot" />}
            <span>
              {t(noteWords[act], { name: name(accountName ?? '') }).trim()}
              {text && `: ${text}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const days = 30
const dayMs = 24 * 3600_000

/** Alarms of this rule in the last thirty days on a time line; each mark links to its alarm. */
export function Same({ alarm: { same, medianMs, level, id } }: Of) {
  const t = useText(alarmText)
  const language = useLanguage()
  const zone = useZone()
  const now = usePlatformNow()
  const from = now - days * dayMs
  return (
    <section className="alarm-part">
      <header>
        <h3>{t('same')}</h3>
        <span>
          {medianMs === null
            ? t('sameTimes', { count: same.length })
            : t('sameCount', { count: same.length, age: formatAge(medianMs, language) })}
        </span>
      </header>
      <div className="alarm-same">
        {same.map((one) => (
          <span key={one.id} style={{ left: `${Math.max(0, ((one.raisedAt - from) / (days * dayMs)) * 100)}%` }}>
            <Go
              to={withSearch(alarmPage, { view: 'history', alarm: one.id })}
              label={formatTime(one.raisedAt, zone)}
              current={one.id === id}
            >
              <SeverityMark severity={level} />
            </Go>
          </span>
        ))}
      </div>
      <p className="alarm-same-ends">
        <span>{formatTime(from, zone).slice(5, 10)}</span>
        <span>{t('today')}</span>
      </p>
    </section>
  )
}

/** Related setpoints. Writing opens the device's page, which asks for confirmation and reads the value back. */
export function SetPoints({
  alarm: { setPointIds, equipmentId },
  values,
}: {
  alarm: AlarmInfo
  values: LiveValues | undefined
}) {
  const t = useText(alarmText)
  const name = useName()
  const shown = setPointIds.flatMap((id) => values?.signals?.find((signal) => signal.id === id) ?? [])
  if (!values || shown.length === 0) return null
  const device = pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id: equipmentId, alarm: 0 })
  return (
    <section className="alarm-part">
      <h3>{t('setPoints')}</h3>
      <ul className="alarm-points">
        {shown.map((signal) => (
          <li key={signal.id}>
            <span>{name(signal.title)}</span>
            <LiveCell id={signal.id} written={signal} values={values} />
            <Go to={withSearch(device, { do: 'write', signal: signal.id })}>{t('write')}</Go>
          </li>
        ))}
      </ul>
    </section>
  )
}
