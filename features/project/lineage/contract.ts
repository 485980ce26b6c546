// Where a value comes from and where it is used, in one answer for each half of its road. [LOOK: a value is never naked]
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

/** Pages, 3D scenes and intermediate variables that are named as users of one variable; of more it is said that there are. */
export const maxUses = maxPagesUsing

const scalar = z.union([z.number(), z.boolean(), z.string()]).nullable()

/** A variable as whoever sees its value may know it. */
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
  /** Null: never seen. */
  time: Instant.nullable(),
  /** When the platform last heard of its device; null: not since it started. */
  heardAt: Instant.nullable(),
  /** Of the gateway that serves its device; null: none does. */
  state: LiveGateway.shape.state.nullable(),
  /** The caller sees the device itself: its lineage may be asked for. */
  isOwn: z.boolean(),
  /** Name of the device; null where it is seen through the project alone. */
  device: z.string().nullable(),
  /** IANA zone of its device, or else of the device's organisation. */
  zone: z.string(),
})
export type SeenVariable = z.output<typeof SeenVariable>

/** An intermediate variable. `formula` is null for who may not see how a project is made. */
export const SeenMvar = z.object({
  id: MvarId,
  title: z.string(),
  unit: z.string().nullable(),
  decimals: z.number().nullable(),
  value: z.number(),
  code: z.number(),
  time: Instant.nullable(),
  /** In pieces: what is written, or the place of a variable in `inputs`; null for both: one that is not seen. */
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
  /** A variable of a device, or an intermediate variable. */
  input: z.object({
    ...{ pageId: PageId, equipmentId: EquipmentId.nullish(), signalId: SignalId.nullish(), mvarId: MvarId.nullish() },
  }),
  output: z.object({
    page: z.object({
      id: PageId,
      title: z.string(),
      version: z.number(),
      /** Null for who may not list the versions of a page. */
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

/** `null` for a part: the caller may not see it, unless something else is said. */
export const SignalLineage = z.object({
  /** `zone`: IANA zone of the device, or else of its organisation. */
  device: z.object({ id: EquipmentId, name: z.string(), zone: z.string() }),
  signal: Signal,
  driver: z.object({
    id: DriverId,
    name: z.string(),
    /** Of its type: `Modbus TCP`. */
    protocol: Words,
    /** Where its device is: fields of its form. */
    connection: z.array(z.object({ label: Words, value: Words })).nullable(),
  }),
  /** Null: the device has none. */
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
          /** Its clock against the platform's, ms. */
          clockOffsetMs: z.number().nullable(),
          consistency: Consistency,
        })
        .nullable(),
    })
    .nullable(),
  definition: z
    .object({
      ...Saved.shape,
      /** The newest version in which the variable is another than in the one before, `before` null: that brought it. */
      changed: Saved.extend({ before: z.unknown(), after: z.unknown() }).nullable(),
      /** The oldest version that was looked through: no change since then where `changed` is null. */
      since: z.number(),
    })
    .nullable(),
  /** Rules that look at it. */
  alarms: z
    .array(AlarmRule.pick({ id: true, name: true, level: true }).extend({ isEnabled: z.boolean() }))
    .max(limits.alarmRulesPerEquipment)
    .nullable(),
  /** History reports that store it. */
  reports: z
    .array(Report.pick({ id: true, name: true, mode: true, type: true }).extend({ isEnabled: z.boolean() }))
    .nullable(),
  /** Those that show it by a 3D scene too. */
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
