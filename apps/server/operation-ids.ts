// The operation ids of the API document: the name of the constant that declares each call, which is unique and stable.
import type { Endpoint } from '../../contract/endpoint.ts'

const modules = import.meta.glob<Record<string, unknown>>('../../features/*/*/*contract.ts', { eager: true })

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Calls of an exported family have both names: `externalCalls.query` is `queryExternal`. */
const namesIn = ([name, value]: [string, unknown]): (readonly [unknown, string])[] => {
  const family = name.endsWith('Calls') && typeof value === 'object' ? Object.entries(value ?? {}) : []
  return [[value, name], ...family.map(([key, each]) => [each, key + capital(name.slice(0, -5))] as const)]
}

const names = new Map<unknown, string>(
  Object.values(modules).flatMap((module) => Object.entries(module).flatMap(namesIn)),
)

const camel = (path: string) =>
  path
    .split(/\W+/)
    .filter((part) => part !== '')
    .map((part, i) => (i === 0 ? part : capital(part)))
    .join('')

/** The operation id of a call, e.g. `queryGateways`; a call that no contract exports is named after its path. */
export const operationIdOf = (endpoint: Endpoint): string => names.get(endpoint) ?? camel(endpoint.path)
