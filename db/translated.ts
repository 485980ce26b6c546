// Names that people gave are found by their translations too: whoever reads Chinese searches in Chinese.
import { type SqlBool, sql } from 'kysely'
import type { OrgId } from '../contract/fields.ts'

/** Whether a column of names, or what the organisation calls them in the other language, is like the pattern. */
export const nameLike = (orgId: OrgId, column: string, like: string) => sql<SqlBool>`(${sql.ref(column)} ilike ${like}
  or ${sql.ref(column)} in (select source from translation where translation.org_id = ${orgId}
    and (translation.en ilike ${like} or translation.zh ilike ${like})))`
