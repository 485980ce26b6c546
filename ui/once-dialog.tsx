// A dialog for content that is shown once: a password, a link, a secret. Closes by its button only: a press outside
// must not lose the content.
import { Modal } from 'antd'
import type { ReactNode } from 'react'
import './once-dialog.css'
import { Copyable } from './key-values.tsx'
import { PlainAct } from './plain.tsx'
import { uiText } from './text.ts'
import { useText } from './words.ts'

export function OnceDialog({
  title,
  note,
  once,
  width = 520,
  footer,
  onClose,
  children,
}: {
  title: string
  /** Shown above the values: their purpose, for example. */
  note?: ReactNode
  /** The note that the content is shown only once, and how to store it. */
  once: string
  width?: number
  /** Replaces the button that closes. */
  footer?: ReactNode
  onClose: () => void
  /** `OnceTold` elements, shown below each other. */
  children: ReactNode
}) {
  const t = useText(uiText)
  return (
    <Modal open title={title} width={width} footer={null} closable={false} mask={{ closable: false }} keyboard={false}>
      {note && <p className="once-note">{note}</p>}
      <p className="once-warning">{once}</p>
      <dl className="once-told">{children}</dl>
      {footer ?? (
        <div className="once-acts">
          <PlainAct kind="primary" onClick={onClose}>
            {t('onceDone')}
          </PlainAct>
        </div>
      )}
    </Modal>
  )
}

export function OnceTold({ term, note, children }: { term: string; note?: string; children: ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>
        {children}
        {note && <small>{note}</small>}
      </dd>
    </>
  )
}

/** A value that is copied with one press. */
export function OnceValue({ term, note, value }: { term: string; note?: string; value: string }) {
  return (
    <OnceTold term={term} {...(note ? { note } : {})}>
      <Copyable text={value}>
        <code>{value}</code>
      </Copyable>
    </OnceTold>
  )
}
