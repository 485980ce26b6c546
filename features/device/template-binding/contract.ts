// Devices follow a template: bound, compared, planned and applied. [S4 Config consistency] [S8 1108-1116] Decision 33.
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

/** A field of a thing of the template that a device may have of its own: `params.host` of a driver, `max` of a variable. */
export const OwnField = z.object({
  /** List of the configuration. */
  part: z.string().regex(/^[a-z]{1,20}$/),
  /** Number of the thing in the template. */
  origin: z.number().int().positive(),
  field: z.string().regex(/^[A-Za-z][A-Za-z0-9.]{0,60}$/),
})

const own = z.array(OwnField).max(limits.signalsPerEquipment * 6)

/** What is lost when a device becomes what its template says. */
export const Loss = z.discriminatedUnion('kind', [
  /** A history column that ends: what it stored stays. `since`: its first record is from then, 0: nobody knows. */
  z.object({ kind: z.literal('column'), report: z.string(), variable: z.string() }),
  z.object({ kind: z.literal('report'), report: z.string() }),
  /** A page whose bindings to variables that go are cleared. Of a project: `of` is its name. */
  z.object({
    kind: z.literal('page'),
    page: z.string(),
    of: z.string().nullable(),
    bindings: z.number(),
  }),
  /** A page that goes with the template's. */
  z.object({ kind: z.literal('removedPage'), page: z.string() }),
  /** An intermediate variable of a project that is calculated from one that goes. */
  z.object({ kind: z.literal('mvar'), mvar: z.string(), of: z.string() }),
  /** An active alarm of a rule that goes. */
  z.object({ kind: z.literal('alarm'), rule: z.string(), alarms: z.number() }),
  /** A write to a variable that goes, not answered yet. */
  z.object({ kind: z.literal('write'), variable: z.string(), writes: z.number() }),
  /** A password of a driver that is connected elsewhere: to be entered again. */
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
  /** Of the template that the device would be made of, and the one that it is made of; null: it is not bound to it. */
  templateVersion: z.number(),
  appliedVersion: z.number().nullable(),
  /** The device's, which the plan stands on. */
  version: z.number(),
  isSame: z.boolean(),
  before: EquipmentConfig,
  /** What is new has numbers that nothing has. */
  after: EquipmentConfig,
  /** As the template has it, under its own numbers. */
  template: EquipmentConfig,
  pages: z.array(PageChange),
  losses: z.array(Loss),
  /** What the device has of its own, and what else it may have. */
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
    'What a device would become by its template, or by another one that it would be bound to: field by field, and what is lost by it. Nothing is saved. 1109 without a template.',
  input: z.object({ equipmentId: EquipmentId, templateId: TemplateId.nullish(), own: own.nullish() }),
  output: TemplatePlan,
})

const applied = z.object({ version: z.number(), hash: z.string() })

/** The version of the device that the plan stands on; a newer one answers 10004. */
const at = { equipmentId: EquipmentId, version: Version.nullish(), message: VersionMessage }

export const bindTemplate = post('/lfscada/equipment/multi/bindTemplate', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId', template: 'templateId' },
  templates: 'all',
  heavy: true,
  about:
    'Binds a device to a template, in place of the one before, and makes its configuration and pages those of the template. The same again answers 1110, a gateway of another series 1107.',
  input: z.object({ ...at, templateId: TemplateId, own: own.nullish() }),
  output: applied,
})

export const unbindTemplate = post('/lfscada/equipment/multi/unbindTemplate', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  about: 'A device follows its template no longer; its configuration and pages stay.',
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
    'Makes a device what its template says, but for what it has of its own. A device or template that somebody saved since the plan answers 10004.',
  input: z.object({ ...at, templateVersion: Version.nullish(), own: own.nullish() }),
  output: applied,
})

export const saveTemplateOwn = post('/lfscada/equipment/template/own/save', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  templates: 'all',
  about: 'Which fields a device has of its own: they may differ from its template. The device itself stays as it is.',
  input: z.object({ equipmentId: EquipmentId, own }),
  output: done,
})

/** How a device stands to its template. */
export const TemplateMark = z.object({
  equipmentId: EquipmentId,
  templateId: TemplateId,
  templateName: z.string(),
  appliedVersion: z.number(),
  templateVersion: z.number(),
  isSame: z.boolean(),
  /** Fields that it has of its own. */
  own: z.number(),
})
export type TemplateMark = z.output<typeof TemplateMark>

export const queryTemplateMarks = post('/lfscada/equipment/template/query', {
  may: 'equipment:view',
  on: { equipment: 'equipmentIds' },
  templates: 'all',
  about: 'Of devices in a list those that follow a template, and whether they are what it says.',
  input: z.object({ equipmentIds: z.array(EquipmentId).max(200) }),
  output: z.array(TemplateMark),
})

export const queryFollowers = post('/lfscada/template/equipment/query', {
  may: 'template:view',
  on: { template: 'id' },
  templates: 'all',
  about: 'The devices that follow a template, with what is the same and what differs.',
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
