// The chain of the lines: the application reads it, a trigger of the tables' owner writes it.
import type { OrgId } from '../../../contract/fields.ts'
import type { OperationResult } from '../../../db/schema.ts'
import type { RoomScopes } from '../../../db/sight.ts'

type OperationLink = {
  orgId: OrgId
  seq: number
  logId: number
  isOutcome: boolean
  code: number | null
  result: OperationResult
  madeAt: number
  hash: Buffer
}

type OperationHead = { orgId: OrgId; seq: number; hash: Buffer }

declare module '../../../db/schema.ts' {
  interface RoomTables {
    operationLink: OperationLink
    operationHead: OperationHead
  }
}

export const scopes: Pick<RoomScopes, 'operationLink' | 'operationHead'> = {
  operationLink: { org: 'orgId' },
  operationHead: { org: 'orgId' },
}
