// Configuration pages: widgets bound to live signals, stored as documents. [S3 Configuration page]
import { z } from 'zod'
import { done, download, nothing, post } from '../../../contract/endpoint.ts'
import { EquipmentId, Instant, numeric, PageId, ProjectId, text, Version } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { PageContainer, PageDocument, pageTypes } from '../../../contract/page-document.ts'
import { SceneBinds } from '../../../contract/scene-document.ts'
import { VersionHead, VersionMessage } from '../../platform/versioned/contract.ts'
import { PageParams } from './params.ts'

/** The tag of an answer that the caller still has. */
const Tag = z.string().length(64).optional()

/** Whose page it is: a device's, or a project's. */
export type PageOwner = { equipmentId: EquipmentId | null; projectId: ProjectId | null }

/** One of the two. */
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
  /** It asks who watches for a password. */
  isLocked: z.boolean(),
  /** Its widgets are not in the answer: the password has not been entered. */
  needsPassword: z.boolean(),
  content: PageDocument,
  /** Devices that the caller sees through the project alone: nothing but their values on this page is for him. */
  unseenEquips: z.array(z.number()).optional(),
  /** Of a page that is watched: its intermediate variables, with the devices from which each is calculated. */
  mvars: z.array(PageMvar).optional(),
  /** What the 3D scenes that it shows are bound to, as far as the caller sees it: `bind` has it too. */
  scenes: z.array(SceneBinds).optional(),
  /** Of title and content. */
  version: z.number(),
  /** What this answer is for whoever asked; its title, widgets and all else that he sees are in it. */
  tag: z.string().optional(),
  /** The caller has named this tag: it has the rest, and the content is not in the answer. */
  isKnown: z.boolean().optional(),
})
export type Page = z.output<typeof Page>

/** What is kept of a page in each of its versions. */
export type PageVersion = Pick<Page, 'title' | 'content'>

/** In `data` of 10004: the version that the author saw, if it was ever there, and the newest. */
const Side = VersionHead.extend({ title: z.string(), content: PageDocument })
export const PageConflict = z.object({ base: Side.nullable(), newest: Side })
export type PageConflict = z.output<typeof PageConflict>

/** So many pages are named as users of one thing; of more it is said that there are. */
export const maxPagesUsing = 50

export const PagesUsing = z.object({
  rows: z
    .array(
      z.object({
        ...{ id: PageId, title: z.string(), equipmentId: EquipmentId.nullable(), projectId: ProjectId.nullable() },
        /** Name of its device, template or project. */
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
    'A page for who watches it: of a project with all that it is bound to in devices of the project, whoever else sees them. `known` as of a stored page.',
  input: z.object({ id: PageId, params: PageParams.optional(), known: Tag }),
  output: Page,
})

export const pastPage = post('/lfscada/monitor/project/page/past', {
  may: 'history:view',
  on: { page: 'id' },
  through: { page: 'id' },
  about:
    'A page as it stood at a time with its 3D scenes, for who watches its past: which version, since when and until when. Of what is not on the page any more who may not list its versions sees nothing, and of devices that he sees through its project alone nobody the variables.',
  input: z.object({ id: PageId, at: Instant, params: PageParams.optional() }),
  output: z.object({
    /** IANA zone of its own device, or of the first that it shows. */
    zone: z.string(),
    /** Null: there was no page yet. */
    page: Page.nullable(),
    /** Of the version, or of the first one where there was none yet. */
    savedAt: Instant,
    /** Since when the 3D scenes on it were bound as they are in it; none: since the version was saved, or before. */
    scenesAt: Instant.optional(),
    /** When the next version of it, or of a 3D scene on it, was saved. */
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
  about: 'The password that a page asks who watches for; null: none. Whoever entered another one enters again.',
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
 * Multipart, as the designer sends it: the fields of the page and a file `json` with `con`, `widgets` and `bind`. A field of
 * the page that is not sent is as in `con`. Without a version it replaces whatever is there. [S3 Page save]
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
    /** A template is configured as a device of this number. */
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
  /** Those in groups too. */
  widgets: z.number(),
  version: z.number(),
  /** Of its newest version; the author is empty where it is from before there were versions. */
  savedAt: Instant,
  savedBy: z.string(),
})
export type PageRow = z.output<typeof PageRow>

export const queryPages = post('/lfscada/configuration/page/query', {
  may: 'equipment:view',
  templates: true,
  on: onOwner,
  about: 'The pages of a device or of a project, the start page first, the others by title.',
  input: z.object(ofOwner),
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

/** A variable as a file of a page names it; without a device: of the page's own. */
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
    /** In place of the file's own. */
    title: text(limits.titleLength).optional(),
    json: z.string().max(limits.fileBodyBytes),
  }),
  output: z.object({
    id: PageId,
    version: z.number(),
    title: z.string(),
    widgets: z.number(),
    /** Bindings that found their variable, and that did not. */
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

/** At most this many regions are offered; the rest are left out. */
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
