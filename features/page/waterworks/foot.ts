// The lower part of a station's page: two trends of the last hour, and four cards of numbers.
import type { Drawing, Rows } from './drawing.ts'

export type Foot = {
  trends: readonly (readonly [heading: string, rows: Rows])[]
  cards: readonly (readonly [heading: string, rows: Rows])[]
}

/** Labels of states, by the last part of the variable's name. */
const states: { [name: string]: { trueText: string; falseText: string } } = {
  autoMode: { trueText: 'automatic', falseText: 'manual' },
  nightMode: { trueText: 'night', falseText: 'day' },
}
const limit = { trueText: 'alarm', falseText: 'normal' }

const top = 444

export function foot(draw: Drawing, { trends, cards }: Foot) {
  for (const [column, [heading, rows]] of trends.entries()) {
    const x = 24 + column * 304
    draw.panel(x, top, 292, 300, heading)
    draw.chart('complexLine', [x + 6, top + 32, 280, 262], rows, { timeRange: 60 })
  }
  for (const [index, [heading, rows]] of cards.entries()) {
    const [x, y] = [632 + (index % 2) * 190, top + Math.floor(index / 2) * 156]
    draw.panel(x, y, 178, 144, heading)
    for (const [row, [words, name]] of rows.entries())
      draw.row(x + 12, y + 36 + row * 26, 154, words, name, states[name.split('.')[1] ?? ''] ?? limit)
  }
}
