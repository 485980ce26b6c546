// The devices of a page whose last ten minutes are needed. Pure.
import { eachBinding, type PageWidget } from '../../../contract/page-document.ts'

/** The devices with a variable in a live curve of a page. Other devices do not need their last ten minutes. */
export function devicesOfCurves(widgets: readonly PageWidget[]): Set<number> {
  const found = new Set<number>()
  for (const { widgetType, children = [], ...rest } of widgets) {
    if (widgetType === 'Area') eachBinding(rest, ({ equipId }) => found.add(Number(equipId)))
    for (const id of devicesOfCurves(children)) found.add(id)
  }
  return found
}
