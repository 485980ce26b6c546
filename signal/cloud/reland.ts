// Checks quarantined messages again by the rules of arriving ones, with their original time of receipt, and passes them
// to history under their own key: a repeated or interrupted try stores them once. [DESIGN 9 Poison]
import { createHash } from 'node:crypto'
import type { EquipmentId, GatewayId } from '../../contract/fields.ts'
import type { Up } from '../../contract/topics.ts'
import { isFrame, type LandedBatch, readFrame } from '../history/frame.ts'
import type { Historian } from '../history/historian.ts'
import type { LandBatch, LandGap, Landing, LaneNumber, Place } from '../history/history.ts'
import { readMessage } from './ingest.ts'
import type { Owner, OwnerBook } from './owner-book.ts'
import type { NoOwnerReason } from './record-batch.ts'
import { isOwner, maxId, ownedGap, ownedRecord, type Sender } from './record-owner.ts'
import { landBatchOf } from './remember.ts'

/** A row of quarantine. `orgId`: the gateway's organisation at the time of receipt; null: none, or unknown. */
export type Kept = Sender & {
  id: number
  /** Empty for a damaged frame, whose place in an outbox is unknown. */
  epoch: string
  lane: LaneNumber
  receivedAt: number
  payload: Uint8Array
}

/**
 * Why a message stays in quarantine: the original reason; `frameDamaged`: a stored block whose readings cannot be read;
 * `nothingLeft`: only the number of a message rejected by the database is left; `full`: the historian accepts nothing
 * at the moment.
 */
type Refusal = NoOwnerReason | 'frameDamaged' | 'nothingLeft' | 'full'

/**
 * `landed`: committed under `epoch`, now or by an earlier try; the database may still have rejected the record into
 * quarantine again.
 */
export type Relanded = { id: number } & ({ outcome: 'landed'; epoch: string } | { outcome: Refusal })

type RelandNeeds = {
  owners: Pick<OwnerBook, 'load'>
  /** A binding under which the gateway has served the device. */
  bindingOf(gatewayId: GatewayId, equipmentId: EquipmentId): Promise<number | undefined>
  historian: Pick<Historian, 'land' | 'drop' | 'committed' | 'settled'>
}

export type Relands = {
  /** Passes quarantined records to history again; returns the results in the order of the records. */
  reland(kept: readonly Kept[]): Promise<Relanded[]>
  /** Whether a commit belongs to a quarantined message that is stored again: no gateway waits for it. */
  isOwn(place: Pick<Place, 'epoch'>): boolean
}

type Content = { kind: 'batch'; batch: LandBatch } | { kind: 'gap'; gap: LandGap }
type LoadOwner = (giver: Sender, bindingId: number) => Promise<Owner | undefined>

/** Unpredictable for senders of messages. The word `replay` must stay: it is part of keys in the database. */
export const relandEpoch = ({ id, receivedAt, payload }: Pick<Kept, 'id' | 'receivedAt' | 'payload'>): string =>
  createHash('sha256').update(`replay ${id} ${receivedAt} `).update(payload).digest('hex').slice(0, 16)

const keyOf = (kept: Kept): Place => {
  const { gatewayId, sn, lane } = kept
  return { gatewayId, sn, epoch: relandEpoch(kept), lane, seq: 1 }
}

export function createRelands({ owners, bindingOf, historian }: RelandNeeds): Relands {
  const underWay = new Set<string>()

  /** The content of the message for its owner. */
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
   * Content of a message that the database rejected after it was checked: its times are right and it names no binding.
   * It belongs to the device if the gateway has ever served it and its columns still exist.
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

  /** Looks up each owner again, once, since the fault may have been fixed. */
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
      // The historian has stopped, or another process writes: uncommitted messages stay, reported as `full`.
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

/** The batch of a payload that contains exactly one. */
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
