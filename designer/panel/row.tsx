// A line of the panel: label on the left, field on the right, fault below.
import { type ReactNode, useId } from 'react'
import './panel.css'

export function Row({
  label,
  fault,
  isWide = false,
  isGroup = false,
  isFlag = false,
  children,
}: {
  label: string
  fault?: string | undefined
  /** The field has the whole width below its label. */
  isWide?: boolean
  /** The row has several controls, each with its own name. */
  isGroup?: boolean
  /** The row has a checkbox, whose label is on the same line. */
  isFlag?: boolean
  /** Receives the id of the control that the label refers to. */
  children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <div className="panel-row" data-wide={isWide || undefined} data-flag={isFlag || undefined}>
      {isGroup ? (
        <span className="panel-label" title={label}>
          {label}
        </span>
      ) : (
        <label className="panel-label" htmlFor={id} title={label}>
          {label}
        </label>
      )}
      <div className="panel-field">{children(id)}</div>
      {fault && (
        <p className="panel-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}

export function Section({ label, action, children }: { label: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="panel-section">
      <h3>
        <span>{label}</span>
        {action}
      </h3>
      {children}
    </section>
  )
}

export const Note = ({ children }: { children: ReactNode }) => <p className="panel-note">{children}</p>
