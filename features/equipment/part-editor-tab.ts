// What a room brings as a tab of a device's editor: `editor-tabs.ts` in its folder, collected by the editor. The page of
// a tab is one of the room's routes.
import type { Label } from '../../ui/words.ts'
import type { EquipmentInfo } from './contract.ts'

export type EditorTab = {
  /** The last part of the page's path, `/manage/eg/equipment/edit/{id}/signal`. */
  part: string
  /** The tabs stand in this order. */
  place: number
  label: Label
  /** How many there are, shown beside the label. */
  count?: (info: EquipmentInfo) => number
}
