// Unsaved work, kept in the browser until it is saved: it survives a crash, a closed tab and a platform that is away.
import { z } from 'zod'
import { PageDocument } from '../../contract/page-document.ts'
import { keep, readKept } from '../../ui/kept.ts'

const Draft = z.object({
  /** The version that it was begun on. */
  version: z.number(),
  /** Epoch ms of the browser. */
  at: z.number(),
  title: z.string(),
  base: PageDocument,
  document: PageDocument,
})
export type Draft = z.output<typeof Draft>

const keyOf = (pageId: number) => `page-draft-${pageId}`

export const keepDraft = (pageId: number, draft: Draft): void => keep(keyOf(pageId), JSON.stringify(draft))
export const dropDraft = (pageId: number): void => keep(keyOf(pageId), '')

/** Nothing if there is none, none that can be read, or one that is what is saved. */
export function readDraft(pageId: number, saved: PageDocument): Draft | undefined {
  const text = readKept(keyOf(pageId))
  if (!text) return undefined
  try {
    const draft = Draft.safeParse(JSON.parse(text)).data
    return draft && JSON.stringify(draft.document.widgets) === JSON.stringify(saved.widgets) ? undefined : draft
  } catch {
    return undefined
  }
}
