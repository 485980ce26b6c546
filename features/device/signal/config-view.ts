// How differences between variables are displayed: fields as columns of the sheet.
import type { EquipmentConfig, Signal } from '../../../contract/equipment-config.ts'
import { withNote } from '../../../ui/punctuation.ts'
import { labelOf } from '../../../ui/words.ts'
import type { RoomView } from '../../frame/config-views.ts'
import { derivedView, fieldsView, listView, type View, valueView } from '../../platform/versioned/rules.ts'
import { signalText } from './part-text.ts'

const column = (name: (typeof signalText.keys)[number], usual?: unknown): View =>
  valueView<unknown>(labelOf(signalText, name), undefined, usual)

const driverName = (id: number, { drivers }: EquipmentConfig) =>
  drivers.find((driver) => driver.id === id)?.name ?? `#${id}`

const view = listView<Signal>({
  label: labelOf(signalText, 'signals'),
  idOf: ({ id }) => id,
  nameOf: ({ name, title }, _root, language) => (title === name ? name : withNote(title, name, language)),
  item: fieldsView<Signal>(labelOf(signalText, 'signals'), {
    id: derivedView,
    origin: derivedView,
    name: column('name'),
    title: column('title'),
    driverId: valueView<number, EquipmentConfig>(labelOf(signalText, 'driver'), driverName),
    address: column('address'),
    dataType: column('dataType'),
    access: column('access', 'r'),
    length: column('length'),
    unit: column('unit', ''),
    decimals: column('decimals'),
    texts: column('texts', ''),
    scale: column('scale', 1),
    offset: column('offset', 0),
    byteOrder: column('byteOrder'),
    prefix: column('prefix'),
    rawLow: column('rawLow'),
    rawHigh: column('rawHigh'),
    valueLow: column('valueLow'),
    valueHigh: column('valueHigh'),
    clamp: column('clamp', false),
    rollover: column('rollover'),
    noValue: column('noValue', ''),
    periodMs: column('periodMs'),
    min: column('min'),
    max: column('max'),
    normalLow: column('normalLow'),
    normalHigh: column('normalHigh'),
    group: column('group', ''),
    pinned: column('pinned', false),
    registerType: column('registerType', ''),
    aggregation: column('aggregation'),
    internal: column('internal', false),
  }),
})

export default { key: 'signals', view } satisfies RoomView
