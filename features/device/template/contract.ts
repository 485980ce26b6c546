// Templates: the configuration of a machine type, which many devices follow. A template is stored as a device without a
// machine (decision 33): its drivers, variables, reports, alarm rules and pages are edited with the calls for devices,
// using the template's id. [S3 Device] [S7 Templates]
import { z } from 'zod'
import { done, download, post } from '../../../contract/endpoint.ts'
import { EquipmentId, Instant, idOf, maybeText, pageOf, paging, text } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { pictureShown, picturesWanted } from '../../../contract/page-picture.ts'

declare module '../../../contract/fields.ts' {
  interface IdKinds {
    TemplateId: true
  }
}
export const TemplateId = idOf('TemplateId')
export type TemplateId = z.output<typeof TemplateId>

declare module '../../../contract/endpoint.ts' {
  interface Objects {
    template: TemplateId
  }
}

/** The id of the device that stores the template. */
export const asDevice = (id: TemplateId): EquipmentId => id as number as EquipmentId

const series = maybeText(20)

/** The fields of a template that users enter. */
export const TemplateFields = z.object({
  name: text(limits.equipmentNameLength),
  /** Series of the gateways that it is made for; null for all series. */
  series,
  model: maybeText(40),
  remark: maybeText(limits.remarkLength),
})
export type TemplateFields = z.output<typeof TemplateFields>

const counts = {
  ...{ drivers: z.number(), signals: z.number(), reports: z.number(), alarms: z.number() },
  ...{ scripts: z.number(), pages: z.number() },
}

/** A template as a row of a list. */
export const TemplateRow = TemplateFields.extend({
  id: TemplateId,
  ...counts,
  /** Version of the template's configuration. */
  version: z.number(),
  /** Number of followers, and number of followers that differ. */
  devices: z.number(),
  differing: z.number(),
  createdAt: Instant,
  createdBy: z.string(),
  /** When the template's configuration or one of its pages was last saved. */
  changedAt: Instant,
})
export type TemplateRow = z.output<typeof TemplateRow>

const ListedTemplate = TemplateRow.extend(pictureShown)
export type ListedTemplate = z.output<typeof ListedTemplate>

export const queryTemplatesForManage = post('/lfscada/template/queryForManage', {
  may: 'template:view',
  templates: 'all',
  about:
    'Lists templates with their contents, the number of devices that follow them, and how many of these differ; with `pictures` a small picture of the first page of each.',
  input: z.object({ ...paging, ...picturesWanted, keyword: maybeText(50) }),
  output: pageOf(ListedTemplate),
})

export const queryTemplates = post('/lfscada/template/query', {
  may: 'equipment:view',
  templates: 'all',
  about: 'All templates of the organisation with few fields, for selection lists.',
  input: z.object({ keyword: maybeText(50) }),
  output: z.array(
    z.object({ id: TemplateId, name: z.string(), series: z.string().nullable(), model: z.string().nullable() }),
  ),
})

export const templateDetail = post('/lfscada/template/detail', {
  may: 'template:view',
  on: { template: 'id' },
  templates: 'all',
  about: 'One template with all its fields.',
  input: z.object({ id: TemplateId }),
  output: TemplateRow,
})

export const addTemplate = post('/lfscada/template/add', {
  may: 'template:add',
  on: { equipment: 'equipmentId' },
  templates: 'all',
  heavy: true,
  about:
    'Adds a template: empty, or with the configuration and the pages of a device. Passwords of drivers stay behind.',
  input: TemplateFields.extend({ equipmentId: EquipmentId.nullish() }),
  output: z.object({ id: TemplateId }),
})

export const editTemplate = post('/lfscada/template/edit', {
  may: 'template:edit',
  on: { template: 'id' },
  templates: 'all',
  about: 'Changes name, series, model and remark. 1107 while a device with a gateway of another series follows it.',
  input: TemplateFields.extend({ id: TemplateId }),
  output: done,
})

export const deleteTemplate = post('/lfscada/template/delete', {
  may: 'template:delete',
  on: { template: 'id' },
  templates: 'all',
  about: 'Deletes a template with its configuration and pages. 3102 while devices follow it.',
  input: z.object({ id: TemplateId }),
  output: done,
})

export const copyTemplate = post('/lfscada/template/copy', {
  may: 'template:add',
  on: { template: 'id' },
  templates: 'all',
  heavy: true,
  about: 'Adds a template with configuration and pages of another. A copy for another series is refused, 1105.',
  input: TemplateFields.extend({ id: TemplateId }),
  output: z.object({ id: TemplateId }),
})

export const exportTemplate = download('/lfscada/template/export', {
  may: 'template:view',
  on: { template: 'id' },
  templates: 'all',
  heavy: true,
  about: 'A template as a file for another organisation or platform; passwords and files of drivers are not in it.',
  input: z.object({ id: TemplateId }),
})

export const importTemplate = post('/lfscada/template/import', {
  may: 'template:add',
  templates: 'all',
  heavy: true,
  bodyBytes: limits.fileBodyBytes,
  about:
    'Adds a template from a file. `series`: those gateways that it is wanted for; a file for others is refused, 1106.',
  input: z.object({
    /** The name for the imported template; by default the name in the file. */
    name: text(limits.equipmentNameLength).nullish(),
    series,
    json: z.string().max(limits.fileBodyBytes),
  }),
  output: z.object({ id: TemplateId, name: z.string(), ...counts }),
})
