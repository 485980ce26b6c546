// Messages for tests, created as other rooms create them.
import { type AccountId, type EquipmentId, OrgId } from '../contract/fields.ts'
import type { NewMessage } from '../features/platform/message/contract.ts'
import { putMessages } from '../features/platform/open/message-put.ts'
import type { TestServer } from './server.ts'

export const firstOrg = OrgId.parse(1)

export async function accountIdOf({ platform }: TestServer, loginname: string): Promise<AccountId> {
  const { id } = await platform.db
    .selectFrom('account')
    .select('id')
    .where('loginname', '=', loginname)
    .executeTakeFirstOrThrow()
  return id
}

/** A message about an alarm of a device. */
export const alarmOf = (dataId: EquipmentId | number, alarmId: number, more: Partial<NewMessage> = {}): NewMessage => ({
  orgId: firstOrg,
  to: [],
  type: 'alarm',
  equipType: 'eg',
  dataId,
  alarmId,
  title: 'Well level high-high',
  note: 'Intake station 1: 4.82 m, limit 4.50 m',
  ...more,
})

/** Writes messages and sends them to open pages. */
export async function storeMessages(server: TestServer, ...news: NewMessage[]): Promise<void> {
  const tell = await putMessages(server.platform, news)
  tell()
}
