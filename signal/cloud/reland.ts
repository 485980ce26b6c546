// What was kept apart is checked once more, by the rules of what arrives and with the time it was received then, and
// landed under a key of its own: twice, or cut off between landing and noting, it is landed once. [DESIGN 9 Poison]
import { createHash } from 'node:crypto'
import type { EquipmentId, GatewayId } from '../../contract/fields.ts'
import type { Up } from '../../contract/topics.ts'
import { isFrame, type LandedBatch, readFrame } from '../history/frame.ts'
import type { Historian, LandBatch, LandGap, Landing, LaneNumber, Place } from '../history/history.ts'
import { readMessage } from './ingest.ts'
import type { Owner, OwnerBook } from './owner-book.ts'
import type { Disowned } from './record-batch.ts'
import { type Giver, isOwner, maxId, ownedGap, ownedRecord } from './record-owner.ts'
import { landBatchOf } from './remember.ts'

/** A row of quarantine. `orgId`: whose the gateway was when it was received; null: nobody's, or not known any more. */
export type Kept = Giver & {
  id: number
  /** Empty for a landed frame that is damaged: it has no place of its own. */
  epoch: string
  lane: LaneNumber
  receivedAt: number
  payload: Uint8Array
}

/**
 * Why it stays: what it was kept apart for, or `frameDamaged`: a landed frame whose readings cannot be read, `nothingLeft`:
 * of what the database refused only the number is left, `full`: the historian takes nothing at the moment.
 */
export type Refusal = Disowned | 'frameDamaged' | 'nothingLeft' | 'full'

/** `landed`: committed under `epoch`, now or by an earlier try; the database may have refused it into quarantine again. */
export type Relanded = { id: number } & ({ outcome: 'landed'; epoch: string } | { outcome: Refusal })

export type RelandNeeds = {
  owners: Pick<OwnerBook, 'load'>
  /** A binding under which the gateway ever served the device. */
  bindingOf(gatewayId: GatewayId, equipmentId: EquipmentId): Promise<number | undefined>
  historian: Pick<Historian, 'land' | 'drop' | 'committed' | 'settled'>
}

export type Relands = {
  /** In the order given. */
  reland(kept: readonly Kept[]): Promise<Relanded[]>
  /** Whether a commit is of a reland under way: no gateway waits for it. */
  isOwn(place: Pick<Place, 'epoch'>): boolean
}

type Content = { kind: 'batch'; batch: LandBatch } | { kind: 'gap'; gap: LandGap }
type LoadOwner = (giver: Giver, bindingId: number) => Promise<Owner | undefined>

/** Nobody who sends messages can know it beforehand. Its first word stays: it is in the keys that have landed. */
export const relandEpoch = ({ id, receivedAt, payload }: Pick<Kept, 'id' | 'receivedAt' | 'payload'>): string =>
  createHash('sha256').update(`replay ${id} ${receivedAt} `).update(payload).digest('hex').slice(0, 16)

const keyOf = (kept: Kept): Place => {
  const { gatewayId, sn, lane } = kept
  return { gatewayId, sn, epoch: relandEpoch(kept), lane, seq: 1 }
}

