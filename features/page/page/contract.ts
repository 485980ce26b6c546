// Configuration pages: widgets bound to live signals, stored as documents. [S3 Configuration page]
import { z } from 'zod'
import { nothing, post } from '../../../contract/endpoint.ts'
import { EquipmentId, numeric, PageId, ProjectId, text, Version } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { PageContainer, PageDocument, pageTypes } from '../../../contract/page-document.ts'
import { SceneBinds } from '../../../contract/scene-document.ts'
import { VersionHead, VersionMessage } from '../../platform/versioned/contract.ts'
import { PagePassword } from '../page-password/contract.ts'
import { PageParams } from './part-params.ts'

/** The tag of an answer that the caller has cached. */
const Tag = z.string().length(64).optional()

/** The owner of a page: a device, or a project. */
export type PageOwner = { equipmentId: EquipmentId | null; projectId: ProjectId | null }

/** The owner of a page; exactly one of the two is set. */
export const ofOwner = { equipmentId: EquipmentId.nullish(), projectId: ProjectId.nullish() }
/** The objects that a call with these fields names. */
export const onOwner = { equipment: 'equipmentId', project: 'projectId' } as const

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

export const homePage = post('/lfscada/configuration/page/queryHome', {
  may: 'monitor:view',
  templates: true,
  on: onOwner,
  about: 'The start page of a device or of a project, or null.',
  input: z.object(ofOwner),
  output: Page.nullable(),
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
