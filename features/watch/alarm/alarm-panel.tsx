// The panel of one alarm: its data, advice, history and buttons. Shown beside the list; on a phone it fills the page,
// with the facts first and the buttons at the bottom.
import type { AlarmId } from '../../../contract/fields.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import { formatAge, formatTime } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useLink } from '../../../ui/link.ts'
import { TimesIn, useMay, useZone, useZoneOf } from '../../../ui/me.ts'
import { Go } from '../../../ui/place.tsx'
import { IconAct } from '../../../ui/plain.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { ZoneMark } from '../../../ui/zone-note.tsx'
import { type LiveValues, useLiveValues } from '../../device/open/live-value.tsx'
import { Told } from '../../notify/open/delivery-told.tsx'
import { useFilled, useName } from '../../platform/open/translation-name.ts'
import { AlarmCurve } from '../alarm-curve/part-curve.tsx'
import { Now, useCourse } from '../alarm-curve/part-now.tsx'
import { limitWords, raisedValueText } from '../open/alarm-value-words.ts'
import { deviceOf, mvarOf } from './address.ts'
import { stoodMs, usePlatformNow } from './alarm-cells.tsx'
import { Advice, Notes, Same, SetPoints } from './alarm-story.tsx'
import type { AlarmInfo } from './contract.ts'
import { PanelActs, PhoneActs } from './panel-acts.tsx'
import { useAlarm } from './part-queries.ts'
import { AlarmShape, edgeOf } from './part-shape.tsx'
import { alarmText } from './text.ts'

type Props = {
  id: AlarmId
  /** Position in the list, for the title. */
  place: { at: number; count: number } | undefined
  onPrevious?: () => void
  onNext?: () => void
  onClose: () => void
  /** Whether the panel is part of the device's page. */
  isInDevice?: boolean
}

export function AlarmPanel({ id, place, onPrevious, onNext, onClose, isInDevice = false }: Props) {
  const t = useText(alarmText)
  const narrow = useNarrow()
  const isUp = useLink().state === 'up'
  const query = useAlarm(id)
  const alarm = query.data
  const zone = useZoneOf({ zone: alarm?.zone ?? null })
  const where = place ? t(narrow ? 'alarmOf' : 'of', place) : narrow ? t('alarmNumber', { id }) : ''
  return (
    <aside
      className={`alarm-panel${isInDevice ? ' alarm-panel-tab' : ''}${alarm && narrow ? edgeOf(alarm) : ''}`}
      aria-label={alarm?.name ?? where}
    >
      <header className="alarm-panel-head">
        {narrow && <IconAct icon="left" label={t('close')} onClick={onClose} />}
        {!narrow && alarm && <AlarmShape alarm={alarm} word soft />}
        <span>{where}</span>
        <span className="alarm-panel-nav">
          {!isInDevice && (
            <>
              <IconAct icon="up" label={t('previous')} disabled={!onPrevious} onClick={() => onPrevious?.()} />
              <IconAct icon="down" label={t('next')} disabled={!onNext} onClick={() => onNext?.()} />
            </>
          )}
          {!narrow && <IconAct icon="close" label={t('close')} onClick={onClose} />}
        </span>
      </header>
      {alarm ? (
        <>
          <AsOf query={query} />
          <div className="alarm-panel-body">
            <TimesIn value={zone}>
              <Body alarm={alarm} narrow={narrow} />
            </TimesIn>
          </div>
          {narrow ? (
            <PhoneActs alarm={alarm} isInDevice={isInDevice} />
          ) : (
            <PanelActs alarm={alarm} isInDevice={isInDevice} />
          )}
        </>
      ) : query.error && isUp ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className="alarm-panel-body">
          <Skeleton lines={12} />
        </div>
      )}
    </aside>
  )
}

type Of = { alarm: AlarmInfo; narrow: boolean }

function Body(of: Of) {
  const may = useMay()
  const { signalId, setPointIds } = of.alarm
  const isLive = may('monitor:view') && (signalId !== null || setPointIds.length > 0)
  return isLive ? <LiveBody {...of} /> : <Parts {...of} values={undefined} />
}

const LiveBody = (of: Of) => <Parts {...of} values={useLiveValues(of.alarm.equipmentId, '')} />

function Parts({ alarm, narrow, values }: Of & { values: LiveValues | undefined }) {
  const t = useText(alarmText)
  const course = useCourse({ alarm, values })
  return (
    <>
      <Summary alarm={alarm} narrow={narrow} />
      {alarm.state === 'active' && !alarm.isHeard && <p className="as-of">{t('notHeard')}</p>}
      <Now alarm={alarm} values={values} course={course} />
      <AlarmCurve alarm={alarm} limit={limitWords(alarm)} course={course} />
      <Advice alarm={alarm} />
      <SetPoints alarm={alarm} values={values} />
      <Told alarmId={alarm.id} next={alarm.next} />
      <Notes alarm={alarm} />
      <Same alarm={alarm} />
    </>
  )
}

/** The intermediate variable of the alarm, as a link if the user may open its project. */
function Calculated({ mvar: { title, id, projectId } }: { mvar: NonNullable<AlarmInfo['mvar']> }) {
  const name = useName()
  const may = useMay()
  if (id === null || projectId === null || !may('project:view')) return name(title)
  return <Go to={mvarOf({ id, projectId })}>{name(title)}</Go>
}

function Summary({ alarm, narrow }: Of) {
  const t = useText(alarmText)
  const language = useLanguage()
  const name = useName()
  const filled = useFilled()
  const zone = useZone()
  const now = usePlatformNow()
  const age = formatAge(stoodMs(alarm, now), language)
  const limit = limitWords(alarm)
  const words = { active: 'activeFor', latched: 'latchedFor', cleared: 'stoodFor' } as const
  const standing = (
    <>
      <b>{t(words[alarm.state], { age })}</b>
      <span>{t(alarm.acknowledgedAt === null ? 'notAcknowledged' : 'isAcknowledged')}</span>
    </>
  )
  return (
    <section className="alarm-summary">
      {narrow && (
        <p className="alarm-summary-first">
          <AlarmShape alarm={alarm} word soft />
          {standing}
        </p>
      )}
      <h2>{name(alarm.name)}</h2>
      <p className="alarm-summary-where">
        <Go to={deviceOf(alarm)}>{name(alarm.equipmentName)}</Go>
        {alarm.mvar && (
          <>
            {' · '}
            <Calculated mvar={alarm.mvar} />
          </>
        )}
        {alarm.content !== alarm.name && ` · ${filled(alarm.content)}`}
      </p>
      <div className="alarm-summary-value">
        {alarm.value !== null && (
          <p className={`alarm-number${alarm.state === 'active' ? ` alarm-ink-${alarm.level}` : ''}`}>
            {raisedValueText(alarm)}
            {alarm.unit && <i>{alarm.unit}</i>}
          </p>
        )}
        <p>
          {limit && <span>{t('limit', { limit: `${limit} ${alarm.unit ?? ''}`.trim() })}</span>}
          <span>
            {t('raisedAt', { at: formatTime(alarm.raisedAt, zone).slice(5) })}
            <ZoneMark zone={zone} at={alarm.raisedAt} />
          </span>
        </p>
        {!narrow && <p className="alarm-summary-end">{standing}</p>}
      </div>
    </section>
  )
}
