// Configuration pages: widgets bound to live signals, stored as documents. [S3 Configuration page]
import { z } from 'zod'
import { post } from '../../contract/endpoint.ts'
import { EquipmentId, numeric, PageId, text, Version } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { PageContainer, PageDocument } from '../../contract/page-document.ts'
import { VersionHead, VersionMessage } from '../versioned/contract.ts'
import { PageParams } from './params.ts'

export const Page = z.object({
  id: PageId,
  equipmentId: EquipmentId,
  title: z.string(),
  startup: z.boolean(),
  content: PageDocument,
  /** Of title and content. */
  version: z.number(),
})
export type Page = z.output<typeof Page>

/** What is kept of a page in each of its versions. */
export type PageVersion = Pick<Page, 'title' | 'content'>

/** In `data` of 10004: the version that the author saw, if it was ever there, and the newest. */
const Side = VersionHead.extend({ title: z.string(), content: PageDocument })
export const PageConflict = z.object({ base: Side.nullable(), newest: Side })
export type PageConflict = z.output<typeof PageConflict>

export const pageInfo = post('/lfscada/configuration/page/info', {
  may: 'monitor:view',
  on: { page: 'id' },
  about:
    'A stored page with its widgets, as it is or, for who may list its versions, as it was in one of them. `params` fill the marks in the names of its variables.',
  input: z.object({ id: PageId, version: Version.optional(), params: PageParams.optional() }),
  output: Page,
})

export const homePage = post('/lfscada/configuration/page/queryHome', {
  may: 'monitor:view',
  on: { equipment: 'equipmentId' },
  about: 'The start page of a device, or null.',
  input: z.object({ equipmentId: EquipmentId }),
  output: Page.nullable(),
})

/**
 * Multipart, as the designer sends it: the fields of the page and a file `json` with `con`, `widgets` and `bind`. A field of
 * the page that is not sent is as in `con`. Without a version it replaces whatever is there. [S3 Page save]
 */
export const savePage = post('/lfscada/configuration/page/save', {
  may: 'page:edit',
  on: { page: 'id', equipment: 'equipmentId' },
  about:
    'Adds a page (no id) or replaces its content. With the version that was edited, a newer one answers 10004 with both.',
  accepts: ['multipart'],
  heavy: true,
  bodyBytes: limits.fileBodyBytes,
  input: z.object({
    id: PageId.optional(),
    equipmentId: EquipmentId,
    title: text(limits.titleLength),
    startup: z.enum(['0', '1']).default('0'),
    width: PageContainer.shape.width.unwrap().optional(),
    height: PageContainer.shape.height.unwrap().optional(),
    bgColor: PageContainer.shape.bgColor.unwrap().optional(),
    json: z.string().max(limits.fileBodyBytes),
    version: numeric(Version).optional(),
    message: VersionMessage,
  }),
  output: z.object({ id: PageId, version: z.number() }),
})

export const queryPageVersions = post('/lfscada/configuration/page/version/query', {
  may: 'equipment:view',
  on: { page: 'id' },
  about: 'The versions of a page, newest first.',
  input: z.object({ id: PageId }),
  output: z.array(VersionHead),
})

export const restorePage = post('/lfscada/configuration/page/version/restore', {
  may: 'page:edit',
  on: { page: 'id' },
  heavy: true,
  about: 'Saves title and content of an older version as the newest one. A newer one than `version` answers 10004.',
  input: z.object({ id: PageId, version: Version, restore: Version, message: VersionMessage }),
  output: z.object({ id: PageId, version: z.number() }),
})
