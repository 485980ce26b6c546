// Ctrl K: finds pages, and all objects that rooms offer. A native dialog keeps the focus and closes on Escape.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import './palette.css'
import { formatNumber } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { chooseLanguage, useLanguage } from '../../ui/language.ts'
import { tellUnloaded } from '../../ui/later.tsx'
import { usePlace } from '../../ui/place.tsx'
import { setTheme } from '../../ui/theme.ts'
import { useText } from '../../ui/words.ts'
import { type ActHit, type ShellAct, typedVerb } from './palette-acts.ts'
import { nextChoice } from './palette-hits.ts'
import { paletteText } from './palette-text.ts'
import type { LoadedPart } from './shell-parts.ts'
import { webText } from './text.ts'
import { type Found, useFound } from './use-found.ts'

export function Palette({
  open,
  parts,
  onClose,
}: {
  open: boolean
  parts: readonly LoadedPart[]
  onClose: () => void
}) {
  const t = useText(webText)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
  }, [open])
  const close = () => dialog.current?.close()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; this is a click beside it
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t('search')}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && close()}
    >
      {open && <Finder parts={parts} onClose={close} />}
    </dialog>
  )
}

function Finder({ parts, onClose }: { parts: readonly LoadedPart[]; onClose: () => void }) {
  const t = useText(webText)
  const { go } = usePlace()
  const list = useId()
  const [words, setWords] = useState('')
  const [choice, setChoice] = useState(0)
  const found = useFound(words, parts)
  const language = useLanguage()
  const p = useText(paletteText)
  // The entry that loads more of a group can be chosen like any hit, at the group's end.
  const hits = found.flatMap((group) => withMore(group, (count) => p('more', { count })))
  const act = (of: ShellAct) => {
    if (typeof of === 'object' && 'verb' in of) {
      setWords(typedVerb(of.verb, language))
      setChoice(0)
      return
    }
    onClose()
    if (typeof of === 'object') void chooseLanguage(of.language).catch(tellUnloaded)
    else setTheme(of)
  }

  const openHit = (hit: PaletteHit | undefined) => {
    if (!hit) return
    if (hit.run) return hit.run()
    if (hit.act) return act(hit.act)
    onClose()
    go(hit.to)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setChoice(nextChoice(choice, 1, hits.length))
    else if (event.key === 'ArrowUp') setChoice(nextChoice(choice, -1, hits.length))
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) openHit(hits[choice])
    else return
    event.preventDefault()
  }

  return (
    <>
      <div className="palette-box">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          // biome-ignore lint/a11y/noAutofocus: the box was asked for by its key
          autoFocus
          value={words}
          placeholder={t(parts.some(({ part }) => part.search?.length) ? 'searchHint' : 'searchPages')}
          aria-label={t('search')}
          aria-expanded
          aria-controls={list}
          aria-activedescendant={hits[choice] ? `${list}-${choice}` : undefined}
          onChange={(event) => {
            setWords(event.target.value)
            setChoice(0)
          }}
          onKeyDown={press}
        />
      </div>
      <div className="palette-list" role="listbox" id={list} aria-label={t('search')}>
        {found.map(({ id, label, total }) => (
          <HitGroup
            key={id}
            label={`${label} · ${formatNumber(total)}`}
            hits={hits.filter(({ group }) => group === id)}
            all={hits}
            choice={choice}
            listId={list}
            onOpen={openHit}
          />
        ))}
        {hits.length === 0 && words && <p className="palette-none">{t('searchNothing', { words })}</p>}
      </div>
      <p className="palette-keys">{t('searchKeys')}</p>
    </>
  )
}

type PaletteHit = ActHit & { group: string; run?: () => void }

function withMore({ id, hits, total, more }: Found, words: (count: number) => string): PaletteHit[] {
  const own = hits.map((hit) => ({ ...hit, group: id }))
  if (!more) return own
  const title = words(total - hits.length)
  return [...own, { id: `${id}-more`, title, icon: 'down', to: '', group: id, run: more }]
}

/** The braces matter: React would treat a value returned by a ref as its clean-up. */
const keepInSight = (element: HTMLElement | null): void => {
  element?.scrollIntoView({ block: 'nearest' })
}

function HitGroup({
  label,
  hits,
  all,
  choice,
  listId,
  onOpen,
}: {
  label: string
  hits: readonly PaletteHit[]
  all: readonly PaletteHit[]
  choice: number
  listId: string
  onOpen: (hit: PaletteHit) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options by role
    <div role="group" aria-label={label}>
      <h3>{label}</h3>
      {hits.map((hit) => {
        const index = all.indexOf(hit)
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are taken by the combobox, which keeps the focus
          <div
            key={hit.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === choice}
            className="palette-hit"
            ref={index === choice ? keepInSight : undefined}
            onClick={() => onOpen(hit)}
          >
            <Icon name={hit.icon} />
            <span>{hit.title}</span>
            {hit.note && <small>{hit.note}</small>}
            {hit.value && (
              <b className={hit.isDoubtful ? 'palette-value palette-doubtful' : 'palette-value'}>{hit.value}</b>
            )}
          </div>
        )
      })}
    </div>
  )
}
