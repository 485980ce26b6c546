// A PLC that counts how often it was read: every answer has a unique number, so that the readings of an edge are known
// independently of the edge, the line and the platform. In addition it has states for alarm rules, which follow the
// clock whether or not the PLC is read; the states of each answer are recorded.
import { type ModbusServer, startModbusServer } from '../../plant/modbus-server.ts'
import type { RegisterBank } from '../../plant/register-bank.ts'
import { checkOf } from './count.ts'

/** The state for alarm rules: 0 without a fault, else the number of the fault. */
export type Faults = { wave: number; slow: number }

export type CountingPlc = {
  readonly port: number
  /** When each number was read, epoch ms; index 0 is number 1. */
  readonly readAt: readonly number[]
  /** The fault states of each answer. */
  readonly faults: readonly Faults[]
  /** From now on every answer repeats the last number and the same faults. */
  freeze(): void
  /** Resolves as soon as an answer has another fault than the one before. */
  turned(): Promise<void>
  stop(): Promise<void>
}

/** Number of faults in one wave: a fault repeats only after a time for which it counts as new everywhere. */
export const waves = 180
const waveMs = 4000
const slowMs = 60_000

/**
 * The fault at a time. The wave shows the next fault every four seconds, for two seconds; the slow fault lasts for
 * forty of every sixty seconds.
 */
const faultsAt = (ms: number): Faults => ({
  wave: ms % waveMs >= waveMs / 2 ? 1 + (Math.floor(ms / waveMs) % waves) : 0,
  slow: ms % slowMs >= slowMs / 3 ? 1 : 0,
})

/** Registers 0-1: the count; 2-3: the matching second number; 4: wave; 5: slow. Big-endian words, as drivers have it by default. */
export async function startCountingPlc(): Promise<CountingPlc> {
  const readAt: number[] = []
  const faults: Faults[] = []
  const startedAt = Date.now()
  let frozen = false
  let onTurn: () => void = () => undefined
  function note(at: number): void {
    const before = faults.at(-1)
    const now = faultsAt(at - startedAt)
    readAt.push(at)
    faults.push(now)
    if (before && (before.wave !== now.wave || before.slow !== now.slow)) onTurn()
  }
  const words = () => {
    const n = readAt.length
    const check = checkOf(n)
    const { wave = 0, slow = 0 } = faults.at(-1) ?? {}
    return [n >>> 16, n & 0xffff, check >>> 16, check & 0xffff, wave, slow]
  }
  const bank: RegisterBank = {
    read(area, address, count) {
      if (area !== 'holding' || address !== 0 || count !== 6) return 2
      if (!frozen) note(Date.now())
      return words()
    },
    write: () => 2,
    peek: () => undefined,
    put: () => undefined,
  }
  const server: ModbusServer = await startModbusServer({ host: '127.0.0.1', port: 0, unitId: 1, bank })
  return {
    port: server.port,
    readAt,
    faults,
    freeze() {
      frozen = true
    },
    turned: () =>
      new Promise((resolve) => {
        onTurn = resolve
      }),
    stop: () => server.stop(),
  }
}
