// A chart of the current values of its variables: drawn on new readings, at most once per frame, and as values age.
import { type RefObject, useEffect, useRef } from 'react'
import { useText } from '../../ui/words.ts'
import type { Label } from '../fields.ts'
import { listenTo } from '../listen.ts'
import type { Input, Mode } from '../widget.ts'
import { ChartBox, type ChartModel, type Glyph } from './box.tsx'
import { type Entry, entryOf, type Named, namesOf } from './entries.ts'
import type { LegendStyle } from './fields.ts'
import { chartText } from './text.ts'

export type Show = RefObject<((model: ChartModel) => void) | null>

type Translate = (typeof chartText)['t']

/** The designer loads no values: equal parts show the position of each variable. */
const sketched = ({ name, colour }: Named): Entry => ({ name, colour, value: 1, out: null, isStale: false })

export function LiveChart({
  inputs,
  style,
  mode,
  name,
  heading,
  glyph,
  modelOf,
}: {
  inputs: readonly Input[]
  style: LegendStyle & { theme: readonly { color: string }[] }
  mode: Mode
  name: Label
  heading: string
  glyph: Glyph
  modelOf: (entries: readonly Entry[], t: Translate) => ChartModel
}) {
  const t = useText(chartText)
  const show: Show = useRef(null)
  const latest = useRef(modelOf)
  latest.current = modelOf
  useEffect(() => {
    const names = namesOf(inputs, style.theme)
    const draw = () => {
      const entries = names.map((named, index) =>
        mode === 'run' ? entryOf(named, inputs[index]!.read()) : sketched(named),
      )
      show.current?.(latest.current(entries, t))
    }
    draw()
    return listenTo(inputs, draw)
  }, [inputs, style, mode, t])
  return <ChartBox {...{ mode, glyph, name, heading, style, show }} />
}
