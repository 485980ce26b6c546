// Plot options of an area chart, from the fields of its author. Pure.
import type { PlotState } from '../../ui/curve-plot.ts'
import { cssColour } from '../colour.ts'

type Of = { mode: 'adapt' | 'custom'; minVal: number; maxVal: number }
type Style = {
  fontSize: number
  fontColor: string
  axisWidth: number
  axisColor: string
  marginTop: number
  marginRight: number
  marginBottom: number
  marginLeft: number
}

export type AreaPlot = Pick<PlotState, 'range' | 'margins' | 'axis'>

/** An empty or inverted range is replaced by the range of the values. */
export function areaPlot({ mode, minVal, maxVal }: Of, style: Style): AreaPlot {
  const ink = cssColour(style.fontColor)
  const lineInk = cssColour(style.axisColor)
  const hasLine = style.axisWidth > 0 || lineInk !== undefined
  return {
    margins: { top: style.marginTop, right: style.marginRight, bottom: style.marginBottom, left: style.marginLeft },
    axis: {
      fontPx: style.fontSize,
      ...(ink ? { ink } : {}),
      ...(hasLine ? { line: { widthPx: style.axisWidth, ...(lineInk ? { ink: lineInk } : {}) } } : {}),
    },
    ...(mode === 'custom' && maxVal > minVal ? { range: [minVal, maxVal] } : {}),
  }
}
