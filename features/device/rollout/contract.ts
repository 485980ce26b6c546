// Rollouts: a template is applied to many devices, first to pilot devices, then in waves. A rollout stops when too many
// devices fail, and rolls these back. It runs without an open page, and resumes after a restart of the platform.
import { z } from 'zod'
import { done, post } from '../../../contract/endpoint.ts'
import { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { EquipmentId, GroupId, Instant, idOf, numeric, pageOf, paging, Version } from '../../../contract/fields.ts'
import { GatewayState } from '../equipment/contract.ts'
import { TemplateId } from '../template/contract.ts'
import { Loss } from '../template-binding/contract.ts'

declare module '../../../contract/fields.ts' {
  interface IdKinds {
    RolloutId: true
  }
}
export const RolloutId = idOf('RolloutId')
export type RolloutId = z.output<typeof RolloutId>

declare module '../../../contract/endpoint.ts' {
  interface Objects {
    rollout: RolloutId
  }
}

export const maxDevices = 2000
const ids = z.array(EquipmentId).max(maxDevices)
const whole = (min: number, max: number) => numeric(z.number().int().min(min).max(max))

/** Settings of a rollout. */
export const RolloutSettings = z.object({
  /** Number of pilot devices. */
  canary: whole(0, 100),
  waveSize: whole(1, maxDevices),
  /** Seconds between the end of a wave and the start of the next. */
  waitS: whole(0, 86_400),
  /** Stops if more than this percentage of a wave fails. */
  stopShare: whole(0, 100),
  /** A device fails if it has a severe alarm within this number of seconds; 0: alarms are ignored. */
  watchS: whole(0, 3600),
  /** Failed devices are rolled back automatically. */
  rollBack: z.boolean(),
})
export type RolloutSettings = z.output<typeof RolloutSettings>

const statuses = ['running', 'paused', 'done', 'cancelled'] as const
const deviceStates = [
  ...(['waiting', 'sent', 'watching', 'complete', 'takingBack', 'rolledBack', 'failed', 'skipped'] as const),
] as const
export type DeviceState = (typeof deviceStates)[number]

const Counts = z.object({
  ...{ waiting: z.number(), sent: z.number(), watching: z.number(), complete: z.number() },
  ...{ takingBack: z.number(), rolledBack: z.number(), failed: z.number(), skipped: z.number() },
})
export type Counts = z.output<typeof Counts>

export const Rollout = z.object({
  id: RolloutId,
  templateId: TemplateId,
  templateName: z.string(),
  templateVersion: z.number(),
  status: z.enum(statuses),
  /** Paused by a user, after too many failures, or because the template was saved. */
  pausedWhy: z.enum(['person', 'failures', 'template']).nullable(),
  wave: z.number(),
  /** When the next wave starts, if the rollout waits for it. */
  nextAt: Instant.nullable(),
  settings: RolloutSettings.omit({ canary: true, waveSize: true }),
  author: z.string(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  counts: Counts,
})
export type Rollout = z.output<typeof Rollout>

export const RolloutDevice = z.object({
  equipmentId: EquipmentId,
  name: z.string(),
  sn: z.string().nullable(),
  gatewayState: GatewayState.nullable(),
  wave: z.number(),
  state: z.enum(deviceStates),
  forced: z.boolean(),
  /** Error code of a failure, and its reason in the reader's language. */
  code: z.number().nullable(),
  reason: z.string().nullable(),
  startedAt: Instant.nullable(),
  changedAt: Instant,
})
export type RolloutDevice = z.output<typeof RolloutDevice>

/** Losses, summed over all devices with the same changes. */
export const Lost = z.object({
  ...{ columns: z.number(), reports: z.number(), pages: z.number(), removedPages: z.number() },
  ...{ mvars: z.number(), alarms: z.number(), writes: z.number(), secrets: z.number() },
})
export type Lost = z.output<typeof Lost>

/** The plan of all devices with the same changes. */
export const RolloutPlan = z.object({
  no: z.number(),
  devices: z.number(),
  /** An example device, whose plan the user reads. */
  equipmentId: EquipmentId,
  name: z.string(),
  /** The template version that the devices follow now; null if they differ. */
  fromVersion: z.number().nullable(),
  ...{ added: z.number(), changed: z.number(), removed: z.number(), pages: z.number() },
  lost: Lost,
})
export type RolloutPlan = z.output<typeof RolloutPlan>

/** A device in the diagram of its wave. */
const Cell = z.object({
  equipmentId: EquipmentId,
  name: z.string(),
  state: z.enum(deviceStates),
  gatewayState: GatewayState.nullable(),
})

export const RolloutInfo = Rollout.extend({
  waves: z.array(z.object({ wave: z.number(), devices: z.array(Cell) })),
  /** The plans at the start of the rollout. */
  plans: z.array(RolloutPlan),
})
export type RolloutInfo = z.output<typeof RolloutInfo>

export const planRollout = post('/lfscada/template/rollout/plan', {
  may: 'equipment:view',
  on: { template: 'templateId', equipment: 'equipmentIds' },
  templates: 'all',
  heavy: true,
  about:
    'Plans a rollout: groups devices with the same changes, counts additions, changes and removals, and lists what would be lost. Without a list it covers all devices that follow the template, at most 2,000. Nothing is saved.',
  input: z.object({ templateId: TemplateId, equipmentIds: ids.default([]) }),
  output: z.object({
    templateVersion: z.number(),
    /** Identifies the state of the template and its pages on which the plan is based. */
    templateStamp: z.string(),
    plans: z.array(RolloutPlan),
    devices: z.array(
      z.object({
        equipmentId: EquipmentId,
        name: z.string(),
        groupId: GroupId.nullable(),
        address: z.string().nullable(),
        sn: z.string().nullable(),
        state: GatewayState.nullable(),
        /** The version of the device on which the plan is based. */
        version: z.number(),
        isSame: z.boolean(),
        /** Number of the device's plan; null if the rollout changes nothing. */
        plan: z.number().nullable(),
        /** Data that the device loses; null if the rollout changes nothing. */
        lost: Lost.nullable(),
      }),
    ),
  }),
})

export const startRollout = post('/lfscada/template/rollout/start', {
  may: 'equipment:edit',
  on: { template: 'templateId', equipment: 'equipmentIds' },
  templates: 'all',
  heavy: true,
  about:
    'Starts a rollout to devices that follow the template, in the given order. Answers 10004 if the template, one of its pages or a device was saved since the plan, 1141 while a device is in another rollout.',
  input: RolloutSettings.extend({
    templateId: TemplateId,
    templateVersion: z.number().int().min(0),
    templateStamp: z.string().max(60).optional(),
    equipmentIds: ids.min(1),
    /** Versions of the devices on which the plan was based, in the same order. */
    versions: z.array(Version).max(maxDevices).default([]),
  }),
  output: z.object({ id: RolloutId }),
})

export const queryRollouts = post('/lfscada/template/rollout/query', {
  may: 'equipment:view',
  on: { template: 'templateId' },
  templates: 'all',
  about: 'The rollouts of a template, newest first.',
  input: z.object({ ...paging, templateId: TemplateId }),
  output: pageOf(Rollout),
})

export const rolloutInfo = post('/lfscada/template/rollout/info', {
  may: 'equipment:view',
  on: { rollout: 'id' },
  templates: 'all',
  about: 'One rollout with its waves and the state of each device that the caller sees.',
  input: z.object({ id: RolloutId }),
  output: RolloutInfo,
})

export const queryRolloutDevices = post('/lfscada/template/rollout/equipment/query', {
  may: 'equipment:view',
  on: { rollout: 'id' },
  templates: 'all',
  about: 'Lists the devices of a rollout: those that need attention first, then by wave.',
  input: z.object({ ...paging, id: RolloutId, show: z.enum(['all', 'open', 'failed']).default('all') }),
  output: pageOf(RolloutDevice),
})

export const rolloutPlan = post('/lfscada/template/rollout/plan/info', {
  may: 'equipment:view',
  on: { rollout: 'id' },
  templates: 'all',
  heavy: true,
  about:
    'Returns a plan of a rollout field by field, as it was before the start: for one device, on behalf of all with the same changes.',
  input: z.object({ id: RolloutId, no: numeric(z.number().int().min(0).max(maxDevices)) }),
  output: z.object({
    before: EquipmentConfig,
    after: EquipmentConfig,
    pages: z.array(z.object({ kind: z.enum(['added', 'changed', 'removed']), title: z.string() })),
    losses: z.array(Loss),
  }),
})

const one = {
  may: 'equipment:edit',
  on: { rollout: 'id' },
  templates: 'all',
  input: z.object({ id: RolloutId }),
  output: done,
} as const

export const pauseRollout = post('/lfscada/template/rollout/pause', {
  ...one,
  about: 'Pauses a rollout: devices in progress are completed, no others are started.',
})

export const resumeRollout = post('/lfscada/template/rollout/resume', {
  ...one,
  about:
    'Resumes a rollout with the waiting devices, or with the next wave after an automatic stop. Answers 10008 if the template was saved since.',
})

export const editRollout = post('/lfscada/template/rollout/edit', {
  ...one,
  about: 'Changes the settings of a rollout for the devices that still wait.',
  input: RolloutSettings.omit({ canary: true, waveSize: true }).extend({ id: RolloutId }),
})

export const cancelRollout = post('/lfscada/template/rollout/cancel', {
  ...one,
  about: 'Ends a rollout: updated devices stay as they are, waiting ones are skipped.',
})

export const takeBackRollout = post('/lfscada/template/rollout/takeBack', {
  ...one,
  about: 'Ends a rollout and rolls back every updated device.',
})

const ofDevice = {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId', rollout: 'id' },
  templates: 'all',
  input: z.object({ id: RolloutId, equipmentId: EquipmentId }),
  output: done,
} as const

export const retryRolloutDevice = post('/lfscada/template/rollout/equipment/retry', {
  ...ofDevice,
  about: 'Retries a device that failed or was rolled back.',
})

export const forceRolloutDevice = post('/lfscada/template/rollout/equipment/force', {
  ...ofDevice,
  about: 'Retries a device that failed or was rolled back, without automatic rollback.',
})

export const skipRolloutDevice = post('/lfscada/template/rollout/equipment/skip', {
  ...ofDevice,
  about: 'Skips a waiting device of a rollout.',
})
