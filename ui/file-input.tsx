// The control of a field that takes one file, and the field. `value` and `onChange` come from the field.
import { type ChangeEvent, type ReactNode, useRef } from 'react'
import './file-input.css'
import { Field } from './fields.tsx'
import { formatSize } from './format.ts'
import { importText } from './import-text.ts'
import { PlainAct } from './plain.tsx'
import { toast } from './toast.tsx'
import { useText } from './words.ts'

type Choice = {
  /** The accessible name. */
  label: string
  /** On the button; "Choose a file" by default. */
  act?: string
  accept: string
  /** No limit by default. */
  maxBytes?: number
  /** Shown for a file that is too large; names the limit by default. */
  tooLarge?: string
}

export function FileInput({
  label,
  act,
  accept,
  maxBytes = Number.POSITIVE_INFINITY,
  tooLarge,
  value,
  onChange,
  id,
}: Choice & { value?: File; onChange?: (file: File) => void; id?: string }) {
  const t = useText(importText)
  const input = useRef<HTMLInputElement>(null)
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file && file.size > maxBytes) toast.bad(new Error(tooLarge ?? t('tooLarge', { size: formatSize(maxBytes) })))
    else if (file) onChange?.(file)
    // The same file can be selected again.
    target.value = ''
  }
  return (
    <div className="file-input">
      <PlainAct icon="upload" onClick={() => input.current?.click()}>
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

/** A field of a form whose value is a `File`; `needed` is shown when it is left empty, without `needed` it may be. */
export function FileField({
  name,
  note,
  needed,
  ...choice
}: Choice & { name: string; note?: ReactNode; needed?: string | undefined }) {
  return (
    <Field
      name={name}
      label={choice.label}
      note={note}
      rules={needed === undefined ? [] : [{ required: true, message: needed }]}
    >
      <FileInput {...choice} />
    </Field>
  )
}
