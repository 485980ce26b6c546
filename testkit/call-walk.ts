// Parts of tests that run through all calls: an account by its permissions, the code with which a call refuses it, and
// an input that names objects.
import type { Endpoint, ObjectKind } from '../contract/endpoint.ts'
import type { Permission } from '../contract/permissions.ts'
import { inputSchema, sample } from './sample.ts'
import type { Caller } from './server.ts'

export type Keys = ReadonlySet<Permission>
export const keys = (...own: Permission[]): Keys => new Set([...own, 'signedIn'])

/** A caller, its permissions, and its kind. */
export type Who = { caller: Caller; holds: Keys; is?: 'key' | 'new' | 'longAgo' }

/** The code that a caller is refused with; undefined if it is let in. */
export function refusalOf({ may, confirmed, early, forKeys }: Endpoint, { holds, is }: Who): number | undefined {
  if (may === 'public') return undefined
  if (holds.size === 0) return 1006
  if (is === 'key' && (confirmed || (may === 'signedIn' && !forKeys))) return 1058
  if (!holds.has(may)) return may === 'signal:write' ? 90007 : 90002
  if (is === 'new' && !early) return 1012
  return is === 'longAgo' && confirmed ? 1011 : undefined
}

/** Files that are read before the objects of a call are checked. */
export const sampleFiles: Record<string, string> = {
  csv: 'name,address,dataType\nA,40001,uint16',
  json: '{"widgets":[]}',
}

/** A sample input of a call with an object of `them` in each field that names one. */
export function inputWith(endpoint: Endpoint, them: ReadonlyMap<ObjectKind, number>): object {
  const input = Object.entries(sample(inputSchema(endpoint)) as object).map(([key, value]) => [
    key,
    sampleFiles[key] ?? value,
  ])
  const lists = inputSchema(endpoint).properties ?? {}
  const ids = Object.entries(endpoint.on ?? {}).flatMap(([kind, fields]) =>
    [fields].flat().map((field) => {
      const id = them.get(kind as ObjectKind)
      return [field, lists[String(field)]?.type === 'array' ? [id] : id]
    }),
  )
  return Object.fromEntries([...input, ...ids])
}
