// The navigation of a phone: a bar within reach of the thumb, and a sheet with all areas.
import { useEffect, useRef, useState } from 'react'
import './phone-bar.css'
import { usePins } from '../../features/platform/pinned/part-pins.ts'
import { Icon } from '../../ui/icon.tsx'
import { useLanguage } from '../../ui/language.ts'
import { Go, usePlace } from '../../ui/place.tsx'
import { entriesOf, type MenuEntry } from '../../ui/routes.ts'
import { type Badge, badges } from '../../ui/shell-part.ts'
import { useStore } from '../../ui/store.ts'
import { labelIn, useText } from '../../ui/words.ts'
import { needsAttention, shortCount } from './attention.ts'
import { NavEntries, NoPages } from './nav-entries.tsx'
import { useShown } from './nav-places.tsx'
import { webText } from './text.ts'
import { useAreas } from './use-areas.ts'

/** Pages in the bar beside All and Me. */
const barRoom = 3

/** The first page about the account itself; the others are in its row of links. */
const accountPage = '/account/info/nosms'

export function PhoneBar({ onSearch }: { onSearch: () => void }) {
  const t = useText(webText)
  const language = useLanguage()
  const { path } = usePlace()
  const { areas, current } = useAreas()
  const counts = useStore(badges)
  const sheet = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (isOpen) sheet.current?.showModal()
  }, [isOpen])
  const entries = areas.flatMap(entriesOf)
  const first = entries.filter(({ phone }) => phone)
  const shown: MenuEntry[] = (first.length > 0 ? first : entries).slice(0, barRoom)
  // A page that is not in the bar is in the sheet of all pages.
  const isElsewhere = !path.startsWith('/account/') && !shown.some((entry) => entry.path === current)
  return (
    <>
      <nav className="phone-bar" aria-label={t('navigation')}>
        {shown.map((entry) => (
          <Go key={entry.path} to={entry.path} current={entry.path === current}>
            <span className="phone-icon">
              <Icon name={entry.icon} size={22} />
              <PhoneBadge badge={needsAttention.includes(entry.path) ? counts[entry.path] : undefined} />
            </span>
            <span>{labelIn(entry.label, language)}</span>
          </Go>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          data-current={isElsewhere || undefined}
          onClick={() => setOpen(true)}
        >
          <Icon name="cards" size={22} />
          <span>{t('all')}</span>
        </button>
        <Go to={accountPage} current={path.startsWith('/account/')}>
          <Icon name="person" size={22} />
          <span>{t('me')}</span>
        </Go>
      </nav>
      {isOpen && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog; this closes it by a tap beside it
        <dialog
          ref={sheet}
          className="navigation-sheet"
          aria-label={t('navigation')}
          onClose={() => setOpen(false)}
          onClick={(event) => event.target === sheet.current && setOpen(false)}
        >
          <Sheet
            onGo={() => setOpen(false)}
            onSearch={() => {
              setOpen(false)
              onSearch()
            }}
          />
        </dialog>
      )}
    </>
  )
}

function PhoneBadge({ badge }: { badge: Badge | undefined }) {
  if (!badge?.count) return null
  return (
    <b className="phone-count attention-count nav-count" data-severity={badge.severity}>
      {shortCount(badge.count)}
    </b>
  )
}

/** Search, the pinned places, and the areas with their entries; the area of the present page is open. */
function Sheet({ onGo, onSearch }: { onGo: () => void; onSearch: () => void }) {
  const t = useText(webText)
  const language = useLanguage()
  const { areas, current, currentArea } = useAreas()
  const pinned = useShown(usePins().pins)
  return (
    <>
      <button type="button" className="phone-search" onClick={onSearch}>
        <Icon name="search" />
        {t('searchHint')}
      </button>
      {pinned.length > 0 && (
        <section className="phone-pins">
          <h2>{t('pinned')}</h2>
          <ul>
            {pinned.map((place) => (
              <li key={place.path}>
                <Go to={place.path} onGo={onGo}>
                  <Icon name={place.icon} size={20} />
                  <span>{place.label}</span>
                </Go>
              </li>
            ))}
          </ul>
        </section>
      )}
      {areas.length === 0 && <NoPages />}
      {areas.map((area) => (
        <details key={area.label.en} className="phone-area" name="area" open={area === currentArea}>
          <summary>
            <Icon name={area.icon} size={20} />
            <span>{labelIn(area.label, language)}</span>
            <small>{entriesOf(area).length}</small>
          </summary>
          <NavEntries area={area} current={current} onGo={onGo} />
        </details>
      ))}
    </>
  )
}
