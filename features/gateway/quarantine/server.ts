import { fail } from '../../../contract/errors.ts'
import type { GatewayId, OrgId } from '../../../contract/fields.ts'
import { badField } from '../../../contract/input-fault.ts'
import { type RoomServer, serve, type WideCall } from '../../frame/serve.ts'
import { relandMessages } from '../../frame/spine-services.ts'
import type { Act } from '../../platform/operation-log/contract.ts'
import {
  type QuarantineId,
  quarantineDetail,
  queryQuarantine,
  type RelandOutcome,
  relandQuarantine,
  removeQuarantine,
} from './contract.ts'
import { groupedBy, portions, readReason, showPayload, tally } from './rules.ts'
import {
  type DbOf,
  deleteKept,
  inTransaction,
  loadDetail,
  loadKept,
  loadPlaces,
  loadQuarantine,
  noteRelanded,
  sightIn,
  takeBackRefused,
} from './store.ts'

/** Number of payloads per statement, each up to a megabyte. */
const payloadsAtOnce = 20

type Place = { id: number; gatewayId: GatewayId; sn: string | null; orgId: OrgId | null }
type Told = { after: Record<string, unknown>; isDone: boolean }

/**
 * Writes one line per gateway into the operator's log, and into the log of the organisation that had the gateway then.
 */
async function recordEach(call: WideCall, db: DbOf, act: Act, places: readonly Place[], tell: (of: Place[]) => Told) {
  const record = (orgId: OrgId, [gatewayId, of]: [number, Place[]]) => {
    const { after, isDone } = tell(of)
    const messages = of.map(({ id }) => id).join(', ')
    const object = { type: 'gateway', id: gatewayId, name: of[0]?.sn ?? String(gatewayId) } as const
    const outcome = isDone ? {} : { code: null, result: 'failure' as const }
    return call.record({ act, object, after: { messages, ...after }, ...outcome }, sightIn(db, orgId))
  }
  const own = call.user.orgId
  for (const group of groupedBy(places, (place) => place.gatewayId)) await record(own, group)
  const others = places.filter(({ orgId }) => orgId !== null && orgId !== own)
  for (const [orgId, of] of groupedBy(others, (place) => place.orgId!))
    for (const group of groupedBy(of, (place) => place.gatewayId)) await record(orgId, group)
}

/**
 * Stores messages first, then marks them: after an interruption in between, the next try finds them stored and marks
 * them.
 */
async function relandSome(ids: readonly QuarantineId[], call: WideCall): Promise<RelandOutcome[]> {
  const kept = await loadKept(call.db, ids)
  const relanded = new Map((await call.use(relandMessages)(kept)).map((each) => [each.id, each]))
  return inTransaction(call.db, async (db) => {
    const places = await loadPlaces(
      db,
      kept.map(({ id }) => id),
    )
    const landed = kept.flatMap(({ id, gatewayId }) => {
      const each = relanded.get(id)
      return each?.outcome === 'landed' ? [{ id, gatewayId, epoch: each.epoch }] : []
    })
    const refused = await takeBackRefused(db, landed)
    const passed = landed.filter(({ id }) => !refused.has(id)).map(({ id }) => id)
    const noted = await noteRelanded(db, passed, call.now())
    const outcomeOf = (id: QuarantineId): RelandOutcome => {
      const { outcome = 'already' } = relanded.get(id) ?? {}
      const reason = refused.get(id)
      if (reason !== undefined) return { id, outcome: readReason(reason).reason, detail: readReason(reason).detail }
      return { id, outcome: outcome === 'landed' && !noted.has(id) ? 'already' : outcome, detail: null }
    }
    const outcomes = ids.map(outcomeOf)
    await recordEach(call, db, 'relandQuarantine', places, (of) => {
      const { landed, refused } = tally(of.map(({ id }) => outcomeOf(id as QuarantineId)))
      return { after: { landed, refused }, isDone: refused === 0 }
    })
    return outcomes
  })
}

export default [
  serve(queryQuarantine, { kind: 'operator' }, async (filter, { db, language }) => {
    const { from, to } = filter
    if (from != null && to != null && to < from) throw badField('to', 'tooSmall', language)
    return loadQuarantine(db, filter)
  }),

  serve(quarantineDetail, { kind: 'operator' }, async ({ id }, { db }) => {
    const found = await loadDetail(db, id)
    if (!found) throw fail('notFound')
    const { row, bindingId, epoch, payload } = found
    return { ...row, bindingId, epoch, payload: showPayload(payload, row.sizeBytes) }
  }),

  serve(relandQuarantine, { kind: 'operator' }, async ({ ids }, call) => {
    const outcomes: RelandOutcome[] = []
    for (const some of portions([...new Set(ids)], payloadsAtOnce)) {
      call.signal.throwIfAborted()
      outcomes.push(...(await relandSome(some, call)))
    }
    return outcomes
  }),

  serve(removeQuarantine, { kind: 'operator' }, ({ ids }, call) =>
    inTransaction(call.db, async (db) => {
      const places = await loadPlaces(db, ids)
      const gone = await deleteKept(db, ids)
      const removed = places.filter(({ id }) => gone.has(id))
      await recordEach(call, db, 'removeQuarantine', removed, (of) => ({
        after: { removed: of.length },
        isDone: true,
      }))
      return { removed: removed.length }
    }),
  ),
] satisfies RoomServer
