// The table of an organisation's translated names.
import type { OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'

type Translation = { orgId: OrgId; source: string; en: string | null; zh: string | null; updatedAt: number }

declare module '../../../db/schema.ts' {
  interface RoomTables {
    translation: Translation
  }
}

export const scopes: Pick<RoomScopes, 'translation'> = { translation: { org: 'orgId' } }
