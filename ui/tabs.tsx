// Tabs are addresses: each survives a reload and opens in a new window.
import { type RefObject, useEffect, useRef } from 'react'
import './tabs.css'
import { Go, usePlace } from './place.tsx'

export function Tabs({
  label,
  tabs,
}: {
  label: string
  /** `current` where the address alone does not decide, e.g. with `?tab=`. */
  tabs: readonly { to: string; label: string; count?: number | undefined; current?: boolean }[]
}) {
  const { path } = usePlace()
  const bar = useRef<HTMLElement>(null)
  const chosen = tabs.find((tab) => tab.current ?? tab.to === path)?.to
  // A bar wider than the window scrolls sideways: the selected tab is always visible.
  useEffect(() => {
    if (chosen === undefined) return
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [chosen])
  useSidesWithMore(bar, tabs.map(({ to }) => to).join())
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

/** Marks the sides at which tabs are scrolled out of view; they fade there. `tabs`: names of the tabs in the bar. */
function useSidesWithMore(bar: RefObject<HTMLElement | null>, tabs: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs are other elements
  useEffect(() => {
    const row = bar.current
    if (!row) return undefined
    const mark = () => {
      row.toggleAttribute('data-more-before', row.scrollLeft > 1)
      row.toggleAttribute('data-more-after', row.scrollLeft + row.clientWidth < row.scrollWidth - 1)
    }
    // The tabs too: a count that loads later makes the row longer.
    const sizes = new ResizeObserver(mark)
    for (const each of [row, ...row.children]) sizes.observe(each)
    row.addEventListener('scroll', mark, { passive: true })
    return () => {
      sizes.disconnect()
      row.removeEventListener('scroll', mark)
    }
  }, [bar, tabs])
}
