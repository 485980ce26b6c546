// A PLC that counts how often it was read: every answer has a unique number. So it is known what an edge has read,
// independent of the edge, the line and the platform.
import { type ModbusServer, startModbusServer } from '../../plant/modbus-server.ts'
import type { RegisterBank } from '../../plant/register-bank.ts'
import { checkOf } from './count.ts'

export type CountingPlc = {
  readonly port: number
  /** When each number was read, epoch ms; index 0 stands for 1. */
  readonly readAt: readonly number[]
  /** From now on every answer repeats the last number. */
  freeze(): void
  stop(): Promise<void>
}

/** Registers 0-1: the count; 2-3: the matching second number. Big-endian words, as driver parameters have it by default. */
export async function startCountingPlc(): Promise<CountingPlc> {
  const readAt: number[] = []
  let frozen = false
  const words = () => {
    const n = readAt.length
    const check = checkOf(n)
    return [n >>> 16, n & 0xffff, check >>> 16, check & 0xffff]
  }
  const bank: RegisterBank = {
    read(area, address, count) {
      if (area !== 'holding' || address !== 0 || count !== 4) return 2
      if (!frozen) readAt.push(Date.now())
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
    freeze() {
      frozen = true
    },
    stop: () => server.stop(),
  }
}
