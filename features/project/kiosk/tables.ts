// Displays of projects, and walls that wait for pairing.
import type { Generated } from 'kysely'
import type { Language } from '../../../contract/errors.ts'
import type { OrgId, PageId, ProjectId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { DisplayId } from './contract.ts'

type Display = {
  id: Generated<DisplayId>
  orgId: OrgId
  projectId: ProjectId
  name: string
  pageIds: PageId[]
  seconds: number
  theme: 'dark' | 'light'
  language: Language
  linkHash: Buffer | null
  linkUntil: number | null
  shown: unknown
  createdAt: number
}

type DisplayPairing = { secretHash: Buffer; codeHash: Buffer; ip: string; agent: string; expiresAt: number }

declare module '../../../db/schema.ts' {
  interface SessionColumns {
    displayId: DisplayId | null
  }
  interface RoomTables {
    display: Display
    displayPairing: DisplayPairing
  }
}

export const scopes: Pick<RoomScopes, 'display' | 'displayPairing'> = {
  display: { org: 'orgId', project: 'projectId' },
  displayPairing: 'platform',
}
