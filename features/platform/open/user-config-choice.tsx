// A setting of the user with a few visible choices.
import type { ReactNode } from 'react'
import '../user-config/user-config.css'
import { Segmented } from '../../../ui/segmented.tsx'

export function SettingChoice<V extends string>({
  name,
  note,
  value,
  options,
  onChange,
}: {
  name: string
  /** The purpose of the setting in one sentence, or help with the choice. */
  note: ReactNode
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
}) {
  return (
    <div className="setting">
      <div>
        <b>{name}</b>
        <p>{note}</p>
      </div>
      <Segmented label={name} value={value} options={options} onChange={onChange} />
    </div>
  )
}
