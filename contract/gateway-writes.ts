// What a gateway wrote to PLCs by itself, for the operation log: the first of each writer at once, then sums.
import { z } from 'zod'
import { limits } from './limits.ts'
import { instant, session, whole } from './topic-values.ts'

/** What writes without a person: scripts, mappings, tamper-proof. */
export const writers = ['script', 'mapping', 'tamper'] as const
export type Writer = (typeof writers)[number]

const id = z.number().int().positive()

/** What one of them wrote from `from` to `to`. `value` and `code` are those of the last. */
export const GatewayWrite = z.object({
  by: z.enum(writers),
  /** Of a script its number, else the variable whose value it took. */
  id,
  /** The variable that was written last. */
  signalId: id,
  /** It had written nothing before, since the agent runs and the device is bound. */
  isFirst: z.boolean(),
  count: whole.min(1),
  /** Of these, those that did not succeed. */
  failed: whole,
  value: z.union([z.number().refine(Number.isFinite), z.boolean(), z.string().max(limits.textValueLength)]),
  code: whole,
  from: instant,
  to: instant,
})
export type GatewayWrite = z.output<typeof GatewayWrite>

/** QoS 1, sent again under the same number until it arrived. Lost only with the agent. */
export const GatewayWrites = z.object({
  session,
  equipmentId: id,
  bindingId: id,
  /** Drawn at each start of the agent. */
  run: session,
  seq: id,
  at: instant,
  writes: z.array(GatewayWrite).min(1).max(limits.writersTold),
})
