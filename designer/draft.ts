// Unsaved work, kept in the browser until it is saved: it survives a crash, a closed tab and a platform that is away.
import { z } from 'zod'
import { keep, readKept } from '../ui/kept.ts'

/** What was begun on which version, and what became of it. `at`: epoch ms of the browser. */
export type Draft<C> = { version: number; at: number; title: string; base: C; document: C }

/** The drafts of one kind. `isSame`: what is kept is what is saved. */
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
    /** Nothing if there is none, none that can be read, or one that is what is saved. */
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
