// What a line of the log tells beside what was done. Pure.
import type { Operation } from '../../frame/operation.ts'
import type { Asker } from '../../frame/serve.ts'

/** What a program did by a key of an account names the key, among what is told of the act. */
export function toldBy({ keyName }: Pick<Asker, 'keyName'>, operation: Operation): Operation {
  if (keyName === null) return operation
  const { after = {} } = operation
  const isRecord = typeof after === 'object' && after !== null && !Array.isArray(after)
  return { ...operation, after: { ...(isRecord ? after : { value: after }), apiKey: keyName } }
}
