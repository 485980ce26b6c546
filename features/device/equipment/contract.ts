// Devices (equipment): one machine or installation at a site. [S3 Device] [S7 Equipment]
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import {
  EquipmentId,
  GatewayId,
  GroupId,
  Instant,
  maybeText,
  numeric,
  pageOf,
  paging,
  text,
  Zone,
} from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { userImageBase, userImageName } from '../../../contract/user-image.ts'
import { WarrantyState } from '../warranty/contract.ts'

const date = z.iso
  .date()
  .refine((day) => day >= '1970-01-01')
  .nullish()
  .transform((day) => day || null)
const coordinate = (max: number) => numeric(z.number().min(-max).max(max)).nullish().default(null)

/** The path of a picture; empty: none. */
const imagePath = z
  .string()
  .trim()
  .max(60)
  .refine((path) => path === '' || userImageName(path.replace(userImageBase, '')) !== undefined)
const orNull = <T extends z.ZodType<string>>(type: T) => type.nullable().transform((value) => value || null)

/** An edit without these fields leaves them unchanged, so that older programs do not reset them. */
const shown = {
  /** Shown before the first value: the last stored value, or `defaultValue`. [S3 default value mode] */
  defaultValueMode: z.enum(['last', 'custom']),
  defaultValue: orNull(z.string().trim().max(limits.defaultValueLength)),
  /** Whether monitoring shows tabs above the device, also to visitors. */
  menuBar: z.boolean(),
  image: orNull(imagePath),
}
/**
 * Settings that make a device visible to further members of the organisation, besides those who see all devices;
 * changes need `grant:edit`.
 */
const seen = {
  /** Internal accounts may view the device without further grants. */
  publicFlag: z.boolean(),
  /** `named`: grants for the device's group or a department do not include the device. */
  dataRule: z.enum(['range', 'named']),
  /** Only accounts with the same security zone see the device. */
  securityZone: orNull(z.string().trim().max(30)),
}
export const seenFields = ['publicFlag', 'dataRule', 'securityZone'] as const

const RuleType = z.enum(['00', '01'])
/** The default view in monitoring, as a word: `list` is ruleType 00, `page` is 01. [S3 display, ruleType] */
const Display = z.enum(['list', 'page'])
/** Two forms of the default view; an edit without either leaves it unchanged. */
const opened = { ruleType: RuleType.optional(), display: Display.nullish() }

/** The fields of a device that users enter. */
export const EquipmentFields = z.object({
  name: text(limits.equipmentNameLength),
  groupId: GroupId.nullable().default(null),
  number: maybeText(50),
  manufacturer: maybeText(50),
  factoryDate: date,
  installDate: date,
  warrantyUntil: date,
  iccid: maybeText(22),
  sort: numeric(z.number().int().positive().max(1_000_000)).nullish().default(null),
  address: maybeText(200),
  longitude: coordinate(180),
  latitude: coordinate(90),
  /** How the device opens: as lists and tabs (`00`) or as its configuration page (`01`). */
  ruleType: RuleType.default('00'),
  /** IANA zone; the organisation's if absent. */
  zone: Zone.nullish().default(null),
  remark: maybeText(limits.remarkLength),
  defaultValue: shown.defaultValue.default(null),
  image: shown.image.default(null),
  securityZone: seen.securityZone.default(null),
  defaultValueMode: shown.defaultValueMode.default('last'),
  menuBar: shown.menuBar.default(true),
  publicFlag: seen.publicFlag.default(false),
  dataRule: seen.dataRule.default('range'),
})
export type EquipmentFields = z.output<typeof EquipmentFields>

export const GatewayState = z.enum(['online', 'offline', 'sleeping'])

/** A device as a row of a list. */
export const EquipmentRow = z.object({
  id: EquipmentId,
  name: z.string(),
  number: z.string().nullable(),
  groupId: GroupId.nullable(),
  groupName: z.string().nullable(),
  gatewayId: GatewayId.nullable(),
  sn: z.string().nullable(),
  /** State of the gateway; null if none is bound. */
  state: GatewayState.nullable(),
  display: Display,
  signalCount: z.number(),
  driverCount: z.number(),
  image: z.string().nullable(),
  warrantyUntil: z.string().nullable(),
  /** State of the warranty; null if it has no date. */
  warranty: WarrantyState.nullable(),
  createdAt: Instant,
  createdBy: z.string(),
})
export type EquipmentRow = z.output<typeof EquipmentRow>

export const EquipmentInfo = EquipmentRow.extend(EquipmentFields.shape).extend({
  /** Version and hash of the device's configuration. */
  configVersion: z.number(),
  configHash: z.string(),
  /** Number of history reports in the newest version. */
  reportCount: z.number(),
  /** Number of alarm rules in the newest version. */
  alarmRuleCount: z.number(),
  followed: z.boolean(),
  /** A template: no machine, but a configuration that devices follow. */
  isTemplate: z.boolean(),
})
export type EquipmentInfo = z.output<typeof EquipmentInfo>

export const queryEquipments = post('/lfscada/equipment/multi/query', {
  may: 'equipment:view',
  on: { group: 'groupId' },
  about: 'Devices for management, filtered and paged.',
  input: z.object({
    ...paging,
    keyword: maybeText(50),
    groupId: GroupId.nullish(),
    ungrouped: z.boolean().default(false),
    mine: z.boolean().default(false),
    bound: z.boolean().nullish(),
    /** Filter by warranty; `none`: devices without a date. */
    warranty: z.enum([...WarrantyState.options, 'none']).nullish(),
  }),
  output: pageOf(EquipmentRow),
})

export const equipmentInfo = post('/lfscada/equipment/multi/info', {
  may: 'monitor:view',
  templates: true,
  on: { equipment: 'id' },
  about: 'One device with all its fields.',
  input: z.object({ id: EquipmentId }),
  output: EquipmentInfo,
})

export const addEquipment = post('/lfscada/equipment/multi/add', {
  may: 'equipment:add',
  on: { group: 'groupId' },
  about:
    'Adds a device. `display` list or page and `ruleType` 00 or 01 are the same field; if they contradict each other, page wins.',
  input: EquipmentFields.extend(opened),
  output: z.object({ id: EquipmentId }),
})

export const editEquipment = post('/lfscada/equipment/multi/edit', {
  may: 'equipment:edit',
  on: { group: 'groupId', equipment: 'id' },
  about:
    'Changes the basic information of a device. Default value, menu bar, image, public flag, data rule, security zone and ' +
    'display (the same field as ruleType) stay as they are where they are absent.',
  input: EquipmentFields.extend({
    id: EquipmentId,
    ...opened,
    ...z.object({ ...shown, ...seen }).partial().shape,
  }),
  output: done,
})

export const deleteEquipment = post('/lfscada/equipment/multi/delete', {
  may: 'equipment:delete',
  on: { equipment: 'id' },
  about: 'Deletes a device that is not bound to a gateway, with its configuration.',
  input: z.object({ id: EquipmentId }),
  output: done,
})

export const queryEquipmentsByUser = post('/lfscada/equipment/multi/queryByUser', {
  may: 'monitor:view',
  about: 'All devices that the account may see, with few fields, for selection lists.',
  input: z.object({ keyword: maybeText(50) }),
  output: z.array(
    z.object({ id: EquipmentId, name: z.string(), sn: z.string().nullable(), state: GatewayState.nullable() }),
  ),
})

export const queryManufacturers = post('/lfscada/equipment/multi/extra/queryAllManufacturer', {
  may: 'equipment:view',
  about: 'Every manufacturer entered so far.',
  input: nothing,
  output: z.array(z.string()),
})
