// The journal of commands and their results, on disk before anything is executed: a command is executed at most once
// ever, whatever is repeated, delayed or cut. Append-only JSON lines; the result of a uuid follows its start. [S9
// Commands]
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { Result } from '../../contract/topics.ts'
import { readIfThere, replaceFile, syncFolder } from './file.ts'
import { createTurn } from './in-turn.ts'

/** A command; without `result` it is being executed or was cut. */
type Entry = { uuid: string; expiresAt: number; result?: Result }

export type Journal = {
  /** The entry of a command that was executed, is being executed, or was cut by a restart. */
  find(uuid: string): Entry | undefined
  /**
   * Resolves when the start is on disk; `find` returns it immediately. Rejects on a disk fault: execute nothing then.
   */
  begin(uuid: string, expiresAt: number): Promise<void>
  /** Resolves when the result is on disk. */
  finish(uuid: string, result: Result): Promise<void>
  /** Started in an earlier run and never finished: it is unknown whether they were executed. */
  interrupted: readonly Entry[]
  /** Drops finished commands that expired more than a day before this platform time, once the file has grown enough. */
  prune(platformNow: number): Promise<void>
  close(): Promise<void>
}

const Line = z.union([
  z.object({ begin: z.uuid(), expiresAt: z.number() }).strict(),
  z.object({ end: Result, expiresAt: z.number() }).strict(),
])

const keepMs = 24 * 3_600_000
const linesUntilPrune = 1000

/**
 * Opens or creates the journal. Drops a torn last line and any other unreadable line. Also opens on a read-only disk:
 * until a start can be saved, `begin` rejects, so that no command is executed. Rejects if the file cannot be read,
 * because the commands already executed would be unknown.
 */
export async function openJournal(path: string): Promise<Journal> {
  const entries = parse((await readIfThere(path)) ?? '')
  const interrupted = [...entries.values()].filter(({ result }) => !result)
  let file: FileHandle | undefined
  let isClosed = false
  let lines = entries.size
  let torn = true
  const inTurn = createTurn()

  const opened = async (): Promise<FileHandle> => {
    if (file) return file
    if (isClosed) throw new Error('the journal is closed')
    const next = await open(path, 'a', 0o600)
    // A replacement that failed may have been renamed and not flushed.
    await syncFolder(dirname(path)).catch(async (error) => {
      await next.close()
      throw error
    })
    file = next
    return file
  }

  const leave = async () => {
    const old = file
    file = undefined
    await old?.close()
  }

  const replace = async () => {
    // After a failure the open handle may no longer belong to the file at the path, so the file is opened again.
    await leave()
    torn = true
    await replaceFile(path, textOf(entries))
    torn = false
  }

  const append = (line: z.output<typeof Line>) =>
    inTurn(async () => {
      // A failed append (a full disk) may have left half a line: start a new one.
      const to = await opened()
      const start = torn ? '\n' : ''
      torn = true
      await to.appendFile(`${start}${JSON.stringify(line)}\n`)
      await to.datasync()
      torn = false
      lines++
    })

  async function rewrite(platformNow: number): Promise<void> {
    for (const [uuid, { expiresAt, result }] of entries) {
      if (result && expiresAt + keepMs < platformNow) entries.delete(uuid)
    }
    await replace()
    lines = 0
  }

  // The journal is rewritten here, so that it is whole; if that fails, the next entry starts on a line of its own.
  await replace().catch(() => undefined)

  return {
    find: (uuid) => entries.get(uuid),
    async begin(uuid, expiresAt) {
      entries.set(uuid, { uuid, expiresAt })
      try {
        await append({ begin: uuid, expiresAt })
      } catch (error) {
        entries.delete(uuid)
        throw error
      }
    },
    async finish(uuid, result) {
      const entry = { ...(entries.get(uuid) ?? { uuid, expiresAt: result.at }), result }
      entries.set(uuid, entry)
      await append({ end: result, expiresAt: entry.expiresAt })
    },
    interrupted,
    prune: (platformNow) => inTurn(async () => (lines < linesUntilPrune ? undefined : rewrite(platformNow))),
    close: () =>
      inTurn(() => {
        isClosed = true
        return leave()
      }),
  }
}

function parse(text: string): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  for (const line of text.split('\n')) {
    const parsed = parseLine(line)
    if (!parsed) continue
    const { expiresAt } = parsed
    if ('begin' in parsed) entries.set(parsed.begin, { uuid: parsed.begin, expiresAt })
    else entries.set(parsed.end.uuid, { uuid: parsed.end.uuid, expiresAt, result: parsed.end })
  }
  return entries
}

function parseLine(line: string): z.output<typeof Line> | undefined {
  try {
    return Line.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

const textOf = (entries: ReadonlyMap<string, Entry>): string =>
  [...entries.values()]
    .map(({ uuid, expiresAt, result }) =>
      JSON.stringify(result ? { end: result, expiresAt } : { begin: uuid, expiresAt }),
    )
    .map((line) => `${line}\n`)
    .join('')
