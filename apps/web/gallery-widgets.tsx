// The living gallery of widgets: every one in every state, with a fixed clock. Development builds only.
import { useEffect, useMemo, useState } from 'react'
import type { PageWidget } from '../../contract/page-document.ts'
import type { Freshness } from '../../signal/web/freshness.ts'
import type { CellReading } from '../../signal/web/values.ts'
import { useLanguage } from '../../ui/language.ts'
import { Card } from '../../ui/page-header.tsx'
import { labelIn } from '../../ui/words.ts'
import { PageView } from '../../widgets/host/page-view.tsx'
import { prepare } from '../../widgets/host/prepare.ts'
import type { ValueSource } from '../../widgets/host/source.ts'
import { loadWidget, widgetTypes } from '../../widgets/registry.ts'
import { fresh, type Widget } from '../../widgets/widget.ts'
import GalleryPast from './gallery-past.tsx'
import { sampleHost, samples } from './gallery-samples.ts'
import './gallery.css'

const now = Date.UTC(2026, 10, 21, 8, 41, 7)
const told = { code: 200, time: now - 800, receivedAt: now - 790, drawnAt: now - 780 }

const states: { name: string; freshness: Freshness; reading: CellReading }[] = [
  { name: 'good', freshness: 'good', reading: { ...told, value: 4.82 } },
  { name: 'on', freshness: 'good', reading: { ...told, value: true } },
  { name: 'text', freshness: 'good', reading: { ...told, value: 'S7-1214 取水泵站' } },
  { name: 'stale', freshness: 'stale', reading: { ...told, value: 412, time: now - 240_000 } },
  { name: 'bad', freshness: 'bad', reading: { ...told, value: null, code: 1714 } },
  {
    name: 'never',
    freshness: 'never',
    reading: { value: null, code: 0, time: null, receivedAt: null, drawnAt: null },
  },
]

const bound = { type: 'signal', signalId: 1, equipId: 1, title: 'Level' }

/** A widget without slots may have fields with the names of a binding. */
const own = ({ binds }: Widget) => (Object.keys(binds).length > 0 ? bound : {})

/** A widget as the palette makes it, bound to one variable, which also animates it. */
const boundOne = (widget: Widget): PageWidget => {
  const made = fresh(widget, 'w1', { x: 0, y: 0 })
  const fill = { enable: true, data: bound, symbol: '>', value: 0, color: 'steel' }
  const sample = samples[widget.type]
  const items = sample?.items ?? made.items
  return {
    ...made,
    ...(items && { items }),
    data: { ...made.data, ...own(widget), ...sample?.data },
    animation: { fill },
  }
}

export default function GalleryWidgets() {
  const broken = prepare(
    [{ id: 'w1', widgetType: 'no-such', position: { x: 0, y: 0, width: 200, height: 44, rotate: 0 } }],
    new Map(),
    viewer,
  )
  return (
    <main className="gallery">
      <GalleryPast />
      {widgetTypes.map((type) => (
        <OneWidget key={type} type={type} />
      ))}
      <Card title="Broken">
        <div style={{ position: 'relative', width: 200, height: 44 }}>
          <PageView page={broken} source={sourceOf(states[0]!)} mode="run" />
        </div>
      </Card>
    </main>
  )
}

function OneWidget({ type }: { type: string }) {
  const language = useLanguage()
  const [widget, setWidget] = useState<Widget | null>(null)
  useEffect(() => void loadWidget(type).then(setWidget), [type])
  if (!widget) return null
  return (
    <Card title={`${labelIn(widget.name, language)} · ${type}`}>
      <div className="gallery-columns">
        {states.map((state) => (
          <figure key={state.name} style={{ margin: 0 }}>
            <figcaption>{state.name}</figcaption>
            <InState widget={widget} state={state} />
          </figure>
        ))}
      </div>
    </Card>
  )
}

const viewer = { regions: null, words: (source: string) => source }

const sourceOf = ({ reading, freshness }: (typeof states)[number]): ValueSource => ({
  cell: () => ({ read: () => reading, trend: () => [], watch: () => () => undefined }),
  freshness: () => freshness,
  texts: () => null,
  now: () => now,
})

function InState({ widget, state }: { widget: Widget; state: (typeof states)[number] }) {
  const page = useMemo(() => prepare([boundOne(widget)], new Map([[widget.type, widget]]), viewer), [widget])
  const source = useMemo(() => sourceOf(state), [state])
  const host = useMemo(() => sampleHost(state.name), [state])
  return (
    <div style={{ position: 'relative', ...widget.size }}>
      <PageView page={page} source={source} mode="run" host={host} />
    </div>
  )
}
