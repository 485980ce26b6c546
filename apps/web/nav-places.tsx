// Pinned and recently opened places, at the foot of each panel of the navigation.
import { type ReactNode, useEffect, useRef } from 'react'
import { useName } from '../../features/platform/open/translation-name.ts'
import { maxPins, type NamedPlace, usePins } from '../../features/platform/pinned/part-pins.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useLanguage } from '../../ui/language.ts'
import { mayI, useMe } from '../../ui/me.ts'
import { Go, usePlace, withSearch } from '../../ui/place.tsx'
import { currentEntry, routeAt } from '../../ui/routes.ts'
import { useStore } from '../../ui/store.ts'
import { windowName } from '../../ui/window-name.ts'
import { labelIn, useText } from '../../ui/words.ts'
import { pages } from './pages.ts'
import { isRecentClosed, loadRecent, noteVisit, objectAt, recentPlaces, toggleRecent } from './recent.ts'
import { webText } from './text.ts'

const objectOf = (address: string): string => objectAt(pages, address)

type ShownPlace = NamedPlace & { icon: IconName; label: string }

/** The places of the navigation with their labels, without those that the user may not open. */
export function useShown(places: readonly NamedPlace[]): ShownPlace[] {
  const language = useLanguage()
  const named = useName()
  return places.flatMap((place) => {
    const path = place.path.replace(/\?.*/, '')
    const route = routeAt(pages, path)
    if (!route || !mayI(route.may)) return []
    const entry = pages.find((each) => each.path === currentEntry(pages, path))
    const title = labelIn(route.menu?.label ?? route.title ?? entry?.menu?.label, language)
    const label = (place.name && named(place.name)) || title || place.path
    return [{ ...place, icon: route.menu?.icon ?? entry?.menu?.icon ?? 'page', label }]
  })
}

type Places = {
  pinned: readonly ShownPlace[]
  /** Recently opened objects, without the present one and the pinned ones. */
  recent: readonly ShownPlace[]
  /** The present page is pinned. */
  isPinned: boolean
  isFull: boolean
  /** The present page exists and the user may open it. */
  canPin: boolean
  /** Pins the present page or removes its pin; undefined until the stored pins have loaded. */
  togglePin: (() => void) | undefined
}

/** The pinned places, each opened by Alt with its digit. */
export function usePlaces(): Places {
  const address = useAddress()
  const name = useStore(windowName)
  const route = routeAt(pages, usePlace().path)
  const { pins, toggle } = usePins()
  const pinned = useShown(pins)
  const paths = new Set(pins.map((place) => place.path))
  const isPinned = paths.has(address)
  useDigits(pinned)
  useVisits(address, name)
  const present = objectOf(address)
  const recent = useShown(useStore(recentPlaces)).filter(({ path }) => objectOf(path) !== present && !paths.has(path))
  return {
    pinned,
    recent,
    isPinned,
    isFull: !isPinned && pins.length >= maxPins,
    canPin: route !== undefined && mayI(route.may),
    togglePin: toggle && (() => toggle({ path: address, name })),
  }
}

export function NavPlaces({ places, onGo }: { places: Places; onGo: () => void }) {
  const t = useText(webText)
  const address = useAddress()
  const { pinned, recent, isPinned, isFull, canPin, togglePin } = places
  const isClosed = useStore(isRecentClosed)
  const hasAct = canPin || isPinned
  if (!hasAct && pinned.length === 0 && recent.length === 0) return null
  return (
    <section className="nav-places">
      {(hasAct || pinned.length > 0) && (
        <h2>
          <Icon name="pin" size={14} />
          {pinned.length > 0 && t('pinned')}
          {hasAct && (
            <button
              type="button"
              className="nav-pin"
              disabled={!togglePin || isFull}
              title={isFull ? t('pinsFull', { most: maxPins }) : undefined}
              onClick={togglePin}
            >
              {t(isPinned ? 'unpin' : 'pinThis')}
            </button>
          )}
        </h2>
      )}
      {pinned.length > 0 && (
        <ul>
          {pinned.map((place, at) => (
            <PlaceLink key={place.path} place={place} isCurrent={place.path === address} onGo={onGo}>
              <kbd title={t('pinKey', { digit: at + 1 })}>{at + 1}</kbd>
            </PlaceLink>
          ))}
        </ul>
      )}
      {recent.length > 0 && (
        <>
          <h2>
            <button type="button" className="nav-recent" aria-expanded={!isClosed} onClick={toggleRecent}>
              <Icon name="clock" size={14} />
              {t('recent')}
              <Icon name={isClosed ? 'right' : 'down'} size={12} />
            </button>
          </h2>
          {!isClosed && (
            <ul>
              {recent.map((place) => (
                <PlaceLink key={place.path} place={place} isCurrent={false} onGo={onGo} />
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}

type PlaceLinkProps = { place: ShownPlace; isCurrent: boolean; onGo: () => void; children?: ReactNode }

function PlaceLink({ place: { path, icon, label }, isCurrent, onGo, children }: PlaceLinkProps) {
  return (
    <li>
      <Go to={path} className="nav-place" current={isCurrent} onGo={onGo}>
        <Icon name={icon} size={16} />
        <span className="nav-label" title={label}>
          {label}
        </span>
        {children}
      </Go>
    </li>
  )
}

/** A page that is passed through, or whose object has not loaded yet, is no visit. */
const visitMs = 1000

/** Notes the page as recently opened if it shows an object. */
function useVisits(address: string, name: string): void {
  const me = useMe()
  const owner = me ? `${me.userId}/${me.orgId ?? ''}` : undefined
  useEffect(() => {
    if (owner !== undefined) loadRecent(owner)
  }, [owner])
  useEffect(() => {
    if (owner === undefined || name === '') return undefined
    const timer = setTimeout(() => noteVisit(owner, { path: address, name }, objectOf), visitMs)
    return () => clearTimeout(timer)
  }, [owner, address, name])
}

/** The address of the present page, with its query: it may name the object. */
function useAddress(): string {
  const { path, search } = usePlace()
  return withSearch(path, search)
}

/** Alt with a digit opens the pinned place of that number. */
function useDigits(pinned: readonly ShownPlace[]): void {
  const { go } = usePlace()
  const open = useRef((_digit: number): boolean => false)
  open.current = (digit) => {
    const place = pinned[digit - 1]
    if (place) go(place.path)
    return place !== undefined
  }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const digit = /^Digit([1-9])$/.exec(event.code)?.[1]
      if (!digit || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (open.current(Number(digit))) event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
