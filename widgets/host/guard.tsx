// The box of a widget that cannot be drawn, while the rest of the page works. The stored widget is unchanged.
import { Component, type ReactNode } from 'react'
import { withHeading } from '../../ui/punctuation.ts'
import { hostText } from './text.ts'
import './guard.css'

type Boxed = { name: string; draw: 'html' | 'svg'; size: { width: number; height: number } }

// React can catch an error of children only in a class.
export class Guard extends Component<Boxed & { of: unknown; children: ReactNode }, { reason: string | null }> {
  override state: { reason: string | null } = { reason: null }

  static getDerivedStateFromError(error: unknown): { reason: string } {
    return { reason: reasonOf(error) }
  }

  /** Draws the widget again when it was changed. */
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

/** Text metrics of the box in px: line height, maximum width of a Chinese and of any other letter, padding. */
const letter = { line: 15, wide: 11, narrow: 6.5, aroundX: 14, aroundY: 6 }

/** Whether a text fits into a box; lines may break early, except the last. */
function hasRoom(text: string, { width, height }: Boxed['size'], isOneLine: boolean): boolean {
  const length = [...text].reduce((sum, each) => sum + (each > '\u2e80' ? letter.wide : letter.narrow), 0)
  const lines = Math.floor((height - letter.aroundY) / letter.line)
  const across = width - letter.aroundX
  if (isOneLine || lines <= 1) return lines > 0 && length <= across
  return length <= across * lines * 0.8
}

/**
 * The box shown in place of a widget that cannot be drawn. `draw` depends on the parent: inside an <svg> the box is a
 * rectangle.
 */
export function BrokenWidget({ name, reason, draw, size }: Boxed & { reason: string }) {
  const words = hostText.t('broken', { name })
  const shown = [words, name].find((text) => hasRoom(text, size, draw === 'svg')) ?? '?'
  if (draw === 'svg') {
    return (
      <g className="widget-broken-svg">
        <title>{withHeading(words, reason)}</title>
        <rect width={size.width} height={size.height} />
        <text x={4} y={14}>
          {shown}
        </text>
      </g>
    )
  }
  return (
    <div className="widget-broken" role="img" aria-label={words} title={withHeading(words, reason)}>
      {shown}
    </div>
  )
}
