// Tabs are addresses: each survives a reload and opens in a new window.
import { useRef } from 'react'
import './tabs.css'
import { Go, usePlace } from './place.tsx'
import { useRowWithMore } from './row-with-more.ts'

export function Tabs({
  label,
  tabs,
}: {
  label: string
  /** `current` is set where the address alone does not decide, e.g. with `?tab=`. */
  tabs: readonly { to: string; label: string; count?: number | undefined; current?: boolean }[]
}) {
  const { path } = usePlace()
  const bar = useRef<HTMLElement>(null)
  const chosen = tabs.find((tab) => tab.current ?? tab.to === path)?.to
  useRowWithMore(bar, tabs.map(({ to }) => to).join(), chosen)
  return (
    <nav ref={bar} className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Go key={tab.to} to={tab.to} current={tab.current ?? tab.to === path}>
          {tab.label}
          {tab.count ? <span> {tab.count}</span> : null}
        </Go>
      ))}
    </nav>
  )
}
