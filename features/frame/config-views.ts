// Views of a device's configuration for showing differences, from the `config-view.ts` of each room.
import type { PartKey } from '../../contract/config-part.ts'
import { fieldsView, type View } from '../platform/versioned/rules.ts'
import { configParts } from './config.ts'

export type RoomView = { key: PartKey; view: View }

const rooms = Object.values(import.meta.glob<{ default: RoomView }>('../*/*/config-view.ts', { eager: true }))
const byKey = new Map<string, View>(rooms.map((room) => [room.default.key, room.default.view]))
const partViews = configParts.flatMap(({ key }) => {
  const view = byKey.get(key)
  return view ? [[key, view] as const] : []
})

/** The view of a configuration, with its parts in their order. */
export const configViewOf = (views: { [key: string]: View }): View =>
  fieldsView<object>({ en: 'Configuration', 'zh-cn': '配置' }, views)

export const configView = configViewOf(Object.fromEntries(partViews))

/** The view of a field of a part; `of` is the object, if views depend on it. Undefined for an unknown field. */
export function fieldViewOf(part: PartKey, field: string, of: object = {}): View | undefined {
  const list = byKey.get(part)
  return list?.is === 'list' && list.item.is === 'fields' ? list.item.fields(of as never)[field] : undefined
}
