// Reloads a wall after a rendering error.
import { Component, type ReactNode } from 'react'
import { reloadWhenAnswered } from './keep-loading.ts'

type Props = { broken: ReactNode; children: ReactNode }

/** React reports rendering errors only to class components. */
export class Guard extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  override componentDidCatch(): void {
    void reloadWhenAnswered()
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.broken : this.props.children
  }
}
