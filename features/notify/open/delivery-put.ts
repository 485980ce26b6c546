// Creates deliveries, in the transaction of their alarm; one per account, alarm and channel.
import type { Kysely } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import type { NewDelivery } from '../delivery/contract.ts'
import { insertDeliveries } from '../delivery/put-store.ts'

/** Messages on the screen are sent with their row; other channels wait for the sender. */
export async function putDeliveries(within: Kysely<DB>, news: readonly NewDelivery[], now: number): Promise<void> {
  const rows = news.flatMap(({ to, methods, title, note, ...of }) =>
    [...new Set(to)].flatMap((accountId) =>
      [...new Set(methods)].map((method) => ({
        ...{ org: of.orgId, equipment: of.equipmentId, alarm: of.alarmId, account: accountId, method, level: of.level },
        ...{ others: of.others, title: title['zh-cn'], title_en: title.en, note: note['zh-cn'], note_en: note.en },
        language: of.language,
      })),
    ),
  )
  if (rows.length > 0) await insertDeliveries(within, rows, now)
}
