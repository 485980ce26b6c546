// A list of entries with fields: add, remove, move. One entry is open at a time.
import { type ReactNode, useState } from 'react'
import { IconAct, PlainAct } from '../../ui/plain.tsx'
import { useText } from '../../ui/words.ts'
import { BothNames } from './both-names.tsx'
import { panelText } from './text.ts'
import './list-box.css'

type Props = {
  count: number
  most: number
  /** The title of an entry; empty: its number. */
  titleOf: (place: number) => string
  /** A mark after the title, for an entry without a target. */
  markOf?: (place: number) => ReactNode
  /** Inline content, for entries with one field. */
  lineOf?: ((place: number) => ReactNode) | undefined
  /** Renders the content of an open entry. */
  bodyOf?: ((place: number) => ReactNode) | undefined
  canMove?: (from: number, to: number) => boolean
  addLabel?: string
  onAdd?: (() => void) | undefined
  onRemove: (place: number) => void
  onMove: (from: number, to: number) => void
}

export function ListBox({
  count,
  most,
  titleOf,
  markOf,
  lineOf,
  bodyOf,
  canMove,
  addLabel,
  onAdd,
  onRemove,
  onMove,
}: Props) {
  const t = useText(panelText)
  const [open, setOpen] = useState<number>()
  const may = (from: number, to: number) => to >= 0 && to < count && (canMove?.(from, to) ?? true)
  const move = (from: number, to: number) => {
    if (open === from) setOpen(to)
    else if (open === to) setOpen(from)
    onMove(from, to)
  }
  const remove = (place: number) => {
    if (open !== undefined) setOpen(open === place ? undefined : open > place ? open - 1 : open)
    onRemove(place)
  }
  const add = () => {
    if (bodyOf) setOpen(count)
    onAdd?.()
  }
  return (
    <div className="panel-list">
      {Array.from({ length: count }, (_, place) => {
        const title = titleOf(place) || t('entry', { place: place + 1 })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have only an index
          <div key={place} className="panel-entry" data-open={open === place || undefined}>
            <div className="panel-entry-line">
              <span className="panel-entry-place">{place + 1}</span>
              {lineOf ? (
                <div className="panel-entry-field">{lineOf(place)}</div>
              ) : (
                <button
                  type="button"
                  className="panel-entry-title"
                  aria-expanded={open === place}
                  onClick={() => setOpen(open === place ? undefined : place)}
                >
                  <BothNames given={title} />
                  {markOf?.(place)}
                </button>
              )}
              {count > 1 && (
                <>
                  <IconAct
                    icon="up"
                    label={t('up')}
                    disabled={!may(place, place - 1)}
                    onClick={() => move(place, place - 1)}
                  />
                  <IconAct
                    icon="down"
                    label={t('down')}
                    disabled={!may(place, place + 1)}
                    onClick={() => move(place, place + 1)}
                  />
                </>
              )}
              <IconAct icon="trash" label={t('remove')} onClick={() => remove(place)} />
            </div>
            {bodyOf && open === place && <div className="panel-entry-body">{bodyOf(place)}</div>}
          </div>
        )
      })}
      {onAdd && count < most && (
        <PlainAct kind="link" icon="plus" onClick={add}>
          {addLabel ?? t('add')}
        </PlainAct>
      )}
      {count >= most && <p className="panel-note">{t('most', { most })}</p>}
    </div>
  )
}
