// The answers that a script may return: plain data of limited size. [S3 Script widgets] [S3 Click event: script]
import { z } from 'zod'
import { limits } from '../../contract/limits.ts'
import type { Freshness } from '../../signal/web/freshness.ts'

const text = z.string().max(200)
const number = z.number().nullable()
const instant = z.number().min(-8.64e15).max(8.64e15)
const maxPoints = 20_000

export const shapes = {
  report: z
    .object({
      columns: z.array(text).min(1).max(30),
      rows: z.array(z.array(z.union([text, z.number(), z.boolean(), z.null()])).max(30)).max(1000),
    })
    .refine(({ columns, rows }) => rows.every((row) => row.length === columns.length)),
  trend: z
    .object({
      series: z.array(z.object({ name: text, points: z.array(z.tuple([instant, number])).max(maxPoints) })).max(20),
    })
    .refine(({ series }) => series.reduce((sum, { points }) => sum + points.length, 0) <= maxPoints),
  bar: z
    .object({
      categories: z.array(text).max(200),
      series: z.array(z.object({ name: text, values: z.array(number).max(200) })).max(20),
    })
    .refine(({ categories, series }) => series.every(({ values }) => values.length === categories.length)),
  pie: z.object({ items: z.array(z.object({ name: text, value: number })).max(50) }),
} as const

export type Shape = keyof typeof shapes
export type Answer<S extends Shape> = z.infer<(typeof shapes)[S]>

/** `message` is a text of the script itself. */
export type ScriptFault = {
  kind: 'syntax' | 'thrown' | 'time' | 'memory' | 'depth' | 'noQuery' | 'shape' | 'lost'
  message: string
  line: number | null
}

export type ScriptInput = {
  /** Start and end of the span, epoch ms. */
  from: number
  to: number
  offset: number
  length: number
  timeUnit: string
  /** Values of the bound variables by name; null: bad, or not read yet. */
  values: { [name: string]: number | string | boolean | null }
  /** Stored readings of the span by name. */
  history: { [name: string]: readonly (readonly [time: number, value: number | string | boolean | null])[] }
}

export type ScriptRun = { script: string; shape: Shape; input: ScriptInput }
export type ScriptResult = { answer: Answer<Shape> } | { fault: ScriptFault }

/** The value of a variable at the press; a script only decides on good values. */
export type PressValue = {
  value: number | string | boolean | null
  quality: Freshness
  code: number
  /** Time of the reading, epoch ms. */
  time: number | null
  canWrite: boolean
}

/** The script of a click; `values` by name. */
export type PressRun = { press: string; values: { [name: string]: PressValue } }

/** The requested actions in order: writes by name, then at most one page to open. */
export const pressActs = z
  .array(
    z.discriminatedUnion('act', [
      z.object({
        act: z.literal('write'),
        name: z.string().max(200),
        value: z.union([z.number(), z.boolean(), z.string().max(1000)]),
      }),
      z.object({
        act: z.literal('open'),
        pageId: z.number().int().positive().max(2_147_483_647),
        params: z.record(z.string().max(31), z.string().max(100)),
      }),
    ]),
  )
  .max(limits.pressWrites + 1)
type PressAct = z.infer<typeof pressActs>[number]
export type PressResult = { acts: PressAct[] } | { fault: ScriptFault }

export type AnyRun = ScriptRun | PressRun
export type ResultOf<R extends AnyRun> = R extends PressRun ? PressResult : ScriptResult
