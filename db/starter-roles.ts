// The roles of a new organisation, with the translations of their names.
import type { Kysely } from 'kysely'
import type { OrgId } from '../contract/fields.ts'
import type { DataRange } from '../contract/permissions.ts'
import type { DB } from './schema.ts'

type StarterRole = {
  roleType: 'internal'
  name: string
  remark: string
  auths: string[]
  dataRange: DataRange
}

/** `words`: names and remarks in English and Chinese. */
export async function addStarterRoles(
  db: Kysely<DB>,
  { orgId, at }: { orgId: OrgId; at: number },
  roles: readonly StarterRole[],
  words: readonly (readonly [en: string, zh: string])[],
): Promise<void> {
  await db
    .insertInto('role')
    .values(roles.map((role) => ({ ...role, orgId, createdAt: at })))
    .execute()
  await db
    .insertInto('translation')
    .values(words.map(([en, zh]) => ({ orgId, source: en, en: null, zh, updatedAt: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
