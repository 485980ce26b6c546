// The confirmation before an action that deletes or writes to a PLC: target, current value, limits and new value.
import { type ReactNode, useEffect } from 'react'
import './confirm.css'
import { Icon } from './icon.tsx'
import { PlainAct } from './plain.tsx'
import { createStore } from './store.ts'
import { uiText } from './text.ts'
import { useText } from './words.ts'

type Question = {
  title: string
  /** The text of the button: the action. */
  act: string
  /** The target: device and variable, group, account. */
  target: string
  /** The effect of the action in one sentence. */
  note?: ReactNode
  /** Red button, for actions that cannot be undone. */
  danger?: boolean
  current?: ReactNode
  next?: ReactNode
  limits?: ReactNode
}

type Asked = Question & { id: number; answer: (yes: boolean) => void }
/** The question on screen; one at a time. */
export const openQuestion = createStore<Asked | null>(null)
let last = 0

/** Asks before an action: `if (await confirm({ title, act, target, current, next, limits })) write.mutate(...)` */
export function confirm(question: Question): Promise<boolean> {
  openQuestion.get()?.answer(false)
  return new Promise((resolve) => {
    last += 1
    const mine: Asked = {
      ...question,
      id: last,
      answer: (yes) => {
        // A dialog can answer only its own question, and only once.
        if (openQuestion.get() !== mine) return
        openQuestion.set(null)
        resolve(yes)
      },
    }
    openQuestion.set(mine)
  })
}

/** Confirmations of a write that are on screen; nothing covers them. */
export const confirmedWrites = createStore(0)

function useKeepsAlone(isWrite: boolean): void {
  useEffect(() => {
    if (!isWrite) return undefined
    confirmedWrites.set((now) => now + 1)
    return () => confirmedWrites.set((now) => now - 1)
  }, [isWrite])
}

export function ConfirmCard({
  question,
  why,
  onAnswer,
}: {
  question: Question
  /** Why the action cannot run now; shown, and the button is disabled. */
  why?: string | undefined
  onAnswer: (yes: boolean) => void
}) {
  const t = useText(uiText)
  const { title, act, target, note, danger, current, next, limits } = question
  const change = current !== undefined || next !== undefined
  useKeepsAlone(change)
  return (
    <div className="confirm">
      <h2>{title}</h2>
      <p className="confirm-target">
        <span>{t('target')}</span>
        {target}
      </p>
      {change && (
        <div className="confirm-change">
          <ConfirmValue label={t('currentValue')}>{current ?? '—'}</ConfirmValue>
          <Icon name="right" size={16} />
          <ConfirmValue label={t('newValue')} strong>
            {next ?? '—'}
          </ConfirmValue>
          {limits !== undefined && <ConfirmValue label={t('limits')}>{limits}</ConfirmValue>}
        </div>
      )}
      {note && <div className="confirm-note">{note}</div>}
      {why && (
        <p className="confirm-why" role="alert">
          {why}
        </p>
      )}
      <div className="confirm-acts">
        <PlainAct onClick={() => onAnswer(false)}>{t('cancel')}</PlainAct>
        <PlainAct kind={danger ? 'danger' : 'primary'} disabled={!!why} onClick={() => onAnswer(true)}>
          {act}
        </PlainAct>
      </div>
    </div>
  )
}

function ConfirmValue({ label, strong, children }: { label: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={strong ? 'confirm-value confirm-strong' : 'confirm-value'}>
      <span>{label}</span>
      <div>{children}</div>
    </div>
  )
}
