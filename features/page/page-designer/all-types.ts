// The declarations of all widgets, which palette and panel are made from.
import { loadWidget, widgetTypes } from '../../../widgets/registry.ts'
import type { Widget } from '../../../widgets/widget.ts'

/** A kind whose code cannot be had now is not offered. Rejects where none can. */
export async function loadAll(): Promise<ReadonlyMap<string, Widget>> {
  const results = await Promise.allSettled(widgetTypes.map(loadWidget))
  const loaded = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  if (loaded.length === 0) throw (results[0] as PromiseRejectedResult).reason
  return new Map(loaded.map((widget) => [widget.type, widget]))
}
