// Devices of a page by what ails them, and how the page calls them. Pure.
import { eachBinding, type PageWidget } from '../../../contract/page-document.ts'

/** `causes`: of each device one; those that have the same come together, in the order of the first of them. */
export function byCause<D>(devices: readonly D[], causes: readonly string[]): D[][] {
  const groups = new Map<string, D[]>()
  for (const [i, device] of devices.entries()) {
    const cause = causes[i] ?? ''
    const group = groups.get(cause)
    if (group) group.push(device)
    else groups.set(cause, [device])
  }
  return [...groups.values()]
}

/** The names that bindings of a page have for its devices. */
export function devicesNamed(widgets: readonly PageWidget[]): ReadonlyMap<number, string> {
  const names = new Map<number, string>()
  eachBinding(widgets, ({ equipId, subTitle }) => {
    const id = Number(equipId)
    if (subTitle && id > 0 && !names.has(id)) names.set(id, subTitle)
  })
  return names
}
