// The format brush: the looks of one widget on others. Between different types only what every type has. Pure.
import type { PageWidget } from '../../contract/page-document.ts'

const common = ['fill', 'stroke', 'strokeWidth', 'fontColor', 'fontSize', 'fontFamily', 'bold', 'italic', 'textAlign']

export function brushed(widget: PageWidget, from: PageWidget): PageWidget {
  if (widget.widgetType === from.widgetType) return from.style ? { ...widget, style: { ...from.style } } : widget
  const looks = Object.entries(from.style ?? {}).filter(([key]) => common.includes(key) && key in (widget.style ?? {}))
  return looks.length === 0 ? widget : { ...widget, style: { ...widget.style, ...Object.fromEntries(looks) } }
}
