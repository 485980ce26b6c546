// State and console output of the scripts of a gateway: a payload of contract/topics.ts.
import { z } from 'zod'
import { limits } from './limits.ts'
import { instant, session, whole } from './topic-values.ts'

/**
 * Sent only while a user watches: the state of a device's scripts, and their output since the last message. Never sent
 * again.
 */
export const ScriptWords = z.object({
  session,
  equipmentId: z.number().int().positive(),
  bindingId: z.number().int().positive(),
  at: instant,
  scripts: z
    .array(
      z.object({
        id: whole.positive(),
        runs: whole.min(0),
        faults: whole.min(0),
        /** Runs that were skipped, because the previous one was still running or the script is paused. */
        skipped: whole.min(0),
        writes: whole.min(0),
        tookMs: whole.min(0),
        /** True while the script is paused because it exceeded its budgets too often in a row. */
        isPaused: z.boolean(),
        fault: z
          .object({
            kind: z.enum(['syntax', 'thrown', 'time', 'memory', 'depth', 'state', 'lost']),
            message: z.string().max(300),
            line: whole.nullable(),
            at: instant,
          })
          .nullable(),
      }),
    )
    .max(limits.scriptsPerEquipment),
  lines: z
    .array(
      z.object({
        id: whole.positive(),
        at: instant,
        kind: z.enum(['log', 'write', 'refused', 'fault']),
        text: z.string().max(limits.scriptLineLength),
      }),
    )
    .max(limits.scriptLinesPerMessage),
  /** Number of output lines that were dropped because they exceeded the limit. */
  dropped: whole.min(0),
})
export type ScriptWords = z.output<typeof ScriptWords>
