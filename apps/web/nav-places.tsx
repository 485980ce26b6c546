// Pinned places, at the foot of each panel of the navigation.
import { useEffect, useRef } from 'react'
import { useName } from '../../features/platform/open/translation-name.ts'
import { maxPins, type NamedPlace, usePins } from '../../features/platform/pinned/part-pins.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useLanguage } from '../../ui/language.ts'
import { mayI } from '../../ui/me.ts'
import { Go, usePlace, withSearch } from '../../ui/place.tsx'
import { currentEntry, routeAt } from '../../ui/routes.ts'
import { useStore } from '../../ui/store.ts'
import { windowName } from '../../ui/window-name.ts'
import { labelIn, useText } from '../../ui/words.ts'
import { pages } from './pages.ts'
import { webText } from './text.ts'

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
  /** True if the present page is pinned. */
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
  return {
    pinned,
    isPinned,
    isFull: !isPinned && pins.length >= maxPins,
    canPin: route !== undefined && mayI(route.may),
    togglePin: toggle && (() => toggle({ path: address, name })),
  }
}

export function NavPlaces({ places, onGo }: { places: Places; onGo: () => void }) {
  const t = useText(webText)
  const address = useAddress()
  const { pinned, isPinned, isFull, canPin, togglePin } = places
  const hasAct = canPin || isPinned
  if (!hasAct && pinned.length === 0) return null
  return (
    <section className="nav-places">
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
      <ul>
        {pinned.map(({ path, icon, label }, at) => (
          <li key={path}>
            <Go to={path} className="nav-place" current={path === address} onGo={onGo}>
              <Icon name={icon} size={16} />
              <span className="nav-label" title={label}>
                {label}
              </span>
              <kbd title={t('pinKey', { digit: at + 1 })}>{at + 1}</kbd>
            </Go>
          </li>
        ))}
      </ul>
    </section>
  )
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
