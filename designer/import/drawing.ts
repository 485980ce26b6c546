// Reads a file as a drawing for a page: an SVG, or a view of FUXA, alone or in its project. Pure.
import { limits } from '../../contract/limits.ts'
import { PageWidget } from '../../contract/page-document.ts'
import { viewDrawn } from './fuxa.ts'
import { type FuxaFile, fuxaFileOf } from './fuxa-file.ts'
import { createReport, type Report } from './report.ts'
import { type Drawn, drawnFrom } from './svg.ts'
import type { Unreadable } from './tree.ts'

/** An imported drawing. `ground`: its background colour, used for an empty page. */
type Drawing = Drawn & { ground: string; report: Report }

export type Opened =
  | { kind: 'svg'; text: string }
  | { kind: 'fuxa'; file: FuxaFile }
  | { fault: 'tooLarge' | 'noDrawing' | 'noJson' | 'pageFile' }

/** Detects the kind of a file from its beginning, ignoring its name. */
export function opened(text: string): Opened {
  if (text.length > limits.fileBodyBytes) return { fault: 'tooLarge' }
  const plain = text.replace(/^\uFEFF/, '').trimStart()
  if (plain.startsWith('<')) return { kind: 'svg', text: plain }
  if (!plain.startsWith('{')) return { fault: 'noDrawing' }
  let json: unknown
  try {
    json = JSON.parse(plain)
  } catch {
    return { fault: 'noJson' }
  }
  const file = fuxaFileOf(json)
  if (file) return { kind: 'fuxa', file }
  const isPage = typeof json === 'object' && json !== null && 'format' in json && json.format === 'gatehouse-page'
  return { fault: isPage ? 'pageFile' : 'noDrawing' }
}

/** The drawing (`view` selects one of several), or why it cannot be read. `room`: the number of widgets that fit. */
export function readDrawing(of: Exclude<Opened, { fault: string }>, room: number, view = 0): Drawing | Unreadable {
  const report = createReport()
  const drawn = of.kind === 'svg' ? svgDrawn(of.text, report, room) : fuxaDrawn(of.file, report, room, view)
  if ('reason' in drawn) return drawn
  return { ...drawn, widgets: drawn.widgets.filter(isStorable(report)), report }
}

function svgDrawn(text: string, report: Report, room: number) {
  const drawn = drawnFrom(text, report, room)
  return 'reason' in drawn ? drawn : { ...drawn, ground: '#ffffff' }
}

function fuxaDrawn(file: FuxaFile, report: Report, room: number, at: number) {
  const view = file.views[at]
  return view ? viewDrawn(file, view, report, room) : { line: 1, reason: 'empty' }
}

/** Widgets that a page could not store are left out. */
const isStorable =
  (report: Report) =>
  (widget: PageWidget): boolean => {
    const isFit = PageWidget.safeParse(widget).success
    if (!isFit) report.add('unreadable', widget.widgetType)
    return isFit
  }
