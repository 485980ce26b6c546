// The box of a chart: canvas, legend, and a sentence where there is nothing to draw. The owner of the values writes
// into it through `show`.
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useLanguage } from '../../ui/language.ts'
import { joinWords } from '../../ui/punctuation.ts'
import { useTone } from '../../ui/theme.ts'
import { labelIn, useText } from '../../ui/words.ts'
import { WidgetNote } from '../asked-note.tsx'
import { cssColour } from '../colour.ts'
import type { Label } from '../fields.ts'
import type { Mode } from '../widget.ts'
import { type ChartCanvas, createChart } from './canvas.ts'
import type { LegendStyle } from './fields.ts'
import { type ChartModel as Model, writeLegend } from './legend.ts'
import type { ChartLook, ChartOption } from './look.ts'
import { chartText } from './text.ts'
import './chart.css'

export type ChartModel = Model<(look: ChartLook) => ChartOption>
export type Glyph = 'pie' | 'ring' | 'bar' | 'line'

const glyphs: Record<Glyph, string> = {
  pie: 'M24 6a18 18 0 1 0 18 18H24Z M28 4v16h16A16 16 0 0 0 28 4Z',
  ring: 'M24 6a18 18 0 1 0 0 36a18 18 0 1 0 0-36Zm0 9a9 9 0 1 1 0 18a9 9 0 1 1 0-18Z',
  bar: 'M6 40V24h9v16Z M20 40V10h9v30Z M34 40V18h9v22Z',
  line: 'M5 36l11-13 9 7 18-20 2 2-20 22-9-7-9 11Z',
}

type Props = {
  mode: Mode
  glyph: Glyph
  /** The kind of chart, read aloud if there is no heading. */
  name: Label
  heading: string
  style: LegendStyle
  /** The box stores its writing function here while it is mounted. */
  show: RefObject<((model: ChartModel) => void) | null>
  children?: ReactNode
}

export function ChartBox({ mode, glyph, name, heading, style, show, children }: Props) {
  const t = useText(chartText)
  const tone = useTone()
  const language = useLanguage()
  const title = heading || labelIn(name, language)
  const [box, canvas, list, sentence] = [
    useRef<HTMLDivElement>(null),
    useRef<HTMLDivElement>(null),
    useRef<HTMLUListElement>(null),
    useRef<HTMLParagraphElement>(null),
  ]
  const chart = useRef<ChartCanvas | null>(null)
  const [fault, setFault] = useState<string>()
  const isDrawn = mode !== 'thumbnail'
  // biome-ignore lint/correctness/useExhaustiveDependencies: refs do not change
  useEffect(() => {
    if (!isDrawn || !canvas.current) return undefined
    const made = createChart(canvas.current, (error) => setFault(error === undefined ? undefined : reasonOf(error)))
    chart.current = made
    show.current = (model) => {
      made.draw(model.option)
      writeLegend(list.current!, model.legend)
      const said = sentence.current!
      if (said.textContent !== model.sentence) said.textContent = model.sentence
      said.toggleAttribute('data-middle', model.isEmpty)
      const values = model.legend.map(({ name, value, mark }) => [name, value, mark].filter(Boolean).join(' '))
      box.current!.setAttribute('aria-label', t('list', { title, values: joinWords([...values, model.sentence]) }))
    }
    return () => {
      show.current = null
      chart.current = null
      made.end()
    }
  }, [isDrawn, title, t])
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read again when the theme changes
  useEffect(() => chart.current?.redraw(), [tone, style])
  return (
    <div className="chart-frame">
      {heading && <p className="chart-heading">{heading}</p>}
      <div
        ref={box}
        className="chart"
        role="img"
        aria-label={title}
        data-legend={style.legend}
        style={legendCss(style)}
      >
        <div className="chart-room">
          {isDrawn ? <div ref={canvas} className="chart-canvas" /> : <ChartGlyph of={glyph} />}
          <p ref={sentence} className="chart-sentence" />
          {fault !== undefined && <WidgetNote isFault>{t('notDrawn', { reason: fault })}</WidgetNote>}
        </div>
        <ul ref={list} className="chart-legend" />
      </div>
      {children}
    </div>
  )
}

const legendCss = ({ legendFontSize, legendFontColor }: LegendStyle) =>
  ({ '--legend-size': `${legendFontSize}px`, '--legend-ink': cssColour(legendFontColor) }) as CSSProperties

const ChartGlyph = ({ of }: { of: Glyph }) => (
  <svg className="chart-glyph" viewBox="0 0 48 48" aria-hidden="true">
    <path d={glyphs[of]} />
  </svg>
)

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200)
