// What the gateway writes by itself, summed for the operation log of the platform: the first of each writer is told at once, one
// that begins to fail or succeeds again within a minute, else sums, so often. While the platform is away the sums grow; what is
// told again has the same number.
import { randomBytes } from 'node:crypto'
import type { GatewayWrite, Writer } from '../../contract/gateway-writes.ts'
import { limits } from '../../contract/limits.ts'
import type { Up } from '../../contract/topics.ts'
import type { Value } from '../../core/data-type.ts'
import { type Ending, told } from './poll/write.ts'

/** `id` of a script, else the variable whose value was taken. */
export type By = { by: Writer; id: number }

type Needs = {
  /** Platform time as far as it is known, epoch ms. */
  instant(): number
  /** For whom it is written; nothing while no device is bound. */
  bound(): { equipmentId: number; bindingId: number } | undefined
  /** False: it did not arrive. */
  send(writes: Omit<Up['writes'], 'session'>): Promise<boolean>
  everyMs?: number | undefined
}

export type WriteSums = {
  /** Waits for the end of a write, and counts it. */
  noted(by: By, signalId: number, value: Value, writing: Promise<Ending>): Promise<Ending>
  stop(): void
}

/** Several that begin at once are told together; so often is looked whether there is something to tell. */
const [gatherMs, lookMs] = [200, 60_000]

export function createWriteSums({ instant, bound, send, everyMs = limits.writesToldMs }: Needs): WriteSums {
  const run = randomBytes(8).toString('hex')
  let sums = new Map<string, GatewayWrite>()
  /** Whether the last write of each succeeded. */
  let known = new Map<string, boolean>()
  let isUrgent = false
  let toldAt = instant()
  let bindingId: number | undefined
  /** Under way, or not arrived yet. */
  let outgoing: Omit<Up['writes'], 'session'> | undefined
  let seq = 0
  let telling: Promise<void> | undefined
  let soon: NodeJS.Timeout | undefined
  const timer = setInterval(() => void tell(), Math.min(lookMs, everyMs))

  /** Of another device's binding nothing is told under this one. */
  function forgetOthers(now: number | undefined): void {
    if (now === bindingId) return
    bindingId = now
    sums = new Map()
    known = new Map()
    outgoing = undefined
  }

  function note({ by, id }: By, signalId: number, value: Value, { status, code }: Ending): void {
    const key = by === 'script' ? `${by} ${id}` : `${by} ${id} ${signalId}`
    const isFirst = !known.has(key)
    if (isFirst && known.size >= limits.writersTold) return
    const isGood = status === 'success'
    isUrgent ||= isFirst || known.get(key) !== isGood
    known.set(key, isGood)
    const at = Math.max(0, Math.round(instant()))
    const before = sums.get(key)
    sums.set(key, {
      ...{ by, id, signalId, isFirst: before?.isFirst ?? isFirst, value: told(value), code },
      count: (before?.count ?? 0) + 1,
      failed: (before?.failed ?? 0) + (isGood ? 0 : 1),
      ...{ from: before?.from ?? at, to: at },
    })
    if (isFirst) soon ??= setTimeout(() => void tell(), gatherMs)
  }

  async function turn(): Promise<void> {
    clearTimeout(soon)
    soon = undefined
    const now = bound()
    forgetOthers(now?.bindingId)
    if (!now) return
    if (!outgoing && sums.size > 0 && (isUrgent || instant() - toldAt >= everyMs)) {
      seq += 1
      isUrgent = false
      toldAt = instant()
      const { equipmentId } = now
      outgoing = {
        equipmentId,
        bindingId: now.bindingId,
        run,
        seq,
        at: Math.max(0, Math.round(instant())),
        writes: [...sums.values()],
      }
      sums = new Map()
    }
    const sent = outgoing
    if (sent && (await send(sent)) && outgoing === sent) outgoing = undefined
  }

  function tell(): Promise<void> {
    telling ??= turn().finally(() => {
      telling = undefined
    })
    return telling
  }

  return {
    async noted(by, signalId, value, writing) {
      forgetOthers(bound()?.bindingId)
      const begun = bindingId
      const ending = await writing
      forgetOthers(bound()?.bindingId)
      if (begun !== undefined && begun === bindingId) note(by, signalId, value, ending)
      return ending
    },
    stop() {
      clearInterval(timer)
      clearTimeout(soon)
    },
  }
}
