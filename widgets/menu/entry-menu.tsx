// A menu as a bar whose entries drop down, or as a tree that opens in place.
import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { usePlace } from '../../ui/place.tsx'
import { useText } from '../../ui/words.ts'
import { WidgetNote } from '../asked-note.tsx'
import type { PageHost } from '../host/page-host.ts'
import type { Mode } from '../widget.ts'
import { currentOf, type Entry, isWithin, type MenuState, stepped, toggled } from './entries.ts'
import { menuText } from './text.ts'
import '../aged.css'
import './menu.css'

type Given = { entries: readonly Entry[]; isBar: boolean; mode: Mode; host: PageHost; style: CSSProperties }

export function EntryMenu({ entries, isBar, mode, host, style }: Given) {
  const t = useText(menuText)
  const { path } = usePlace()
  const current = useMemo(() => currentOf(entries, host.pageId, path), [entries, host.pageId, path])
  const [state, setState] = useState<MenuState>(() => ({ at: '0', open: new Set(isBar ? [] : above(current)) }))
  const root = useRef<HTMLElement>(null)
  const isOpen = isBar && state.open.size > 0
  const close = () => setState(({ at }) => ({ at: at.split('.')[0]!, open: new Set() }))
  useEffect(() => {
    if (!isOpen) return undefined
    const outside = ({ target }: Event) => {
      if (!root.current?.contains(target as Node)) setState(({ at }) => ({ at: at.split('.')[0]!, open: new Set() }))
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [isOpen])
  if (entries.length === 0) return <WidgetNote>{t('noEntries')}</WidgetNote>
  const press = (entry: Entry) => {
    setState((before) =>
      entry.children.length > 0
        ? { at: entry.path, open: toggled(before, entry.path, isBar) }
        : { at: entry.path, open: isBar ? new Set() : before.open },
    )
    if (entry.click) host.act(entry.click)
  }
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const next = stepped(event.key, state, { entries, isBar })
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    setState(next)
    const button = root.current?.querySelector<HTMLElement>(`[data-path="${next.at}"]`)
    // An entry that has just opened is drawn before it gets the focus.
    if (button) button.focus()
    else requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(`[data-path="${next.at}"]`)?.focus())
  }
  return (
    <nav
      ref={root}
      className="entry-menu aged"
      data-bar={isBar ? '' : undefined}
      data-open={isOpen ? '' : undefined}
      aria-label={t('menu')}
      style={style}
      inert={mode !== 'run'}
      onKeyDown={keys}
      onBlur={({ relatedTarget }) => {
        if (isOpen && relatedTarget && !root.current?.contains(relatedTarget)) close()
      }}
    >
      <List entries={entries} state={state} current={current} isBar={isBar} onPress={press} />
    </nav>
  )
}

/** The entries that must be open to show an entry. */
const above = (path: string | undefined): string[] => {
  const places = path?.split('.') ?? []
  return places.slice(1).map((_, index) => places.slice(0, index + 1).join('.'))
}

type Shown = {
  entries: readonly Entry[]
  state: MenuState
  current: string | undefined
  isBar: boolean
  onPress: (entry: Entry) => void
}

function List({ entries, state, current, isBar, onPress }: Shown) {
  return (
    <ul>
      {entries.map((entry) => {
        const { path, label, iconHref, children } = entry
        const isOpen = state.open.has(path)
        const isTop = !path.includes('.')
        return (
          <li key={path}>
            <button
              type="button"
              data-path={path}
              data-within={isWithin(current, path) ? '' : undefined}
              tabIndex={state.at === path ? 0 : -1}
              aria-current={current === path ? 'page' : undefined}
              aria-expanded={children.length > 0 ? isOpen : undefined}
              title={label}
              onClick={() => onPress(entry)}
            >
              {iconHref && <img src={iconHref} alt="" />}
              <span>{label || '—'}</span>
              {children.length > 0 && <Icon name={isOpen ? 'up' : isTop || !isBar ? 'down' : 'right'} size={12} />}
            </button>
            {isOpen && children.length > 0 && (
              <List entries={children} state={state} current={current} isBar={isBar} onPress={onPress} />
            )}
          </li>
        )
      })}
    </ul>
  )
}
