// One alarm: what it is, what to do, what happened, and the acts on it. Beside the list, and on a phone the whole page with
// everything to decide above the thumb and everything to do under it.
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { Act } from '../../ui/act.tsx'
import { AsOf } from '../../ui/as-of.tsx'
import { useNarrow } from '../../ui/form.tsx'
import { formatAge, formatTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useLanguage } from '../../ui/language.ts'
import { useMay, useMe } from '../../ui/me.ts'
import { Go, usePlace } from '../../ui/place.tsx'
import { IconAct } from '../../ui/plain.tsx'
import { pathOf } from '../../ui/routes.ts'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { useText } from '../../ui/words.ts'
import { Told } from '../delivery/part-told.tsx'
import { useName } from '../translation/part-name.ts'
import { stoodMs, usePlatformNow, valueText } from './alarm-cells.tsx'
import { AlarmCurve } from './alarm-curve.tsx'
import { Advice, Notes, Same, SetPoints } from './alarm-story.tsx'
import { type AlarmId, type AlarmInfo, acknowledgeAlarms, commentAlarms, resetAlarms } from './contract.ts'
import { isToReset, Shelve, Unshelve } from './select-bar.tsx'
import { AlarmShape, edgeOf } from './shape.tsx'
import { alarmText } from './text.ts'
import { useAlarm, useAlarmAct } from './use-alarms.ts'

type Props = {
  id: AlarmId
  /** Where it stands in the list. */
  place: { at: number; count: number } | undefined
  onPrevious?: () => void
  onNext?: () => void
  onClose: () => void
}

export function AlarmPanel({ id, place, onPrevious, onNext, onClose }: Props) {
  const t = useText(alarmText)
  const narrow = useNarrow()
  const query = useAlarm(id)
  const alarm = query.data
  const where = place ? t(narrow ? 'alarmOf' : 'of', place) : narrow ? t('alarmNumber', { id }) : ''
  return (
    <aside
      className={alarm ? `alarm-panel${narrow ? edgeOf(alarm) : ''}` : 'alarm-panel'}
      aria-label={alarm?.name ?? where}
    >
      <header className="alarm-panel-head">
        {narrow && <IconAct icon="left" label={t('close')} onClick={onClose} />}
        {!narrow && alarm && <AlarmShape alarm={alarm} word soft />}
        <span>{where}</span>
        <span className="alarm-panel-nav">
          <IconAct icon="up" label={t('previous')} disabled={!onPrevious} onClick={() => onPrevious?.()} />
          <IconAct icon="down" label={t('next')} disabled={!onNext} onClick={() => onNext?.()} />
          {!narrow && <IconAct icon="close" label={t('close')} onClick={onClose} />}
        </span>
      </header>
      {alarm ? (
        <>
          <AsOf query={query} />
          <div className="alarm-panel-body">
            <Summary alarm={alarm} narrow={narrow} />
            <AlarmCurve alarm={alarm} />
            <Advice alarm={alarm} />
            <SetPoints alarm={alarm} />
            <Told alarmId={alarm.id} next={alarm.next} />
            <Notes alarm={alarm} />
            <Same alarm={alarm} />
          </div>
          {narrow ? <PhoneActs alarm={alarm} /> : <PanelActs alarm={alarm} />}
        </>
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className="alarm-panel-body">
          <Skeleton lines={12} />
        </div>
      )}
    </aside>
  )
}

const deviceOf = (alarm: AlarmInfo) =>
  pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id: alarm.equipmentId, alarm: alarm.id })

function Summary({ alarm, narrow }: { alarm: AlarmInfo; narrow: boolean }) {
  const t = useText(alarmText)
  const language = useLanguage()
  const name = useName()
  const zone = useMe()?.zone
  const now = usePlatformNow()
  const age = formatAge(stoodMs(alarm, now), language)
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
        {alarm.content !== alarm.name && ` · ${name(alarm.content)}`}
      </p>
      <div className="alarm-summary-value">
        {alarm.value !== null && (
          <p className={`alarm-number alarm-ink-${alarm.level}`}>
            {valueText(alarm)}
            {alarm.unit && <i>{alarm.unit}</i>}
          </p>
        )}
        <p>
          {alarm.limitText && <span>{t('limit', { limit: `${alarm.limitText} ${alarm.unit ?? ''}`.trim() })}</span>}
          <span>{t('raisedAt', { at: formatTime(alarm.raisedAt, zone).slice(5) })}</span>
        </p>
        {!narrow && <p className="alarm-summary-end">{standing}</p>}
      </div>
    </section>
  )
}