export function createRelands({ owners, bindingOf, historian }: RelandNeeds): Relands {
  const underWay = new Set<string>()

  /** What the message holds, for the one it belongs to. */
  async function contentOf(kept: Kept, load: LoadOwner): Promise<Content | Refusal> {
    if (kept.epoch === '') return 'frameDamaged'
    if (isFrame(kept.payload)) return frameOf(kept, load)
    const payload = Buffer.from(kept.payload.buffer, kept.payload.byteOffset, kept.payload.byteLength)
    const record = readMessage('record', payload)
    if (record && !record.isPlaceOnly) return ofRecord(record.content as Up['record'], kept, load)
    const gap = readMessage('gap', payload)
    if (gap && !gap.isPlaceOnly) return ofGap(gap.content as Up['gap'], kept, load)
    return 'malformed'
  }

  async function ofRecord(message: Up['record'], kept: Kept, load: LoadOwner): Promise<Content | Refusal> {
    const owner = await load(kept, message.bindingId)
    if (!isOwner(owner, kept, message.equipmentId)) return 'foreignBinding'
    const batch = ownedRecord(message, owner, kept, kept.receivedAt)
    if (typeof batch === 'string') return batch
    return { kind: 'batch', batch: { ...landBatchOf(batch), ...keyOf(kept) } }
  }

  async function ofGap(message: Up['gap'], kept: Kept, load: LoadOwner): Promise<Content | Refusal> {
    const { bindingId, equipmentId } = message
    if (bindingId === null || equipmentId === null) return 'ownerlessGap'
    const owner = await load(kept, bindingId)
    if (!isOwner(owner, kept, equipmentId)) return 'foreignBinding'
    const gap = ownedGap(message, owner, kept, kept.receivedAt)
    return typeof gap === 'string' ? gap : { kind: 'gap', gap: { ...keyOf(kept), from: 1, ...gap } }
  }

  /**
   * What the database refused had been checked before: its times are right and it names no binding. It is still the
   * device's if the gateway ever served it and its columns are still known.
   */
  async function frameOf(kept: Kept, load: LoadOwner): Promise<Content | Refusal> {
    const batch = onlyBatch(kept.payload)
    if (!batch || batch.gatewayId !== kept.gatewayId) return 'frameDamaged'
    if (batch.ids.length === 0) return 'nothingLeft'
    const bindingId = await bindingOf(kept.gatewayId, batch.equipmentId as EquipmentId)
    const owner = bindingId === undefined ? undefined : await load(kept, bindingId)
    if (!isOwner(owner, kept, batch.equipmentId) || owner.orgId !== batch.orgId) return 'foreignBinding'
    if (!batch.ids.every((id) => owner.columns.has(id))) return 'foreignColumn'
    const { orgId, equipmentId, ids, times, codes } = batch
    return { kind: 'batch', batch: { ...keyOf(kept), orgId, equipmentId, ids, times, values: valuesOf(batch), codes } }
  }

  /** Looked up anew, since what was wrong may have been mended a moment ago; each once. */
  function freshOwners(): LoadOwner {
    const loaded = new Map<string, Promise<Owner | undefined>>()
    return async (giver, bindingId) => {
      if (bindingId > maxId) return undefined
      const key = `${giver.gatewayId} ${bindingId}`
      const owner = loaded.get(key) ?? owners.load(giver, bindingId)
      loaded.set(key, owner)
      return owner
    }
  }

  const land = (content: Content): Landing =>
    content.kind === 'batch' ? historian.land(content.batch) : historian.drop(content.gap)

  async function reland(list: readonly Kept[]): Promise<Relanded[]> {
    const load = freshOwners()
    const checked = await inTurn(list, async (kept) => ({ kept, content: await contentOf(kept, load) }))
    const epochs = checked.flatMap(({ kept, content }) => (typeof content === 'string' ? [] : [relandEpoch(kept)]))
    for (const epoch of epochs) underWay.add(epoch)
    try {
      for (const { content } of checked) if (typeof content !== 'string') land(content)
      // Stopped, or another process writes now: what is not committed stays, and is told as `full`.
      await historian.settled().catch(() => undefined)
    } finally {
      for (const epoch of epochs) underWay.delete(epoch)
    }
    return checked.map(({ kept, content }) => {
      const { id } = kept
      if (typeof content === 'string') return { id, outcome: content }
      const key = keyOf(kept)
      return historian.committed(key) > 0 ? { id, outcome: 'landed', epoch: key.epoch } : { id, outcome: 'full' }
    })
  }

  return { reland, isOwn: ({ epoch }) => underWay.has(epoch) }
}

/** The batch of a payload that holds one and nothing else. */
function onlyBatch(payload: Uint8Array): LandedBatch | undefined {
  const batches: LandedBatch[] = []
  const damaged = readFrame(payload, (batch) => batches.push(batch))
  return damaged === 0 && batches.length === 1 ? batches[0] : undefined
}

const valuesOf = ({ values }: LandedBatch): LandBatch['values'] =>
  values instanceof Float64Array ? Array.from(values, (value) => (Number.isNaN(value) ? null : value)) : values

async function inTurn<T, R>(list: readonly T[], act: (each: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const each of list) done.push(await act(each))
  return done
}
