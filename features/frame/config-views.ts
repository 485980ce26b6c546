// A device's configuration as its differences are shown: each part as its room shows it, in its `config-view.ts`.
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

/** In the order of the parts. */
export const configViewOf = (views: { [key: string]: View }): View =>
  fieldsView<object>({ en: 'Configuration', 'zh-cn': '配置' }, views)

export const configView = configViewOf(Object.fromEntries(partViews))

/** How the room of a part shows a field of its things, or of this one; nothing for a field that it does not know. */
export function fieldViewOf(part: PartKey, field: string, of: object = {}): View | undefined {
  const list = byKey.get(part)
  return list?.is === 'list' && list.item.is === 'fields' ? list.item.fields(of as never)[field] : undefined
}
