// The places on the picture where two versions of a page differ. Pure.
import type { PageWidget, Position } from '../../../contract/page-document.ts'
import { isSame } from '../../platform/versioned/rules.ts'

export type Mark = { id: string; kind: 'added' | 'removed' | 'changed'; position: Position }

type Drawn = { widgets?: readonly PageWidget[] }

/** Marks for each picture: removed widgets on the first, added ones on the second, changed ones on both. */
export function marksOf(before: Drawn, after: Drawn): { before: Mark[]; after: Mark[] } {
  const [old, now] = [byId(before), byId(after)]
  const marks = (of: typeof old, others: typeof old, alone: Mark['kind']): Mark[] =>
    [...of.values()].flatMap((widget): Mark[] => {
      const other = others.get(widget.id)
      if (other && isSame(widget, other)) return []
      return [{ id: widget.id, kind: other ? 'changed' : alone, position: widget.position }]
    })
  return { before: marks(old, now, 'removed'), after: marks(now, old, 'added') }
}

const byId = ({ widgets = [] }: Drawn) => new Map(widgets.map((widget) => [widget.id, widget]))
