// Tabs are addresses: each survives a reload and opens in a new window.
import './tabs.css'
import { Go, usePlace } from './place.tsx'

export function Tabs({
  label,
  tabs,
}: {
  label: string
  /** `current` where the address alone does not tell, e.g. with `?tab=`. */
  tabs: readonly { to: string; label: string; count?: number | undefined; current?: boolean }[]
}) {
  const { path } = usePlace()
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Go key={tab.to} to={tab.to} current={tab.current ?? tab.to === path}>
          {tab.label}
          {tab.count ? <span> {tab.count}</span> : null}
        </Go>
      ))}
    </nav>
  )
}
