// The palette: widget types by family and the symbols of the library, all drawn. After a click the next drag on the page
// draws the widget; a dragged one is placed where it is dropped.
import { type DragEvent, type ReactNode, useMemo, useState } from 'react'
import { FilterBox } from '../ui/filter-box.tsx'
import { useLanguage } from '../ui/language.ts'
import { labelIn, useText } from '../ui/words.ts'
import { type Family, families } from '../widgets/type-name.ts'
import { fresh, type Widget } from '../widgets/widget.ts'
import type { Make } from './canvas.tsx'
import { PaletteGlyph } from './palette-glyphs.tsx'
import { categoriesWith, PaletteSymbols } from './palette-symbols.tsx'
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
      widgets: widgets.filter(({ name }) => hasWord(text, name.en, name['zh-cn'])),
    }))
    .filter(({ widgets }) => widgets.length > 0)
  const categories = useMemo(() => categoriesWith((...names) => hasWord(text, ...names)), [text])
  const picking = { active, onPick, onPut, onCarry: carry }
  return (
    <div className="designer-palette">
      <FilterBox word={search} onWord={setSearch} placeholder={t('searchWidgets')} />
      <div className="designer-side-body">
        {found.map(({ family, widgets }) => (
          <section key={family}>
            <h3>
              {t(family)} <span>{widgets.length}</span>
            </h3>
            <div className="designer-kinds">
              {widgets.map((widget) => (
                <KindButton key={widget.type} {...picking} of={{ type: widget.type }} name={widget.name}>
                  <PaletteGlyph type={widget.type} />
                </KindButton>
              ))}
            </div>
          </section>
        ))}
        {own && <Library {...{ types, text }} source={own} onPlace={onSymbol} onSave={onSaveSymbol} onCarry={carry} />}
        {categories.length > 0 && types.has('Symbol') && (
          <PaletteSymbols {...{ types, categories }} isSearched={text !== ''}>
            {({ key, name }) => (
              <KindButton key={key} {...picking} of={{ type: 'Symbol', data: { symbol: key } }} name={name} />
            )}
          </PaletteSymbols>
        )}
        {found.length + categories.length === 0 && !own && <p className="designer-none">{t('nothingFound')}</p>}
      </div>
    </div>
  )
}

const hasWord = (text: string, ...names: string[]) => names.some((name) => name.toLowerCase().includes(text))

function carry(event: DragEvent, carried: Carried): void {
  event.dataTransfer.setData(dragType, JSON.stringify(carried))
  event.dataTransfer.effectAllowed = 'copy'
}

type KindButtonProps = Pick<Props, 'active' | 'onPick' | 'onPut'> & {
  of: Kind
  name: { en: string; 'zh-cn': string }
  onCarry: (event: DragEvent, carried: Carried) => void
  /** The drawing above the name; a symbol is drawn below its button. */
  children?: ReactNode
}

/** A kind to pick or to drag, with its name on one line. */
function KindButton({ of, name, active, onPick, onPut, onCarry, children }: KindButtonProps) {
  const label = labelIn(name, useLanguage())
  const isActive = active !== null && isSameKind(active, of)
  return (
    <button
      type="button"
      draggable
      title={label}
      aria-pressed={isActive}
      // A click by keyboard has no count.
      onClick={({ detail }) => (detail === 0 ? onPut(of) : onPick(isActive ? null : of))}
      onDragStart={(event) => onCarry(event, of)}
    >
      {children}
      <span>{label}</span>
    </button>
  )
}

const symbolOfKind = ({ data }: Kind) => (data as { symbol?: string } | undefined)?.symbol

const isSameKind = (a: Kind, b: Kind): boolean => a.type === b.type && symbolOfKind(a) === symbolOfKind(b)
