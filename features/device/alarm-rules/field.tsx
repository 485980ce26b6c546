// A field of the rule editor: label, saved value, control, note and fault.
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
  /** The saved value, if it differs. */
  was?: string | undefined
  required?: boolean
  note?: ReactNode
  fault?: string | undefined
  /** The field contains several controls, each with its own label. */
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
