// The control that accepts one file. In a form, `value` and `onChange` come from the field.
import { type ChangeEvent, useRef } from 'react'
import './file-input.css'
import { formatSize } from './format.ts'
import { importText } from './import-text.ts'
import { PlainAct } from './plain.tsx'
import { toast } from './toast.tsx'
import { useText } from './words.ts'

/** The texts and limits of a choice of a file. */
export type FileChoice = {
  /** The accessible name of the control. */
  label: string
  /** Label of the button; "Choose a file" by default. */
  act?: string
  /** Accepted kinds of files; by default all. */
  accept?: string
  /** Maximum size; by default there is none. */
  maxBytes?: number
  /** Shown for a file that is too large; names the limit by default. */
  tooLarge?: string
  /** The chosen file is in use: the button ignores clicks. */
  busy?: boolean
}

/** A button that opens the choice, and name and size of the chosen file. */
export function FileInput({
  label,
  act,
  accept,
  maxBytes = Number.POSITIVE_INFINITY,
  tooLarge,
  busy = false,
  value,
  onChange,
  id,
}: FileChoice & { value?: File; onChange?: (file: File) => void; id?: string }) {
  const t = useText(importText)
  const input = useRef<HTMLInputElement>(null)
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file && file.size > maxBytes) toast.bad(new Error(tooLarge ?? t('tooLarge', { size: formatSize(maxBytes) })))
    else if (file) onChange?.(file)
    // Clearing the input allows the user to select the same file again.
    target.value = ''
  }
  return (
    <div className="file-input">
      <PlainAct icon="upload" busy={busy} onClick={() => input.current?.click()}>
        {act ?? t('choose')}
      </PlainAct>
      {value && <span title={value.name}>{`${value.name} · ${formatSize(value.size)}`}</span>}
      <input
        ref={input}
        id={id}
        className="unseen"
        type="file"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        onChange={take}
      />
    </div>
  )
}
