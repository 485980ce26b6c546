// Loads pages of devices and templates for comparison.
import { type SqlBool, sql } from 'kysely'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { PageDocument } from '../../../contract/page-document.ts'
import { upgradePage } from '../../../contract/page-upgrade.ts'
import type { Sight } from '../../../db/sight.ts'
import type { FollowedPage } from '../../frame/device-pages.ts'
import { isLocked } from './store.ts'

/** The current pages of devices or templates. */
export async function loadPagesOf(sight: Sight, equipmentIds: readonly EquipmentId[]): Promise<FollowedPage[]> {
  const rows = await sight
    .from('page')
    .select(['page.id', 'page.equipmentId', 'page.title', 'page.startup', 'page.originId', 'page.content'])
    .select(isLocked.as('isLocked'))
    .where(sql<SqlBool>`page.equipment_id = any(${[...equipmentIds]}::int[])`)
    .orderBy('page.id')
    .execute()
  return rows.map(({ content, equipmentId, ...row }) => ({
    ...row,
    equipmentId: equipmentId!,
    content: upgradePage(content) as PageDocument,
  }))
}
