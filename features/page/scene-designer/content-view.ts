// The content of a 3D scene for showing differences: nodes by title, variables by name.
import type { Binding } from '../../../contract/page-document.ts'
import type { SceneContent, SceneNode, SceneView } from '../../../contract/scene-document.ts'
import { labelOf } from '../../../ui/words.ts'
import { clickFields } from '../../../widgets/host/click-event.ts'
import { nodeFields } from '../../../widgets/scene/rules.ts'
import { derivedView, fieldsView, listView, type View, valueView } from '../../platform/versioned/rules.ts'
import { bindingFields, viewsOf } from '../page-versions/part-field-views.ts'
import { sceneDesignerText } from './text.ts'

const label = (key: (typeof sceneDesignerText)['keys'][number]) => labelOf(sceneDesignerText, key)

const { node: _, ...effects } = viewsOf(nodeFields)

const bindingView: View = fieldsView<object>(label('variable'), {
  ...bindingFields,
  ...effects,
  id: derivedView,
} as never)

const numbers = (at: readonly number[]): string => at.map((each) => each.toFixed(2)).join(' · ')

export const sceneView: View = fieldsView<SceneContent>(label('content'), {
  nodes: listView<SceneNode>({
    label: label('nodes'),
    idOf: ({ name }) => name,
    nameOf: ({ name, title }) => (title ? `${title} · ${name}` : name),
    item: fieldsView<SceneNode>(label('node'), {
      name: derivedView,
      title: valueView(label('title'), undefined, ''),
      isTitled: valueView(label('isTitled'), undefined, false),
      bindings: listView<Binding>({
        label: label('bindings'),
        idOf: ({ id, signalId, effect }) => id ?? `${String(signalId)} ${String(effect)}`,
        nameOf: ({ title, signalId }) => title || `#${String(signalId ?? '')}`,
        item: bindingView,
      }),
      clickEvent: fieldsView<object>(label('click'), viewsOf(clickFields) as never),
    } as never),
  }),
  views: listView<SceneView>({
    label: label('views'),
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    item: fieldsView<SceneView>(label('views'), {
      id: derivedView,
      name: valueView(label('name')),
      position: valueView(label('position'), numbers),
      target: valueView(label('target'), numbers),
    }),
  }),
  startView: valueView(
    label('startView'),
    (id: string, of: SceneContent) => of.views?.find((view) => view.id === id)?.name ?? id,
    '',
  ),
} as never)
