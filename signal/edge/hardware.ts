// What needs special hardware (modem, LAN ports, power), behind one interface, and the simulated box of demo and tests,
// which does it all in memory as the specification says. The real one is signal/edge/linux-box.ts. [S4]
import type { Hello } from '../../contract/topics.ts'

export type Mode = Hello['mode']

/** What `hello` tells of the box. */
export type HardwareState = Pick<Hello, 'signalStrength' | 'networkType' | 'lanIp' | 'mac'> & {
  firmware: string
  mode: Mode
  vpn: boolean
}

/** `change`: something of the state; `restart`: the box starts anew; `sleep`: until `wakeAfterMs`; power is power. */
export type HardwareEvent =
  | { kind: 'change' }
  | { kind: 'restart' }
  | { kind: 'sleep'; wakeAfterMs: number }
  /** `hasLastWords`: what is left in the box is enough to say so. */
  | { kind: 'powerOff'; hasLastWords?: boolean }
  | { kind: 'powerOn' }

export type Hardware = {
  state(): HardwareState
  /** Calls `listener` on every event; the answer ends that. */
  listen(listener: (event: HardwareEvent) => void): () => void
}

export type VirtualHardware = Hardware & {
  setSignalStrength(percent: number): void
  setNetworkType(type: string): void
  /** Takes effect at the next restart only. [S4] */
  setMode(mode: Mode): void
  setVpn(on: boolean): void
  restart(): void
  /** A battery gateway goes to sleep and wakes after so many seconds. */
  sleep(seconds: number): void
  /** As if unplugged: no good-bye. */
  powerOff(): void
  /** Its supply is gone, and it has time to say so. */
  losePower(): void
  powerOn(): void
}

const initial: HardwareState = {
  firmware: 'simulated',
  mode: 'standard',
  vpn: false,
  signalStrength: 85,
  networkType: '4G',
}

export function createVirtualHardware(start: Partial<HardwareState> = {}): VirtualHardware {
  let state: HardwareState = { ...initial, ...start }
  let nextMode = state.mode
  const listeners = new Set<(event: HardwareEvent) => void>()

  const tell = (event: HardwareEvent) => {
    for (const listener of [...listeners]) listener(event)
  }
  const change = (changed: Partial<HardwareState>) => {
    state = { ...state, ...changed }
    tell({ kind: 'change' })
  }

  return {
    state: () => state,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setSignalStrength: (percent) => change({ signalStrength: Math.min(100, Math.max(0, percent)) }),
    setNetworkType: (networkType) => change({ networkType }),
    setMode(mode) {
      nextMode = mode
    },
    setVpn: (vpn) => change({ vpn }),
    restart() {
      // A tunnel does not outlive the restart.
      state = { ...state, mode: nextMode, vpn: false }
      tell({ kind: 'restart' })
    },
    sleep: (seconds) => tell({ kind: 'sleep', wakeAfterMs: seconds * 1000 }),
    powerOff: () => tell({ kind: 'powerOff' }),
    losePower: () => tell({ kind: 'powerOff', hasLastWords: true }),
    powerOn: () => tell({ kind: 'powerOn' }),
  }
}

/** A tunnel to the controller is open: no monitoring, no writing. [S4] */
export const isTunnel = (hardware: Hardware): boolean => hardware.state().vpn || hardware.state().mode === 'download'
