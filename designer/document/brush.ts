// The format painter: copies the style of one widget to others. Between different types only fields that all types
// have; the route of a pipe is not style. Pure.
import type { PageWidget } from '../../contract/page-document.ts'

const common = ['fill', 'stroke', 'strokeWidth', 'fontColor', 'fontSize', 'fontFamily', 'bold', 'italic', 'textAlign']

export function brushed(widget: PageWidget, from: PageWidget): PageWidget {
  if (widget.widgetType === from.widgetType)
    return from.style ? { ...widget, style: ofSame(widget, from.style) } : widget
  const looks = Object.entries(from.style ?? {}).filter(([key]) => common.includes(key) && key in (widget.style ?? {}))
  return looks.length === 0 ? widget : { ...widget, style: { ...widget.style, ...Object.fromEntries(looks) } }
}

function ofSame({ style: own = {} }: PageWidget, { corners: _, ...looks }: NonNullable<PageWidget['style']>) {
  return 'corners' in own ? { ...looks, corners: own.corners } : looks
}
