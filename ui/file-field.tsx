// A form field that accepts one file.
import type { ReactNode } from 'react'
import { Field } from './fields.tsx'
import { type FileChoice, FileInput } from './file-input.tsx'

/**
 * The value of the field is a `File`. `needed` is the message when the field is empty; without `needed` the field is
 * optional.
 */
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
