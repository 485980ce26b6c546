// Every kind of viewer of a project, by the property that decides what the viewer sees; for tests that try all of them
// on all calls.
import type { Endpoint } from '../contract/endpoint.ts'
import type { Permission } from '../contract/permissions.ts'
import type { Opening, Served } from '../features/frame/serve.ts'
import type { Caller } from './server.ts'

/** A viewer, by these properties. `keys` 'all': an enterprise account. */
export type Who = {
  caller: Caller
  keys: readonly Permission[] | 'all' | 'none'
  /** The menus of a viewer without an account. */
  menus?: readonly Opening[]
  sees: boolean
  /** True if the viewer sees the devices themselves, and not only through the project. */
  owns: boolean
  /** True if the viewer sees the widgets of hall B. */
  seesHall: boolean
}

export const hasKey = ({ keys }: Pick<Who, 'keys'>, key: Permission): boolean =>
  keys === 'all' || keys.includes(key as never)

/** The code of a refusal that precedes the check of visibility. */
export function refusalOf(
  { endpoint, openTo = [] }: Served,
  { keys, menus, sees }: Pick<Who, 'keys' | 'menus' | 'sees'>,
): number | undefined {
  if (keys === 'none') return 1006
  if (menus && !openTo.some((each) => menus.includes(each))) return 2507
  if (endpoint.may !== 'signedIn' && !hasKey({ keys }, endpoint.may))
    return endpoint.may === 'signal:write' ? 90007 : 90002
  return !sees && (endpoint.on?.page || endpoint.on?.project) ? 10002 : undefined
}

/** A call that all viewers try. */
export type Probe = {
  input: () => object
  /** Reads the relevant part of an answer; by default that it is good. */
  told?: (data: never, who: Who) => unknown | Promise<unknown>
  /** The expected result of `told` for a viewer. */
  due?: (who: Who) => unknown
  /** The code for a caller who is let in and yet has no access to the object. */
  refused?: (who: Who) => number | undefined
}

/** The code, and the data of an envelope or the text of a file. */
export async function askAs(
  { caller }: Who,
  endpoint: Endpoint,
  input: object,
): Promise<{ code: number; data: unknown }> {
  const headers = { 'content-type': 'application/json' }
  const response = await caller.raw(endpoint.path, { method: 'POST', headers, body: JSON.stringify(input) })
  const text = await response.text()
  const isEnvelope = response.headers.get('content-type')?.startsWith('application/json')
  return isEnvelope ? (JSON.parse(text) as { code: number; data: unknown }) : { code: 200, data: text }
}

/** Visitors of the share write the variables that the page writes, an account only its own. */
export const mayWriteThrough = ({ owns, menus }: Who) => (owns || menus?.includes('history') ? undefined : 10002)

export const notOwned = ({ owns }: Who) => (owns ? undefined : 10002)

/** The names of people who act on alarms are shown only to viewers who see the device itself. */
export const people = ({ owns }: Who) => (owns ? 'Wang Fang' : null)

export const file = (read: (text: string, who: Who) => unknown) => (data: unknown, who: Who) => read(String(data), who)
