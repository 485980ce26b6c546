// Providers of an organisation, their linked accounts, and open sign-ins.
import type { Generated } from 'kysely'
import type { AccountId, OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { Attempt } from '../login/part-attempt.ts'
import type { RoleMap, SignOnId } from './contract.ts'

type SignOnProvider = {
  id: Generated<SignOnId>
  orgId: OrgId
  name: string
  slug: string
  issuer: string
  clientId: string
  secretSealed: Buffer
  scope: string
  roleClaim: string | null
  roleMap: RoleMap
  addsAccounts: boolean
  emailDomains: string[]
  verifiesStep: boolean
  enabled: boolean
  createdAt: number
}

type SignOnLink = {
  providerId: SignOnId
  issuer: string
  subject: string
  orgId: OrgId
  accountId: AccountId
  createdAt: number
  seenAt: number
}

export type SignOnAttempt = Attempt & {
  providerId: SignOnId
  issuer: string
  redirectUri: string
  nonce: string
  verifier: string
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    signOnProvider: SignOnProvider
    signOnLink: SignOnLink
    signOnAttempt: SignOnAttempt
  }
}

export const scopes: Pick<RoomScopes, 'signOnProvider' | 'signOnLink' | 'signOnAttempt'> = {
  signOnProvider: { org: 'orgId' },
  signOnLink: { org: 'orgId' },
  signOnAttempt: 'platform',
}
