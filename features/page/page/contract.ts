// Configuration pages: widgets bound to live signals, stored as documents. [S3 Configuration page]
import { z } from 'zod'
import { done, download, nothing, post } from '../../../contract/endpoint.ts'
import { EquipmentId, Instant, numeric, PageId, ProjectId, text, Version } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { PageContainer, PageDocument, pageTypes } from '../../../contract/page-document.ts'
import { pictureShown, picturesWanted } from '../../../contract/page-picture.ts'
import { SceneBinds } from '../../../contract/scene-document.ts'
import { VersionHead, VersionMessage } from '../../platform/versioned/contract.ts'
import { PageParams } from './part-params.ts'

/** The tag of an answer that the caller has cached. */
const Tag = z.string().length(64).optional()

/** The owner of a page: a device, or a project. */
export type PageOwner = { equipmentId: EquipmentId | null; projectId: ProjectId | null }

/** The owner of a page; exactly one of the two is set. */
const ofOwner = { equipmentId: EquipmentId.nullish(), projectId: ProjectId.nullish() }
const onOwner = { equipment: 'equipmentId', project: 'projectId' } as const

const PageMvar = z.object({
  id: z.number(),
  title: z.string(),
  unit: z.string().nullable(),
  decimals: z.number().nullable(),
  equips: z.array(z.number()),
})

export const Page = z.object({
  id: PageId,
  equipmentId: EquipmentId.nullable(),
  projectId: ProjectId.nullable(),
  title: z.string(),
  startup: z.boolean(),
  /** Viewers must enter a password. */
  isLocked: z.boolean(),
  /** The answer has no widgets: the password has not been entered. */
  needsPassword: z.boolean(),
  content: PageDocument,
  /** Devices that the caller can see only through the project: limited to their values on this page. */
  unseenEquips: z.array(z.number()).optional(),
  /** For a page that is being watched: its intermediate variables, with the input devices of each. */
  mvars: z.array(PageMvar).optional(),
  /** Bindings of the 3D scenes on the page that the caller may see; they are also in `bind`. */
  scenes: z.array(SceneBinds).optional(),
  /** Number of the version of the page's title and content. */
  version: z.number(),
  /** ETag over the whole answer: a change in what the caller may see changes the tag. */
  tag: z.string().optional(),
  /** The caller sent the current tag and has the content, so the answer omits it. */
  isKnown: z.boolean().optional(),
})
export type Page = z.output<typeof Page>

/** The fields of a page that are stored in versions. */
export type PageVersion = Pick<Page, 'title' | 'content'>

/** One side of error 10004: the version that the author saw, if it still exists, or the newest. */
const Side = VersionHead.extend({ title: z.string(), content: PageDocument })
export const PageConflict = z.object({ base: Side.nullable(), newest: Side })
export type PageConflict = z.output<typeof PageConflict>

/** Maximum number of pages that are listed by name; `hasMore` is set if there are more. */
export const maxPagesUsing = 50

export const PagesUsing = z.object({
  rows: z
    .array(
      z.object({
        ...{ id: PageId, title: z.string(), equipmentId: EquipmentId.nullable(), projectId: ProjectId.nullable() },
        /** Name of the page's device, template or project. */
        of: z.string(),
        isTemplate: z.boolean(),
      }),
    )
    .max(maxPagesUsing),
  hasMore: z.boolean(),
})

export const pageInfo = post('/lfscada/configuration/page/info', {
  may: 'monitor:view',
  templates: true,
  on: { page: 'id' },
  about:
    'A stored page with its widgets, as it is or, for who may list its versions, as it was in one of them. `params` fill the marks in the names of its variables. Whoever has it names its tag as `known`, and gets it again only where it differs.',
  input: z.object({ id: PageId, version: Version.optional(), params: PageParams.optional(), known: Tag }),
  output: Page,
})

export const watchPage = post('/lfscada/monitor/project/page/info', {
  may: 'monitor:view',
  on: { page: 'id' },
  through: { page: 'id' },
  about:
    'Returns a page for viewers; a page of a project with all its bindings to devices of the project. `known` works as for a stored page.',
  input: z.object({ id: PageId, params: PageParams.optional(), known: Tag }),
  output: Page,
})

