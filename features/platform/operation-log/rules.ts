// Adds the actor to an entry of the operation log. Pure.
import type { Operation } from '../../frame/operation.ts'
import type { Asker } from '../../frame/serve.ts'

/** Adds the name of the API key, if a program acted with a key of the account. */
export function toldBy({ keyName }: Pick<Asker, 'keyName'>, operation: Operation): Operation {
  if (keyName === null) return operation
  const { after = {} } = operation
  const isRecord = typeof after === 'object' && after !== null && !Array.isArray(after)
  return { ...operation, after: { ...(isRecord ? after : { value: after }), apiKey: keyName } }
}
