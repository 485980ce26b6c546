// A page for showing differences: widgets by their names, fields as in the property panel.
import type { Binding, PageContainer, PageDocument, PageWidget, Position } from '../../../contract/page-document.ts'
import type { Label } from '../../../ui/words.ts'
import type { Fields } from '../../../widgets/fields.ts'
import { animations } from '../../../widgets/host/animation.ts'
import { clickFields } from '../../../widgets/host/click-event.ts'
import { loadWidget, widgetTypes } from '../../../widgets/registry.ts'
import type { Widget } from '../../../widgets/widget.ts'
import { derivedView, fieldsView, listView, type View, valueView } from '../../platform/versioned/rules.ts'
import type { PageVersion } from '../page/contract.ts'
import { typesOf } from '../page/part-types.ts'
import { bindingFields, label, viewsOf } from './part-field-views.ts'

/** Title and document in one object, for comparison. */
type Shown = Omit<PageDocument, 'title'> & { title: string }
export const shownOf = ({ title, content }: PageVersion): Shown => ({ ...content, title })

type Known = ReadonlyMap<string, Widget>
type Views = { [key: string]: View }
/** A view of an object of which only some fields are described. */
const loose = <T extends object>(name: Label, fields: Views | ((of: T) => Views)): View =>
  fieldsView(name, fields as never)

/** A view of page contents, with the labels of all widgets in them. */
export async function viewOf(contents: readonly object[]): Promise<View> {
  const types = contents.flatMap((content) => typesOf((content as { widgets?: PageWidget[] }).widgets ?? []))
  const known = [...new Set(types)].filter((type) => widgetTypes.includes(type))
  return pageView(new Map(await Promise.all(known.map(async (type) => [type, await loadWidget(type)] as const))))
}

function pageView(known: Known): View {
  return loose<Shown>(label('page'), {
    title: valueView(label('title')),
    con: loose<PageContainer>(label('page'), {
      width: valueView(label('width')),
      height: valueView(label('height')),
      bgColor: valueView(label('background'), undefined, ''),
      theme: valueView(label('look'), undefined, 'quiet'),
      type: valueView(
        label('type'),
        (type: string, _root, language) => label(type === 'sub' ? 'subPage' : 'mainPage')[language],
        'main',
      ),
    }),
    widgets: widgetsView(known),
    bind: derivedView,
  })
}

function widgetsView(known: Known): View {
  const item: View = loose<PageWidget>(label('widget'), ({ widgetType }) => ({
    ...fieldsOf(known.get(widgetType)),
    children: listView<PageWidget>({ ...list, label: label('inGroup'), item }),
  }))
  const list = {
    label: label('widgets'),
    idOf: ({ id }: PageWidget) => id,
    nameOf: (widget: PageWidget, _root: unknown, language: keyof Label) =>
      nameOf(widget, known.get(widget.widgetType)?.name[language]),
  }
  return listView<PageWidget>({ ...list, item })
}

/** The name of a widget: its own, else its text, else its id. */
function nameOf({ id, widgetName, widgetType, data }: PageWidget, typeName = widgetType): string {
  const said = typeof data?.text === 'string' ? data.text : data?.title
  return [typeName, widgetName || (said ? `“${said.slice(0, 40)}”` : id)].join(' ')
}

function fieldsOf(widget: Widget | undefined): Record<string, View> {
  return {
    id: derivedView,
    ref: derivedView,
    version: derivedView,
    widgetType: valueView(label('type')),
    widgetName: valueView(label('name'), undefined, ''),
    posLock: valueView(label('locked'), undefined, false),
    authRegion: valueView(label('regions'), undefined, ''),
    position: loose<Position>(label('position'), {
      x: valueView(sign('x')),
      y: valueView(sign('y')),
      width: valueView(label('width')),
      height: valueView(label('height')),
      rotate: valueView(label('rotation'), (degrees: number) => `${degrees}°`, 0),
    }),
    style: partView(label('style'), widget?.style),
    data: loose<Binding>(label('data'), { ...bindingFields, ...viewsOf(widget?.data) }),
    clickEvent: partView(label('click'), clickFields),
    animation: fieldsView<object>(
      label('animation'),
      Object.fromEntries(Object.entries(animations).map(([kind, of]) => [kind, partView(of.label, of.fields)])),
    ),
  }
}

const sign = (text: string): Label => ({ en: text, 'zh-cn': text })

const partView = (name: Label, fields: Fields | undefined): View => fieldsView<object>(name, viewsOf(fields))