export const pastPage = post('/lfscada/monitor/project/page/past', {
  may: 'history:view',
  on: { page: 'id' },
  through: { page: 'id' },
  about:
    'Returns the version of a page, and of its 3D scenes, that was valid at a time, and since when and until when it was. Widgets that are no longer on the page are returned only to callers who may list its versions. Variables of devices that the caller sees only through the project are returned only if the page is bound to them now.',
  input: z.object({ id: PageId, at: Instant, params: PageParams.optional() }),
  output: z.object({
    /** IANA zone of the page's device, or of the first device on it. */
    zone: z.string(),
    /** The page at the requested time; null if it did not exist yet. */
    page: Page.nullable(),
    /** Time of this version, or of the first one if the page did not exist yet. */
    savedAt: Instant,
    /** Time of the newest scene version in this answer; undefined if it is not newer than the page's version. */
    scenesAt: Instant.optional(),
    /** Time of the next version of the page or of a 3D scene on it. */
    until: Instant.nullable(),
  }),
})
export type PastPage = z.output<typeof pastPage.output>

export const homePage = post('/lfscada/configuration/page/queryHome', {
  may: 'monitor:view',
  templates: true,
  on: onOwner,
  about: 'The start page of a device or of a project, or null.',
  input: z.object(ofOwner),
  output: Page.nullable(),
})

const PagePassword = z.string().min(4).max(32)

export const savePagePassword = post('/lfscada/configuration/page/password/save', {
  may: 'page:edit',
  templates: true,
  on: { page: 'id' },
  about:
    'Sets the password that viewers of a page must enter; null removes it. Viewers who entered an earlier one must enter again.',
  input: z.object({ id: PageId, password: PagePassword.nullable() }),
  output: done,
})

export const validPagePassword = post('/lfscada/monitor/project/page/validPassword', {
  may: 'monitor:view',
  on: { page: 'id' },
  about:
    'Enters the password of a page of a project or device for this session: from then on its widgets are answered.',
  input: z.object({ id: PageId, password: z.string().max(200) }),
  output: done,
})

/**
 * Multipart, as the designer sends it: the fields of the page and a file `json` with `con`, `widgets` and `bind`. A
 * missing field is taken from `con`. Without a version the page is overwritten. [S3 Page save]
 */
export const savePage = post('/lfscada/configuration/page/save', {
  may: 'page:edit',
  templates: true,
  on: { page: 'id', equipment: ['equipmentId', 'templateId'], project: 'projectId' },
  about:
    'Adds a page (no id) or replaces its content; of a template by `templateId`, or by the same number as `equipmentId`. With the version that was edited, a newer one answers 10004 with both.',
  accepts: ['multipart'],
  heavy: true,
  bodyBytes: limits.fileBodyBytes,
  input: z.object({
    id: PageId.optional(),
    ...ofOwner,
    /** A template is configured like a device, under this number. */
    templateId: EquipmentId.nullish(),
    title: text(limits.titleLength),
    type: z.enum(pageTypes).optional(),
    startup: z.enum(['0', '1']).default('0'),
    width: PageContainer.shape.width.unwrap().optional(),
    height: PageContainer.shape.height.unwrap().optional(),
    bgColor: PageContainer.shape.bgColor.unwrap().optional(),
    fit: z.enum(['0', '1']).optional(),
    bgImage: z.string().max(200).optional(),
    checkpwd: z.enum(['0', '1']).optional(),
    password: PagePassword.optional(),
    json: z.string().max(limits.fileBodyBytes),
    version: numeric(Version).optional(),
    message: VersionMessage,
  }),
  output: z.object({ id: PageId, version: z.number() }),
})

/** A page in the list of its device or project. */
export const PageRow = z.object({
  id: PageId,
  title: z.string(),
  startup: z.boolean(),
  type: z.enum(pageTypes),
  isLocked: z.boolean(),
  width: z.number(),
  height: z.number(),
  /** Number of widgets, including those in groups. */
  widgets: z.number(),
  version: z.number(),
  /** Time and author of the newest version; the author is empty for pages saved before versions existed. */
  savedAt: Instant,
  savedBy: z.string(),
  ...pictureShown,
})
export type PageRow = z.output<typeof PageRow>

export const queryPages = post('/lfscada/configuration/page/query', {
  may: 'equipment:view',
  templates: true,
  on: onOwner,
  about:
    'The pages of a device or of a project, the start page first, the others by title; with `pictures` a small picture of each.',
  input: z.object({ ...ofOwner, ...picturesWanted }),
  output: z.array(PageRow),
})

export const saveHomePage = post('/lfscada/configuration/page/home/save', {
  may: 'page:edit',
  templates: true,
  on: { page: 'id' },
  about: 'Makes a page the start page of its device or project, in place of the one before; a sub page is refused.',
  input: z.object({ id: PageId }),
  output: done,
})

