// Everybody who may look at a project, by what decides what he sees; for tests that walk them all over calls.
import type { Permission } from '../contract/permissions.ts'
import type { Opening, Served } from '../features/serve.ts'
import type { Caller } from './server.ts'

/** Somebody, by what decides. `keys` 'all': an enterprise account. */
export type Who = {
  caller: Caller
  keys: readonly Permission[] | 'all' | 'none'
  /** Of one without an account. */
  menus?: readonly Opening[]
  sees: boolean
  /** The devices themselves, not only through the project. */
  owns: boolean
  /** Widgets of hall B. */
  seesHall: boolean
}

export const hasKey = ({ keys }: Pick<Who, 'keys'>, key: Permission): boolean =>
  keys === 'all' || keys.includes(key as never)

/** The code that somebody is refused with before it is looked what he sees. */
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
