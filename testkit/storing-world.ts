// Storing on a gateway with a fake clock, for tests: readings with their times, and the stored records.
import { vi } from 'vitest'
import { gatewayConfigHash } from '../contract/config-hash.ts'
import type { BoundConfig, GatewayConfig, GatewayReport } from '../contract/gateway-config.ts'
import type { Value } from '../core/data-type.ts'
import { Storing } from '../signal/edge/store/storing.ts'
import { createValues, type Values } from '../signal/edge/values.ts'
import { modbusDriver } from './peers/platform.ts'

/** Each stored value as text: `10=5` (column 10), `10!1714` for a bad one, after `+300` (ms since the start). */
type KeptText = string

/** A report for tests; by default one that stores signal 1 on change. Column n0 belongs to signal n. */
export type TestReport = Partial<GatewayReport> & { signals?: readonly number[] }

export function reportOf({ signals = [1], ...more }: TestReport): GatewayReport {
  const aggregation = more.type === 'summary' ? ({ aggregation: 'last' } as const) : {}
  const columns = signals.map((signalId) => ({ id: signalId * 10, signalId, ...aggregation }))
  return { id: 1, type: 'normal', mode: 'change', columns, ...more }
}

export function boundOf(
  reports: GatewayReport[],
  more: Partial<GatewayConfig> & { bindingId?: number } = {},
): BoundConfig {
  const { bindingId = 1, ...rest } = more
  const signals = Array.from({ length: 9 }, () => ({}))
  const config = { zone: 'UTC', drivers: [modbusDriver(502, signals)], reports, ...rest }
  return { equipmentId: 1, bindingId, hash: gatewayConfigHash(config), config }
}

export class StoringWorld {
  readonly values: Values = createValues()
  readonly logged: string[] = []
  readonly begin: number
  samples = 0
  /** Called for each stored value. */
  onStored: (value: Value | null, code: number) => void = () => undefined
  /** How far the platform's clock is ahead of the true time; undefined: not known yet. */
  aheadMs: number | undefined = 0
  wallAheadMs = 0
  storing: Storing
  #kept: KeptText[] = []

  /** Installs a fake clock that starts at the given instant. */
  constructor(begin = '2026-11-21T10:00:00.000Z') {
    this.begin = Date.parse(begin)
    vi.useFakeTimers({ now: this.begin, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    this.storing = this.create()
  }

  /** Monotonic ms, which start at 1000. */
  readonly now = () => Date.now() - this.begin + 1000

  create(): Storing {
    const platform = (moment = this.now()) =>
      this.aheadMs === undefined ? undefined : Math.round(moment - 1000 + this.begin + this.aheadMs)
    return new Storing({
      values: this.values,
      clock: { now: this.now, platform },
      wall: () => Date.now() + this.wallAheadMs,
      log: (message) => this.logged.push(message),
      sink: ({ moment, ids, values, codes }) => {
        this.samples++
        for (const [index, id] of ids.entries()) {
          const code = codes?.[index] ?? 200
          this.onStored(values[index] ?? null, code)
          const value = code === 200 ? `=${values[index]}` : `!${code}${values[index] === null ? '' : '?'}`
          this.#kept.push(`+${Math.round((moment - 1000) * 1000) / 1000} ${id}${value}`)
        }
      },
    })
  }

  apply(...reports: TestReport[]): void {
    this.storing.apply(boundOf(reports.map((report, index) => reportOf({ id: index + 1, ...report }))))
  }

  /** One poll of the device, with the given values by signal; `code` is the code of a signal's fault. */
  async read(block: Record<number, Value | { code: number }>): Promise<void> {
    for (const [id, value] of Object.entries(block)) {
      if (typeof value === 'object') this.values.fault(Number(id), value.code, this.now())
      else this.values.put(Number(id), value, this.now())
    }
    await vi.advanceTimersByTimeAsync(0)
  }

  async pass(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms)
  }

  /** Stored values since the last call. */
  kept(): KeptText[] {
    return this.#kept.splice(0)
  }

  end(): void {
    this.storing.stop()
    vi.useRealTimers()
  }
}
