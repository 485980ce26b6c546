// Places a symbol on the page; if it has parameters, their bindings are requested first.
import { type ReactNode, useState } from 'react'
import { bindsOf } from '../../contract/page-document.ts'
import type { Widget } from '../../widgets/widget.ts'
import { added } from '../document/clipboard.ts'
import { boxOf, type Point } from '../document/geometry.ts'
import { movedBy } from '../document/group.ts'
import { heldOnPage } from '../document/hold.ts'
import { freeSpot } from '../document/spot.ts'
import type { Sources } from '../panel/sources.ts'
import { edited } from '../state.ts'
import type { Editor } from '../use-editor.ts'
import { FillDialog } from './fill-dialog.tsx'
import { type Filled, nothingFilled, type Placeable, placedSymbol } from './placed.ts'

type Of = { editor: Editor; types: ReadonlyMap<string, Widget>; sources: Sources; middle: () => Point }

export function usePlacing({ editor, types, sources, middle }: Of): {
  /** Starts placing a symbol. `at`: the centre of the symbol; by default a free position. */
  ask: (id: number, at?: Point) => void
  dialog: ReactNode
} {
  const [asked, setAsked] = useState<{ symbol: Placeable; at: Point | undefined }>()
  const { document } = editor.state
  const put = (symbol: Placeable, at: Point | undefined, filled: Filled) => {
    const { width, height } = symbol.content
    const corner = at
      ? { x: at.x - width / 2, y: at.y - height / 2 }
      : freeSpot(document.widgets, { width, height }, middle())
    const made = placedSymbol(
      { ...symbol, title: sources.symbols?.named(symbol.title) ?? symbol.title },
      corner,
      filled,
    )
    const by = heldOnPage([boxOf(made.position)], { x: 0, y: 0 }, document.con)
    const next = added(editor.store.get().document, [movedBy(made, by.x, by.y)])
    if ('refused' in next) return editor.refuse(next.refused)
    editor.change((state) => edited(state, next))
  }
  const ask = (id: number, at?: Point) => {
    const symbol = sources.symbols?.all?.find((each) => each.id === id)
    if (!symbol) return
    const { slots, texts } = symbol.content
    if (slots.length + texts.length === 0) put(symbol, at, nothingFilled)
    else setAsked({ symbol, at })
  }
  return {
    ask,
    dialog: asked && (
      <FillDialog
        {...{ types, sources }}
        symbol={asked.symbol}
        used={bindsOf(document.widgets).signals}
        onDone={(filled) => {
          put(asked.symbol, asked.at, filled)
          setAsked(undefined)
        }}
        onClose={() => setAsked(undefined)}
      />
    ),
  }
}
