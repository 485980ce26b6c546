// Parameters of a page: one faceplate serves fifty motors. A binding contains placeholders in the name of its variable,
// `{pump}Speed`, and the address of the page has their values: `?p.pump=pump2&p.tag=P-302`. Texts can have the same
// placeholders. Pure.
import { z } from 'zod'
import type { Binding, PageWidget } from '../../../contract/page-document.ts'

const key = /^[A-Za-z]\w{0,30}$/
export const PageParams = z
  .record(z.string().regex(key), z.string().max(100))
  .refine((params) => Object.keys(params).length <= 20, { message: 'at most 20' })
export type PageParams = z.output<typeof PageParams>

const mark = /\{([A-Za-z]\w{0,30})\}/g

/** Replaces placeholders with their values; a placeholder without a value remains. */
export const filled = (text: string, params: PageParams): string =>
  text.replace(mark, (all, name: string) => (Object.hasOwn(params, name) ? params[name]! : all))

/** A variable by its name within a device. */
type Named = { equipId: number; name: string }

type Json = { [key: string]: unknown }
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** The variable of a binding by name; undefined unless all placeholders of the name have values. */
function namedBy({ signalName, equipId }: Json, params: PageParams): Named | undefined {
  if (typeof signalName !== 'string' || signalName === '') return undefined
  const name = filled(signalName, params)
  const device = Number(equipId)
  return Number.isInteger(device) && device > 0 && /^[A-Za-z]\w*$/.test(name) ? { equipId: device, name } : undefined
}

/** Calls `act` for every object within a value, the outer ones first. */
function eachObject(value: unknown, act: (each: Json) => void): void {
  if (Array.isArray(value)) for (const each of value) eachObject(each, act)
  else if (isObject(value)) {
    act(value)
    for (const each of Object.values(value)) eachObject(each, act)
  }
}

/** All variables that a page binds by name. */
export function namesIn(widgets: readonly PageWidget[], params: PageParams): Named[] {
  const found: Named[] = []
  eachObject(widgets, (each) => {
    const named = namedBy(each, params)
    if (named) found.push(named)
  })
  return found
}

/**
 * Placeholders without a value in names of variables, each once: the address does not say which machine the page shows.
 */
export function missingIn(widgets: readonly PageWidget[], params: PageParams): string[] {
  const found = new Set<string>()
  eachObject(widgets, ({ signalName }) => {
    if (typeof signalName !== 'string') return
    for (const [, name] of signalName.matchAll(mark)) if (!Object.hasOwn(params, name!)) found.add(name!)
  })
  return [...found]
}

/** Resolves bindings by name; a binding to a missing variable remains empty. */
export function bound<T>(value: T, params: PageParams, find: (named: Named) => Binding | undefined): T {
  if (Array.isArray(value)) return value.map((each) => bound(each, params, find)) as T
  if (!isObject(value)) return value
  const inner = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, bound(each, params, find)]))
  const named = namedBy(inner, params)
  return (named ? { ...inner, ...find(named) } : inner) as T
}

const prefix = 'p.'

/** The parameters in the query of an address. */
export function paramsOf(search: Readonly<Record<string, string>>): PageParams {
  const found = Object.entries(search).flatMap(([name, value]) =>
    name.startsWith(prefix) && key.test(name.slice(prefix.length))
      ? [[name.slice(prefix.length), value.slice(0, 100)]]
      : [],
  )
  return Object.fromEntries(found.slice(0, 20))
}

/** The query for these parameters. */
export const searchOf = (params: PageParams): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [prefix + name, value]))

/** Parameters that a click passes on: `pump=pump2&tag=P-302`, which can contain placeholders of its own page. */
export const paramsIn = (text: string): PageParams =>
  paramsOf(Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [prefix + name, value])))
