// Counts the writes of scripts, mappings and tamper-proof for the operation log of the platform. The first write of
// each writer is sent soon, a change between failure and success within a minute, sums otherwise at long intervals.
// While the platform is away the sums grow; a report that is sent again keeps its number.
import { randomBytes } from 'node:crypto'
import type { GatewayWrite, Writer } from '../../contract/gateway-writes.ts'
import { limits } from '../../contract/limits.ts'
import type { Up } from '../../contract/topics.ts'
import type { Value } from '../../core/data-type.ts'
import { cutText, type Ending } from './poll/write.ts'

/** A writer; `id` is that of the script, else of the variable whose value was read. */
export type By = { by: Writer; id: number }

type Needs = {
  /** Epoch ms in platform time, or by the box's own clock while platform time is unknown. */
  instant(): number
  /** The bound device; nothing while no device is bound. */
  bound(): { equipmentId: number; bindingId: number } | undefined
  /** Sends the report; resolves with false if it did not arrive. */
  send(writes: Omit<Up['writes'], 'session'>): Promise<boolean>
  everyMs?: number | undefined
}

export type WriteSums = {
  /** Waits for a write and counts its result. */
  noted(by: By, signalId: number, value: Value, writing: Promise<Ending>): Promise<Ending>
  stop(): void
}

/**
 * First writes within `gatherMs` are sent together; `lookMs` is the longest pause between checks for something to send.
 */
const [gatherMs, lookMs] = [200, 60_000]

export function createWriteSums({ instant, bound, send, everyMs = limits.writesToldMs }: Needs): WriteSums {
  const run = randomBytes(8).toString('hex')
  let sums = new Map<string, GatewayWrite>()
  /** Whether the last write of each writer succeeded. */
  let known = new Map<string, boolean>()
  let isUrgent = false
  let toldAt = instant()
  let bindingId: number | undefined
  /** The report that is being sent, or did not arrive yet. */
  let outgoing: Omit<Up['writes'], 'session'> | undefined
  let seq = 0
  let telling: Promise<void> | undefined
  let soon: NodeJS.Timeout | undefined
  const timer = setInterval(() => void tell(), Math.min(lookMs, everyMs))

  /** Drops the sums of an earlier binding. */
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
      ...{ by, id, signalId, isFirst: before?.isFirst ?? isFirst, value: cutText(value), code },
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
