// Commands of the platform: each uuid at most once ever, never after its expiry, never before the welcome of the
// connection it came on; the same uuid again is told the same outcome. What a command does is handed in. [S9 Commands]
import { z } from 'zod'
import { Command, type Result } from '../../contract/topics.ts'
import type { Clock } from './clock.ts'
import type { Journal } from './journal.ts'
import { type Ending, exception, failure } from './poll/write.ts'

export type CommandDeps = {
  journal: Journal
  clock: Clock
  /** This connection was welcomed: the clock is known and we are the gateway of this SN. */
  isWelcome: () => boolean
  /** Which connection this is. */
  session: () => string | undefined
  /** True when the broker has it. */
  send: (result: Result) => Promise<boolean>
  /** Does it; `mayStart` answers whether the command has not expired yet. */
  execute: (command: Command, mayStart: () => boolean) => Promise<Ending>
  log: (message: string) => void
}

export type Commands = {
  /** A message of the command topic, as it came. */
  receive(raw: unknown): Promise<void>
  /** The link is welcome: tells what is still untold, first of all what a restart cut, and does what came too early. */
  resume(): Promise<void>
  /** Resolves when nothing is being executed any more. */
  settled(): Promise<void>
}

// An expiry further away than this is a mistake: the journal would have to remember it for years.
const longestMs = 3_600_000
const untoldResults = 1000
const justUuid = z.object({ uuid: z.uuid() })

type Early = { command: Command; session: string | undefined }

const isReading = (kind: Command['kind']) => kind === 'probe' || kind === 'browse'

type Teller = { tell: (result: Result) => Promise<void>; tellAll: () => Promise<void> }

/** Results that the broker does not have yet are told again on the next connection. */
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
  // Cut by a restart; their outcome waits for the clock.
  const interrupted = new Set(journal.interrupted.map(({ uuid }) => uuid))
  // Before the welcome nobody knows whether they have expired, or whether we are who is meant.
  const early: Early[] = []

  async function end(uuid: string, ending: Ending): Promise<void> {
    const result: Result = { uuid, ...ending, at: clock.platform() ?? 0 }
    try {
      await journal.finish(uuid, result)
    } catch (error) {
      // It was begun on disk, so it is not executed again; only its outcome would be told as 1730 after a restart.
      log(`command ${uuid}: the outcome cannot be saved: ${String(error)}`)
    }
    await tell(result)
  }

  /** A reading may be repeated and lost: the journal is for what must not be. */
  const finish = ({ uuid, kind }: Command, ending: Ending): Promise<void> =>
    isReading(kind) ? tell({ uuid, ...ending, at: clock.platform() ?? 0 }) : end(uuid, ending)

  async function run(command: Command, session: string | undefined): Promise<void> {
    const { uuid } = command
    const fault = isReading(command.kind) ? undefined : await begin(command, deps)
    if (fault) await tell({ uuid, ...fault, at: clock.platform() ?? 0 })
    else if (isWelcome()) await finish(command, await checkAndExecute(command, deps))
    else early.push({ command, session })
  }

  /** What came too early, now that its connection is welcome; of an earlier connection nothing is done any more. */
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
      if (platformNow !== undefined) await journal.prune(platformNow)
    },
  }
}

/** Nothing when the command is on disk and may be executed; else why not, and then nothing was. */
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
