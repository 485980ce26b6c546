// The navigation beside the page: a rail of areas, and the panel of one area. A closed panel opens over the page while
// the pointer is at an area, or when the area is pressed.
import { type RefObject, useEffect, useRef, useState } from 'react'
import './navigation.css'
import { Icon } from '../../ui/icon.tsx'
import { useLanguage } from '../../ui/language.ts'
import { Go, usePlace } from '../../ui/place.tsx'
import { entriesOf, type OpenArea } from '../../ui/routes.ts'
import { badges } from '../../ui/shell-part.ts'
import { useStore } from '../../ui/store.ts'
import { labelIn, useText } from '../../ui/words.ts'
import { attentionOf, shortCount } from './attention.ts'
import { NavEntries, NoPages } from './nav-entries.tsx'
import { NavPlaces, usePlaces } from './nav-places.tsx'
import { webText } from './text.ts'
import { useAreas } from './use-areas.ts'

/** How long the pointer rests at an area before its panel opens over the page, and is away before it closes. */
const openAfterMs = 120
const closeAfterMs = 300

export type NavigationProps = {
  narrow: boolean
  /** Opens and closes the panel of the navigation; undefined where the page has none. */
  onToggle: (() => void) | undefined
}

export function Navigation({ narrow, onToggle }: NavigationProps) {
  const t = useText(webText)
  const { areas, current, currentArea } = useAreas()
  const { chosen, isByPress, choose, chooseSoon } = useChoice()
  const places = usePlaces()
  const frame = useRef<HTMLElement>(null)
  useBracketKey(onToggle)
  usePressBeside(frame, narrow && chosen !== undefined, () => choose(undefined))
  const area = areas.find(({ label }) => label.en === chosen)
  const shown = narrow ? area : (area ?? currentArea)
  const close = () => {
    choose(undefined)
    frame.current?.querySelector<HTMLElement>('.rail-area[aria-expanded="true"]')?.focus()
  }
  const toggle = narrow ? t('expand') : t('collapse')
  return (
    <nav
      ref={frame}
      className="navigation"
      aria-label={t('navigation')}
      onKeyDown={(event) => narrow && event.key === 'Escape' && close()}
      onPointerLeave={({ pointerType }) => narrow && pointerType === 'mouse' && chooseSoon(undefined, closeAfterMs)}
      onPointerEnter={({ pointerType }) => narrow && pointerType === 'mouse' && chooseSoon(chosen, 0)}
      onBlur={({ relatedTarget }) =>
        narrow && relatedTarget && !frame.current?.contains(relatedTarget) && choose(undefined)
      }
    >
      <div className="nav-rail">
        {areas.map((each) => (
          <RailArea
            key={each.label.en}
            area={each}
            isCurrent={each === currentArea}
            isShown={each === shown}
            onChoose={() => choose(narrow && isByPress && each === area ? undefined : each.label.en)}
            onRest={() => narrow && chooseSoon(each.label.en, openAfterMs)}
          />
        ))}
        {onToggle && (
          <button
            type="button"
            className="nav-toggle"
            aria-expanded={!narrow}
            aria-label={toggle}
            aria-keyshortcuts="["
            title={`${toggle} [`}
            onClick={onToggle}
          >
            <Icon name={narrow ? 'expand' : 'collapse'} />
          </button>
        )}
      </div>
      {areas.length === 0 && !narrow && <NoPages />}
      {shown && (
        <div className={narrow ? 'nav-panel nav-flyout' : 'nav-panel'}>
          <NavEntries area={shown} current={current} onGo={() => choose(undefined)} />
          <NavPlaces places={places} onGo={() => choose(undefined)} />
        </div>
      )}
    </nav>
  )
}

type RailAreaProps = {
  area: OpenArea
  isCurrent: boolean
  isShown: boolean
  onChoose: () => void
  /** Called when the pointer rests at the area. */
  onRest: () => void
}

function RailArea({ area, isCurrent, isShown, onChoose, onRest }: RailAreaProps) {
  const language = useLanguage()
  const counts = useStore(badges)
  const { count, severity } = attentionOf(
    entriesOf(area).map(({ path }) => path),
    counts,
  )
  const inside = (
    <>
      <Icon name={area.icon} size={19} />
      <span>{labelIn(area.label, language)}</span>
      {count > 0 && (
        <b className="rail-count attention-count nav-count" data-severity={severity}>
          {shortCount(count)}
        </b>
      )}
    </>
  )
  const entries = entriesOf(area)
  const className = isShown ? 'rail-area rail-shown' : 'rail-area'
  // An area with one entry needs no panel.
  if (entries.length === 1)
    return (
      <Go to={entries[0]!.path} className={className} current={isCurrent}>
        {inside}
      </Go>
    )
  return (
    <button
      type="button"
      className={className}
      aria-expanded={isShown}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onChoose}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onRest()}
    >
      {inside}
    </button>
  )
}

type Choice = {
  /** English label of the area whose panel the user opened. */
  chosen: string | undefined
  /** True if the user pressed the area, false if the pointer rested at it. */
  isByPress: boolean
  choose: (area: string | undefined) => void
  /** Chooses an area after a delay, unless another one is chosen before. */
  chooseSoon: (area: string | undefined, afterMs: number) => void
}

const nothing = { chosen: undefined, isByPress: false }

/** The area whose panel the user opened; none after another page is opened. */
function useChoice(): Choice {
  const { path } = usePlace()
  const [{ chosen, isByPress }, setChosen] = useState<Pick<Choice, 'chosen' | 'isByPress'>>(nothing)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const choose = (area: string | undefined) => {
    clearTimeout(timer.current)
    setChosen({ chosen: area, isByPress: true })
  }
  const chooseSoon = (area: string | undefined, afterMs: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => setChosen((now) => (now.chosen === area ? now : { chosen: area, isByPress: false })),
      afterMs,
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page shows its own area
  useEffect(() => {
    clearTimeout(timer.current)
    setChosen(nothing)
    return () => clearTimeout(timer.current)
  }, [path])
  return { chosen, isByPress, choose, chooseSoon }
}

/** A press beside the navigation closes a panel that is over the page. */
function usePressBeside(frame: RefObject<HTMLElement | null>, isOver: boolean, onPress: () => void): void {
  const act = useRef(onPress)
  act.current = onPress
  useEffect(() => {
    if (!isOver) return undefined
    const listen = ({ target }: PointerEvent) => frame.current?.contains(target as Node) || act.current()
    window.addEventListener('pointerdown', listen)
    return () => window.removeEventListener('pointerdown', listen)
  }, [frame, isOver])
}

/** The key `[` opens and closes the panel, unless the user is typing. */
function useBracketKey(onToggle: (() => void) | undefined): void {
  const act = useRef(onToggle)
  act.current = onToggle
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '[' || event.ctrlKey || event.metaKey || event.altKey) return
      const { target } = event
      if (target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')) return
      act.current?.()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
