// An entry of the operation log as a room writes it.
import type { OperationResult } from '../../db/schema.ts'
import type { Act, ObjectType } from './acts.ts'

/** An entry of the operation log; without `code` and `result` it is a success. */
export type Operation = {
  act: Act
  object: { type: ObjectType; id: number | null; name: string }
  before?: unknown
  after?: unknown
  code?: number | null
  result?: OperationResult
}
