// Devices that follow a template: bind, compare, plan, apply. [S4 Config consistency] [S8 1108-1116] Decision 33.
import { z } from 'zod'
import { done, post } from '../../../contract/endpoint.ts'
import { EquipmentConfig } from '../../../contract/equipment-config.ts'
import {
  EquipmentId,
  GatewayId,
  Instant,
  maybeText,
  PageId,
  pageOf,
  paging,
  Sn,
  Version,
} from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { ClaimCode } from '../../gateway/binding/contract.ts'
import { VersionMessage } from '../../platform/versioned/contract.ts'
import { TemplateId } from '../template/contract.ts'

/** A field in which a device may differ from its template: `params.host` of a driver, `max` of a variable. */
const OwnField = z.object({
  /** The list of the configuration that contains the item. */
  part: z.string().regex(/^[a-z]{1,20}$/),
  /** Id of the item in the template. */
  origin: z.number().int().positive(),
  field: z.string().regex(/^[A-Za-z][A-Za-z0-9.]{0,60}$/),
})

const own = z.array(OwnField).max(limits.signalsPerEquipment * 6)

/** A loss when a device follows its template. */
export const Loss = z.discriminatedUnion('kind', [
  /** A history column that ends; its stored values remain. */
  z.object({ kind: z.literal('column'), report: z.string(), variable: z.string() }),
  z.object({ kind: z.literal('report'), report: z.string() }),
  /** A page that loses bindings to deleted variables. `of`: the name of the project, if the page belongs to one. */
  z.object({
    kind: z.literal('page'),
    page: z.string(),
    of: z.string().nullable(),
    bindings: z.number(),
  }),
  /** A page of the device that is deleted because the template's page was. */
  z.object({ kind: z.literal('removedPage'), page: z.string() }),
  /** An intermediate variable of a project whose formula uses a deleted variable. */
  z.object({ kind: z.literal('mvar'), mvar: z.string(), of: z.string() }),
  /** Active alarms of a deleted rule. */
  z.object({ kind: z.literal('alarm'), rule: z.string(), alarms: z.number() }),
  /** Writes to a deleted variable that are not answered yet. */
  z.object({ kind: z.literal('write'), variable: z.string(), writes: z.number() }),
  /** A password of a driver with another address: the user must enter it again. */
  z.object({ kind: z.literal('secret'), driver: z.string() }),
])
export type Loss = z.output<typeof Loss>

const PageChange = z.object({
  kind: z.enum(['added', 'changed', 'removed']),
  title: z.string(),
  id: PageId.nullable(),
})

export const TemplatePlan = z.object({
  templateId: TemplateId,
  templateName: z.string(),
  /** The template version to apply, and the applied one; null: the device is not bound to this template. */
  templateVersion: z.number(),
  appliedVersion: z.number().nullable(),
  /** The version of the device on which the plan is based. */
  version: z.number(),
  isSame: z.boolean(),
  before: EquipmentConfig,
  /** New items have provisional ids. */
  after: EquipmentConfig,
  /** The template's configuration, with the template's ids. */
  template: EquipmentConfig,
  pages: z.array(PageChange),
  losses: z.array(Loss),
  /** Fields in which the device differs on purpose, and all fields in which it may differ. */
  own: z.array(OwnField),
  ownable: z.array(OwnField),
})
export type TemplatePlan = z.output<typeof TemplatePlan>

export const planTemplate = post('/lfscada/equipment/template/plan', {
  may: 'equipment:view',
  on: { equipment: 'equipmentId', template: 'templateId' },
  templates: 'all',
  heavy: true,
  about:
    'Compares a device with its template, or with another template, field by field, and lists what a synchronisation would lose. Nothing is saved. Answers 1109 without a template.',
  input: z.object({ equipmentId: EquipmentId, templateId: TemplateId.nullish(), own: own.nullish() }),
  output: TemplatePlan,
})

const applied = z.object({ version: z.number(), hash: z.string() })

/** The version of the device on which the plan is based; if it is not the newest, the answer is 10004. */
const at = { equipmentId: EquipmentId, version: Version.nullish(), message: VersionMessage }

export const bindTemplate = post('/lfscada/equipment/multi/bindTemplate', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId', template: 'templateId' },
  templates: 'all',
  heavy: true,
  about:
    'Binds a device to a template, replaces an earlier binding, and copies configuration and pages of the template. Answers 1110 if the device follows it already, 1107 for a gateway of another series.',
  input: z.object({ ...at, templateId: TemplateId, own: own.nullish() }),
  output: applied,
})

export const unbindTemplate = post('/lfscada/equipment/multi/unbindTemplate', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  about: 'Unbinds a device from its template; its configuration and pages stay.',
  input: z.object({ equipmentId: EquipmentId }),
  output: done,
})

export const bindGatewayAndTemplate = post('/lfscada/equipment/multi/bindGatewayAndTemplate', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId', template: 'templateId' },
  templates: 'all',
  heavy: true,
  about: 'Binds a device to a gateway and to a template, both or none; see bindGateway and bindTemplate.',
  input: z.object({ equipmentId: EquipmentId, sn: Sn, code: ClaimCode.optional(), templateId: TemplateId }),
  output: applied.extend({ gatewayId: GatewayId, secret: z.string().optional(), code: z.string().optional() }),
})

export const applyTemplate = post('/lfscada/equipment/template/apply', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  templates: 'all',
  heavy: true,
  about:
    'Applies the template to a device, except for the fields that may differ. Answers 10004 if the device or the template was saved since the plan.',
  input: z.object({ ...at, templateVersion: Version.nullish(), own: own.nullish() }),
  output: applied,
})

export const saveTemplateOwn = post('/lfscada/equipment/template/own/save', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  templates: 'all',
  about: 'Sets which fields of a device may differ from its template. The device itself stays unchanged.',
  input: z.object({ equipmentId: EquipmentId, own }),
  output: done,
})

/** The state of a device relative to its template. */
export const TemplateMark = z.object({
  equipmentId: EquipmentId,
  templateId: TemplateId,
  templateName: z.string(),
  appliedVersion: z.number(),
  templateVersion: z.number(),
  isSame: z.boolean(),
  /** Number of fields in which the device differs on purpose. */
  own: z.number(),
})
export type TemplateMark = z.output<typeof TemplateMark>

export const queryTemplateMarks = post('/lfscada/equipment/template/query', {
  may: 'equipment:view',
  on: { equipment: 'equipmentIds' },
  templates: 'all',
  about: 'Returns which of the listed devices follow a template, and whether they match it.',
  input: z.object({ equipmentIds: z.array(EquipmentId).max(200) }),
  output: z.array(TemplateMark),
})

export const queryFollowers = post('/lfscada/template/equipment/query', {
  may: 'template:view',
  on: { template: 'id' },
  templates: 'all',
  about: 'Lists the devices that follow a template, with what matches and what differs.',
  input: z.object({ ...paging, id: TemplateId, keyword: maybeText(50) }),
  output: pageOf(
    z.object({
      equipmentId: EquipmentId,
      name: z.string(),
      sn: z.string().nullable(),
      state: z.enum(['online', 'offline', 'sleeping']).nullable(),
      appliedVersion: z.number(),
      isSame: z.boolean(),
      own: z.number(),
      boundAt: Instant,
      appliedAt: Instant,
      author: z.string(),
    }),
  ),
})
