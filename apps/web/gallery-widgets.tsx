// The living gallery of widgets: every one in every state, with a fixed clock. Development builds only.
import { useEffect, useState } from 'react'
import type { Freshness } from '../../signal/web/freshness.ts'
import type { CellReading } from '../../signal/web/values.ts'
import { useLanguage } from '../../ui/language.ts'
import { Card } from '../../ui/page-header.tsx'
import { loadWidget, widgetKeys } from '../../widgets/registry.ts'
import { initialProps, type Widget } from '../../widgets/widget.ts'
import { BrokenWidget, WidgetBox } from '../../widgets/widget-box.tsx'
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

export default function GalleryWidgets() {
  return (
    <main className="gallery">
      {widgetKeys.map((key) => (
        <OneWidget key={key} name={key} />
      ))}
      <Card title="Broken">
        <div style={{ width: 200, height: 44 }}>
          <BrokenWidget name="no-such" reason="unknown" size={{ width: 200, height: 44 }} />
        </div>
      </Card>
    </main>
  )
}

function OneWidget({ name }: { name: string }) {
  const language = useLanguage()
  const [widget, setWidget] = useState<Widget | null>(null)
  useEffect(() => void loadWidget(name).then(setWidget), [name])
  if (!widget) return null
  return (
    <Card title={`${widget.name[language]} · ${name}`}>
      <div className="gallery-columns">
        {states.map((state) => (
          <figure key={state.name} style={{ margin: 0 }}>
            <figcaption>{state.name}</figcaption>
            <InState widget={widget} {...state} />
          </figure>
        ))}
      </div>
    </Card>
  )
}

function InState({ widget, freshness, reading }: { widget: Widget } & (typeof states)[number]) {
  const box = (
    <WidgetBox
      widget={widget}
      stored={initialProps(widget)}
      size={widget.size}
      cell={() => ({ read: () => reading, trend: () => [], watch: () => () => undefined })}
      freshness={() => freshness}
      now={() => now}
    />
  )
  return widget.draw === 'svg' ? (
    <svg {...widget.size} aria-hidden="true">
      {box}
    </svg>
  ) : (
    <div style={widget.size}>{box}</div>
  )
}
