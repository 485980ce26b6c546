// A labelled field of the report editor, with its error below.
import { type ReactNode, useId } from 'react'

/** Errors that the platform returned: for one field, or for the whole report. */
export type Fault = { at: (field: string) => string | undefined; whole: string | undefined }

/** A control with its label above and its error below. */
export function Labelled({
  label,
  note,
  fault,
  isWide = false,
  children,
}: {
  label: string
  note?: string
  fault?: string | undefined
  isWide?: boolean
  children: (inputId: string) => ReactNode
}) {
  const inputId = useId()
  return (
    <div className="report-labelled" data-wide={isWide || undefined} data-wrong={fault ? '' : undefined}>
      <label htmlFor={inputId}>{label}</label>
      {children(inputId)}
      {fault ? <small role="alert">{fault}</small> : note && <small>{note}</small>}
    </div>
  )
}
