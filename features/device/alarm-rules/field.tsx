// A field of the rule editor: label, what it was, control, note, and what is wrong with it.
import type { ReactNode } from 'react'

export function AlarmField({
  label,
  was,
  required = false,
  note,
  fault,
  isGroup = false,
  children,
}: {
  label: string
  /** What is saved, where it differs. */
  was?: string | undefined
  required?: boolean
  note?: ReactNode
  fault?: string | undefined
  /** Several controls, each with a name of its own. */
  isGroup?: boolean
  children: ReactNode
}) {
  const Box = isGroup ? 'div' : 'label'
  return (
    <div className={fault ? 'alarm-field alarm-wrong' : 'alarm-field'}>
      <Box>
        <span className="form-label">
          <span>
            {label}
            {required && <em aria-hidden="true">*</em>}
          </span>
          {was !== undefined && <span className="alarm-was">{was}</span>}
        </span>
        {children}
      </Box>
      {fault ? (
        <p className="alarm-fault" role="alert">
          {fault}
        </p>
      ) : (
        note && <p className="alarm-note">{note}</p>
      )}
    </div>
  )
}
