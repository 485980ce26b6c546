// A curve of the last minutes, and the function that draws all curves of a chart.
import type { ChartModel } from './box.tsx'
import type { Entry } from './entries.ts'
import type { Moving } from './moving.ts'
import type { chartText } from './text.ts'

export type Minute = Entry & { moving: Moving }
export type Span = { from: number; to: number }
export type ModelOf = (entries: readonly Minute[], span: Span, t: (typeof chartText)['t']) => ChartModel
