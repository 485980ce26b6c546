// A field that writes. Shows the device's value until the user edits it, holds the edit while values stream in, and
// shows the device's value again after the write. An unwritten edit stays, marked.
import { useMemo, useReducer } from 'react'
import type { Value } from '../../core/data-type.ts'
import type { PageHost } from '../host/page-host.ts'
import type { Input, Mode, Reading } from '../widget.ts'
import { edited, showingValue } from './edit.ts'
import { isValueOf } from './options.ts'
import { useReading } from './use-reading.ts'

export type Control = {
  reading: Reading
  /** The edit; undefined while the device's value is shown. */
  edit: string | undefined
  type: (text: string) => void
  /** Called when the field loses the focus. */
  leave: () => void
  revert: () => void
  /** True while a write is running. */
  isBusy: boolean
  /** The text in the field has not been written to the device. */
  isLeft: boolean
  /** The field is inactive: in the designer, without a binding, or bound to a value that the viewer may not see. */
  isStill: boolean
  /** Asks for confirmation and writes. `text`: the value as the field shows it, if that differs. */
  commit: (value: Value, text?: string) => void
}

type Of = { inputs: (slot: string) => readonly Input[]; host: PageHost; mode: Mode; hint: string }

export function useControl({ inputs, host, mode, hint }: Of): Control {
  const input = useMemo(() => inputs('value')[0], [inputs])
  const reading = useReading(input)
  const [edit, tell] = useReducer(edited, showingValue)
  const isBusy = edit.step === 'writing'
  const isStill = mode !== 'run' || input === undefined || input.isUnseen === true
  const commit = (value: Value, text = String(value)) => {
    if (isStill || !input || isBusy) return
    tell({ type: 'write', text })
    host.write({ bound: input, value, hint }).then(
      (ended) => tell({ type: ended === 'done' ? 'done' : 'failed' }),
      () => tell({ type: 'failed' }),
    )
  }
  return {
    reading,
    edit: edit.step === 'shown' ? undefined : edit.text,
    type: (text) => tell({ type: 'type', text }),
    leave: () => tell({ type: 'leave' }),
    revert: () => tell({ type: 'revert' }),
    ...{ isBusy, isLeft: edit.step === 'left', isStill, commit },
  }
}

/** Choosing the value that the device already has cancels the edit instead of writing again. */
export function choose({ reading, revert, commit }: Control, value: string): void {
  if (reading.quality === 'good' && isValueOf(reading.value, value)) revert()
  else commit(value)
}
