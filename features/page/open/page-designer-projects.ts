// Projects for the designers of pages and scenes: `designer-projects.ts` of the room that has projects.
import type { EquipmentId, ProjectId } from '../../../contract/fields.ts'
import { onlyRoom } from '../../frame/only-room.ts'

/** A device of a project; the gateway's SN is null while none is bound. */
type ProjectDevice = { equipmentId: EquipmentId; name: string; sn: string | null }

export type DesignerProjects = {
  /** Hook. Name and devices of a project; undefined until loaded, and for null. */
  useProject(id: ProjectId | null): { name: string | undefined; devices: readonly ProjectDevice[] | undefined }
  /** Hook. The projects whose pages the author may see, in their order; undefined until loaded. */
  useProjects(): readonly { id: ProjectId; name: string }[] | undefined
  /** The custom reports of a project, by title. Throws ApiError. */
  reports(id: ProjectId): Promise<readonly { id: number; title: string; fieldTitles: readonly string[] }[]>
}

const files = import.meta.glob<{ default: DesignerProjects }>('../../*/*/designer-projects.ts', { eager: true })

export const designerProjects: DesignerProjects = onlyRoom(files, 'have projects for the designers')
