// The one way a delivery comes to be: in the transaction of what is told, once a person, alarm and way.
import type { Kysely } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import type { NewDelivery } from '../delivery/contract.ts'
import { insertDeliveries } from '../delivery/put-store.ts'

/** A message on the screen is delivered with its row; the others wait for who sends them. */
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
