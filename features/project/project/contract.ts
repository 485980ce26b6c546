// Projects (operations centres): devices of many sites and pages over them. [S3 Project] [S7 Projects]
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { EquipmentId, Instant, maybeText, PageId, ProjectId, SignalId, text } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { pageTypes } from '../../../contract/page-document.ts'
import { pictureShown, picturesWanted } from '../../../contract/page-picture.ts'

/** The display of a bad value, always with its mark: a custom text, or the last good value. */
export const ErrorValShow = z.enum(['custom', 'last'])

export const Project = z.object({
  id: ProjectId,
  name: z.string(),
  note: z.string(),
  /** Position in lists, from 1. */
  seq: z.number(),
  errorValShow: ErrorValShow,
  errorDefaultVal: z.string(),
  /** Number of visible devices, and of pages. */
  equips: z.number(),
  pages: z.number(),
  /** Id of the start page, or null. */
  homePageId: PageId.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Project = z.output<typeof Project>

const name = text(limits.titleLength)
const note = maybeText(limits.remarkLength)

/** A project with its pages, for viewers: the start page first, the others by title. */
export const ProjectInfo = Project.extend({
  pageList: z.array(z.object({ id: PageId, title: z.string(), type: z.enum(pageTypes) })),
})
export type ProjectInfo = z.output<typeof ProjectInfo>

const ListedProject = Project.extend(pictureShown)
export type ListedProject = z.output<typeof ListedProject>

export const queryProjects = post('/lfscada/project/queryAll', {
  may: 'project:view',
  about:
    'The projects that the caller sees, in their order; with `pictures` a small picture of the first page, for the first 60 of them.',
  input: z.object(picturesWanted),
  output: z.array(ListedProject),
})

/** The state of a project over all its devices. */
export const ProjectStanding = Project.extend({
  /** Devices by the state of their gateway; the others have none. */
  online: z.number(),
  offline: z.number(),
  sleeping: z.number(),
  /** Devices with an open alarm, and the number of open alarms. Null: the caller may not see alarms. */
  alarmEquips: z.number().nullable(),
  alarms: z.number().nullable(),
})
export type ProjectStanding = z.output<typeof ProjectStanding>

export const queryProjectsByUser = post('/lfscada/project/queryAllByUser', {
  may: 'monitor:view',
  through: 'projects',
  about: 'Lists the projects that the caller may watch, in their order, with their state.',
  input: nothing,
  output: z.array(ProjectStanding),
})

/** A project for managers of projects. Null: the caller lacks the permission to see the field. */
export const ProjectOperation = ProjectStanding.extend({
  isShared: z.boolean().nullable(),
  /** Number of accounts and roles with access. */
  grants: z.number().nullable(),
  /** When one of its pages was saved last. */
  pageSavedAt: Instant.nullable(),
})
export type ProjectOperation = z.output<typeof ProjectOperation>

export const queryProjectOperations = post('/lfscada/project/queryAllForOperation', {
  may: 'project:view',
  through: 'projects',
  about: 'Lists the projects that the caller sees, in their order, with their state and the accounts they are open to.',
  input: nothing,
  output: z.array(ProjectOperation),
})

export const projectInfo = post('/lfscada/project/info', {
  may: 'monitor:view',
  on: { project: 'id' },
  about: 'One project with the titles of its pages.',
  input: z.object({ id: ProjectId }),
  output: ProjectInfo,
})

export const addProject = post('/lfscada/project/add', {
  may: 'project:edit',
  about: 'Adds a project without devices and pages, at the end of the list.',
  input: z.object({ name, note }),
  output: Project,
})

export const copyProject = post('/lfscada/project/copy', {
  may: 'project:edit',
  on: { project: 'id' },
  beside: true,
  heavy: true,
  about:
    'Adds a copy of a project: its devices, as far as the caller may change them, its pages as they are now and its intermediate variables. Whom it is shared with or authorised to, and its displays, are not copied.',
  input: z.object({ id: ProjectId }),
  output: Project,
})

export const editProject = post('/lfscada/project/edit', {
  may: 'project:edit',
  on: { project: 'id' },
  about: 'Renames a project, and sets what its pages show for bad values.',
  input: z.object({
    id: ProjectId,
    name,
    note,
    errorValShow: ErrorValShow.default('custom'),
    errorDefaultVal: z.string().trim().max(limits.errorTextLength).default('0'),
  }),
  output: Project,
})

export const deleteProject = post('/lfscada/project/delete', {
  may: 'project:edit',
  on: { project: 'id' },
  about: 'Deletes a project with its pages and their versions; its devices stay.',
  input: z.object({ id: ProjectId }),
  output: done,
})

export const saveProjectSeq = post('/lfscada/project/seq/save', {
  may: 'project:edit',
  on: { project: 'ids' },
  about: 'The order of projects: the first of `ids` first. Those that are not named keep their order behind.',
  input: z.object({ ids: z.array(ProjectId).min(1).max(limits.projects) }),
  output: done,
})

/** A device of a project. */
export const ProjectEquip = z.object({
  equipmentId: EquipmentId,
  name: z.string(),
  sn: z.string().nullable(),
  /** The key variable that represents the device in the project, or null. */
  keySignalId: SignalId.nullable(),
  keyTitle: z.string().nullable(),
  addedAt: Instant,
})
export type ProjectEquip = z.output<typeof ProjectEquip>

export const queryProjectEquips = post('/lfscada/project/equip/query', {
  may: 'project:view',
  on: { project: 'projectId' },
  about: 'The devices of a project that the caller sees, by name.',
  input: z.object({ projectId: ProjectId }),
  output: z.array(ProjectEquip),
})

export const queryAllProjectEquips = post('/lfscada/project/equip/queryAll', {
  may: 'monitor:view',
  on: { project: 'projectId' },
  about: 'The devices of a project that the caller may watch, by name.',
  input: z.object({ projectId: ProjectId }),
  output: z.array(ProjectEquip.pick({ equipmentId: true, name: true, sn: true })),
})

export const queryNoBindEquips = post('/lfscada/project/equip/queryNoBindEquip', {
  may: 'project:edit',
  on: { project: 'projectId' },
  about: 'The devices that the caller sees and that are not in the project, by name.',
  input: z.object({ projectId: ProjectId }),
  output: z.array(ProjectEquip.pick({ equipmentId: true, name: true, sn: true })),
})

export const addProjectEquips = post('/lfscada/project/equip/add', {
  may: 'project:edit',
  on: { project: 'projectId', equipment: 'equipmentIds' },
  about: 'Adds devices to a project; one that is in it already stays as it is.',
  input: z.object({ projectId: ProjectId, equipmentIds: z.array(EquipmentId).min(1).max(limits.projectEquips) }),
  output: z.object({ added: z.number() }),
})

export const deleteProjectEquip = post('/lfscada/project/equip/delete', {
  may: 'project:edit',
  on: { project: 'projectId', equipment: 'equipmentId' },
  about: 'Removes a device from a project; bindings of pages stay.',
  input: z.object({ projectId: ProjectId, equipmentId: EquipmentId }),
  output: done,
})

export const updateProjectKey = post('/lfscada/project/equip/updateKey', {
  may: 'project:edit',
  on: { project: 'projectId', equipment: 'equipmentId' },
  about: 'Sets the variable that represents a device of a project; none if absent.',
  input: z.object({ projectId: ProjectId, equipmentId: EquipmentId, signalId: SignalId.nullish() }),
  output: done,
})
