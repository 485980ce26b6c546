// The operation log: account, action, object, before and after, and result. Append-only.
import { z } from 'zod'
import { download, nothing, post } from '../../../contract/endpoint.ts'
import { Instant, maybeText, nameOf, ObjectId, pageOf, paging, Zone } from '../../../contract/fields.ts'
import type { Act as ActName, ObjectType as ObjectTypeName } from '../../frame/acts.ts'

export type { Act, ObjectType } from '../../frame/acts.ts'

const ObjectType = nameOf<ObjectTypeName>()
const Act = nameOf<ActName>()

export const results = ['waiting', 'success', 'failure', 'exception', 'timeout', 'cancelled'] as const
const Result = z.enum(results)

export const OperationRow = z.object({
  id: z.number(),
  /** Number of the line's entry in the chain of the organisation. */
  seq: z.number().nullable(),
  at: Instant,
  loginname: z.string(),
  act: Act,
  objectType: ObjectType,
  objectId: z.number().nullable(),
  objectName: z.string(),
  /** The values before and after the change, as JSON. */
  before: z.unknown(),
  after: z.unknown(),
  /** 200, the fault's code, or null while a command is in progress. */
  code: z.number().nullable(),
  result: Result,
  ip: z.string().nullable(),
})
export type OperationRow = z.output<typeof OperationRow>

const filters = {
  from: Instant.nullish(),
  to: Instant.nullish(),
  act: Act.nullish(),
  result: Result.nullish(),
  /** Part of the name of the object or of the account. */
  keyword: maybeText(50),
}
/**
 * Filters for the log of all accounts. `account` is a login name, or the SN of a gateway that reported the action
 * itself.
 */
const anybody = { ...filters, account: maybeText(50) }

export const queryOperationsOfObject = post('/lfscada/user/operationlog/queryByObjectId', {
  may: 'log:view',
  about: 'The log of one device (actions on the device and on its variables), newest first.',
  input: z.object({
    ...paging,
    ...anybody,
    objectId: ObjectId,
    objectType: ObjectType.default('equipment'),
  }),
  output: pageOf(OperationRow),
})

const ofOrganisation = { ...anybody, objectType: ObjectType.nullish() }

export const queryOperations = post('/lfscada/user/operationlog/query', {
  may: 'log:view',
  about: 'The log of the organisation, newest first.',
  input: z.object({ ...paging, ...ofOrganisation }),
  output: pageOf(OperationRow),
})

export const queryOwnOperations = post('/lfscada/user/operationlog/queryOwn', {
  may: 'signedIn',
  about: "The caller's own lines: sign-ins, failed ones too, and actions, newest first.",
  input: z.object({ ...paging, ...filters }),
  output: pageOf(OperationRow),
})

export const exportOperations = download('/lfscada/user/operationlog/export', {
  may: 'log:view',
  about: 'The log of the organisation as CSV, newest first, with number and hash of each line.',
  heavy: true,
  /** Times are in `zone`, by default in that of the organisation, with the offset of each. */
  input: z.object({ ...ofOrganisation, zone: Zone.optional(), format: z.literal('csv') }),
})

export const queryLogAccounts = post('/lfscada/user/operationlog/accounts', {
  may: 'log:view',
  about: 'Login names of the organisation, to filter by.',
  input: nothing,
  output: z.array(z.string()),
})

export const verifyOperations = post('/lfscada/user/operationlog/verify', {
  may: 'log:view',
  about: "Computes the hashes of the last thousand entries of the organisation's chain again.",
  heavy: true,
  input: nothing,
  output: z.object({
    /** Range of the checked entries; `to` is 0 for an empty log. */
    from: z.number(),
    to: z.number(),
    at: Instant,
    /** The first faults that were found. */
    faults: z.array(
      z.object({
        kind: z.enum(['changed', 'removed', 'inserted']),
        /** Number of the first link; null for a line without a link. */
        from: z.number().nullable(),
        to: z.number().nullable(),
        logId: z.number().nullable(),
      }),
    ),
  }),
})
