// A template given to many devices: the first few, then waves of a size; by itself it stops when a share fails, and takes
// back what failed. It goes on when nobody looks, and after a restart of the platform.
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

/** How it goes on. */
export const RolloutSettings = z.object({
  /** Devices that are first. */
  canary: whole(0, 100),
  waveSize: whole(1, maxDevices),
  /** Seconds after each wave before the next begins. */
  waitS: whole(0, 86_400),
  /** It stops by itself when more than this share of a wave failed, in percent. */
  stopShare: whole(0, 100),
  /** A severe alarm of a device within so many seconds counts as failed; 0: nothing is watched. */
  watchS: whole(0, 3600),
  /** What failed goes back to what it was by itself. */
  rollBack: z.boolean(),
})
export type RolloutSettings = z.output<typeof RolloutSettings>

export const statuses = ['running', 'paused', 'done', 'cancelled'] as const
export const deviceStates = [
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
  /** Paused by a person, because too many failed, or because the template was saved since. */
  pausedWhy: z.enum(['person', 'failures', 'template']).nullable(),
  wave: z.number(),
  /** When the next wave begins, if it waits for that. */
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
  /** What happened: of a fault its code, and the reason in the reader's language. */
  code: z.number().nullable(),
  reason: z.string().nullable(),
  startedAt: Instant.nullable(),
  changedAt: Instant,
})
export type RolloutDevice = z.output<typeof RolloutDevice>

/** What is lost, counted over all devices that change alike. */
export const Lost = z.object({
  ...{ columns: z.number(), reports: z.number(), pages: z.number(), removedPages: z.number() },
  ...{ mvars: z.number(), alarms: z.number(), writes: z.number(), secrets: z.number() },
})
export type Lost = z.output<typeof Lost>

/** Of devices that change alike. */
export const RolloutPlan = z.object({
  no: z.number(),
  devices: z.number(),
  /** One of them, whose plan is read field by field for all. */
  equipmentId: EquipmentId,
  name: z.string(),
  /** The template's version that they were made of; null: not the same of all. */
  fromVersion: z.number().nullable(),
  ...{ added: z.number(), changed: z.number(), removed: z.number(), pages: z.number() },
  lost: Lost,
})
export type RolloutPlan = z.output<typeof RolloutPlan>

/** A device in the picture of its wave. */
const Cell = z.object({
  equipmentId: EquipmentId,
  name: z.string(),
  state: z.enum(deviceStates),
  gatewayState: GatewayState.nullable(),
})

export const RolloutInfo = Rollout.extend({
  waves: z.array(z.object({ wave: z.number(), devices: z.array(Cell) })),
  /** What was read before it began. */
  plans: z.array(RolloutPlan),
})
export type RolloutInfo = z.output<typeof RolloutInfo>

export const planRollout = post('/lfscada/template/rollout/plan', {
  may: 'equipment:view',
  on: { template: 'templateId', equipment: 'equipmentIds' },
  templates: 'all',
  heavy: true,
  about:
    'What a rollout would do: devices that change alike together, with how many things would be added, changed and removed, and what would be lost. All devices that follow the template where none is named, at most 2,000. Nothing is saved.',
  input: z.object({ templateId: TemplateId, equipmentIds: ids.default([]) }),
  output: z.object({
    templateVersion: z.number(),
    /** What the plan stands on; another one once anything of the template or its pages is saved. */
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
        /** The device's, which the plan stands on. */
        version: z.number(),
        isSame: z.boolean(),
        /** Number of its plan; null: nothing changes. */
        plan: z.number().nullable(),
        /** What is lost by it; null: nothing changes. */
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
    'Begins a rollout to devices that follow the template, in the order in which they are named. A template, page of it or device that somebody saved since the plan answers 10004; while a device is in another rollout, 1141.',
  input: RolloutSettings.extend({
    templateId: TemplateId,
    templateVersion: z.number().int().min(0),
    templateStamp: z.string().max(60).optional(),
    equipmentIds: ids.min(1),
    /** Of each device, in the same order, the version that was read in the plan. */
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
  about: 'The devices of a rollout: those that need a person first, then by wave.',
  input: z.object({ ...paging, id: RolloutId, show: z.enum(['all', 'open', 'failed']).default('all') }),
  output: pageOf(RolloutDevice),
})

export const rolloutPlan = post('/lfscada/template/rollout/plan/info', {
  may: 'equipment:view',
  on: { rollout: 'id' },
  templates: 'all',
  heavy: true,
  about:
    'A plan of a rollout field by field, as it was read before it began: of one device, for all that change alike.',
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
  about: 'What is under way is brought to its end, nothing else begins.',
})

export const resumeRollout = post('/lfscada/template/rollout/resume', {
  ...one,
  about:
    'Goes on with what waits; after it stopped by itself with the next wave. 10008 where the template was saved since.',
})

export const editRollout = post('/lfscada/template/rollout/edit', {
  ...one,
  about: 'Other settings for what is still to come.',
  input: RolloutSettings.omit({ canary: true, waveSize: true }).extend({ id: RolloutId }),
})

export const cancelRollout = post('/lfscada/template/rollout/cancel', {
  ...one,
  about: 'Ends a rollout: devices that have it keep it, those that wait are skipped.',
})

export const takeBackRollout = post('/lfscada/template/rollout/takeBack', {
  ...one,
  about: 'Ends a rollout and takes back every device that has it to what it was.',
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
  about: 'A device that failed or was taken back is tried once more.',
})

export const forceRolloutDevice = post('/lfscada/template/rollout/equipment/force', {
  ...ofDevice,
  about: 'The same, and whatever happens it keeps what it was given: it is not taken back by itself.',
})

export const skipRolloutDevice = post('/lfscada/template/rollout/equipment/skip', {
  ...ofDevice,
  about: 'A device that waits is left out.',
})
