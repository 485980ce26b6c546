// What is being moved, turned or resized: a layer over the page, whose own drawings of it are not seen meanwhile.
import { type RefObject, useEffect, useMemo } from 'react'
import { type Store, useStore } from '../ui/store.ts'
import { asAuthored } from '../widgets/host/authored.ts'
import { PageView } from '../widgets/host/page-view.tsx'
import { type Prepared, prepare } from '../widgets/host/prepare.ts'
import type { ValueSource } from '../widgets/host/source.ts'
import type { Widget } from '../widgets/widget.ts'
import { inBox } from './document/group.ts'
import { Moved } from './moved.tsx'
import type { EditorState } from './state.ts'
import { movable } from './tool/around.ts'
import type { Preview } from './tool/tool.ts'

/** Of more that change their sizes only the boxes are shown. */
const mostLive = 60
const nowhere = { x: 0, y: 0 }
const none: readonly string[] = []

type Props = {
  state: EditorState
  gesture: Store<Preview | null>
  types: ReadonlyMap<string, Widget>
  /** The page as it is drawn, and the node that it is in. */
  page: Prepared
  sheet: RefObject<HTMLDivElement | null>
  values: ValueSource
}

export function Lifted({ state, gesture, types, page, sheet, values }: Props) {
  const preview = useStore(gesture)
  const lifted = useLifted(state, preview, types)
  useHidden(sheet, page, lifted && !preview?.isCopy ? state.selected : none)
  if (!lifted) return null
  return (
    <Moved by={preview?.offset ?? nowhere} className="designer-lifted">
      <PageView page={lifted} source={values} mode="edit" />
    </Moved>
  )
}

function useLifted(state: EditorState, preview: Preview | null, types: ReadonlyMap<string, Widget>): Prepared | null {
  const isMoving = preview?.offset !== undefined
  const positions = preview?.positions
  const lifted = useMemo(() => {
    if (!isMoving && !positions) return null
    const chosen = movable(state).widgets
    return chosen.length === 0 || (positions && chosen.length > mostLive) ? null : chosen
  }, [isMoving, positions, state])
  return useMemo(() => {
    const placed = lifted?.map((widget) => inBox(widget, positions?.get(widget.id) ?? widget.position))
    return placed ? prepare(placed, types, asAuthored) : null
  }, [lifted, positions, types])
}

/** The drawn nodes of what is lifted are not seen in their old place. */
function useHidden(sheet: RefObject<HTMLDivElement | null>, page: Prepared, ids: readonly string[]): void {
  useEffect(() => {
    if (ids.length === 0) return undefined
    const wanted = new Set(ids)
    const lifted = new Set(page.all.filter(({ id, isLocked: locked }) => wanted.has(id) && !locked))
    const root = sheet.current?.querySelector('.designer-page > .widgets')
    const nodes = [...(root?.querySelectorAll<HTMLElement>('[data-widget]') ?? [])].filter((node) => {
      const placed = page.all[Number(node.dataset.widget)]
      return placed && lifted.has(placed)
    })
    for (const node of nodes) node.setAttribute('data-lifted', '')
    return () => {
      for (const node of nodes) node.removeAttribute('data-lifted')
    }
  }, [sheet, page, ids])
}
