// Applies a template with ids from the database sequences for new items, and copies of secrets.
import type { EquipmentId } from '../../../contract/fields.ts'
import type { WritableSight } from '../../../db/sight.ts'
import { counting, type Follow, type Followed, type Fresh, followed, type SecretCopy } from './rules.ts'

/** The device's new configuration, ready to be saved. */
export async function followedNow(sight: WritableSight, follow: Follow, at: number): Promise<Followed> {
  const { fresh: count, counts } = counting()
  const { secrets } = followed(follow, count)
  const drawn = new Map<string, number[]>([
    ['secret', await copySecrets(sight, follow.device.equipmentId as EquipmentId, secrets, at)],
  ])
  for (const [sequence, number] of counts)
    if (sequence !== 'secret') drawn.set(sequence, await sight.draw(sequence, number))
  const fresh: Fresh = (sequence) => {
    const id = drawn.get(sequence)?.shift()
    if (id === undefined) throw new Error(`no number of ${sequence} is left`)
    return id
  }
  return followed(follow, fresh)
}

async function copySecrets(
  sight: WritableSight,
  equipmentId: EquipmentId,
  copies: readonly SecretCopy[],
  createdAt: number,
): Promise<number[]> {
  const ids: number[] = []
  for (const { from, place } of copies) {
    const { sealed } = await sight
      .from('driverSecret')
      .select('driverSecret.sealed')
      .where('driverSecret.id', '=', from)
      .executeTakeFirstOrThrow()
    const row = { equipmentId, place, sealed, createdAt, originId: from }
    ids.push((await sight.insert('driverSecret', row).returning('id').executeTakeFirstOrThrow()).id)
  }
  return ids
}
