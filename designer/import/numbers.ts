// Numbers and lengths of a drawing, in pixels. Infinite numbers, and those out of range, are invalid. Pure.

/** The largest coordinate of a widget. */
const far = 1_000_000

const pattern = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/g

const within = (value: number): number | undefined => (Math.abs(value) <= far ? value : undefined)

/** A list of numbers; undefined if there is other text in between. */
export function numbersIn(text: string): number[] | undefined {
  if (text.replace(pattern, '').replace(/[\s,]/g, '') !== '') return undefined
  const numbers = (text.match(pattern) ?? []).map(Number)
  return numbers.every((each) => within(each) !== undefined) ? numbers : undefined
}

/** Lengths of the units in pixels of 1/96 inch. */
const units: Record<string, number> = {
  ...{ px: 1, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, q: 96 / 101.6, pt: 96 / 72, pc: 16 },
}

/** Maximum length of a number with its unit. */
const longest = 40

export type Measure = { font: number; whole: number }

/** Parses `12`, `3mm`, `1.5em`, `50%` of the whole; undefined for any other text. */
export function lengthOf(text: string | undefined, { font, whole }: Measure): number | undefined {
  if (text === undefined || text.length > longest) return undefined
  const [, number, unit = ''] = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*|%)\s*$/i.exec(text) ?? []
  if (number === undefined) return undefined
  const value = Number(number)
  const name = unit.toLowerCase()
  const relative: Record<string, number> = { '': 1, '%': whole / 100, em: font, rem: 16, ex: font / 2 }
  const by = units[name] ?? relative[name]
  return by === undefined ? undefined : within(value * by)
}

export const numberOf = (text: unknown): number | undefined =>
  typeof text === 'number'
    ? within(text)
    : typeof text === 'string'
      ? lengthOf(text, { font: 16, whole: 1 })
      : undefined

/** A number for markup, rounded to three decimals. */
export const short = (value: number): string => String(Math.round(value * 1000) / 1000)
