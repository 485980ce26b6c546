// The editor of one part of an object: head with the way back and a switch, fields, and a footer that stays visible.
import { Switch } from 'antd'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import './editor-card.css'
import type { Permission } from '../contract/permissions.ts'
import { Act } from './act.tsx'
import { Icon } from './icon.tsx'
import { PlainAct } from './plain.tsx'

/** Scrolls to the first faulty field and focuses it. */
function toFirstFault(within: HTMLElement | null): void {
  const fault = within?.querySelector('.editor-fault')
  fault?.parentElement?.querySelector<HTMLElement>('input, textarea, [role=textbox]')?.focus({ preventScroll: true })
  fault?.scrollIntoView({ block: 'nearest' })
}

/**
 * Whether the user has tried to save: from then on all faults are shown. `send` saves, or goes to the first fault within
 * `form`.
 */
export function useTried(faultCount: number) {
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLElement>(null)
  const send = (save: () => unknown) => {
    flushSync(() => setTried(true))
    if (faultCount === 0) save()
    else toFirstFault(form.current)
  }
  return { isTried, form, send }
}

/** The number of faults that prevent saving, or another reason, as a sentence. */
export const EditorFaults = ({ children }: { children: ReactNode }) => (
  <span className="editor-faults" role="status">
    <Icon name="alarm" size={14} />
    {children}
  </span>
)

export function EditorCard({
  form,
  back,
  title,
  enabled,
  save,
  cancel,
  faults,
  note,
  children,
}: {
  /** The element of `useTried`. */
  form: RefObject<HTMLElement | null>
  /** Text of the way back, which also closes the editor. */
  back: string
  title: string
  /** The switch of the edited part. */
  enabled: { label: string; value: boolean; onChange: (isOn: boolean) => void }
  save: { label: string; may: Permission; busy: boolean; why: string | false | undefined; onClick: () => void }
  cancel: { label: string; onClick: () => void }
  /** Why the part cannot be saved as it is; shown in place of the note. */
  faults: string | false | undefined
  /** The effect of saving. */
  note: string
  children: ReactNode
}) {
  return (
    <section ref={form} className="card editor-card">
      <header className="editor-head">
        <PlainAct kind="link" icon="left" onClick={cancel.onClick}>
          {back}
        </PlainAct>
        <h2>{title}</h2>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control */}
        <label className="editor-switch">
          {enabled.label}
          <Switch size="small" checked={enabled.value} onChange={enabled.onChange} />
        </label>
      </header>
      <div className="editor-fields">{children}</div>
      <footer className="editor-foot">
        <Act kind="primary" sends may={save.may} busy={save.busy} why={save.why} onClick={save.onClick}>
          {save.label}
        </Act>
        <PlainAct onClick={cancel.onClick}>{cancel.label}</PlainAct>
        {faults ? <EditorFaults>{faults}</EditorFaults> : <span>{note}</span>}
      </footer>
    </section>
  )
}

/** A field of an editor: label, saved value, control, note and fault. */
export function EditorField({
  label,
  was,
  required = false,
  note,
  fault,
  isGroup = false,
  children,
}: {
  label: string
  /** The saved value, if it differs. */
  was?: string | undefined
  required?: boolean
  note?: ReactNode
  fault?: string | undefined
  /** The field contains several controls, each with its own label. */
  isGroup?: boolean
  children: ReactNode
}) {
  const Box = isGroup ? 'div' : 'label'
  return (
    <div className={fault ? 'editor-field editor-wrong' : 'editor-field'}>
      <Box>
        <span className="form-label">
          <span>
            {label}
            {required && <em aria-hidden="true">*</em>}
          </span>
          {was !== undefined && <span className="editor-was">{was}</span>}
        </span>
        {children}
      </Box>
      {fault ? (
        <p className="editor-fault" role="alert">
          {fault}
        </p>
      ) : (
        note && <p className="editor-note">{note}</p>
      )}
    </div>
  )
}
