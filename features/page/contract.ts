// Configuration pages: widgets bound to live signals, stored as documents. [S3 Configuration page]
import { z } from 'zod'
import { post } from '../../contract/endpoint.ts'
import { EquipmentId, PageId, text } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { PageContainer, PageDocument } from '../../contract/page-document.ts'

export const Page = z.object({
  id: PageId,
  equipmentId: EquipmentId,
  title: z.string(),
  startup: z.boolean(),
  content: PageDocument,
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

/**
 * Multipart, as the designer sends it: the fields of the page and a file `json` with `con`, `widgets` and `bind`. A field of
 * the page that is not sent is as in `con`. [S3 Page save]
 */
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
    width: PageContainer.shape.width.unwrap().optional(),
    height: PageContainer.shape.height.unwrap().optional(),
    bgColor: PageContainer.shape.bgColor.unwrap().optional(),
    json: z.string().max(limits.fileBodyBytes),
  }),
  output: z.object({ id: PageId }),
})
