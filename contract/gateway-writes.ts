// Writes that a gateway made to PLCs automatically, for the operation log: the first of each writer immediately, then
// sums.
import { z } from 'zod'
import { limits } from './limits.ts'
import { instant, session, whole } from './topic-values.ts'

/** Parts of the gateway that write without a user: scripts, mappings, tamper-proof. */
export const writers = ['script', 'mapping', 'tamper'] as const
export type Writer = (typeof writers)[number]

const id = z.number().int().positive()

/** Writes of one writer from `from` to `to`. `value` and `code` belong to the last write. */
export const GatewayWrite = z.object({
  by: z.enum(writers),
  /** The number of the script, or else the variable whose value was read. */
  id,
  /** The variable that was written last. */
  signalId: id,
  /** True for the writer's first write since the agent started and the device was bound. */
  isFirst: z.boolean(),
  count: whole.min(1),
  /** How many of the `count` writes failed. */
  failed: whole,
  value: z.union([z.number().refine(Number.isFinite), z.boolean(), z.string().max(limits.textValueLength)]),
  code: whole,
  from: instant,
  to: instant,
})
export type GatewayWrite = z.output<typeof GatewayWrite>

/** QoS 1, sent again under the same `seq` until acknowledged. Lost only if the agent stops. */
export const GatewayWrites = z.object({
  session,
  equipmentId: id,
  bindingId: id,
  /** The agent generates a new id of its run at each start. */
  run: session,
  seq: id,
  at: instant,
  writes: z.array(GatewayWrite).min(1).max(limits.writersTold),
})
