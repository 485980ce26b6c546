// Which devices of a page of a project are asked for their last ten minutes. Pure.
import { eachBinding, type PageWidget } from '../../../contract/page-document.ts'

/** The devices with a variable in a moving curve of a page: of others nobody looks at the last ten minutes. */
export function devicesOfCurves(widgets: readonly PageWidget[]): Set<number> {
  const found = new Set<number>()
  for (const { widgetType, children = [], ...rest } of widgets) {
    if (widgetType === 'Area') eachBinding(rest, ({ equipId }) => found.add(Number(equipId)))
    for (const id of devicesOfCurves(children)) found.add(id)
  }
  return found
}
