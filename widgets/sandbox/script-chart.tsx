// A chart of the answer of a script.
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useText } from '../../ui/words.ts'
import { manySlot } from '../binds.ts'
import type { AxesStyle } from '../chart/axes.ts'
import { ChartBox, type ChartModel, type Glyph } from '../chart/box.tsx'
import { withUnit } from '../chart/entries.ts'
import { entryFields, type LegendStyle, type ThemeStyle } from '../chart/fields.ts'
import type { Show } from '../chart/live.tsx'
import { colourOf } from '../chart/look.ts'
import { chartText } from '../chart/text.ts'
import { cssColour } from '../colour.ts'
import type { Label } from '../fields.ts'
import type { DrawProps } from '../widget.ts'
import { ScriptNote } from './script-note.tsx'
import type { Answer, Shape } from './shapes.ts'
import { scriptText } from './text.ts'
import { type ScriptData, useScript } from './use-script.ts'

export const scriptBinds = {
  values: manySlot({ en: 'Values', 'zh-cn': '数值' }, { most: 20, of: entryFields }),
}

type Translate = (typeof chartText)['t']

export function ScriptChart<S extends Shape>({
  of: { style, data, mode, inputs: inputsOf, host },
  shape,
  name,
  glyph,
  modelOf,
}: {
  of: DrawProps<LegendStyle, object, ScriptData>
  shape: S
  name: Label
  glyph: Glyph
  modelOf: (answer: Answer<S>, t: Translate) => ChartModel
}): ReactNode {
  const t = useText(chartText)
  const inputs = useMemo(() => inputsOf('values'), [inputsOf])
  const state = useScript(shape, { data, inputs, host, mode })
  const show: Show = useRef(null)
  const latest = useRef(modelOf)
  latest.current = modelOf
  const { answer } = state
  useEffect(() => {
    if (answer) show.current?.(latest.current(answer, t))
  }, [answer, t])
  if (!answer && mode !== 'thumbnail') return <ScriptNote {...{ state, mode, script: data.script }} />
  return (
    <ChartBox {...{ mode, glyph, name, heading: '', style, show }}>
      {mode === 'run' && <ScriptNote {...{ state, mode, script: data.script }} />}
    </ChartBox>
  )
}

export const written = { unit: '', decimals: -1 }

type Scaled = DrawProps<LegendStyle & AxesStyle & ThemeStyle, object, ScriptData>

/** The series of a script with their colours, and the options of the axes. */
export function scaled<T extends { name: string }>({ style, data: { mode, min, max } }: Scaled, series: readonly T[]) {
  const colour = cssColour(style.fontColor)
  return {
    series: series.map((each, index) => ({ ...each, colour: colourOf(index, '', style.theme) })),
    options: {
      ...{ style, axis: { mode, min, max }, ...(colour ? { colour } : {}) },
      wordsOf: (value: number) => withUnit(value, written),
    },
  }
}

/** The model of a chart, with a sentence if it has no data. */
export const scaledModel = (
  series: readonly { name: string; colour: string }[],
  isEmpty: boolean,
  option: ChartModel['option'],
): ChartModel => ({
  option,
  legend: series.map(({ name, colour }) => ({ name, colour, value: '', mark: '', isOut: false })),
  sentence: isEmpty ? scriptText.t('noRows') : '',
  isEmpty,
})