export const renamePage = post('/lfscada/configuration/page/rename', {
  may: 'page:edit',
  templates: true,
  on: { page: 'id' },
  heavy: true,
  about: 'Saves a version of a page with another title. A newer one than `version` answers 10004.',
  input: z.object({ id: PageId, title: text(limits.titleLength), version: Version.optional() }),
  output: z.object({ id: PageId, version: z.number() }),
})

export const copyPage = post('/lfscada/configuration/page/copy', {
  may: 'page:edit',
  templates: true,
  on: { page: 'id', ...onOwner },
  heavy: true,
  about:
    'Adds a copy of a page to its device or project, or to another. On another device bindings to variables of the first are moved to those of the same name, or cleared.',
  input: z.object({ id: PageId, ...ofOwner }),
  output: z.object({ id: PageId, version: z.number(), title: z.string(), moved: z.number(), cleared: z.number() }),
})

export const deletePage = post('/lfscada/configuration/page/delete', {
  may: 'page:edit',
  templates: true,
  on: { page: 'id' },
  about: 'Deletes a page with all its versions. A device or project whose start page is deleted has none.',
  input: z.object({ id: PageId }),
  output: done,
})

export const exportPage = download('/lfscada/configuration/page/export', {
  may: 'equipment:view',
  templates: true,
  on: { page: 'id' },
  heavy: true,
  about: 'A page as a file for another device or platform: its bindings by the names of variables, without any number.',
  input: z.object({ id: PageId }),
})

/** A variable in the file of a page; `device` null: a variable of the page's own device. */
export const FileVariable = z.object({ device: z.string().nullable(), name: z.string() })
export type FileVariable = z.output<typeof FileVariable>

export const importPage = post('/lfscada/configuration/page/import', {
  may: 'page:edit',
  templates: true,
  on: onOwner,
  accepts: ['multipart'],
  heavy: true,
  bodyBytes: limits.fileBodyBytes,
  about: 'Adds a page from a file and binds it by the names of variables; `missing` lists those that are not there.',
  input: z.object({
    ...ofOwner,
    /** The title for the imported page; by default the title in the file. */
    title: text(limits.titleLength).optional(),
    json: z.string().max(limits.fileBodyBytes),
  }),
  output: z.object({
    id: PageId,
    version: z.number(),
    title: z.string(),
    widgets: z.number(),
    /** Numbers of bindings with and without a matching variable. */
    bound: z.number(),
    lost: z.number(),
    missing: z.array(FileVariable),
  }),
})

export const queryPageVersions = post('/lfscada/configuration/page/version/query', {
  may: 'equipment:view',
  templates: true,
  on: { page: 'id' },
  about: 'The versions of a page, newest first.',
  input: z.object({ id: PageId }),
  output: z.array(VersionHead),
})

export const restorePage = post('/lfscada/configuration/page/version/restore', {
  may: 'page:edit',
  templates: true,
  on: { page: 'id' },
  heavy: true,
  about: 'Saves title and content of an older version as the newest one. A newer one than `version` answers 10004.',
  input: z.object({ id: PageId, version: Version, restore: Version, message: VersionMessage }),
  output: z.object({ id: PageId, version: z.number() }),
})

/** Maximum number of regions that are offered; the rest is omitted. */
export const maxPageRegions = 500

export const queryPageRegions = post('/lfscada/configuration/page/regions', {
  may: 'page:edit',
  about: 'The regions of the organisation, which its roles name: what widgets and entries of menus can be limited to.',
  input: nothing,
  output: z.array(z.string()).max(maxPageRegions),
})

export const queryPageScenes = post('/lfscada/configuration/page/scenes', {
  may: 'page:edit',
  about:
    'What 3D scenes are bound to, by their keys, as a page would show it to the caller: for a page that is not saved yet.',
  input: z.object({ keys: z.array(z.guid()).max(50) }),
  output: z.array(SceneBinds),
})

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).nullish()

/** The room of projects serves this call and the next, for pages that show these counts. */
export const queryEquipCount = post('/lfscada/monitor/project/equip/queryCount', {
  may: 'monitor:view',
  on: { project: 'projectId' },
  through: { project: 'projectId' },
  about:
    'How many devices a project has: all, those that are online or not, those with or without open alarms; alarms need the permission to see alarms.',
  input: z.object({ projectId: ProjectId, online: flag, alarm: flag }),
  output: z.number(),
})

export const queryAlarmCount = post('/lfscada/monitor/project/alarm/queryCount', {
  may: 'alarm:view',
  on: { project: 'projectId' },
  through: { project: 'projectId' },
  about: 'How many alarms of the devices of a project are open.',
  input: z.object({ projectId: ProjectId }),
  output: z.number(),
})
