// A field of the report editor: label, control, note and fault.
import type { ReactNode } from 'react'

export function ReportField({
  label,
  required = false,
  note,
  fault,
  children,
}: {
  label: string
  required?: boolean
  note?: ReactNode
  fault?: string | undefined
  children: ReactNode
}) {
  return (
    <div className={fault ? 'report-field report-wrong' : 'report-field'}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children */}
      <label>
        <span className="form-label">
          {label}
          {required && <em aria-hidden="true">*</em>}
        </span>
        {children}
      </label>
      {fault ? (
        <p className="report-fault" role="alert">
          {fault}
        </p>
      ) : (
        note && <p className="report-note">{note}</p>
      )}
    </div>
  )
}
