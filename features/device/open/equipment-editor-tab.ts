// What a room brings as a tab of a device's editor, and of a template's: `editor-tabs.ts` in its folder, collected by the
// editor. The page of a tab is one of the room's routes.
import { type PageRoute, pathOf } from '../../../ui/routes.ts'
import type { Label } from '../../../ui/words.ts'
import type { EquipmentInfo } from '../equipment/contract.ts'

export type EditorTab = {
  /** The last part of the page's path, `/manage/eg/equipment/edit/{id}/signal`. */
  part: string
  /** The tabs stand in this order. */
  place: number
  label: Label
  /** What it is called of a template, if otherwise. */
  ofTemplate?: Label
  /** How many there are, shown beside the label. */
  count?: (info: EquipmentInfo) => number
}

const lists = { equipment: '/manage/eg/equipment/list', template: '/manage/eg/template/list' }

/** The page of a tab at both places: in the editor of a device and in that of a template. */
export const editorRoutes = (part: string, { page, title }: Pick<PageRoute, 'page' | 'title'>): PageRoute[] =>
  (['equipment', 'template'] as const).map((of) => ({
    path: `/manage/eg/${of}/edit/{id}/${part}`,
    may: `${of}:view`,
    page,
    ...(title ? { title } : {}),
    under: lists[of],
  }))

/** Where a tab of a device or template is. */
export const editorPath = ({ id, isTemplate }: Pick<EquipmentInfo, 'id' | 'isTemplate'>, part: string): string =>
  pathOf(`/manage/eg/${isTemplate ? 'template' : 'equipment'}/edit/{id}/${part}`, { id })
