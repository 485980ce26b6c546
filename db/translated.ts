// Searches names also by their translations, so that a user can search in Chinese.
import { type SqlBool, sql } from 'kysely'
import type { OrgId } from '../contract/fields.ts'

/** Whether a name, or its translation in the organisation, matches the pattern. */
export const nameLike = (orgId: OrgId, column: string, like: string) => sql<SqlBool>`(${sql.ref(column)} ilike ${like}
  or ${sql.ref(column)} in (select source from translation where translation.org_id = ${orgId}
    and (translation.en ilike ${like} or translation.zh ilike ${like})))`
