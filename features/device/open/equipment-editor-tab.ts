// The type of a tab in the editor of a device or template. Rooms define tabs in `editor-tabs.ts`; the editor collects
// them. The page of a tab is one of the room's routes.
import { type PageRoute, pathOf } from '../../../ui/routes.ts'
import type { Label } from '../../../ui/words.ts'
import type { EquipmentInfo } from '../equipment/contract.ts'

export type EditorTab = {
  /** The last part of the page's path, `/manage/eg/equipment/edit/{id}/signal`. */
  part: string
  /** Position of the tab among the others. */
  place: number
  label: Label
  /** The label in a template's editor, if different. */
  ofTemplate?: Label
  /** The number shown beside the label. */
  count?: (info: EquipmentInfo) => number
}

const lists = { equipment: '/manage/eg/equipment/list', template: '/manage/eg/template/list' }

/** Routes of a tab's page in the editors of devices and templates. */
export const editorRoutes = (part: string, { page, title }: Pick<PageRoute, 'page' | 'title'>): PageRoute[] =>
  (['equipment', 'template'] as const).map((of) => ({
    path: `/manage/eg/${of}/edit/{id}/${part}`,
    may: `${of}:view`,
    page,
    ...(title ? { title } : {}),
    under: lists[of],
  }))

/** The path of a tab of a device or template. */
export const editorPath = ({ id, isTemplate }: Pick<EquipmentInfo, 'id' | 'isTemplate'>, part: string): string =>
  pathOf(`/manage/eg/${isTemplate ? 'template' : 'equipment'}/edit/{id}/${part}`, { id })
