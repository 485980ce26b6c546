// A field of a form that takes one file.
import type { ReactNode } from 'react'
import { Field } from './fields.tsx'
import { type FileChoice, FileInput } from './file-input.tsx'

/** Its value is a `File`. `needed` is shown when it is left empty; without `needed` it may be. */
export function FileField({
  name,
  note,
  needed,
  ...choice
}: FileChoice & { name: string; note?: ReactNode; needed?: string | undefined }) {
  const rules = needed === undefined ? [] : [{ required: true, message: needed }]
  return (
    <Field name={name} label={choice.label} note={note} rules={rules}>
      <FileInput {...choice} />
    </Field>
  )
}
