// What needs special hardware (modem, LAN ports, power), behind one interface. The simulated box of demo and tests, which
// does it all in memory as the specification says, is signal/edge/virtual-box.ts, the real one signal/edge/linux/linux-box.ts. [S4]
import type { BoxAct, BoxOrder, BoxTold } from '../../contract/box.ts'
import type { Hello } from '../../contract/topics.ts'
import type { Ending } from './poll/write.ts'

export type Mode = Hello['mode']

/** What `hello` tells of the box. */
export type HardwareState = Pick<Hello, 'signalStrength' | 'networkType' | 'lanIp' | 'mac' | 'moduleSn'> & {
  firmware: string
  mode: Mode
  vpn: boolean
}

/**
 * `change`: something of the state; `restart`: the box starts anew, which takes so long; `sleep`: until `wakeAfterMs`;
 * `lineDown`, `lineUp`: its LAN leads nowhere, and does again; power is power.
 */
export type HardwareEvent =
  | { kind: 'change' }
  | { kind: 'restart'; downMs?: number }
  | { kind: 'lineDown' }
  | { kind: 'lineUp' }
  /** `onAsleep`: the agent has left the platform and its devices. */
  | { kind: 'sleep'; wakeAfterMs: number; onAsleep?: () => void }
  /** `hasLastWords`: what is left in the box is enough to say so. */
  | { kind: 'powerOff'; hasLastWords?: boolean }
  | { kind: 'powerOn' }

/** What an order is about that the box does, not the agent. */
export type HardwareOrder = Extract<
  BoxOrder,
  { act: 'restart' | 'mode' | 'lan' | 'serial' | 'power' | 'location' | 'locate' }
>
export type HardwareTold = Pick<BoxTold, 'mode' | 'lan' | 'lanUndone' | 'serial' | 'power' | 'location' | 'lacks'>

export type Hardware = {
  state(): HardwareState
  /** What it can be ordered now. */
  can(): readonly BoxAct[]
  /** Does it, or answers why not. What cuts the line is done a moment after the answer. */
  order(order: HardwareOrder): Ending | Promise<Ending>
  told(): HardwareTold
  /** The platform has answered: what was changed leaves the line whole. */
  reached(): void
  /** Calls `listener` on every event; the answer ends that. */
  listen(listener: (event: HardwareEvent) => void): () => void
}

/** A tunnel to the controller is open: no monitoring, no writing. [S4] */
export const isTunnel = (hardware: Hardware): boolean => hardware.state().vpn || hardware.state().mode === 'download'

/** The same box while the agent carries a remote download. */
export const withTunnel = (hardware: Hardware, isOpen: () => boolean): Hardware => ({
  ...hardware,
  state: () => (isOpen() ? { ...hardware.state(), vpn: true } : hardware.state()),
})
