// The built-in symbols of the palette by category, drawn by their own widget at rest; a select limits them to one category.
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { PageWidget } from '../contract/page-document.ts'
import { useLanguage } from '../ui/language.ts'
import { useSeen } from '../ui/use-seen.ts'
import { labelIn, useText } from '../ui/words.ts'
import { asAuthored, noValues } from '../widgets/host/authored.ts'
import { PageView } from '../widgets/host/page-view.tsx'
import { prepare } from '../widgets/host/prepare.ts'
import { categories as all } from '../widgets/symbol/all.ts'
import type { Category, PlantSymbol } from '../widgets/symbol/symbol.ts'
import type { Widget } from '../widgets/widget.ts'
import { screenText } from './screen-text.ts'

/** The categories with the symbols whose key or name matches; a category without one is omitted. */
export const categoriesWith = (matches: (...names: string[]) => boolean): readonly Category[] =>
  all
    .map((category) => ({
      ...category,
      symbols: category.symbols.filter(({ key, name }) => matches(key, name.en, name['zh-cn'])),
    }))
    .filter(({ symbols }) => symbols.length > 0)

type Props = {
  types: ReadonlyMap<string, Widget>
  /** Must be the same array while its symbols are the same: each category is one prepared drawing. */
  categories: readonly Category[]
  /** A search covers all categories. */
  isSearched: boolean
  /** The button of a symbol. */
  children: (symbol: PlantSymbol) => ReactNode
}

export function PaletteSymbols({ types, categories, isSearched, children }: Props) {
  const t = useText(screenText)
  const language = useLanguage()
  const [chosen, setChosen] = useState('')
  const shown = isSearched || chosen === '' ? categories : categories.filter(({ key }) => key === chosen)
  return (
    <section aria-label={t('symbols')}>
      <h3>
        {t('symbols')} <span>{shown.reduce((sum, { symbols }) => sum + symbols.length, 0)}</span>
      </h3>
      {!isSearched && (
        <select
          className="designer-category"
          aria-label={t('symbolCategory')}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          <option value="">{t('allSymbols')}</option>
          {all.map(({ key, name, symbols }) => (
            <option key={key} value={key}>
              {labelIn(name, language)} · {symbols.length}
            </option>
          ))}
        </select>
      )}
      {shown.map(({ key, name, symbols }) => (
        <section key={key} aria-label={labelIn(name, language)}>
          {(isSearched || chosen === '') && (
            <h4>
              {labelIn(name, language)} <span>{symbols.length}</span>
            </h4>
          )}
          <Drawn types={types} symbols={symbols}>
            {symbols.map(children)}
          </Drawn>
        </section>
      ))}
    </section>
  )
}

/** Pixels; the grid of `.designer-symbols` has the same cells. */
const cell = { width: 48, height: 58 }
const columns = 4
const drawn = { size: 34, top: 4 }

function placed({ key }: PlantSymbol, i: number): PageWidget {
  const x = (i % columns) * cell.width + (cell.width - drawn.size) / 2
  const y = Math.floor(i / columns) * cell.height + drawn.top
  return {
    id: key,
    widgetType: 'Symbol',
    data: { symbol: key },
    position: { x, y, width: drawn.size, height: drawn.size, rotate: 0 },
  }
}

/** The symbols of a category in one drawing, with a button over each; drawn when they are scrolled to. */
function Drawn({
  types,
  symbols,
  children,
}: {
  types: ReadonlyMap<string, Widget>
  symbols: readonly PlantSymbol[]
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(box)
  const page = useMemo(
    () => (isSeen ? prepare(symbols.map(placed), types, asAuthored) : undefined),
    [isSeen, symbols, types],
  )
  return (
    <div ref={box} className="designer-symbols" style={{ height: Math.ceil(symbols.length / columns) * cell.height }}>
      <div inert>{page && <PageView page={page} source={noValues} mode="thumbnail" />}</div>
      {children}
    </div>
  )
}
