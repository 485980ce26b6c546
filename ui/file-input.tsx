// The control of a field that takes one file. `value` and `onChange` come from the field.
import { type ChangeEvent, useRef } from 'react'
import './file-input.css'
import { formatSize } from './format.ts'
import { PlainAct } from './plain.tsx'
import { toast } from './toast.tsx'

export function FileInput({
  label,
  act,
  accept,
  maxBytes,
  tooLarge,
  value,
  onChange,
  id,
}: {
  /** The accessible name. */
  label: string
  /** On the button. */
  act: string
  accept: string
  maxBytes: number
  /** Called with a file that is too large. */
  tooLarge: string
  value?: File
  onChange?: (file: File) => void
  id?: string
}) {
  const input = useRef<HTMLInputElement>(null)
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file && file.size > maxBytes) toast.bad(new Error(tooLarge))
    else if (file) onChange?.(file)
    // The same file can be selected again.
    target.value = ''
  }
  return (
    <div className="file-input">
      <PlainAct icon="upload" onClick={() => input.current?.click()}>
        {act}
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
