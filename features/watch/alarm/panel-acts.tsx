// The buttons of one alarm. Each opens in place, one at a time; on a phone at the bottom of the screen.
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useMay } from '../../../ui/me.ts'
import { usePlace } from '../../../ui/place.tsx'
import { useText } from '../../../ui/words.ts'
import { deviceOf } from './address.ts'
import { type AlarmInfo, commentAlarms } from './contract.ts'
import { useAlarmAct, useAnswer } from './part-queries.ts'
import { isToReset, Shelve, Unshelve } from './select-bar.tsx'
import { alarmText } from './text.ts'

type ActsOf = { alarm: AlarmInfo; isInDevice: boolean }

/** Opens one form at a time, in place. */
export function PanelActs({ alarm, isInDevice }: ActsOf) {
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
        {!isInDevice && (
          <Act icon="device" onClick={() => go(deviceOf(alarm))}>
            {t('openDevice')}
          </Act>
        )}
      </div>
    </footer>
  )
}

/** The form for the action that fits the state: acknowledge, reset, or comment. */
function useSaying(alarm: AlarmInfo, onDone: () => void) {
  const { comment, setComment, done, acknowledge, reset } = useAnswer(onDone)
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
      <Act kind="primary" icon="check" submit sends busy={isBusy} why={needsWords && t('comment')}>
        {t(word)}
      </Act>
    </form>
  )
}

const ready = ['onMyWay', 'known', 'inRepair', 'falseAlarm'] as const

/** Shows frequent comments as buttons. */
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

export function PhoneActs({ alarm, isInDevice }: ActsOf) {
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
        {!isInDevice && (
          <Act icon="device" onClick={() => go(deviceOf(alarm))}>
            {t('openDevice')}
          </Act>
        )}
        <Act
          kind="primary"
          icon="check"
          submit
          sends
          may="alarm:acknowledge"
          busy={isBusy}
          why={needsWords && t('comment')}
        >
          {t(word)}
        </Act>
      </div>
    </form>
  )
}
