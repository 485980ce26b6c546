// Unsaved work, stored in the browser until it is saved: it survives a crash, a closed tab and a loss of connection.
import { z } from 'zod'
import { keep, readKept } from '../ui/kept.ts'

/** The edited version, its original and its current state. `at`: epoch ms of the browser. */
export type Draft<C> = { version: number; at: number; title: string; base: C; document: C }

/** The drafts of one kind of document. `isSame`: whether a draft equals the saved document. */
export function draftsOf<C>(kind: string, content: z.ZodType<C>, isSame: (kept: C, saved: C) => boolean) {
  const Kept = z.object({
    version: z.number(),
    at: z.number(),
    title: z.string(),
    base: content,
    document: content,
  })
  const keyOf = (id: number) => `${kind}-draft-${id}`
  return {
    keep: (id: number, draft: Draft<C>): void => keep(keyOf(id), JSON.stringify(draft)),
    drop: (id: number): void => keep(keyOf(id), ''),
    /** The stored draft; undefined if there is none, it cannot be read, or it equals the saved document. */
    read(id: number, saved: C): Draft<C> | undefined {
      const text = readKept(keyOf(id))
      if (!text) return undefined
      try {
        const draft = Kept.safeParse(JSON.parse(text)).data as Draft<C> | undefined
        return draft && isSame(draft.document, saved) ? undefined : draft
      } catch {
        return undefined
      }
    },
  }
}
