// The inside of an <svg> or <symbol>: its size and coordinates, from its view box. Pure.
import type { Viewport } from './figure.ts'
import { identity, type Matrix, moved, scaled, times } from './matrix.ts'
import { lengthOf, numbersIn } from './numbers.ts'
import type { Element } from './tree.ts'

type View = { x: number; y: number; width: number; height: number }

/** The view box; undefined if it has no size. */
export function viewBoxOf({ attributes }: Element): View | undefined {
  const [x = 0, y = 0, width = 0, height = 0] = numbersIn(attributes.viewBox ?? '') ?? []
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}

const shares: Record<string, number> = { Min: 0, Mid: 0.5, Max: 1 }

/** Fits a view box into a box at 0, 0. */
function fitted(view: View, { width, height }: { width: number; height: number }, how = 'xMidYMid'): Matrix {
  const [sx, sy] = [width / view.width, height / view.height]
  if (/^\s*none/.test(how)) return times(scaled(sx, sy), moved(-view.x, -view.y))
  const scale = how.includes('slice') ? Math.max(sx, sy) : Math.min(sx, sy)
  const [, x = 'Mid', y = 'Mid'] = /x(Min|Mid|Max)Y(Min|Mid|Max)/.exec(how) ?? []
  const [dx, dy] = [(width - view.width * scale) * shares[x]!, (height - view.height * scale) * shares[y]!]
  return times(times(moved(dx, dy), scaled(scale, scale)), moved(-view.x, -view.y))
}

type Inside = { matrix: Matrix; viewport: Viewport }

/** The inside of an element with this size in its viewport. */
export function insideOf(element: Element, { width, height, font }: Viewport): Inside {
  const view = viewBoxOf(element)
  if (!view || width <= 0 || height <= 0) return { matrix: identity, viewport: { width, height, font } }
  const matrix = fitted(view, { width, height }, element.attributes.preserveAspectRatio)
  return { matrix, viewport: { width: view.width, height: view.height, font } }
}

const unknown = { font: 16, whole: 0 }

/** The declared size of a drawing; 0 where nothing is declared. */
export function sizeOf(root: Element): { width: number; height: number } {
  const view = viewBoxOf(root)
  const own = (name: 'width' | 'height') => {
    const text = root.attributes[name]
    return text?.trim().endsWith('%') ? 0 : Math.max(0, lengthOf(text, unknown) ?? 0)
  }
  const [width, height] = [own('width'), own('height')]
  if (!view) return { width, height }
  if (width > 0 && height > 0) return { width, height }
  if (width > 0) return { width, height: (width * view.height) / view.width }
  if (height > 0) return { width: (height * view.width) / view.height, height }
  return { width: view.width, height: view.height }
}
