// A layer above the page with the widgets that are being moved, rotated or resized; the page hides its own drawings of
// them meanwhile.
import { type RefObject, useEffect, useMemo } from 'react'
import { type Store, useStore } from '../ui/store.ts'
import { PageView } from '../widgets/host/page-view.tsx'
import { type Prepared, prepare, type Viewer } from '../widgets/host/prepare.ts'
import type { ValueSource } from '../widgets/host/source.ts'
import type { Widget } from '../widgets/widget.ts'
import { inBox } from './document/group.ts'
import { Moved } from './moved.tsx'
import type { EditorState } from './state.ts'
import { movable } from './tool/around.ts'
import type { Preview } from './tool/tool.ts'

/** While more widgets than this are resized, only their boxes are shown. */
const mostLive = 60
const nowhere = { x: 0, y: 0 }
const none: readonly string[] = []

type Props = {
  state: EditorState
  gesture: Store<Preview | null>
  types: ReadonlyMap<string, Widget>
  viewer: Viewer
  /** The drawn page, and its node. */
  page: Prepared
  sheet: RefObject<HTMLDivElement | null>
  values: ValueSource
}

export function Lifted({ state, gesture, types, viewer, page, sheet, values }: Props) {
  const preview = useStore(gesture)
  const lifted = useLifted(state, preview, { types, viewer })
  useHidden(sheet, page, lifted && !preview?.isCopy ? state.selected : none)
  if (!lifted) return null
  return (
    <Moved by={preview?.offset ?? nowhere} className="designer-lifted">
      <PageView page={lifted} source={values} mode="edit" />
    </Moved>
  )
}

function useLifted(
  state: EditorState,
  preview: Preview | null,
  { types, viewer }: Pick<Props, 'types' | 'viewer'>,
): Prepared | null {
  const isMoving = preview?.offset !== undefined
  const positions = preview?.positions
  const lifted = useMemo(() => {
    if (!isMoving && !positions) return null
    const chosen = movable(state).widgets
    return chosen.length === 0 || (positions && chosen.length > mostLive) ? null : chosen
  }, [isMoving, positions, state])
  return useMemo(() => {
    const placed = lifted?.map((widget) => inBox(widget, positions?.get(widget.id) ?? widget.position))
    return placed ? prepare(placed, types, viewer) : null
  }, [lifted, positions, types, viewer])
}

/** Hides the nodes of dragged widgets in the page, because a moving layer shows them. */
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
