// How differences between drivers are displayed: fields as in the form, secrets never.
import type { Driver } from '../../../contract/equipment-config.ts'
import { aboutOf } from '../../../drivers/abouts.ts'
import type { Field } from '../../../drivers/driver.ts'
import { isReference, isTyped } from '../../../drivers/secret.ts'
import { type Label, labelOf } from '../../../ui/words.ts'
import type { RoomView } from '../../frame/config-views.ts'
import {
  derivedView,
  fieldsView,
  isJson,
  listView,
  secretView,
  type View,
  valueView,
} from '../../platform/versioned/rules.ts'
import { driverText } from './text.ts'

const key = (name: string): Label => ({ en: name, 'zh-cn': name })

function fieldView({ label, input, unit, options = [] }: Field, usual: unknown): View {
  if (input === 'secret' || input === 'file') return secretView(label)
  return valueView<string | number | boolean>(
    label,
    (value, _root, language) => {
      const option = options.find((each) => each.value === value)
      if (option) return option.label[language]
      return unit && typeof value === 'number' ? `${value} ${unit}` : value
    },
    usual as string,
  )
}

/** The parameters of a driver type. For an unknown type, secrets are recognised by their shape. */
function paramsOf(type: string, params: object): Record<string, View> {
  const about = aboutOf(type)
  const later = new Map<string, unknown>(Object.entries(about?.later ?? {}))
  const known = about?.fields.map((field) => [field.key, fieldView(field, later.get(field.key))] as const) ?? []
  const secrets = Object.entries(params).flatMap(([name, value]) =>
    isReference(value) || isTyped(value) || (isJson(value) && 'secret' in value)
      ? [[name, secretView(key(name))] as const]
      : [],
  )
  return { ...Object.fromEntries(secrets), ...Object.fromEntries(known) }
}

const connection = labelOf(driverText, 'connection')

const view = listView<Driver>({
  label: labelOf(driverText, 'drivers'),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  item: fieldsView<Driver>(labelOf(driverText, 'editDriver'), ({ type }) => ({
    id: derivedView,
    origin: derivedView,
    name: valueView(labelOf(driverText, 'driverName')),
    type: valueView<string>(labelOf(driverText, 'driverType'), (value, _root, language) => {
      const about = aboutOf(value)
      return about ? about.names[language] : value
    }),
    params: fieldsView<Record<string, unknown>>(connection, (params) => paramsOf(type, params)),
  })),
})

export default { key: 'drivers', view } satisfies RoomView
