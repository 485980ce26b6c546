// Loads the code of the widgets on a page.
import { useEffect, useMemo, useState } from 'react'
import type { PageWidget } from '../../../contract/page-document.ts'
import { useLink } from '../../../ui/link.ts'
import { loadWidget, widgetHere } from '../../../widgets/registry.ts'
import type { Widget } from '../../../widgets/widget.ts'

/** The types of widgets, including those in groups, with repetitions. */
export const typesOf = (widgets: readonly PageWidget[]): string[] =>
  widgets.flatMap(({ widgetType, children = [] }) => [widgetType, ...typesOf(children)])

/** Starts loading while the page around the widgets is drawn; the component that draws them reports failures. */
export function loadTypes(widgets: readonly PageWidget[]): void {
  for (const type of new Set(typesOf(widgets))) loadWidget(type).catch(() => undefined)
}

/** Starts loading the file with the most common widgets before the page is known. */
export const loadUsualTypes = (): void => void loadWidget('DataText').catch(() => undefined)

/**
 * The types of a page, once all have loaded; a widget whose code fails to load is drawn as a box until the platform is
 * reachable again. Types already in memory are returned on the first render, so that the page is drawn only once.
 */
export function useTypes(widgets: readonly PageWidget[]): Loaded {
  const types = useMemo(() => [...new Set(typesOf(widgets))], [widgets])
  const [loaded, setLoaded] = useState<Loaded>(() => typesHere(types))
  const { returns } = useLink()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be loaded is tried again when it may be had
  useEffect(() => {
    if (loaded && types.every((type) => loaded.has(type))) return undefined
    let left = false
    void Promise.allSettled(types.map(loadWidget)).then((results) => {
      if (left) return
      setLoaded(byType(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))))
    })
    return () => {
      left = true
    }
  }, [types, returns])
  return loaded
}

type Loaded = ReadonlyMap<string, Widget> | null

const byType = (found: readonly Widget[]) => new Map(found.map((widget) => [widget.type, widget]))

function typesHere(types: readonly string[]): Loaded {
  const found = types.flatMap((type) => widgetHere(type) ?? [])
  return found.length === types.length ? byType(found) : null
}
