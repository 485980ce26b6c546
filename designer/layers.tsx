// The widgets of the page as a list, the topmost first, those of groups below their group.
import { useState } from 'react'
import type { PageWidget } from '../contract/page-document.ts'
import { FilterBox } from '../ui/filter-box.tsx'
import { Icon } from '../ui/icon.tsx'
import { useLanguage } from '../ui/language.ts'
import { labelIn, useText } from '../ui/words.ts'
import type { Widget } from '../widgets/widget.ts'
import { withHidden } from './command/hide.ts'
import { isHidden, isLocked } from './document/find.ts'
import { screenText } from './screen-text.ts'
import { selectedAs, toggled } from './state.ts'
import type { Editor } from './use-editor.ts'

/** Maximum number of lines; more are found by searching. */
const most = 300

type Line = { widget: PageWidget; name: string; depth: number }

export function Layers({ editor, types }: { editor: Editor; types: ReadonlyMap<string, Widget> }) {
  const t = useText(screenText)
  const language = useLanguage()
  const [search, setSearch] = useState('')
  const text = search.trim().toLowerCase()
  const linesOf = (widgets: readonly PageWidget[], depth: number): Line[] =>
    widgets.toReversed().flatMap((widget) => {
      const type = labelIn(types.get(widget.widgetType)?.name, language) ?? widget.widgetType
      const own = { widget, depth, name: widget.widgetName || wordsOf(widget) || type }
      return [own, ...linesOf(widget.children ?? [], depth + 1)]
    })
  const lines = linesOf(editor.state.document.widgets, 0)
  const found = text === '' ? lines : lines.filter(({ name }) => name.toLowerCase().includes(text))
  const select = (id: string, isMore: boolean) =>
    editor.change((state) => (isMore ? toggled(state, id) : selectedAs(state, [id])))
  return (
    <div className="designer-palette">
      <FilterBox word={search} onWord={setSearch} placeholder={t('searchLayers')} />
      <div className="designer-side-body">
        {lines.length === 0 && <p className="designer-none">{t('noLayers')}</p>}
        {lines.length > 0 && found.length === 0 && <p className="designer-none">{t('nothingFound')}</p>}
        <ul className="designer-layers">
          {found.slice(0, most).map(({ widget, name, depth }) => (
            <li key={widget.id} className={isHidden(widget) ? 'designer-layer-hidden' : undefined}>
              <button
                type="button"
                title={name}
                style={{ paddingLeft: 8 + depth * 14 }}
                aria-pressed={editor.state.selected.includes(widget.id)}
                onClick={(event) => select(widget.id, event.shiftKey || event.ctrlKey || event.metaKey)}
              >
                <span>{name}</span>
                {isLocked(widget) && <Icon name="lock" size={14} />}
                {isLocked(widget) && <span className="unseen">{t('lockedMark')}</span>}
              </button>
              <button
                type="button"
                className="designer-eye"
                aria-pressed={isHidden(widget)}
                aria-label={t(isHidden(widget) ? 'show' : 'hide', { name })}
                title={t(isHidden(widget) ? 'show' : 'hide', { name })}
                onClick={() => editor.change((state) => withHidden(state, [widget.id], !isHidden(widget)))}
              >
                <Icon name={isHidden(widget) ? 'eyeOff' : 'eye'} size={14} />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** A name for a widget without one, from its text or binding. */
function wordsOf({ data }: PageWidget): string {
  const { text, title } = (data ?? {}) as { text?: unknown; title?: unknown }
  if (typeof title === 'string' && title) return title
  return typeof text === 'string' ? text : ''
}
