// What a script may answer: plain data of a bounded size. [S3 Script widgets]
import { z } from 'zod'

export const maxScriptLength = 20_000
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

/** `message` is the script's own, in its own words. */
export type ScriptFault = {
  kind: 'syntax' | 'thrown' | 'time' | 'memory' | 'depth' | 'noQuery' | 'shape' | 'lost'
  message: string
  line: number | null
}

export type ScriptInput = {
  /** Epoch ms. */
  from: number
  to: number
  offset: number
  length: number
  timeUnit: string
  /** Of the bound variables by name; null: bad, or none yet. */
  values: { [name: string]: number | string | boolean | null }
  /** Stored readings of the span by name. */
  history: { [name: string]: readonly (readonly [time: number, value: number | string | boolean | null])[] }
}

export type ScriptRun = { script: string; shape: Shape; input: ScriptInput }
export type ScriptResult = { answer: Answer<Shape> } | { fault: ScriptFault }
