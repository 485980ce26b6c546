// References of a drawing by name: variables of the device, and other pages. Widgets contain the names until they are
// resolved. Pure.
import type { Binding, PageWidget } from '../../contract/page-document.ts'
import { bindingTo, type PageSource } from '../panel/sources.ts'
import type { Variable } from '../panel/variable.ts'
import type { Report } from './report.ts'

/** Replaces a binding until it is resolved. */
export type Wanted = { wantedTag: string }

type Json = { [key: string]: unknown }
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Changes every object in a value, the inner ones first. */
function mapObjects(value: unknown, change: (object: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((each) => mapObjects(each, change))
  if (!isObject(value)) return value
  return change(Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapObjects(each, change)])))
}

type Known = { variables: readonly Variable[]; pages: PageSource }
type Bound = { widgets: PageWidget[]; bound: number; unbound: number }

const plain = (name: string): string => name.trim().toLowerCase()

/** The variables with a name: exact, or ignoring case; by name, or by title. */
function having(name: string, variables: readonly Variable[]): readonly Variable[] {
  const ways: ((variable: Variable) => boolean)[] = [
    (variable) => variable.name === name,
    (variable) => variable.title === name,
    (variable) => plain(variable.name) === plain(name),
    (variable) => plain(variable.title) === plain(name),
  ]
  for (const way of ways) {
    const found = variables.filter(way)
    if (found.length > 0) return found
  }
  return []
}

/** Binds the widgets to variables and pages whose name is unique. */
export function boundTo(widgets: readonly PageWidget[], { variables, pages }: Known, report: Report): Bound {
  let [bound, unbound] = [0, 0]
  const known = new Map<string, readonly Variable[]>()
  const find = (name: string) => {
    const found = known.get(name) ?? having(name, variables)
    known.set(name, found)
    return found
  }
  const variableOf = (name: string): Binding => {
    const [only, ...others] = find(name)
    if (only && others.length === 0) {
      bound += 1
      return bindingTo(only)
    }
    unbound += 1
    report.add(only ? 'ambiguous' : 'tag', name)
    return {}
  }
  const pageOf = (name: string): Json => {
    const found = pages.filter(({ title }) => plain(title) === plain(name))
    if (found.length === 1) return { enable: true, pageId: found[0]!.id }
    report.add('view', name)
    return { enable: false }
  }
  const change = (object: Json): Json => {
    const { wantedTag, wantedPage, ...rest } = object
    return {
      ...rest,
      ...(typeof wantedTag === 'string' && variableOf(wantedTag)),
      ...(typeof wantedPage === 'string' && pageOf(wantedPage)),
    }
  }
  return { widgets: widgets.map((widget) => mapObjects(widget, change) as PageWidget), bound, unbound }
}