/** Acts open in place, one at a time. */
function PanelActs({ alarm }: { alarm: AlarmInfo }) {
  const t = useText(alarmText)
  const { go } = usePlace()
  const [doing, setDoing] = useState<'say' | 'shelve'>()
  const done = () => setDoing(undefined)
  const resets = isToReset([alarm])
  return (
    <footer className="alarm-panel-acts">
      {doing === 'say' && <Say alarm={alarm} onDone={done} />}
      {doing === 'shelve' && <Shelve rows={[alarm]} onDone={done} />}
      <div>
        <Act icon="check" may="alarm:acknowledge" onClick={() => setDoing(doing === 'say' ? undefined : 'say')}>
          {t(resets ? 'reset' : alarm.acknowledgedAt === null ? 'acknowledgeDots' : 'addComment')}
        </Act>
        {alarm.shelf ? (
          <Unshelve rows={[alarm]} onDone={done} />
        ) : (
          <Act icon="clock" may="alarm:shelve" onClick={() => setDoing(doing === 'shelve' ? undefined : 'shelve')}>
            {t('shelve')}
          </Act>
        )}
        <Act icon="device" onClick={() => go(deviceOf(alarm))}>
          {t('openDevice')}
        </Act>
      </div>
    </footer>
  )
}

/** What may be done to it now: acknowledged, reset, or commented. */
function useSaying(alarm: AlarmInfo, onDone: () => void) {
  const [comment, setComment] = useState('')
  const done = () => {
    setComment('')
    onDone()
  }
  const acknowledge = useAlarmAct(acknowledgeAlarms, 'acknowledged', done)
  const reset = useAlarmAct(resetAlarms, 'resetDone', done)
  const say = useAlarmAct(commentAlarms, 'commented', done)
  const isWaiting = alarm.acknowledgedAt === null
  const resets = isToReset([alarm])
  const send = () => {
    const alarmIds = [alarm.id]
    if (isWaiting) acknowledge.mutate({ alarmIds, comment })
    else if (resets) reset.mutate({ alarmIds, comment })
    else if (comment.trim()) say.mutate({ alarmIds, comment })
  }
  return {
    ...{ comment, setComment, send },
    isBusy: acknowledge.isPending || reset.isPending || say.isPending,
    word: isWaiting ? 'acknowledge' : resets ? 'reset' : 'addComment',
    needsWords: !isWaiting && !resets && !comment.trim(),
  } as const
}

function Say({ alarm, onDone }: { alarm: AlarmInfo; onDone: () => void }) {
  const t = useText(alarmText)
  const { comment, setComment, send, isBusy, word, needsWords } = useSaying(alarm, onDone)
  return (
    <form
      className="alarm-say"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Ready chosen={comment} onChoose={setComment} />
      <input
        // biome-ignore lint/a11y/noAutofocus: it opens by a press that asks for it
        autoFocus
        className="alarm-input"
        aria-label={t('comment')}
        placeholder={t('commentMaybe')}
        maxLength={limits.alarmCommentLength}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
      />
      <Act kind="primary" icon="check" submit busy={isBusy} why={needsWords && t('comment')}>
        {t(word)}
      </Act>
    </form>
  )
}

const ready = ['onMyWay', 'known', 'inRepair', 'falseAlarm'] as const

/** What is said most, at one press. */
function Ready({ chosen, onChoose }: { chosen: string; onChoose: (words: string) => void }) {
  const t = useText(alarmText)
  return (
    <fieldset className="alarm-ready">
      <legend className="unseen">{t('readyComments')}</legend>
      {ready.map((key) => (
        <button key={key} type="button" aria-pressed={chosen === t(key)} onClick={() => onChoose(t(key))}>
          {t(key)}
        </button>
      ))}
    </fieldset>
  )
}

function PhoneActs({ alarm }: { alarm: AlarmInfo }) {
  const t = useText(alarmText)
  const may = useMay()
  const { go } = usePlace()
  const { comment, setComment, send, isBusy, word, needsWords } = useSaying(alarm, () => undefined)
  const [isShelving, setShelving] = useState(false)
  const mayShelve = may('alarm:shelve')
  if (isShelving)
    return (
      <div className="alarm-phone-acts">
        <Shelve rows={[alarm]} onDone={() => setShelving(false)} />
        <Act onClick={() => setShelving(false)}>{t('cancel')}</Act>
      </div>
    )
  return (
    <form
      className="alarm-phone-acts"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Ready chosen={comment} onChoose={setComment} />
      <label className="alarm-phone-say">
        <input
          aria-label={t('comment')}
          placeholder={t('comment')}
          maxLength={limits.alarmCommentLength}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
        <span>
          {comment.length} / {limits.alarmCommentLength}
        </span>
      </label>
      <div>
        {alarm.shelf ? (
          <Unshelve rows={[alarm]} onDone={() => undefined} />
        ) : (
          mayShelve && (
            <button type="button" className="act" aria-label={t('shelve')} onClick={() => setShelving(true)}>
              <Icon name="clock" />
            </button>
          )
        )}
        <Act icon="device" onClick={() => go(deviceOf(alarm))}>
          {t('openDevice')}
        </Act>
        <Act kind="primary" icon="check" submit may="alarm:acknowledge" busy={isBusy} why={needsWords && t('comment')}>
          {t(word)}
        </Act>
      </div>
    </form>
  )
}
