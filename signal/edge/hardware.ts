// The interface to special hardware (modem, LAN ports, power). signal/edge/virtual-box.ts simulates a box in memory for
// demo and tests; signal/edge/linux/linux-box.ts drives a real one. [S4]
import type { BoxAct, BoxOrder, BoxTold } from '../../contract/box.ts'
import type { Hello } from '../../contract/topics.ts'
import type { Ending } from './poll/write.ts'

type Mode = Hello['mode']

/** The state of the box that `hello` reports. */
export type HardwareState = Pick<Hello, 'signalStrength' | 'networkType' | 'lanIp' | 'mac' | 'moduleSn'> & {
  firmware: string
  mode: Mode
  vpn: boolean
}

/**
 * `change`: the state changed; `restart`: the box restarts and is off for `downMs`; `sleep`: the box sleeps for
 * `wakeAfterMs`; `lineDown`, `lineUp`: the LAN connection to the platform was lost, or restored.
 */
export type HardwareEvent =
  | { kind: 'change' }
  | { kind: 'restart'; downMs?: number }
  | { kind: 'lineDown' }
  | { kind: 'lineUp' }
  /** `onAsleep`: called when the agent has disconnected from the platform and its devices. */
  | { kind: 'sleep'; wakeAfterMs: number; onAsleep?: () => void }
  /** `hasLastWords`: enough power is left to send a good-bye message. */
  | { kind: 'powerOff'; hasLastWords?: boolean }
  | { kind: 'powerOn' }

/** Orders that the box carries out, not the agent. */
export type HardwareOrder = Extract<
  BoxOrder,
  { act: 'restart' | 'mode' | 'lan' | 'serial' | 'power' | 'location' | 'locate' }
>
/** The settings and state of the box in its report. */
export type HardwareTold = Pick<BoxTold, 'mode' | 'lan' | 'lanUndone' | 'serial' | 'power' | 'location' | 'lacks'>

/** The box that the agent runs on. */
export type Hardware = {
  state(): HardwareState
  /** The orders that it accepts now. */
  can(): readonly BoxAct[]
  /** Carries out an order or returns the reason why not. Cuts the line, if at all, a moment after the answer. */
  order(order: HardwareOrder): Ending | Promise<Ending>
  told(): HardwareTold
  /** Called when the platform has answered, which shows that the changes made leave it reachable. */
  reached(): void
  /** Calls `listener` on every event; returns a function that ends this. */
  listen(listener: (event: HardwareEvent) => void): () => void
}

/** A tunnel to the controller is open: no monitoring, no writing. [S4] */
export const isTunnel = (hardware: Hardware): boolean => hardware.state().vpn || hardware.state().mode === 'download'

/** Wraps the hardware: reports `vpn` while the agent carries a remote download. */
export const withTunnel = (hardware: Hardware, isOpen: () => boolean): Hardware => ({
  state: () => (isOpen() ? { ...hardware.state(), vpn: true } : hardware.state()),
  can: () => hardware.can(),
  order: (order) => hardware.order(order),
  told: () => hardware.told(),
  reached: () => hardware.reached(),
  listen: (listener) => hardware.listen(listener),
})
