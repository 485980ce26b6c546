// Writing a value and asking what became of a command. [S7 Command pattern] [S4 Write result]
import { z } from 'zod'
import { issued, post } from '../../../contract/endpoint.ts'
import { EquipmentId, Instant, PageId, ProjectId, SignalId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'

export const CommandStatus = z.enum(['waiting', 'success', 'failure', 'exception', 'timeout', 'cancelled'])
export type CommandStatus = z.output<typeof CommandStatus>

const value = z.union([z.number(), z.boolean(), z.string().max(limits.textValueLength)])
const HoldMs = z.number().int().min(limits.holdMs.min).max(limits.holdMs.max)

export const writeValue = post('/lfscada/monitor/multi/signal/writeVal', {
  may: 'signal:write',
  on: { equipment: 'equipmentId' },
  about:
    'Writes a value to the PLC through the gateway; poll the callback with the uuid. Repeating a uuid never writes twice.',
  input: z.object({
    equipmentId: EquipmentId,
    signalId: SignalId,
    value,
    /** Drawn by the browser for this very act, so that a repeated request is the same command. */
    uuid: z.uuid().optional(),
    /** Of a momentary key: the gateway writes `back` by itself when `signal/hold` has not named this uuid for so long. */
    hold: z.object({ back: value, forMs: HoldMs }).optional(),
  }),
  output: issued,
})

export const writeProjectValue = post('/lfscada/monitor/project/signal/writeVal', {
  may: 'signal:write',
  on: { project: 'projectId', page: 'pageId' },
  // To see the project is enough: whether its device may be written to is asked by the device.
  beside: true,
  through: { project: 'projectId' },
  about:
    'The same by a variable of a device of a project, for accounts that may write to the device. Visitors of a share with data write name the page whose widget writes.',
  input: z.object({
    projectId: ProjectId,
    signalId: SignalId,
    value,
    uuid: z.uuid().optional(),
    pageId: PageId.optional(),
    hold: z.object({ back: value, forMs: HoldMs }).optional(),
  }),
  output: issued,
})

export const holdProjectValue = post('/lfscada/monitor/project/signal/hold', {
  may: 'signal:write',
  on: { project: 'projectId' },
  through: { project: 'projectId' },
  about: 'The momentary key of such a write is still pressed; answers as that of a device.',
  input: z.object({ projectId: ProjectId, uuid: z.uuid(), forMs: HoldMs }),
  output: z.object({ isHeld: z.boolean() }),
})

export const holdValue = post('/lfscada/monitor/multi/signal/hold', {
  may: 'signal:write',
  on: { equipment: 'equipmentId' },
  about:
    'The momentary key of a write is still pressed. Answers false when it is not any more what its account may do, or was pressed too long ago.',
  input: z.object({ equipmentId: EquipmentId, uuid: z.uuid(), forMs: HoldMs }),
  output: z.object({ isHeld: z.boolean() }),
})

const callback = {
  may: 'signedIn',
  forKeys: true,
  about: 'The result of a command: waiting, success, failure, exception, timeout or cancelled, with its code.',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({
    uuid: z.string(),
    status: CommandStatus,
    /** 200, or the fault of contract/errors. */
    code: z.number(),
    msg: z.string(),
    /** Read back after a write, or read by a probe. */
    value: z.union([z.number(), z.boolean(), z.string()]).nullable(),
    /** What the message was filled with, such as the certificate that a server presented. */
    details: z.record(z.string(), z.union([z.number(), z.string()])).nullable(),
    /** Of a probe: how long the PLC took to answer. */
    tookMs: z.number().nullable(),
    finishedAt: Instant.nullable(),
  }),
} as const

export const commandCallback = post('/lfscada/equipment/multi/callback', callback)
export const projectCallback = post('/lfscada/monitor/project/signal/callback', { ...callback, through: 'projects' })
