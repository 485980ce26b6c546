// A labelled field of the report editor, with the error of the platform below it.
import { type ReactNode, useId } from 'react'

/** What the platform refused: at the field it names, or of the whole. */
export type Fault = { at: (field: string) => string | undefined; whole: string | undefined }

/** A control with its name above it, and what is wrong with it below. */
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
