// The result of reading a drawing: preview, number of widgets, bindings, and the parts that could not be read.
import { useMemo } from 'react'
import type { PageWidget } from '../../contract/page-document.ts'
import { useLanguage } from '../../ui/language.ts'
import { withNote } from '../../ui/punctuation.ts'
import { labelIn, useText } from '../../ui/words.ts'
import { clickOf } from '../../widgets/host/click-event.ts'
import type { Widget } from '../../widgets/widget.ts'
import { DrawnPreview } from '../drawn-preview.tsx'
import { importText } from './import-text.ts'
import type { Lost, LostKind } from './report.ts'
import type { Read } from './use-drawing.ts'

type Types = ReadonlyMap<string, Widget>

export function Found({ read, types, onView }: { read: Read; types: Types; onView: (view: number) => void }) {
  const t = useText(importText)
  const { name, views, view, width, height, bound, unbound, isAlone, widgets, lost } = read
  return (
    <div className="import-found">
      <div>
        <DrawnPreview {...read} types={types} label={t('picture')} />
        <p className="import-name">
          <b>{name}</b>
          <span>{t('size', { width: Math.round(width), height: Math.round(height) })}</span>
        </p>
        {views.length > 1 && (
          <label className="import-view">
            {t('view')}
            <select value={view} onChange={({ target }) => onView(Number(target.value))}>
              {views.map((each, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: views may have the same name
                <option key={i} value={i}>
                  {each}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <div className="import-report">
        <Comes widgets={widgets} types={types} />
        {bound + unbound > 0 && (
          <section>
            <h3>{t('bindings')}</h3>
            <p>{isAlone ? t('alone') : t('bound', { bound, all: bound + unbound })}</p>
          </section>
        )}
        <LostList lost={lost} />
      </div>
    </div>
  )
}

const allOf = (widgets: readonly PageWidget[]): PageWidget[] =>
  widgets.flatMap((widget) => [widget, ...allOf(widget.children ?? [])])

const controls: readonly string[] = ['Input', 'Select', 'Radio']
const writes = ({ widgetType, clickEvent, data }: PageWidget): boolean =>
  ['write', 'script'].includes(clickOf(clickEvent)?.action ?? '') ||
  (controls.includes(widgetType) && data?.signalId !== undefined)

function Comes({ widgets, types }: { widgets: readonly PageWidget[]; types: Types }) {
  const t = useText(importText)
  const language = useLanguage()
  const all = useMemo(() => allOf(widgets), [widgets])
  const counts = new Map<string, number>()
  for (const { widgetType } of all) counts.set(widgetType, (counts.get(widgetType) ?? 0) + 1)
  const writing = all.filter(writes).length
  return (
    <section>
      <h3>
        {t('comes')}
        {all.length > 0 && <small>{t('widgets', { count: all.length })}</small>}
      </h3>
      {all.length === 0 && <p>{t('none')}</p>}
      <ul className="import-counts">
        {[...counts].map(([type, count]) => (
          <li key={type}>
            <span>{labelIn(types.get(type)?.name, language) ?? type}</span>
            <b>{count}</b>
          </li>
        ))}
      </ul>
      {writing > 0 && <p>{t('writes', { count: writing })}</p>}
    </section>
  )
}

const mostSubjects = 6

function LostList({ lost }: { lost: readonly Lost[] }) {
  const t = useText(importText)
  const kinds = [...new Set(lost.map(({ kind }) => kind))]
  return (
    <section>
      <h3>
        {t('lost')}
        {lost.length > 0 && <small>{lost.reduce((sum, { count }) => sum + count, 0)}</small>}
      </h3>
      {kinds.length === 0 && <p>{t('allRead')}</p>}
      <ul className="import-lost">
        {kinds.map((kind) => (
          <LostKindRow key={kind} kind={kind} lost={lost.filter((each) => each.kind === kind)} />
        ))}
      </ul>
    </section>
  )
}

function LostKindRow({ kind, lost }: { kind: LostKind; lost: readonly Lost[] }) {
  const t = useText(importText)
  const total = lost.reduce((sum, { count }) => sum + count, 0)
  const subjects = lost.filter(({ subject }) => subject !== '')
  const shown = subjects.slice(0, mostSubjects)
  return (
    <li>
      <span>
        {t(`lost_${kind}`)}
        <b>{total}</b>
      </span>
      {shown.length > 0 && (
        <small>
          {shown.map(({ subject, count }) => (count > 1 ? withNote(subject, count) : subject)).join(' · ')}
          {subjects.length > shown.length && ` · ${t('more', { count: subjects.length - shown.length })}`}
        </small>
      )}
    </li>
  )
}
