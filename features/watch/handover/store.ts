import type { AccountId } from '../../../contract/fields.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { HandoverNote } from './contract.ts'

/** The account that reads. `isOwnOnly`: an external account, which sees only its own notes. */
type Reader = { accountId: AccountId; isOwnOnly: boolean }

/** Loads handover notes, newest first. */
export async function loadHandover(
  sight: Sight,
  { accountId, isOwnOnly }: Reader,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<{ total: number; rows: HandoverNote[] }> {
  const all = sight.from('alarmHandover')
  const notes = isOwnOnly ? all.where('alarmHandover.accountId', '=', accountId) : all
  const { total } = await notes.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await notes
    .select(['alarmHandover.id', 'alarmHandover.at', 'alarmHandover.accountName', 'alarmHandover.text'])
    .orderBy('alarmHandover.id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return { total: Number(total), rows }
}

export async function insertHandover(
  sight: WritableSight,
  note: { at: number; accountId: AccountId; accountName: string; text: string },
): Promise<number> {
  const { id } = await sight.insert('alarmHandover', note).returning('id').executeTakeFirstOrThrow()
  return id
}
