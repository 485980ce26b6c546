// The organisation's symbols beside the built-in ones: a click or a drag places one.
import { type DragEvent, memo, useState } from 'react'
import { confirm } from '../../ui/confirm.tsx'
import { IconAct, PlainAct } from '../../ui/plain.tsx'
import { toast } from '../../ui/toast.tsx'
import { useText } from '../../ui/words.ts'
import type { Widget } from '../../widgets/widget.ts'
import { DrawnPreview } from '../drawn-preview.tsx'
import type { SymbolSource } from '../panel/sources.ts'
import { ManageSymbolDialog } from './manage-dialog.tsx'
import type { Placeable } from './placed.ts'
import { symbolText } from './text.ts'
import './symbol.css'

type Props = {
  source: SymbolSource
  types: ReadonlyMap<string, Widget>
  /** The search text in lower case. */
  text: string
  onPlace: (id: number) => void
  /** Saves the selection as a symbol. */
  onSave: () => void
  onCarry: (event: DragEvent, carried: { symbol: number }) => void
}

export function Library({ source, types, text, onPlace, onSave, onCarry }: Props) {
  const t = useText(symbolText)
  const { all, isFailed, retry, named } = source
  const [managed, setManaged] = useState<number>()
  const symbolOf = all?.find(({ id }) => id === managed)
  const found = all?.filter(({ title }) => `${title}\n${named(title)}`.toLowerCase().includes(text))
  if (text !== '' && found?.length === 0) return null
  const remove = async (symbol: { id: number; title: string }) => {
    const target = named(symbol.title)
    const question = { title: t('removeTitle'), act: t('removeAct'), target, note: t('removeNote'), danger: true }
    if (await confirm(question)) await source.remove(symbol).catch(toast.bad)
  }
  return (
    <section aria-label={t('own')}>
      <h3>{t('own')}</h3>
      {found && (
        <div className="symbol-library">
          {found.map((symbol) => (
            <figure key={symbol.id}>
              <button
                type="button"
                draggable
                title={named(symbol.title)}
                onClick={() => onPlace(symbol.id)}
                onDragStart={(event) => onCarry(event, { symbol: symbol.id })}
              >
                <Thumbnail symbol={symbol} types={types} label="" />
                <span>{named(symbol.title)}</span>
              </button>
              <IconAct
                icon="edit"
                label={t('manage', { title: named(symbol.title) })}
                onClick={() => setManaged(symbol.id)}
              />
              <IconAct
                icon="trash"
                label={t('remove', { title: named(symbol.title) })}
                onClick={() => void remove(symbol)}
              />
            </figure>
          ))}
        </div>
      )}
      {all?.length === 0 && <p className="symbol-note">{t('ownNone')}</p>}
      {all && (
        <div className="symbol-save">
          <PlainAct kind="link" onClick={onSave}>
            {t('saveSelected')}
          </PlainAct>
        </div>
      )}
      {!all && !isFailed && <p className="symbol-note">{t('loading')}</p>}
      {!all && isFailed && (
        <p role="alert" className="symbol-note">
          {t('loadFailed')}
          <PlainAct kind="link" onClick={retry}>
            {t('retry')}
          </PlainAct>
        </p>
      )}
      {symbolOf && (
        <ManageSymbolDialog {...{ source, types }} symbol={symbolOf} onClose={() => setManaged(undefined)} />
      )}
    </section>
  )
}

const room = { width: 84, height: 60 }

/** Memoised, because the palette is drawn again on every selection. */
const Thumbnail = memo(function Thumbnail({
  symbol: { content },
  types,
  label,
}: {
  symbol: Placeable
  types: ReadonlyMap<string, Widget>
  label: string
}) {
  return <DrawnPreview {...content} ground="" types={types} label={label} room={room} />
})
