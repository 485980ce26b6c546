// What unfinished summaries had counted, over a planned restart. After a crash there is none: what a period had until
// then is lost to its summary, and never counted twice.
import { z } from 'zod'
import { readIfThere, removeFile, replaceFile } from './file.ts'
import type { SavedStoring } from './storing.ts'

const value = z.union([z.number(), z.boolean(), z.string(), z.null()])
// A sum that is no number has no place in JSON.
const sum = z
  .number()
  .nullable()
  .transform((given) => given ?? Number.NaN)
const Tally = z.object({
  good: z.number(),
  sum,
  fault: z.number(),
  ...{ first: value, last: value, min: value, max: value, before: value },
})
const Saved = z.array(
  z.object({
    reportId: z.number(),
    print: z.string(),
    endsAt: z.number(),
    tallies: z.array(z.tuple([z.number(), Tally])),
  }),
)

export const saveStoring = (path: string, saved: SavedStoring): Promise<void> =>
  saved.length === 0 ? removeFile(path) : replaceFile(path, JSON.stringify(saved))

/** What was saved, once: it is gone afterwards. What is unreadable is as if there were none. */
export async function takeSavedStoring(path: string, log: (message: string) => void): Promise<SavedStoring> {
  const text = await readIfThere(path)
  if (text === undefined) return []
  await removeFile(path)
  try {
    return Saved.parse(JSON.parse(text))
  } catch (error) {
    log(`what summaries had counted is not used: ${error instanceof Error ? error.message : String(error)}`)
    return []
  }
}
