// A field for typing: Enter writes, Escape reverts, and leaving the field marks the edit as not written.
import { type ReactNode, useId, useState } from 'react'
import { nothingShown } from '../../ui/format.ts'
import { useText } from '../../ui/words.ts'
import type { ValuesOf } from '../fields.ts'
import { ControlBox, type controlStyle } from './control.tsx'
import { controlText } from './text.ts'
import type { Control } from './use-control.ts'

export function TypedField({
  control,
  shown,
  read,
  style,
  label,
  unit = '',
  kind = 'text',
  list,
  mark,
  children,
}: {
  control: Control
  /** The device's value in editable form; empty if there is none. */
  shown: string
  /** Parses the typed text: the value to write, or the fault. */
  read: (typed: string) => { value: string } | { fault: string }
  style: ValuesOf<typeof controlStyle>
  label: string
  unit?: string
  kind?: 'text' | 'datetime-local' | 'date' | 'time'
  /** Id of a datalist with suggestions. */
  list?: string
  mark: ReactNode
  children?: ReactNode
}) {
  const t = useText(controlText)
  const { edit, type, revert, leave, isStill, isBusy, commit, reading } = control
  const noteId = useId()
  const [fault, setFault] = useState<string>()
  const takeBack = () => {
    setFault(undefined)
    revert()
  }
  const enter = () => {
    if (edit === undefined || isBusy) return
    if (edit.trim() === '') return setFault(t('required'))
    const found = read(edit)
    if ('fault' in found) setFault(found.fault)
    else commit(found.value, edit)
  }
  return (
    <ControlBox
      style={style}
      label={label}
      unit={unit}
      control={{ ...control, revert: takeBack }}
      noteId={noteId}
      fault={fault}
      mark={mark}
    >
      <input
        className="control-input"
        type={kind}
        step={kind === 'text' ? undefined : 1}
        aria-label={label || reading.title || t('field')}
        aria-invalid={fault !== undefined}
        aria-describedby={noteId}
        autoComplete="off"
        maxLength={200}
        list={list}
        style={{ textAlign: style.align }}
        value={edit ?? shown}
        placeholder={nothingShown}
        disabled={isStill}
        readOnly={isBusy}
        onChange={({ target }) => {
          setFault(undefined)
          type(target.value)
        }}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) enter()
          if (event.key === 'Escape' && !isBusy) takeBack()
        }}
      />
      {children}
    </ControlBox>
  )
}
