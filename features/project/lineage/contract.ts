// The origin of a value and its uses; one call for the page side, one for the device side. [LOOK: a value is never
// naked]
import { z } from 'zod'
import { post } from '../../../contract/endpoint.ts'
import { AlarmRule, Report, Signal } from '../../../contract/equipment-config.ts'
import {
  DriverId,
  EquipmentId,
  GatewayId,
  Instant,
  MvarId,
  PageId,
  ProjectId,
  SignalId,
} from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { LiveGateway } from '../../device/live/contract.ts'
import { Consistency } from '../../gateway/gateway/contract.ts'
import { maxPagesUsing, PagesUsing } from '../../page/page/contract.ts'
import { SceneId } from '../../page/scene/contract.ts'
import { VersionHead } from '../../platform/versioned/contract.ts'

/** Maximum number of pages, 3D scenes and intermediate variables that are listed as users of a variable. */
export const maxUses = maxPagesUsing

const scalar = z.union([z.number(), z.boolean(), z.string()]).nullable()

/** The fields of a variable that every viewer of its value may see. */
export const SeenVariable = z.object({
  equipmentId: EquipmentId,
  signalId: SignalId,
  title: z.string(),
  unit: z.string().nullable(),
  decimals: z.number().nullable(),
  texts: z.string().nullable(),
  dataType: Signal.shape.dataType,
  value: scalar,
  code: z.number(),
  /** Time of the reading; null before the first one. */
  time: Instant.nullable(),
  /** When the platform last received data of its device; null: not since it started. */
  heardAt: Instant.nullable(),
  /** State of the gateway that serves its device; null: there is none. */
  state: LiveGateway.shape.state.nullable(),
  /** Whether the caller can see the device itself, and request the lineage. */
  isOwn: z.boolean(),
  /** Name of the device; null if it is visible only through the project. */
  device: z.string().nullable(),
  /** IANA zone of the variable's device, or else of the device's organisation. */
  zone: z.string(),
})
export type SeenVariable = z.output<typeof SeenVariable>

/** An intermediate variable. `formula` is null for callers without access to the project. */
export const SeenMvar = z.object({
  id: MvarId,
  title: z.string(),
  unit: z.string().nullable(),
  decimals: z.number().nullable(),
  value: z.number(),
  code: z.number(),
  time: Instant.nullable(),
  /** The formula in pieces: a text, or the index of a variable in `inputs`; both null for an invisible variable. */
  formula: z.array(z.object({ text: z.string().nullable(), input: z.number().nullable() })).nullable(),
  inputs: z.array(SeenVariable),
})
export type SeenMvar = z.output<typeof SeenMvar>

export const pageLineage = post('/lfscada/monitor/page/lineage', {
  may: 'monitor:view',
  on: { page: 'pageId', equipment: 'equipmentId', mvar: 'mvarId' },
  through: { page: 'pageId' },
  about:
    'The value of a variable or an intermediate variable as a page shows it, with what it is calculated from as far as the caller sees that. One that the page does not show answers 10002.',
  /** The input: either a variable of a device or an intermediate variable. */
  input: z.object({
    ...{ pageId: PageId, equipmentId: EquipmentId.nullish(), signalId: SignalId.nullish(), mvarId: MvarId.nullish() },
  }),
  output: z.object({
    page: z.object({
      id: PageId,
      title: z.string(),
      version: z.number(),
      /** Author and time of the page's version; null for callers who may not list the versions of a page. */
      saved: VersionHead.pick({ savedAt: true, savedBy: true }).nullable(),
    }),
    variable: SeenVariable.nullable(),
    mvar: SeenMvar.nullable(),
  }),
})
export type PageLineage = z.output<typeof pageLineage.output>

const Words = z.object({ en: z.string(), 'zh-cn': z.string() })
const Uses = <T extends z.ZodType>(type: T) => z.object({ rows: z.array(type).max(maxUses), hasMore: z.boolean() })
const Saved = VersionHead.pick({ version: true, savedAt: true, savedBy: true, message: true })

/** A part is `null` if the caller may not see it, unless stated otherwise. */
export const SignalLineage = z.object({
  /** The device. `zone`: IANA zone of the device, or else of its organisation. */
  device: z.object({ id: EquipmentId, name: z.string(), zone: z.string() }),
  signal: Signal,
  driver: z.object({
    id: DriverId,
    name: z.string(),
    /** Name of the driver type: `Modbus TCP`. */
    protocol: Words,
    /** The connection fields of the driver's form. */
    connection: z.array(z.object({ label: Words, value: Words })).nullable(),
  }),
  /** The gateway; null: the device has none. */
  gateway: z
    .object({
      sn: z.string(),
      state: LiveGateway.shape.state,
      mode: LiveGateway.shape.mode,
      vpn: z.boolean(),
      signalStrength: z.number().nullable(),
      lastSeenAt: Instant.nullable(),
      more: z
        .object({
          id: GatewayId,
          networkType: z.string().nullable(),
          /** Offset of the gateway's clock from the platform's, ms. */
          clockOffsetMs: z.number().nullable(),
          consistency: Consistency,
        })
        .nullable(),
    })
    .nullable(),
  definition: z
    .object({
      ...Saved.shape,
      /** The newest version that changed the variable; `before` null: it added the variable. */
      changed: Saved.extend({ before: z.unknown(), after: z.unknown() }).nullable(),
      /** The oldest version that was examined: if `changed` is null, there is no change since then. */
      since: z.number(),
    })
    .nullable(),
  /** Alarm rules that use the variable. */
  alarms: z
    .array(AlarmRule.pick({ id: true, name: true, level: true }).extend({ isEnabled: z.boolean() }))
    .max(limits.alarmRulesPerEquipment)
    .nullable(),
  /** History reports that store the variable. */
  reports: z
    .array(Report.pick({ id: true, name: true, mode: true, type: true }).extend({ isEnabled: z.boolean() }))
    .nullable(),
  /** The pages that show the variable, including those that show it in a 3D scene. */
  pages: PagesUsing.nullable(),
  scenes: Uses(z.object({ id: SceneId, name: z.string() })).nullable(),
  mvars: Uses(z.object({ id: MvarId, title: z.string(), projectId: ProjectId, projectName: z.string() })).nullable(),
})
export type SignalLineage = z.output<typeof SignalLineage>

export const signalLineage = post('/lfscada/monitor/multi/signal/lineage', {
  may: 'monitor:view',
  on: { equipment: 'equipmentId' },
  templates: 'all',
  heavy: true,
  about:
    'Where the values of a variable come from: register, driver, gateway, the version that defines it and the one that changed it last; and where it is used: alarm rules, history reports, pages, those of templates too, 3D scenes, intermediate variables. With `at` its definition is the one of that moment.',
  input: z.object({ equipmentId: EquipmentId, signalId: SignalId, at: Instant.nullish() }),
  output: SignalLineage,
})
