// Draws one widget; for an unknown or broken one, a box with a message, while the rest of the page works.
import { Component, type ReactNode } from 'react'
import { widgetText } from './text.ts'
import type { DrawProps, Props, Widget } from './widget.ts'
import { readProps } from './widget.ts'
import './widget-box.css'

type Drawn = Omit<DrawProps<Props>, 'props'>

/** A widget with its stored properties. */
export function WidgetBox({ widget, stored, ...drawn }: Drawn & { widget: Widget; stored: Props }) {
  const { Draw } = widget
  return (
    <WidgetGuard name={widget.type} draw={widget.draw} size={drawn.size}>
      <Draw props={readProps(widget, stored)} {...drawn} />
    </WidgetGuard>
  )
}

type Guarded = { name: string; draw: Widget['draw']; size: Drawn['size']; children: ReactNode }

// React has no other way to catch an error of its children.
class WidgetGuard extends Component<Guarded, { reason: string | null }> {
  override state: { reason: string | null } = { reason: null }

  static getDerivedStateFromError(error: unknown): { reason: string } {
    return { reason: error instanceof Error ? error.message : String(error) }
  }

  override render(): ReactNode {
    const { name, draw, size, children } = this.props
    if (this.state.reason === null) return children
    return <BrokenWidget name={name} reason={this.state.reason} draw={draw} size={size} />
  }
}

/** `draw` depends on the parent: inside an <svg> a box is a rectangle. */
export function BrokenWidget({
  name,
  reason,
  draw = 'html',
  size,
}: {
  name: string
  reason: string
  draw?: Widget['draw']
  size: Drawn['size']
}) {
  const words = widgetText.t('broken', { name })
  if (draw === 'svg') {
    return (
      <g className="widget-broken-svg">
        <title>{`${words}: ${reason}`}</title>
        <rect width={size.width} height={size.height} />
        <text x={4} y={14}>
          {words}
        </text>
      </g>
    )
  }
  return (
    <div className="widget-broken" role="img" aria-label={words} title={`${words}: ${reason}`}>
      {words}
    </div>
  )
}
