// Saves the sums of unfinished summaries to disk: periodically, so that a crash costs only the last seconds of a
// period, and at a planned end. Nothing waits for the disk, and a disk fault is only logged.
import { z } from 'zod'
import type { ClockReading } from '../clock.ts'
import { readIfThere, removeFile } from '../file.ts'
import { createTurn } from '../in-turn.ts'
import { type Disk, realDisk } from '../outbox/disk.ts'
import type { SavedStoring, Storing } from './storing.ts'

type StoringFileOptions = {
  path: string
  log: (message: string) => void
  /** Interval of saving in ms; default 10 s. */
  everyMs?: number | undefined
  disk?: Pick<Disk, 'replace'>
}

/** The state that an earlier run saved; storing-return.ts decides whether it may be used. */
type EarlierStoring = { isPlanned: boolean; clock: ClockReading; saved: SavedStoring }

type Source = { save: Storing['save']; reading: () => ClockReading }

export type StoringFile = {
  /** Call once, before `begin`. Nothing if there is no readable file. Never rejects. */
  take(): Promise<EarlierStoring | undefined>
  /** Starts to save changes every `everyMs`, while platform time is known. */
  begin(source: Source): void
  /** A planned end: saves the last state and stops the timer. Never rejects. */
  end(): Promise<void>
}

const defaultEveryMs = 10_000

const value = z.union([z.number(), z.boolean(), z.string(), z.null()])
// JSON has no NaN: the sum of texts is stored as null.
const sum = z
  .number()
  .nullable()
  .transform((given) => given ?? Number.NaN)
const outers = ['first', 'last', 'min', 'max'] as const
const Tally = z
  .object({
    good: z.number().int().min(0),
    sum,
    fault: z.number().int(),
    // Files from before counters with a rollover lack this field.
    rolled: z.number().min(0).default(0),
    ...{ first: value, last: value, min: value, max: value, before: value },
  })
  .refine((tally) => tally.good === 0 || outers.every((name) => tally[name] !== null))
const Saved = z.array(
  z.object({
    reportId: z.number(),
    print: z.string(),
    // The calendar ends here: beyond, no period boundary can be found.
    endsAt: z.number().int().min(0).max(Date.UTC(10_000, 0)),
    tallies: z.array(z.tuple([z.number(), Tally])),
  }),
)
const Clock = z.object({ at: z.number().nullable(), doubtMs: z.number(), boot: z.string(), upMs: z.number() })
const Content = z.object({ isPlanned: z.boolean(), clock: Clock, saved: Saved })

const nothing = '[]'

export function createStoringFile(options: StoringFileOptions): StoringFile {
  const { path, log, everyMs = defaultEveryMs, disk = realDisk } = options
  const inTurn = createTurn()
  let source: Source | undefined
  let timer: NodeJS.Timeout | undefined
  let isEnded = false
  /** The sums that are in the file. */
  let written = nothing
  let fault = ''

  /** Writes the file. `sums` is the saved state as JSON; it may be large, so it is created only once. */
  const write = (head: Pick<EarlierStoring, 'isPlanned' | 'clock'>, sums: string) =>
    disk.replace(path, Buffer.from(`${JSON.stringify(head).slice(0, -1)},"saved":${sums}}`))

  async function save(isPlanned: boolean): Promise<void> {
    if (!source) return
    try {
      const clock = source.reading()
      const sums = JSON.stringify(source.save())
      const isNews = sums !== written || (isPlanned && sums !== nothing)
      // Without platform time the period could not be identified later, so the file keeps its earlier state.
      if (!isNews || (!isPlanned && clock.at === null)) return
      await write({ isPlanned, clock }, sums)
      written = sums
      fault = ''
    } catch (error) {
      if (fault !== String(error)) log(`the state of the summaries cannot be saved: ${String(error)}`)
      fault = String(error)
    }
  }

  function saveLater(): void {
    if (isEnded) return
    timer = setTimeout(() => void inTurn(() => save(false)).then(saveLater), everyMs)
  }

  /** Marks a planned end as used: a crash afterwards does not use it again. False if the disk refused that. */
  async function takeUp({ clock, saved }: EarlierStoring): Promise<boolean> {
    try {
      await write({ isPlanned: false, clock }, JSON.stringify(saved)).catch(() => removeFile(path))
      return true
    } catch (error) {
      log(`the saved state of the summaries is not used: ${String(error)}`)
      return false
    }
  }

  return {
    async take() {
      const earlier = await readEarlier(path, log)
      if (!earlier) return undefined
      written = ''
      return !earlier.isPlanned || (await takeUp(earlier)) ? earlier : undefined
    },
    begin(given) {
      source = given
      saveLater()
    },
    async end() {
      if (isEnded) return
      isEnded = true
      clearTimeout(timer)
      await inTurn(() => save(true))
    },
  }
}

async function readEarlier(path: string, log: (message: string) => void): Promise<EarlierStoring | undefined> {
  try {
    const text = await readIfThere(path)
    return text === undefined ? undefined : Content.parse(JSON.parse(text))
  } catch (error) {
    log(`the saved state of the summaries is not used: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}
