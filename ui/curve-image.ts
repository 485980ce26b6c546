// A chart as an image: title, legend, curves and their time range.
import { dashOf, hueOf, rangeWords } from './curve-axes.ts'
import type { CurveLine, CurveView } from './curve-data.ts'
import { formatTime } from './format.ts'
import { joinWords, withNote } from './punctuation.ts'

const padPx = 16
const linePx = 18

type Pictured = {
  title: string
  lines: readonly CurveLine[]
  zone: string
  view: CurveView
  /** Lower and upper end of the scale, for a line without an axis. */
  rangeOf: (line: CurveLine) => readonly [number, number] | undefined
}

export function curveImage(
  plot: HTMLCanvasElement | undefined,
  { title, lines, zone, view, rangeOf }: Pictured,
): Promise<Blob> {
  const ratio = devicePixelRatio
  const canvas = document.createElement('canvas')
  const ctx = canvas.getContext('2d')
  if (!plot || !ctx) return Promise.reject(new Error('nothing is drawn yet'))
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const face = getComputedStyle(document.body).fontFamily
  const width = plot.width / ratio + padPx * 2
  ctx.font = `12px ${face}`
  const nameOf = (line: CurveLine) => nameWith(line, rangeOf(line))
  const rows = legendRows(lines, width - padPx * 2, (line) => ctx.measureText(nameOf(line)).width)
  const headPx = padPx + 22 + 18 + rows.length * linePx + 6
  canvas.width = width * ratio
  canvas.height = (headPx + padPx) * ratio + plot.height
  ctx.scale(ratio, ratio)
  ctx.fillStyle = colour('--surface')
  ctx.fillRect(0, 0, canvas.width, canvas.height)
  ctx.textBaseline = 'top'
  ctx.fillStyle = colour('--ink-1')
  ctx.font = `600 15px ${face}`
  ctx.fillText(title, padPx, padPx)
  ctx.font = `12px ${face}`
  ctx.fillStyle = colour('--ink-2')
  ctx.fillText(withNote(`${formatTime(view.from, zone)} – ${formatTime(view.to, zone)}`, zone), padPx, padPx + 22)
  rows.forEach((row, index) => {
    const y = padPx + 42 + index * linePx
    for (const { line, x } of row) {
      ctx.strokeStyle = colour(hueOf(line.look))
      ctx.lineWidth = 2
      ctx.setLineDash([...dashOf(line.look, line.ghostOf !== undefined)])
      ctx.beginPath()
      ctx.moveTo(padPx + x, y + 7)
      ctx.lineTo(padPx + x + 16, y + 7)
      ctx.stroke()
      ctx.fillText(nameOf(line), padPx + x + 21, y)
    }
  })
  ctx.drawImage(plot, padPx, headPx, plot.width / ratio, plot.height / ratio)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))), 'image/png')
  })
}

/** A line's name in the picture: `Intake flow (m³/h, 291.2 – 325.8)`. */
function nameWith({ title, unit }: CurveLine, range: readonly [number, number] | undefined): string {
  const more = joinWords([unit ?? '', range ? rangeWords(range) : ''].filter((word) => word !== ''))
  return more === '' ? title : withNote(title, more)
}

/** Arranges names in rows that fit the width. */
function legendRows(lines: readonly CurveLine[], width: number, measure: (line: CurveLine) => number) {
  const rows: { line: CurveLine; x: number }[][] = [[]]
  let x = 0
  for (const line of lines) {
    const length = 21 + measure(line) + 18
    if (x > 0 && x + length > width) {
      rows.push([])
      x = 0
    }
    rows.at(-1)!.push({ line, x })
    x += length
  }
  return rows
}
