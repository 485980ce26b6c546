// Groups the devices of a page by cause of missing values, and finds the names that the page uses for them. Pure.
import { eachBinding, type PageWidget } from '../../../contract/page-document.ts'

/** Groups devices by cause. `causes`: one for each device. Groups are in the order of their first device. */
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

/** The names of devices in the bindings of a page. */
export function devicesNamed(widgets: readonly PageWidget[]): ReadonlyMap<number, string> {
  const names = new Map<number, string>()
  eachBinding(widgets, ({ equipId, subTitle }) => {
    const id = Number(equipId)
    if (subTitle && id > 0 && !names.has(id)) names.set(id, subTitle)
  })
  return names
}
