// The confirmation before an action that deletes or writes to a PLC: target, current value, limits and new value.
import { Modal } from 'antd'
import type { ReactNode } from 'react'
import './confirm.css'
import { Icon } from './icon.tsx'
import { PlainAct } from './plain.tsx'
import { createStore, useStore } from './store.ts'
import { uiText } from './text.ts'
import { useText } from './words.ts'

export type Question = {
  title: string
  /** The text of the button: the action. */
  act: string
  /** The target: device and variable, group, account. */
  target: string
  /** The effect in one sentence. */
  note?: ReactNode
  /** Red button, for actions that cannot be undone. */
  danger?: boolean
  current?: ReactNode
  next?: ReactNode
  limits?: ReactNode
}

type Asked = Question & { answer: (yes: boolean) => void }
const asked = createStore<Asked | null>(null)

/** `if (await confirm({ title, act, target, current, next, limits })) write.mutate(...)` */
export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false)
  return new Promise((resolve) => {
    asked.set({
      ...question,
      answer: (yes) => {
        asked.set(null)
        resolve(yes)
      },
    })
  })
}

export function ConfirmHost() {
  const question = useStore(asked)
  return (
    <Modal
      open={question !== null}
      width={420}
      footer={null}
      closable={false}
      destroyOnHidden
      onCancel={() => question?.answer(false)}
    >
      {question && <ConfirmCard question={question} onAnswer={question.answer} />}
    </Modal>
  )
}

export function ConfirmCard({ question, onAnswer }: { question: Question; onAnswer: (yes: boolean) => void }) {
  const t = useText(uiText)
  const { title, act, target, note, danger, current, next, limits } = question
  const change = current !== undefined || next !== undefined
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
      {note && <p className="confirm-note">{note}</p>}
      <div className="confirm-acts">
        <PlainAct onClick={() => onAnswer(false)}>{t('cancel')}</PlainAct>
        <PlainAct kind={danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
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
