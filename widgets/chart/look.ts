// The look of a chart's canvas: a canvas has no CSS variables, so colours and font are read from its node, and read
// again when the theme changes.
import type { EChartsCoreOption } from 'echarts/core'
import { cssColour } from '../colour.ts'

export type ChartLook = {
  width: number
  height: number
  /** Resolves a CSS colour or `var(--name)` to a colour that a canvas understands. */
  colour: (css: string) => string
  face: string
}
export type ChartOption = EChartsCoreOption

/** [S3: theme of 10 colours] The theme's own colours, quiet and distinct in greyscale; see chart.css. */
export const paletteSize = 10

/** The CSS colour of an entry: its own, or from the chart's theme, or from the platform's. */
export function colourOf(index: number, own: unknown, theme: readonly { color: string }[]): string {
  const of = index % paletteSize
  return (
    cssColour(own) ?? cssColour(theme[theme.length > 0 ? index % theme.length : 0]?.color) ?? `var(--chart-${of + 1})`
  )
}

const variable = /^var\((--[\w-]+)\)$/
/** How many references are followed, as from `--shade-accent` to `--accent`. */
const maxSteps = 4

export function lookAt(node: HTMLElement): ChartLook {
  const style = getComputedStyle(node)
  const colour = (css: string): string => {
    let now = css
    for (let step = 0; step < maxSteps; step += 1) {
      const [, name] = variable.exec(now) ?? []
      if (!name) return now
      now = style.getPropertyValue(name).trim()
    }
    return now || 'gray'
  }
  return { width: node.clientWidth, height: node.clientHeight, colour, face: style.fontFamily }
}

/** Options of all charts: no animation, and texts drawn as text, never as HTML. */
export const plain = (look: ChartLook): ChartOption => ({
  animation: false,
  textStyle: { fontFamily: look.face, color: look.colour('var(--ink-2)') },
  tooltip: {
    ...{ confine: true, renderMode: 'richText', transitionDuration: 0, borderWidth: 1, padding: 8 },
    backgroundColor: look.colour('var(--surface)'),
    borderColor: look.colour('var(--line)'),
    textStyle: { color: look.colour('var(--ink-1)'), fontFamily: look.face, fontSize: 12 },
  },
})

/** A line or bar with an old value is pale, and hatched or dashed, so that it differs in greyscale too. */
export const staleOpacity = 0.45
export const hatchOf = (look: ChartLook) => ({
  symbol: 'rect',
  symbolSize: 1,
  dashArrayX: [1, 0],
  dashArrayY: [1.5, 4],
  rotation: -Math.PI / 4,
  color: look.colour('var(--surface)'),
})
