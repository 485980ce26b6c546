// The palette: widget types by family, and the symbols of the library. After a click the next drag on the page draws
// the widget; a dragged one is placed where it is dropped.
import { type DragEvent, useMemo, useState } from 'react'
import type { PageWidget } from '../contract/page-document.ts'
import { FilterBox } from '../ui/filter-box.tsx'
import { useLanguage } from '../ui/language.ts'
import { labelIn, useText } from '../ui/words.ts'
import { asAuthored, noValues } from '../widgets/host/authored.ts'
import { PageView } from '../widgets/host/page-view.tsx'
import { prepare } from '../widgets/host/prepare.ts'
import { symbols } from '../widgets/symbol/all.ts'
import { type Family, families } from '../widgets/type-name.ts'
import { fresh, type Widget } from '../widgets/widget.ts'
import type { Make } from './canvas.tsx'
import type { SymbolSource } from './panel/sources.ts'
import { screenText } from './screen-text.ts'
import { Library } from './symbol/library.tsx'

/** The data of a drag: a type with its initial data, or a symbol of the organisation. */
export type Kind = { type: string; data?: object }
export type Carried = Kind | { symbol: number }
export const dragType = 'application/x-gatehouse-widget'

/** Creates widgets of a kind, with their corner at a point. */
export function makeOf({ type, data }: Kind, types: ReadonlyMap<string, Widget>): Make | undefined {
  const widget = types.get(type)
  if (!widget) return undefined
  return (at) => {
    const made = fresh(widget, 'new', at)
    return { ...made, data: { ...made.data, ...data } }
  }
}

type Props = {
  types: ReadonlyMap<string, Widget>
  /** The kind of widget that the next drag draws. */
  active: Kind | null
  onPick: (kind: Kind | null) => void
  /** Called when a kind is chosen by keyboard: the widget is placed without a drag. */
  onPut: (kind: Kind) => void
  symbols: SymbolSource | undefined
  onSymbol: (id: number) => void
  onSaveSymbol: () => void
}

const palette = families.filter((family): family is Exclude<Family, 'group'> => family !== 'group')

export function Palette({ types, active, onPick, onPut, symbols: own, onSymbol, onSaveSymbol }: Props) {
  const t = useText(screenText)
  const language = useLanguage()
  const [search, setSearch] = useState('')
  const text = search.trim().toLowerCase()
  const byFamily = useMemo(
    () =>
      palette.map((family) => ({
        family,
        widgets: [...types.values()].filter((each) => each.family === family && each.type !== 'Symbol'),
      })),
    [types],
  )
  const found = byFamily
    .map(({ family, widgets }) => ({
      family,
      widgets: widgets.filter(({ name }) => matches(text, name.en, name['zh-cn'])),
    }))
    .filter(({ widgets }) => widgets.length > 0)
  const drawn = symbols.filter(({ key, name }) => matches(text, key, name.en, name['zh-cn']))
  return (
    <div className="designer-palette">
      <FilterBox word={search} onWord={setSearch} placeholder={t('searchWidgets')} />
      <div className="designer-side-body">
        {found.map(({ family, widgets }) => (
          <section key={family}>
            <h3>{t(family)}</h3>
            <div className="designer-kinds">
              {widgets.map(({ type, name }) => (
                <button
                  key={type}
                  type="button"
                  draggable
                  aria-pressed={active?.type === type && !active.data}
                  onClick={({ detail }) => {
                    if (detail === 0) onPut({ type })
                    else onPick(active?.type === type && !active.data ? null : { type })
                  }}
                  onDragStart={(event) => carry(event, { type })}
                >
                  {labelIn(name, language)}
                </button>
              ))}
            </div>
          </section>
        ))}
        {own && <Library {...{ types, text }} source={own} onPlace={onSymbol} onSave={onSaveSymbol} onCarry={carry} />}
        {drawn.length > 0 && types.has('Symbol') && (
          <section>
            <h3>{t('symbols')}</h3>
            <BuiltIn {...{ types, active, onPick, onPut }} shown={drawn} />
          </section>
        )}
        {found.length + drawn.length === 0 && !own && <p className="designer-none">{t('nothingFound')}</p>}
      </div>
    </div>
  )
}

const matches = (text: string, ...names: string[]) => names.some((name) => name.toLowerCase().includes(text))

function carry(event: DragEvent, carried: Carried): void {
  event.dataTransfer.setData(dragType, JSON.stringify(carried))
  event.dataTransfer.effectAllowed = 'copy'
}

const cell = 48
const columns = 4
const inner = 36

type BuiltInProps = Pick<Props, 'types' | 'active' | 'onPick' | 'onPut'> & { shown: typeof symbols }

/** Draws all symbols in one SVG, with a button over each. */
function BuiltIn({ types, active, onPick, onPut, shown }: BuiltInProps) {
  const language = useLanguage()
  const page = useMemo(() => {
    const make = (key: string, i: number): PageWidget => {
      const [x, y] = [(i % columns) * cell + (cell - inner) / 2, Math.floor(i / columns) * cell + (cell - inner) / 2]
      return {
        id: key,
        widgetType: 'Symbol',
        data: { symbol: key },
        position: { x, y, width: inner, height: inner, rotate: 0 },
      }
    }
    return prepare(
      shown.map(({ key }, i) => make(key, i)),
      types,
      asAuthored,
    )
  }, [shown, types])
  return (
    <div className="designer-symbols" style={{ height: Math.ceil(shown.length / columns) * cell }}>
      <div inert>
        <PageView page={page} source={noValues} mode="thumbnail" />
      </div>
      {shown.map(({ key, name }) => {
        const isActive = (active?.data as { symbol?: string } | undefined)?.symbol === key
        const kind = { type: 'Symbol', data: { symbol: key } }
        return (
          <button
            key={key}
            type="button"
            draggable
            title={labelIn(name, language)}
            aria-label={labelIn(name, language)}
            aria-pressed={isActive}
            onClick={({ detail }) => (detail === 0 ? onPut(kind) : onPick(isActive ? null : kind))}
            onDragStart={(event) => carry(event, kind)}
          />
        )
      })}
    </div>
  )
}
