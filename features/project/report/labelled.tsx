// The fields of the report editor, and what the platform refused of them.
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
