import { fail } from '../../contract/errors.ts'
import { badField } from '../../contract/input-fault.ts'
import type { WritableSight } from '../../db/sight.ts'
import type { Act } from '../operation-log/contract.ts'
import { type RoomServer, serveOperator, type WideCall } from '../serve.ts'
import {
  type QuarantineId,
  quarantineDetail,
  queryQuarantine,
  type ReplayOutcome,
  removeQuarantine,
  replayQuarantine,
} from './contract.ts'
import { groupedBy, portions, readReason, showPayload, tally } from './rules.ts'
import {
  deleteKept,
  inTransaction,
  loadDetail,
  loadKept,
  loadPlaces,
  loadQuarantine,
  noteReplayed,
  takeBackRefused,
} from './store.ts'

/** Payloads are up to a megabyte each. */
const payloadsAtOnce = 20

type Place = { id: number; gatewayId: number; sn: string | null }
type Told = { after: Record<string, unknown>; isDone: boolean }

/** One line of the log for each gateway of the messages. */
async function recordEach(
  call: WideCall,
  sight: WritableSight,
  act: Act,
  places: readonly Place[],
  tell: (of: Place[]) => Told,
) {
  for (const [gatewayId, of] of groupedBy(places, (place) => place.gatewayId)) {
    const { after, isDone } = tell(of)
    const messages = of.map(({ id }) => id).join(', ')
    const object = { type: 'gateway', id: gatewayId, name: of[0]?.sn ?? String(gatewayId) } as const
    const outcome = isDone ? {} : { code: null, result: 'failure' as const }
    await call.record({ act, object, after: { messages, ...after }, ...outcome }, sight)
  }
}

/** Checked and landed first, then marked: after an interruption between the two, the next try finds it landed and marks it. */
async function replaySome(ids: readonly QuarantineId[], call: WideCall): Promise<ReplayOutcome[]> {
  const kept = await loadKept(call.db, ids)
  const replayed = new Map((await call.replayKept(kept)).map((each) => [each.id, each]))
  return inTransaction(call.db, call.user.orgId, async (db, sight) => {
    const landed = kept.flatMap(({ id, gatewayId }) => {
      const each = replayed.get(id)
      return each?.outcome === 'landed' ? [{ id, gatewayId, epoch: each.epoch }] : []
    })
    const refused = await takeBackRefused(db, landed)
    const passed = landed.filter(({ id }) => !refused.has(id)).map(({ id }) => id)
    const noted = await noteReplayed(db, passed, call.now())
    const outcomeOf = (id: QuarantineId): ReplayOutcome => {
      const { outcome = 'already' } = replayed.get(id) ?? {}
      const reason = refused.get(id)
      if (reason !== undefined) return { id, outcome: readReason(reason).reason, detail: readReason(reason).detail }
      return { id, outcome: outcome === 'landed' && !noted.has(id) ? 'already' : outcome, detail: null }
    }
    const outcomes = ids.map(outcomeOf)
    await recordEach(call, sight, 'replayQuarantine', kept, (of) => {
      const { landed, refused } = tally(of.map(({ id }) => outcomeOf(id as QuarantineId)))
      return { after: { landed, refused }, isDone: refused === 0 }
    })
    return outcomes
  })
}

export default [
  serveOperator(queryQuarantine, async (filter, { db, language }) => {
    const { from, to } = filter
    if (from != null && to != null && to < from) throw badField('to', 'tooSmall', language)
    return loadQuarantine(db, filter)
  }),

  serveOperator(quarantineDetail, async ({ id }, { db }) => {
    const found = await loadDetail(db, id)
    if (!found) throw fail('notFound')
    const { row, bindingId, epoch, payload } = found
    return { ...row, bindingId, epoch, payload: showPayload(payload, row.sizeBytes) }
  }),

  serveOperator(replayQuarantine, async ({ ids }, call) => {
    const outcomes: ReplayOutcome[] = []
    for (const some of portions([...new Set(ids)], payloadsAtOnce)) {
      call.signal.throwIfAborted()
      outcomes.push(...(await replaySome(some, call)))
    }
    return outcomes
  }),

  serveOperator(removeQuarantine, ({ ids }, call) =>
    inTransaction(call.db, call.user.orgId, async (db, sight) => {
      const places = await loadPlaces(db, ids)
      const gone = await deleteKept(db, ids)
      const removed = places.filter(({ id }) => gone.has(id))
      await recordEach(call, sight, 'removeQuarantine', removed, (of) => ({
        after: { removed: of.length },
        isDone: true,
      }))
      return { removed: removed.length }
    }),
  ),
] satisfies RoomServer
