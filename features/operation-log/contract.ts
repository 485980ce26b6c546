// Who did what to which object, before and after, with the result. Append-only.
import { z } from 'zod'
import { post } from '../../contract/endpoint.ts'
import { Instant, maybeText, nameOf, ObjectId, pageOf, paging } from '../../contract/fields.ts'
import type { Act as ActName, ObjectType as ObjectTypeName } from './collected-acts.ts'

export type { Act, ObjectType } from './collected-acts.ts'

const ObjectType = nameOf<ObjectTypeName>()
const Act = nameOf<ActName>()

export const OperationRow = z.object({
  id: z.number(),
  at: Instant,
  loginname: z.string(),
  act: Act,
  objectType: ObjectType,
  objectId: z.number().nullable(),
  objectName: z.string(),
  /** Before and after, as JSON values. */
  before: z.unknown(),
  after: z.unknown(),
  /** 200, the fault's code, or null while a command is in progress. */
  code: z.number().nullable(),
  result: z.enum(['waiting', 'success', 'failure', 'exception', 'timeout', 'cancelled']),
  ip: z.string().nullable(),
})
export type OperationRow = z.output<typeof OperationRow>

const span = { from: Instant.nullish(), to: Instant.nullish() }

export const queryOperationsOfObject = post('/lfscada/user/operationlog/queryByObjectId', {
  may: 'log:view',
  about: 'The log of one device (actions on the device and on its variables), newest first.',
  input: z.object({
    ...paging,
    ...span,
    objectId: ObjectId,
    objectType: ObjectType.default('equipment'),
  }),
  output: pageOf(OperationRow),
})

export const queryOperations = post('/lfscada/user/operationlog/query', {
  may: 'log:view',
  about: 'The log of the organisation, newest first.',
  input: z.object({ ...paging, ...span, act: Act.nullish(), keyword: maybeText(50) }),
  output: pageOf(OperationRow),
})
