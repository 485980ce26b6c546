// The pages fill a screen of 16:9. They are drawn on a grid of 1440 × 810 and stored at 1920 × 1080, so that a text of
// 12 on the grid has 12 px in a window of 1440 px.
import type { Position } from '../../../contract/page-document.ts'

export const pageSize = { width: 1920, height: 1080 }
const scale = pageSize.width / 1440

export type Look = Record<string, unknown>
export type Corner = readonly [x: number, y: number]
export type Place = readonly [x: number, y: number, width: number, height: number, rotate?: number]

const px = (length: number): number => Math.round(length * scale * 100) / 100

export const atScale = ([x, y, width, height, rotate = 0]: Place): Position => ({
  ...{ x: px(x), y: px(y), width: px(width), height: px(height) },
  rotate,
})

/** Fields of `style` in whole px, and in half px. */
const lengths = new Set([
  ...['fontSize', 'legendFontSize', 'rowHeight', 'ringWidth'],
  ...['marginTop', 'marginRight', 'marginBottom', 'marginLeft'],
])
const lines = new Set(['strokeWidth', 'lineWidth'])

/** A style with its lengths in px of the page. */
export const lookAtScale = (style: Look): Look =>
  Object.fromEntries(
    Object.entries(style).map(([key, value]) => {
      if (typeof value !== 'number') return [key, value]
      if (lengths.has(key)) return [key, Math.round(value * scale)]
      return [key, lines.has(key) ? Math.round(value * scale * 2) / 2 : value]
    }),
  )

/** The box around corners, and the corners in percent of it. */
export function cornersOf(corners: readonly Corner[]): { place: Place; words: string } {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - x, Math.max(...ys) - y]
  const share = (at: number, from: number, room: number) =>
    room === 0 ? 0 : Number((((at - from) / room) * 100).toFixed(3))
  const words = corners.map(([cx, cy]) => `${share(cx, x, width)},${share(cy, y, height)}`).join(' ')
  return { place: [x, y, width, height], words }
}
