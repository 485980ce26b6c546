// Configuration pages: widgets bound to live signals, stored as JSON. [S3 Configuration page]
import { z } from 'zod'
import { post } from '../../contract/endpoint.ts'
import { EquipmentId, numeric, ObjectId, PageId, text } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'

/** One widget of a page; `type` is `family/widget`, its `props` are checked by the widget itself. */
export const PageWidget = z.object({
  id: z.string().min(1).max(40),
  type: z.string().min(1).max(40),
  position: z.object({
    x: z.number(),
    y: z.number(),
    width: z.number().min(0),
    height: z.number().min(0),
    rotate: z.number().default(0),
  }),
  props: z.record(z.string(), z.unknown()).default({}),
  /** Name of a bind → where its value comes from. */
  binds: z
    .record(z.string(), z.object({ type: z.literal('signal'), equipmentId: EquipmentId, signalId: ObjectId }))
    .default({}),
})
export type PageWidget = z.output<typeof PageWidget>

export const PageContent = z.object({
  width: numeric(z.number().min(100).max(10_000)).default(limits.pageWidth),
  height: numeric(z.number().min(100).max(10_000)).default(limits.pageHeight),
  bgColor: z.string().max(30).default(''),
  widgets: z.array(PageWidget).max(limits.pageWidgets),
})
export type PageContent = z.output<typeof PageContent>

export const Page = z.object({
  id: PageId,
  equipmentId: EquipmentId,
  title: z.string(),
  startup: z.boolean(),
  content: PageContent,
})
export type Page = z.output<typeof Page>

export const pageInfo = post('/lfscada/configuration/page/info', {
  may: 'equipment:view',
  on: { page: 'id' },
  about: 'A stored page with its widgets.',
  input: z.object({ id: PageId }),
  output: Page,
})

export const homePage = post('/lfscada/configuration/page/queryHome', {
  may: 'equipment:view',
  on: { equipment: 'equipmentId' },
  about: 'The start page of a device, or null.',
  input: z.object({ equipmentId: EquipmentId }),
  output: Page.nullable(),
})

/** Multipart, as the designer sends it: the fields of the page and a file `json` with its widgets. [S3] */
export const savePage = post('/lfscada/configuration/page/save', {
  may: 'page:edit',
  on: { page: 'id', equipment: 'equipmentId' },
  about: 'Adds a page (no id) or replaces its content.',
  accepts: ['multipart'],
  bodyBytes: limits.fileBodyBytes,
  input: z.object({
    id: PageId.optional(),
    equipmentId: EquipmentId,
    title: text(limits.titleLength),
    startup: z.enum(['0', '1']).default('0'),
    width: PageContent.shape.width,
    height: PageContent.shape.height,
    bgColor: PageContent.shape.bgColor,
    json: z.string().max(limits.fileBodyBytes),
  }),
  output: z.object({ id: PageId }),
})
