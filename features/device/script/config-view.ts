// How differences between scripts are displayed.
import type { EquipmentConfig, Script } from '../../../contract/equipment-config.ts'
import { type Label, labelOf } from '../../../ui/words.ts'
import type { RoomView } from '../../frame/config-views.ts'
import { derivedView, fieldsView, listView, valueView } from '../../platform/versioned/rules.ts'
import { scriptText } from './text.ts'
import { triggerWords } from './words.ts'

const label = (key: Parameters<typeof scriptText.t>[0]): Label => labelOf(scriptText, key as never)

const view = listView<Script>({
  label: label('scripts'),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  item: fieldsView<Script>(label('script'), {
    id: derivedView,
    origin: derivedView,
    name: valueView(label('name')),
    trigger: valueView<Script['trigger'], EquipmentConfig>(label('trigger'), (trigger, root, language) =>
      triggerWords(trigger, root.signals, language),
    ),
    source: valueView(label('source')),
    enabled: valueView<boolean>(label('enabled'), undefined, true),
  }),
})

export default { key: 'scripts', view } satisfies RoomView
