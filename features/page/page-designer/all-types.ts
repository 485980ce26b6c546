// Loads the declarations of all widgets, from which the palette and the property panel are built.
import { loadWidget, widgetTypes } from '../../../widgets/registry.ts'
import type { Widget } from '../../../widgets/widget.ts'

/** Omits widgets whose code fails to load. Rejects if none can be loaded. */
export async function loadAll(): Promise<ReadonlyMap<string, Widget>> {
  const results = await Promise.allSettled(widgetTypes.map(loadWidget))
  const loaded = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  if (loaded.length === 0) throw (results[0] as PromiseRejectedResult).reason
  return new Map(loaded.map((widget) => [widget.type, widget]))
}
