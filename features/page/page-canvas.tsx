// A stored page, drawn at its own size: stacked SVG layers and HTML boxes, values by direct binding.
import { useEffect, useMemo, useState } from 'react'
import type { Freshness } from '../../signal/web/freshness.ts'
import type { CellReading, SignalCell } from '../../signal/web/values.ts'
import { useLink } from '../../ui/link.ts'
import { useText } from '../../ui/words.ts'
import { loadWidget, widgetKeys } from '../../widgets/registry.ts'
import type { DrawProps, Props, Widget } from '../../widgets/widget.ts'
import { BrokenWidget, WidgetBox } from '../../widgets/widget-box.tsx'
import { useName } from '../translation/part-name.ts'
import type { PageContent, PageWidget } from './contract.ts'
import { layersOf, safeColour } from './layers.ts'
import { pageText } from './text.ts'

type Bind = PageWidget['binds'][string]

/** The source of a page's values, and whether they are current. */
export type PageValues = {
  cell: (bind: Bind) => SignalCell | undefined
  freshness: (bind: Bind, reading: CellReading) => Freshness
  /** Own words of a variable for its values. */
  texts: (bind: Bind) => string | null
  now: () => number
}

export function PageCanvas({ content, values, title }: { content: PageContent; values: PageValues; title: string }) {
  const t = useText(pageText)
  const name = useName()
  const widgets = useWidgets(content.widgets)
  if (!widgets) return null
  const { width, height, bgColor } = content
  const layers = layersOf(content.widgets, (type) => widgets.get(type)?.draw ?? 'html')
  return (
    <section
      className="page-canvas"
      aria-label={t('canvas', { title: name(title) })}
      style={{ width, height, background: safeColour(bgColor) }}
    >
      {layers.map((layer) =>
        layer.draw === 'svg' ? (
          <svg key={layer.widgets[0]!.id} className="page-layer" width={width} height={height} aria-hidden="true">
            {layer.widgets.map((each) => (
              <g key={each.id} transform={svgPlace(each)}>
                <Placed placed={each} widget={widgets.get(each.type)} values={values} />
              </g>
            ))}
          </svg>
        ) : (
          <div key={layer.widget.id} className="page-widget" style={htmlPlace(layer.widget)}>
            <Placed placed={layer.widget} widget={widgets.get(layer.widget.type)} values={values} />
          </div>
        ),
      )}
    </section>
  )
}

function Placed({ placed, widget, values }: { placed: PageWidget; widget: Widget | undefined; values: PageValues }) {
  const t = useText(pageText)
  const name = useName()
  const { binds, position, props, type } = placed
  const drawn = useMemo(
    (): Pick<DrawProps<object>, 'cell' | 'freshness' | 'texts'> => ({
      cell: (name) => binds[name] && values.cell(binds[name]),
      freshness: (name, reading) => (binds[name] ? values.freshness(binds[name], reading) : 'never'),
      texts: (name) => (binds[name] ? values.texts(binds[name]) : null),
    }),
    [binds, values],
  )
  if (!widget) {
    return <BrokenWidget name={type} reason={t(widgetKeys.includes(type) ? 'notLoaded' : 'unknown')} size={position} />
  }
  return <WidgetBox widget={widget} stored={inWords(widget, props, name)} size={position} now={values.now} {...drawn} />
}

/** The texts of a widget in the language of whoever looks. */
const inWords = ({ props: declared }: Widget, props: Props, name: (source: string) => string): Props =>
  Object.fromEntries(
    Object.entries(props).map(([key, value]) => [
      key,
      typeof value === 'string' && declared[key]?.kind === 'text' ? name(value) : value,
    ]),
  )

function htmlPlace({ position: { x, y, width, height, rotate } }: PageWidget) {
  return { left: x, top: y, width, height, ...(rotate ? { rotate: `${rotate}deg` } : {}) }
}

const svgPlace = ({ position: { x, y, width, height, rotate } }: PageWidget) =>
  `translate(${x} ${y})${rotate ? ` rotate(${rotate} ${width / 2} ${height / 2})` : ''}`

/**
 * The widgets of a page by type, once all have loaded; one that cannot be loaded is drawn as a box until the platform can
 * be reached again.
 */
function useWidgets(placed: readonly PageWidget[]): Map<string, Widget> | null {
  const [loaded, setLoaded] = useState<Map<string, Widget> | null>(null)
  const { returns } = useLink()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be loaded is tried again when it may be had
  useEffect(() => {
    let left = false
    const types = [...new Set(placed.map(({ type }) => type))]
    void Promise.allSettled(types.map(loadWidget)).then((results) => {
      if (left) return
      setLoaded(
        new Map(
          results.flatMap((result, i) => (result.status === 'fulfilled' ? [[types[i]!, result.value] as const] : [])),
        ),
      )
    })
    return () => {
      left = true
    }
  }, [placed, returns])
  return loaded
}
