// Draws SVG texts, or the widgets that the import created from them, in cells of the same sizes. Runs in a browser.
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { PageWidget } from '../../contract/page-document.ts'
import group from '../../widgets/group/group.tsx'
import { asAuthored, noValues } from '../../widgets/host/authored.ts'
import { PageView } from '../../widgets/host/page-view.tsx'
import { prepare } from '../../widgets/host/prepare.ts'
import circle from '../../widgets/shape/circle.tsx'
import ellipse from '../../widgets/shape/ellipse.tsx'
import line from '../../widgets/shape/line.tsx'
import prism from '../../widgets/shape/prism.tsx'
import rect from '../../widgets/shape/rect.tsx'
import straight from '../../widgets/shape/straight.tsx'
import triangle from '../../widgets/shape/triangle.tsx'
import image from '../../widgets/usual/image.tsx'
import text from '../../widgets/usual/text.tsx'
import type { Widget } from '../../widgets/widget.ts'
import '../../ui/theme.css'
import type { Cell } from './browser.ts'

const types = new Map<string, Widget>([
  ...Object.entries({ group, Circle: circle, Ellipse: ellipse, shapeLine: line, Prism: prism, Rect: rect }),
  ...Object.entries({ Straight: straight, Triangle: triangle, Image: image, Text: text }),
] as [string, Widget][])

/** Gives widgets new ids, as adding them to a page does. */
function numbered(widgets: readonly PageWidget[], within: string): PageWidget[] {
  return widgets.map((widget, i) => {
    const id = `${within}.${i}`
    return { ...widget, id, ...(widget.children && { children: numbered(widget.children, id) }) }
  })
}

const place = { position: 'relative', overflow: 'hidden' } as const

function Drawn({ cell: { width, height, svg, widgets }, side }: { cell: Cell; side: 'source' | 'result' }) {
  if (side === 'source') {
    const src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
    return <img src={src} alt="" style={{ display: 'block', width, height }} />
  }
  return <PageView page={prepare(numbered(widgets, 'w'), types, asAuthored)} source={noValues} mode="thumbnail" />
}

const root = createRoot(document.body)

/** Resolves when all pictures have loaded. */
async function draw(cells: readonly Cell[], side: 'source' | 'result'): Promise<void> {
  flushSync(() =>
    root.render(
      cells.map((cell, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name
        <div key={`${side} ${i}`} style={{ ...place, width: cell.width, height: cell.height }}>
          <Drawn cell={cell} side={side} />
        </div>
      )),
    ),
  )
  await Promise.all([...document.images].map((each) => each.decode().catch(() => undefined)))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

Object.assign(window, { draw })
