// A preview of widgets that are not on a page yet, drawn as on a page and scaled to the available room.
import { useMemo } from 'react'
import type { PageWidget } from '../contract/page-document.ts'
import { cssColour } from '../widgets/colour.ts'
import { asAuthored, noValues } from '../widgets/host/authored.ts'
import { PageView } from '../widgets/host/page-view.tsx'
import { prepare } from '../widgets/host/prepare.ts'
import type { Widget } from '../widgets/widget.ts'
import './drawn-preview.css'

/** Size of the preview in pixels of the screen. */
const wide = { width: 360, height: 300 }

export function DrawnPreview({
  widgets,
  width,
  height,
  ground,
  types,
  label,
  room = wide,
}: {
  widgets: readonly PageWidget[]
  width: number
  height: number
  ground: string
  types: ReadonlyMap<string, Widget>
  label: string
  room?: { width: number; height: number }
}) {
  const page = useMemo(() => prepare(numbered(widgets), types, asAuthored), [widgets, types])
  const scale = Math.min(room.width / Math.max(1, width), room.height / Math.max(1, height), 1.5)
  return (
    <div className="drawn-preview" style={{ height: room.height }} role="img" aria-label={label}>
      <div inert style={{ width: width * scale, height: height * scale, background: cssColour(ground) }}>
        <div style={{ width, height, scale: String(scale) }}>
          <PageView page={page} source={noValues} mode="thumbnail" />
        </div>
      </div>
    </div>
  )
}

/** Temporary ids; the final ones are assigned when the widgets are added to a page. */
function numbered(widgets: readonly PageWidget[], within = 'i'): PageWidget[] {
  return widgets.map((widget, i) => {
    const id = `${within}.${i}`
    return { ...widget, id, ...(widget.children && { children: numbered(widget.children, id) }) }
  })
}
