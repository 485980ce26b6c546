// The code of the widgets that a page has.
import { useEffect, useMemo, useState } from 'react'
import type { PageWidget } from '../../../contract/page-document.ts'
import { useLink } from '../../../ui/link.ts'
import { loadWidget, widgetHere } from '../../../widgets/registry.ts'
import type { Widget } from '../../../widgets/widget.ts'

/** Of widgets and those in groups, each as often as it stands there. */
export const typesOf = (widgets: readonly PageWidget[]): string[] =>
  widgets.flatMap(({ widgetType, children = [] }) => [widgetType, ...typesOf(children)])

/** Their code is on its way while the page around them is drawn; what fails is met by who draws them. */
export function loadTypes(widgets: readonly PageWidget[]): void {
  for (const type of new Set(typesOf(widgets))) loadWidget(type).catch(() => undefined)
}

/** The widgets that nearly every page has, in one file: on their way before a page says which it has. */
export const loadUsualTypes = (): void => void loadWidget('DataText').catch(() => undefined)

/**
 * The types of a page, once all have loaded; one that cannot be loaded is drawn as a box until the platform can be reached
 * again. Where all are here already they are known at once: the page needs no second drawing.
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
