// The parts that the pages of the stations share: alarms, cards and readings in a column at the right, and trends in a
// row at the foot.
import type { Drawing, Groups, Rows } from './drawing.ts'

export type Side = {
  /** A variable of each device whose alarms are listed; empty: all devices. */
  alarms: readonly string[]
  /** At most four, with four rows each. */
  cards: Groups
  /** At most eight, with their normal ranges. */
  readings: Rows
}

/** The column at the right, on the grid. */
const [left, width, top] = [1016, 408, 60]
/** The width of the drawing beside it, from 24 on. */
export const drawingWidth = 976

/** Labels of states, by the last part of the variable's name. */
const states: { [name: string]: { trueText: string; falseText: string } } = {
  autoMode: { trueText: 'automatic', falseText: 'manual' },
  nightMode: { trueText: 'night', falseText: 'day' },
}
const limit = { trueText: 'alarm', falseText: 'normal' }
const stateWords = (name: string) => states[name.split('.')[1] ?? ''] ?? limit

export function side(draw: Drawing, { alarms, cards, readings }: Side): void {
  draw.alarms([left, top, width, 170], alarms)
  const cardWidth = (width - 10) / 2
  for (const [index, [heading, rows]] of cards.entries()) {
    const [x, y] = [left + (index % 2) * (cardWidth + 10), 242 + Math.floor(index / 2) * 156]
    draw.panel(x, y, cardWidth, 146, heading)
    for (const [row, [words, name]] of rows.entries())
      draw.row(x + 12, y + 36 + row * 26, cardWidth - 24, words, name, stateWords(name))
  }
  draw.panel(left, 554, width, 242, 'Readings')
  for (const [row, [words, name]] of readings.entries())
    draw.reading(left + 12, 588 + row * 25, width - 24, words, name)
}

/** Trends of the last hour in a row below the drawing, down to the foot of the page. */
export function trends(draw: Drawing, y: number, charts: Groups): void {
  const gap = 12
  const each = (drawingWidth - gap * (charts.length - 1)) / charts.length
  for (const [column, [heading, rows]] of charts.entries())
    draw.trend([24 + column * (each + gap), y, each, 796 - y], heading, rows)
}
