// The entries of one area of the navigation, under their headings.
import { Fragment, useEffect, useRef } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { useLanguage } from '../../ui/language.ts'
import { isCustomer, useMe } from '../../ui/me.ts'
import { Go } from '../../ui/place.tsx'
import type { OpenArea } from '../../ui/routes.ts'
import { badges } from '../../ui/shell-part.ts'
import { useStore } from '../../ui/store.ts'
import { labelIn, useText } from '../../ui/words.ts'
import { webText } from './text.ts'

/** Advice for an account that may open no page. */
export function NoPages() {
  const t = useText(webText)
  return <p className="nav-none">{t(isCustomer(useMe()) ? 'noPagesSupplier' : 'noPages')}</p>
}

type NavEntriesProps = { area: OpenArea; current: string | undefined; onGo: () => void }

export function NavEntries({ area, current, onGo }: NavEntriesProps) {
  const language = useLanguage()
  const counts = useStore(badges)
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another area or page has another current entry
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current, area])
  return (
    <div ref={list} className="nav-entries">
      {area.sections.map(({ label, entries }) => (
        <Fragment key={label.en}>
          <h2>{labelIn(label, language)}</h2>
          <ul>
            {entries.map((entry) => (
              <li key={entry.path}>
                <Go to={entry.path} className="nav-entry" current={entry.path === current} onGo={onGo}>
                  <Icon name={entry.icon} />
                  <span className="nav-label">{labelIn(entry.label, language)}</span>
                  {counts[entry.path]?.count ? <span className="nav-count">{counts[entry.path]?.count}</span> : null}
                </Go>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  )
}
