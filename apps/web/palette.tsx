// Ctrl K: pages, and whatever rooms let be found. A native dialog keeps focus and closes on Escape by itself.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import './palette.css'
import { Icon } from '../../ui/icon.tsx'
import { useLanguage } from '../../ui/language.ts'
import { mayI } from '../../ui/me.ts'
import { usePlace } from '../../ui/place.tsx'
import type { Hit, SearchSource } from '../../ui/shell-part.ts'
import { useText } from '../../ui/words.ts'
import { pages } from './pages.ts'
import { nextChoice, pageHits } from './palette-hits.ts'
import type { LoadedPart } from './shell-parts.ts'
import { webText } from './text.ts'

type Found = { id: string; label: string; hits: readonly Hit[] }

const pauseMs = 150
const mostHits = 8

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
  const hits = found.flatMap((group) => group.hits)

  const openHit = (hit: Hit | undefined) => {
    if (!hit) return
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
        {found.map(({ id, label, hits: own }) => (
          <HitGroup key={id} label={label} hits={own} all={hits} choice={choice} listId={list} onOpen={openHit} />
        ))}
        {hits.length === 0 && words && <p className="palette-none">{t('searchNothing', { words })}</p>}
      </div>
      <p className="palette-keys">{t('searchKeys')}</p>
    </>
  )
}

/** A body in braces: what a ref answers would be taken for its clean-up. */
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
  hits: readonly Hit[]
  all: readonly Hit[]
  choice: number
  listId: string
  onOpen: (hit: Hit) => void
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
          </div>
        )
      })}
    </div>
  )
}

/** Pages at once; sources after a pause in typing, the answers of an older question dropped. */
function useFound(words: string, parts: readonly LoadedPart[]): Found[] {
  const t = useText(webText)
  const language = useLanguage()
  const [asked, setAsked] = useState<{ words: string; found: Found[] }>({ words: '', found: [] })
  useEffect(() => {
    const stop = new AbortController()
    const sources = parts.flatMap(({ part }) => part.search ?? [])
    if (!words.trim() || sources.length === 0) return
    const ask = async (source: SearchSource): Promise<Found> => ({
      id: source.id,
      label: source.label[language],
      hits: (await source.find(words.trim(), stop.signal)).slice(0, mostHits),
    })
    const timer = setTimeout(async () => {
      const answers = await Promise.allSettled(sources.map(ask))
      if (stop.signal.aborted) return
      // A source that fails is left out: the others and the pages are still of use.
      setAsked({ words, found: answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])) })
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [words, parts, language])
  const own: Found = { id: 'pages', label: t('pages'), hits: pageHits(pages, mayI, words, language) }
  return [...(words.trim() ? asked.found : []), own].filter(({ hits }) => hits.length > 0)
}
