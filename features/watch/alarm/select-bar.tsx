// Buttons that change the selected alarms, in place of the filters; comment or reason is entered in place.
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { useText } from '../../../ui/words.ts'
import { type AlarmRow, type AlarmView, shelveAlarms, takeOutOfService, unshelveAlarms } from './contract.ts'
import { useAlarmAct, useAnswer } from './part-queries.ts'
import { alarmText } from './text.ts'

const spans = { hour: 60, shift: 8 * 60, day: 24 * 60, outOfService: null } as const
type Span = keyof typeof spans

type Props = { rows: readonly AlarmRow[]; view: AlarmView; onDone: () => void }

export function SelectBar({ rows, view, onDone }: Props) {
  const t = useText(alarmText)
  const isSilent = view === 'shelved'
  return (
    <div className="alarm-select" role="toolbar" aria-label={t('selected', { count: rows.length })}>
      <p className="alarm-select-count">
        <b>{t('selected', { count: rows.length })}</b>
        <PlainAct kind="link" onClick={onDone}>
          {t('none')}
        </PlainAct>
      </p>
      {isSilent ? <Unshelve rows={rows} onDone={onDone} /> : <Acknowledge rows={rows} onDone={onDone} />}
      {!isSilent && <Shelve rows={rows} onDone={onDone} />}
    </div>
  )
}

type Some = { rows: readonly AlarmRow[]; onDone: () => void }
const idsOf = (rows: readonly AlarmRow[]) => rows.map(({ id }) => id)

/** Whether the button resets: all selected alarms are latched and acknowledged. Otherwise the button acknowledges. */
export const isToReset = (rows: readonly AlarmRow[]): boolean =>
  rows.every(({ state, acknowledgedAt }) => state === 'latched' && acknowledgedAt !== null)

function Acknowledge({ rows, onDone }: Some) {
  const t = useText(alarmText)
  const { comment, setComment, acknowledge, reset } = useAnswer(onDone)
  const resets = isToReset(rows)
  const act = resets ? reset : acknowledge
  const isSeen = !resets && rows.every(({ acknowledgedAt }) => acknowledgedAt !== null)
  return (
    <form
      className="alarm-select-line"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSeen) act.mutate({ alarmIds: idsOf(rows), comment })
      }}
    >
      <input
        className="alarm-input"
        aria-label={t('comment')}
        placeholder={t('commentMaybe')}
        maxLength={limits.alarmCommentLength}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
      />
      <Act
        kind="primary"
        icon="check"
        submit
        sends
        may="alarm:acknowledge"
        busy={act.isPending}
        why={isSeen && t('isAcknowledged')}
      >
        {t(resets ? 'resetSome' : 'acknowledgeSome', { count: rows.length })}
      </Act>
    </form>
  )
}

export function Shelve({ rows, onDone }: Some) {
  const t = useText(alarmText)
  const [span, setSpan] = useState<Span>('hour')
  const [reason, setReason] = useState('')
  const shelve = useAlarmAct(shelveAlarms, 'shelvedDone', onDone)
  const takeOut = useAlarmAct(takeOutOfService, 'shelvedDone', onDone)
  const minutes = spans[span]
  const send = () => {
    if (!reason.trim()) return
    const some = { alarmIds: idsOf(rows), reason }
    if (minutes === null) takeOut.mutate(some)
    else shelve.mutate({ ...some, minutes })
  }
  return (
    <form
      className="alarm-select-line alarm-shelve"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Segmented
        label={t('shelveFor')}
        value={span}
        options={(Object.keys(spans) as Span[]).map((value) => ({ value, label: t(value) }))}
        onChange={setSpan}
      />
      <input
        className="alarm-input"
        aria-label={t('reason')}
        placeholder={t('reason')}
        maxLength={limits.alarmCommentLength}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Act
        icon="clock"
        submit
        sends
        may="alarm:shelve"
        busy={shelve.isPending || takeOut.isPending}
        why={!reason.trim() && t('reasonNeeded')}
      >
        {t(minutes === null ? 'takeOut' : 'shelveSome', { count: rows.length })}
      </Act>
    </form>
  )
}

export function Unshelve({ rows, onDone }: Some) {
  const t = useText(alarmText)
  const unshelve = useAlarmAct(unshelveAlarms, 'unshelvedDone', onDone)
  return (
    <Act
      kind="primary"
      icon="undo"
      sends
      may="alarm:shelve"
      busy={unshelve.isPending}
      onClick={() => unshelve.mutate({ alarmIds: idsOf(rows) })}
    >
      {t('unshelveSome', { count: rows.length })}
    </Act>
  )
}
