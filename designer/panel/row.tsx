// A line of the panel: its label on the left, its field on the right, what is wrong with it below.
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
  /** The field has the whole width, below its label. */
  isWide?: boolean
  /** Of several controls, each with a name of its own. */
  isGroup?: boolean
  /** Of a tick alone: its label has the rest of the line. */
  isFlag?: boolean
  /** Gets the id of its control, which the label names. */
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
