// The box of a widget that cannot be drawn, while the rest of the page works; the stored widget is kept as it is.
import { Component, type ReactNode } from 'react'
import { hostText } from './text.ts'
import './guard.css'

type Boxed = { name: string; draw: 'html' | 'svg'; size: { width: number; height: number } }

// React has no other way to catch an error of its children.
export class Guard extends Component<Boxed & { of: unknown; children: ReactNode }, { reason: string | null }> {
  override state: { reason: string | null } = { reason: null }

  static getDerivedStateFromError(error: unknown): { reason: string } {
    return { reason: reasonOf(error) }
  }

  /** Of what is drawn now, changed: it is tried again. */
  override componentDidUpdate({ of }: { of: unknown }) {
    if (of !== this.props.of && this.state.reason !== null) this.setState({ reason: null })
  }

  override render(): ReactNode {
    const { name, draw, size, children } = this.props
    if (this.state.reason === null) return children
    return <BrokenWidget name={name} reason={this.state.reason} draw={draw} size={size} />
  }
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** `draw` depends on the parent: inside an <svg> a box is a rectangle. */
export function BrokenWidget({ name, reason, draw, size }: Boxed & { reason: string }) {
  const words = hostText.t('broken', { name })
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
