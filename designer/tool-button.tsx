// Buttons and switches for the toolbars of designers.
import { Icon, type IconName } from '../ui/icon.tsx'

type ToolProps = { icon: IconName; label: string; isOn?: boolean; isOff?: boolean; onClick: () => void }

export function Tool({ icon, label, isOn, isOff = false, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className="designer-tool"
      title={label}
      aria-label={label}
      aria-pressed={isOn}
      aria-disabled={isOff}
      onClick={onClick}
    >
      <Icon name={icon} size={18} />
    </button>
  )
}

export function Switch({ label, isOn, onClick }: { label: string; isOn: boolean; onClick: () => void }) {
  return (
    <button type="button" className="designer-switch" aria-pressed={isOn} onClick={onClick}>
      {label}
      {isOn && <Icon name="check" size={14} />}
    </button>
  )
}
