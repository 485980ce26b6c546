// What a gateway tells of the scripts that it runs: a payload of contract/topics.ts.
import { z } from 'zod'
import { limits } from './limits.ts'
import { instant, session, whole } from './topic-values.ts'

/** While somebody watches: how it goes with the scripts of a device, and what they said since. Nothing of it is sent again. */
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
        /** Not run, because the run before was under way or it is paused. */
        skipped: whole.min(0),
        writes: whole.min(0),
        tookMs: whole.min(0),
        /** It exceeded its budgets too often in a row. */
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
  /** Lines that were too many. */
  dropped: whole.min(0),
})
export type ScriptWords = z.output<typeof ScriptWords>
