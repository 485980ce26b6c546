// Views of fields of widgets and bindings for showing differences, also for other documents with such fields.
import { type Label, labelOf, type Text } from '../../../ui/words.ts'
import type { Field, Fields } from '../../../widgets/fields.ts'
import { derivedView, fieldsView, type View, valueView } from '../../platform/versioned/rules.ts'
import { pageVersionsText } from './text.ts'

type Key = Parameters<typeof labelOf<typeof pageVersionsText extends Text<infer W> ? W : never>>[1]
export const label = (key: Key): Label => labelOf(pageVersionsText, key)

/** Names identify most bindings; numbers are shown only where names do not. */
export const bindingFields: Record<string, View> = {
  type: valueView(label('source'), undefined, 'signal'),
  title: valueView(label('variable')),
  subTitle: valueView(label('device')),
  symbolSlot: derivedView,
  symbolTexts: derivedView,
  signalId: valueView(label('variableNo'), (id: number) => `#${id}`),
  equipId: valueView(label('deviceNo'), (id: number) => `#${id}`),
}

export const viewsOf = (fields: Fields = {}): Record<string, View> =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, fieldView(field)]))

function fieldView({ kind, label: name, options = [], unit, initial }: Field): View {
  if (kind === 'bind') return fieldsView<object>(name, bindingFields)
  return valueView<unknown>(
    name,
    (value, _root, language) => {
      const option = options.find((each) => each.value === value)
      if (option) return option.label[language]
      if (typeof value === 'number' && unit) return `${value} ${unit}`
      return typeof value === 'object' ? JSON.stringify(value) : (value as string | number | boolean)
    },
    initial,
  )
}
