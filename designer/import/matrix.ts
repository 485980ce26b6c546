// Transforms of the plane, in the notation of SVG. Pure.
import type { Point } from '../document/geometry.ts'
import { numbersIn } from './numbers.ts'

/** An affine transformation: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** Applies `inner` first, then `outer`. */
export const times = (outer: Matrix, inner: Matrix): Matrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
]

export const mapPoint = ([a, b, c, d, e, f]: Matrix, { x, y }: Point): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
})

export const moved = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y]
export const scaled = (x: number, y: number): Matrix => [x, 0, 0, y, 0, 0]

function turnedBy(degrees: number): Matrix {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  return [cos, sin, -sin, cos, 0, 0]
}

const tan = (degrees: number): number => Math.tan((degrees * Math.PI) / 180)

/** The matrix of one function of a `transform`; undefined if the function is invalid. */
function stepOf(name: string, of: readonly number[]): Matrix | undefined {
  const [first = 0, second, third = 0] = of
  switch (name) {
    case 'matrix':
      return of.length === 6 ? (of as unknown as Matrix) : undefined
    case 'translate':
      return moved(first, second ?? 0)
    case 'scale':
      return scaled(first, second ?? first)
    case 'rotate':
      return times(times(moved(second ?? 0, third), turnedBy(first)), moved(-(second ?? 0), -third))
    case 'skewX':
      return [1, 0, tan(first), 1, 0, 0]
    case 'skewY':
      return [1, tan(first), 0, 1, 0, 0]
    default:
      return undefined
  }
}

/** Parses a `transform` attribute; undefined if it is invalid. */
export function transformOf(text: string | undefined): Matrix | undefined {
  if (!text?.trim() || text.trim() === 'none') return identity
  let result: Matrix = identity
  for (const [, name = '', inside = ''] of text.matchAll(/\b([a-zA-Z]+)\s*\(([^()]*)\)/g)) {
    const numbers = numbersIn(inside)
    const step = numbers && numbers.length > 0 ? stepOf(name, numbers) : undefined
    if (!step) return undefined
    result = times(result, step)
  }
  return result.every(Number.isFinite) ? result : undefined
}

const turnUnits: Record<string, number> = { deg: 1, rad: 180 / Math.PI, turn: 360, grad: 0.9 }
const maxTransform = 2000

/** Parses a CSS transform, with units and commas; undefined if it cannot be read. */
export function styleTransformOf(text: string): Matrix | undefined {
  if (text.length > maxTransform) return undefined
  let isRead = true
  const plain = text.replace(/\b([a-zA-Z]+)\s*\(([^()]*)\)/g, (_, name: string, inside: string) => {
    const isTurn = /^(rotate|skew)/.test(name)
    const isLength = name.startsWith('translate')
    const numbers = inside.split(',').map((each) => {
      const [, value = '', unit = ''] = /^\s*([+-]?[\d.]+(?:e[+-]?\d+)?)(px|deg|rad|turn|grad)?\s*$/i.exec(each) ?? []
      const isZero = Number(value) === 0 && value !== '' && unit === ''
      const isFit = isTurn ? unit in turnUnits : isLength ? unit === 'px' : unit === '' && value !== ''
      if (!isFit && !isZero) isRead = false
      return Number(value) * (turnUnits[unit] ?? 1)
    })
    const isKnown = ['matrix', 'translate', 'scale', 'rotate', 'skewX', 'skewY'].includes(name)
    if (!isKnown || (isTurn && numbers.length > 1)) isRead = false
    return `${name}(${numbers.join(' ')})`
  })
  return isRead ? transformOf(plain) : undefined
}

/**
 * Splits a matrix into scales along both axes and a rotation in degrees; undefined for a skewed one. A mirrored one has
 * a negative scale.
 */
export function partsOf([a, b, c, d]: Matrix): { x: number; y: number; rotate: number } | undefined {
  const [x, length] = [Math.hypot(a, b), Math.hypot(c, d)]
  if (x < 1e-9 || length < 1e-9 || Math.abs(a * c + b * d) > 1e-3 * x * length) return undefined
  const rotate = (Math.atan2(b, a) * 180) / Math.PI
  return { x, y: a * d - b * c < 0 ? -length : length, rotate }
}

/** The uniform scale of a matrix; undefined if it differs by direction. */
export function scaleOf(matrix: Matrix): number | undefined {
  const parts = partsOf(matrix)
  if (!parts) return undefined
  const [x, y] = [parts.x, Math.abs(parts.y)]
  return Math.abs(x - y) <= 0.01 * Math.max(x, y) ? (x + y) / 2 : undefined
}
