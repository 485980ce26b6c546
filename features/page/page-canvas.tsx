// A stored page, drawn at its own size by the widgets' host: in the viewer's language, with what the viewer may see.
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { PageDocument, PageWidget } from '../../contract/page-document.ts'
import { useLink } from '../../ui/link.ts'
import { useText } from '../../ui/words.ts'
import { cssColour } from '../../widgets/colour.ts'
import type { PageHost } from '../../widgets/host/page-host.ts'
import { PageView } from '../../widgets/host/page-view.tsx'
import { prepare } from '../../widgets/host/prepare.ts'
import type { ValueSource } from '../../widgets/host/source.ts'
import { loadWidget } from '../../widgets/registry.ts'
import type { Widget } from '../../widgets/widget.ts'
import { useName } from '../translation/part-name.ts'
import { filled, type PageParams } from './params.ts'
import { pageText } from './text.ts'

export function PageCanvas({
  document: { con, widgets },
  values,
  title,
  params,
  host,
}: {
  document: PageDocument
  values: ValueSource
  title: string
  params: PageParams
  host: PageHost
}) {
  const t = useText(pageText)
  const name = useName()
  const types = useTypes(widgets)
  // The platform leaves out what is for other regions than the viewer's; who makes pages sees all.
  const words = useCallback((source: string) => filled(name(source), params), [name, params])
  const page = useMemo(() => types && prepare(widgets, types, { regions: null, words }), [widgets, types, words])
  if (!page) return null
  const { width, height, bgColor } = con
  return (
    <section
      className="page-canvas"
      aria-label={t('canvas', { title: name(title) })}
      style={{ width, height, background: cssColour(bgColor) }}
    >
      <PageView page={page} source={values} mode="run" host={host} />
    </section>
  )
}

const typesOf = (widgets: readonly PageWidget[]): string[] =>
  widgets.flatMap(({ widgetType, children = [] }) => [widgetType, ...typesOf(children)])

/**
 * The types of a page, once all have loaded; one that cannot be loaded is drawn as a box until the platform can be reached
 * again.
 */
function useTypes(widgets: readonly PageWidget[]): ReadonlyMap<string, Widget> | null {
  const [loaded, setLoaded] = useState<ReadonlyMap<string, Widget> | null>(null)
  const { returns } = useLink()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be loaded is tried again when it may be had
  useEffect(() => {
    let left = false
    const types = [...new Set(typesOf(widgets))]
    void Promise.allSettled(types.map(loadWidget)).then((results) => {
      if (left) return
      const found = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      setLoaded(new Map(found.map((widget) => [widget.type, widget])))
    })
    return () => {
      left = true
    }
  }, [widgets, returns])
  return loaded
}
