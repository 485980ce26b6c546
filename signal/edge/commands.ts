// Commands of the platform. Executes each uuid at most once ever, never after its expiry, never before the connection
// that carried it is welcomed; a repeated uuid gets the same result again. `execute` does the work. [S9 Commands]
import { z } from 'zod'
import { Command, type Result } from '../../contract/topics.ts'
import type { Clock } from './clock.ts'
import type { Journal } from './journal.ts'
import { type Ending, exception, failure } from './poll/write.ts'

type CommandDeps = {
  journal: Journal
  clock: Clock
  /** The platform has welcomed this connection: platform time is known and the SN is ours. */
  isWelcome: () => boolean
  /** The id of the current connection. */
  session: () => string | undefined
  /** Resolves with true when the broker has the result. */
  send: (result: Result) => Promise<boolean>
  /** Executes a command; `mayStart` returns false once the command has expired. */
  execute: (command: Command, mayStart: () => boolean) => Promise<Ending>
  log: (message: string) => void
}

export type Commands = {
  /** Handles a message of the command topic, unparsed. */
  receive(raw: unknown): Promise<void>
  /**
   * Called after a welcome: reports commands that a restart interrupted and unsent results, and executes commands that
   * arrived early.
   */
  resume(): Promise<void>
  /** Resolves when no command is being executed. */
  settled(): Promise<void>
}

// A later expiry is a mistake: the journal would have to remember the command for years.
const longestMs = 3_600_000
const untoldResults = 1000
const justUuid = z.object({ uuid: z.uuid() })

type Early = { command: Command; session: string | undefined }

const isReading = (kind: Command['kind']) => kind === 'probe' || kind === 'browse'

type Teller = { tell: (result: Result) => Promise<void>; tellAll: () => Promise<void> }

/** Keeps results until the broker has them; `tellAll` sends those again. */
function createTeller(send: CommandDeps['send']): Teller {
  const untold = new Map<string, Result>()
  const tell = async (result: Result) => {
    untold.set(result.uuid, result)
    if (untold.size > untoldResults) untold.delete(untold.keys().next().value!)
    if (await send(result)) untold.delete(result.uuid)
  }
  return {
    tell,
    tellAll: async () => {
      await Promise.all([...untold.values()].map(tell))
    },
  }
}

export function createCommands(deps: CommandDeps): Commands {
  const { journal, clock, isWelcome, log } = deps
  const { tell, tellAll } = createTeller(deps.send)
  const running = new Set<Promise<void>>()
  // Commands that a restart interrupted; reported as soon as platform time is known.
  const interrupted = new Set(journal.interrupted.map(({ uuid }) => uuid))
  // Commands that arrived before the welcome, when it is unknown whether they expired and whether the SN is owned.
  const early: Early[] = []

  async function end(uuid: string, ending: Ending): Promise<void> {
    const result: Result = { uuid, ...ending, at: clock.platform() ?? 0 }
    try {
      await journal.finish(uuid, result)
    } catch (error) {
      // The command's start is on disk, so it is never executed again; after a restart its result would be 1730.
      log(`command ${uuid}: the outcome cannot be saved: ${String(error)}`)
    }
    await tell(result)
  }

  /** Probing and browsing may be repeated or lost, so they are not in the journal. */
  const finish = ({ uuid, kind }: Command, ending: Ending): Promise<void> =>
    isReading(kind) ? tell({ uuid, ...ending, at: clock.platform() ?? 0 }) : end(uuid, ending)

  async function run(command: Command, session: string | undefined): Promise<void> {
    const { uuid } = command
    const fault = isReading(command.kind) ? undefined : await begin(command, deps)
    if (fault) await tell({ uuid, ...fault, at: clock.platform() ?? 0 })
    else if (isWelcome()) await finish(command, await checkAndExecute(command, deps))
    else early.push({ command, session })
  }

  /** Executes the early commands of the connection that was welcomed; those of earlier connections count as expired. */
  const runEarly = () =>
    early.splice(0).map(async ({ command, session }) => {
      const isOfThis = session !== undefined && session === deps.session()
      await finish(command, isOfThis ? await checkAndExecute(command, deps) : exception(1731))
    })

  async function tracked(act: Promise<void>): Promise<void> {
    running.add(act)
    await act.finally(() => running.delete(act))
  }

  async function receive(raw: unknown): Promise<void> {
    const parsed = Command.safeParse(raw)
    const uuid = justUuid.safeParse(raw).data?.uuid
    const known = uuid ? journal.find(uuid) : undefined
    if (known?.result) await tell(known.result)
    else if (known) log(`command ${uuid}: received again while it is being executed`)
    else if (parsed.success) await run(parsed.data, deps.session())
    else if (uuid && isWelcome()) await tell(malformed(uuid, parsed.error, clock.platform() ?? 0))
    else log('received a command without a uuid')
  }

  return {
    receive: (raw) => tracked(receive(raw)),
    async settled() {
      await Promise.allSettled([...running])
    },
    async resume() {
      for (const uuid of interrupted) {
        interrupted.delete(uuid)
        await end(uuid, exception(1730))
      }
      await Promise.all([tellAll(), ...runEarly().map(tracked)])
      const platformNow = clock.platform()
      if (platformNow === undefined) return
      await journal.prune(platformNow).catch((error) => log(`the journal cannot be pruned: ${String(error)}`))
    },
  }
}

/** Writes the command to disk. Returns the failure to report if that is impossible: it must not be executed then. */
async function begin({ uuid, expiresAt }: Command, { journal, log }: CommandDeps): Promise<Ending | undefined> {
  try {
    await journal.begin(uuid, expiresAt)
    return undefined
  } catch (error) {
    log(`command ${uuid}: the journal cannot be written: ${String(error)}`)
    return failure(90099, { logId: uuid }, 'the journal cannot be written')
  }
}

async function checkAndExecute(command: Command, { clock, execute, log }: CommandDeps): Promise<Ending> {
  const mayStart = (expiresAt: number) => () => {
    const latest = clock.latest()
    return latest !== undefined && latest < expiresAt
  }
  if (!mayStart(command.expiresAt)()) return exception(1731)
  if (mayStart(command.expiresAt - longestMs)())
    return failure(10001, { field: 'expiresAt', reason: 'the expiry is too far away' })
  try {
    return await execute(command, mayStart(command.expiresAt))
  } catch (error) {
    log(`command failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    return exception(90099, { logId: command.uuid }, String(error))
  }
}

function malformed(uuid: string, { issues }: z.ZodError, at: number): Result {
  const [issue] = issues
  return {
    uuid,
    ...failure(10001, { field: issue?.path.join('.') || 'command', reason: issue?.message ?? 'malformed' }),
    at,
  }
}
