// A switch between the two views of a device or a project.
import { Icon } from './icon.tsx'
import { Go } from './place.tsx'
import { uiText } from './text.ts'
import './view-switch.css'
import { useText } from './words.ts'

const icons = { monitor: 'monitor', configure: 'settings' } as const
type View = keyof typeof icons

/** The address of each view, and which one is open. For users who may open both. */
export function ViewSwitch({ open, to }: { open: View; to: Record<View, string> }) {
  const t = useText(uiText)
  return (
    <nav className="view-switch" aria-label={t('views')}>
      {(['monitor', 'configure'] as const).map((view) => (
        <Go key={view} to={to[view]} current={view === open} label={t(view)}>
          <Icon name={icons[view]} size={16} />
          <span>{t(view)}</span>
        </Go>
      ))}
    </nav>
  )
}
