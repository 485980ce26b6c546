// Snapping of a moving box: to edges and centres of the others and of the page, and to the grid. The lines are sorted
// once when the move starts; each step finds the nearest by binary search. Pure.
import { limits } from '../../contract/limits.ts'
import { type Axis, type Gaps, gapStep } from './gaps.ts'
import type { Box, Point } from './geometry.ts'

export type Lines = { x: readonly number[]; y: readonly number[] }

/** The lines to snap to: two edges and the centre of each box along both axes, and extra lines. */
export function linesOf(boxes: readonly Box[], own: Lines = { x: [], y: [] }): Lines {
  const sorted = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b)
  return {
    x: sorted([...own.x, ...boxes.flatMap(({ x, width }) => [x, x + width / 2, x + width])]),
    y: sorted([...own.y, ...boxes.flatMap(({ y, height }) => [y, y + height / 2, y + height])]),
  }
}

type Snapped = { by: Point; lines: { x: number | null; y: number | null } }

/**
 * The step of a box, adjusted to the nearest line or equal gap within `reach` (pixels of the page); otherwise to the
 * grid (0: none), or to whole pixels.
 */
export function snapped(box: Box, by: Point, lines: Lines, reach: number, grid = 0, gaps?: Gaps): Snapped {
  const there = { ...box, x: box.x + by.x, y: box.y + by.y }
  const gap = (axis: Axis) => gaps && gapStep(gaps, there, axis, reach)
  const across = along([box.x, box.x + box.width / 2, box.x + box.width], by.x, lines.x, { reach, grid, gap: gap('x') })
  const down = along([box.y, box.y + box.height / 2, box.y + box.height], by.y, lines.y, { reach, grid, gap: gap('y') })
  return { by: { x: across.by, y: down.by }, lines: { x: across.line, y: down.line } }
}

/** How to snap. `gap`: the step to an equal gap, which is used if no line is as close. */
type How = { reach: number; grid: number; gap: number | undefined }

function along(edges: readonly number[], by: number, lines: readonly number[], { reach, grid, gap }: How) {
  let best: { by: number; line: number | null } | undefined
  for (const edge of edges) {
    const line = nearest(lines, edge + by)
    if (line === undefined || Math.abs(line - edge - by) > reach) continue
    if (!best || Math.abs(line - edge - by) < Math.abs(best.by - by)) best = { by: line - edge, line }
  }
  if (gap !== undefined && (!best || Math.abs(gap) < Math.abs(best.by - by))) best = { by: by + gap, line: null }
  if (best) return best
  const step = grid || limits.snapOff
  return { by: Math.round((edges[0]! + by) / step) * step - edges[0]!, line: null }
}

/** The number of a sorted list closest to `to`. */
export function nearest(sorted: readonly number[], to: number): number | undefined {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < to) low = middle + 1
    else high = middle
  }
  const [before, after] = [sorted[low - 1], sorted[low]]
  if (before === undefined) return after
  return after === undefined || to - before <= after - to ? before : after
}
