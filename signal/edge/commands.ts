// Commands of the platform: each uuid at most once ever, never after its expiry, never before the welcome; the same
// uuid again is told the same outcome. What a command does is handed in. [S9 Commands]
import { z } from 'zod'
import { Command, type Result } from '../../contract/topics.ts'
import type { Clock } from './clock.ts'
import type { Journal } from './journal.ts'
import { type Ending, exception, failure } from './write.ts'

export type CommandDeps = {
  journal: Journal
  clock: Clock
  /** This connection was welcomed: the clock is known and we are the gateway of this SN. */
  isWelcome: () => boolean
  /** True when the broker has it. */
  send: (result: Result) => Promise<boolean>
  /** Does it; `mayStart(ms)` answers whether the command will not have expired that many ms from now. */
  execute: (command: Command, mayStart: (withinMs: number) => boolean) => Promise<Ending>
  log: (message: string) => void
}

export type Commands = {
  /** A message of the command topic, as it came. */
  receive(raw: unknown): Promise<void>
  /** The link is welcome: tells what is still untold, first of all what a restart cut. */
  resume(): Promise<void>
  /** Resolves when nothing is being executed any more. */
  settled(): Promise<void>
}

// An expiry further away than this is a mistake: the journal would have to remember it for years.
const longestMs = 3_600_000
const untoldResults = 1000
const justUuid = z.object({ uuid: z.uuid() })

export function createCommands({ journal, clock, isWelcome, send, execute, log }: CommandDeps): Commands {
  const untold = new Map<string, Result>()
  const running = new Set<Promise<void>>()
  // Begun but not to be executed; their outcome waits for the clock. 1730: cut by a restart, 1731: came too early.
  const waiting = new Map<string, 1730 | 1731>(journal.interrupted.map(({ uuid }) => [uuid, 1730]))

  const mayStart = (expiresAt: number) => (withinMs: number) => {
    const latest = clock.latest()
    return latest !== undefined && latest + withinMs < expiresAt
  }

  async function tell(result: Result): Promise<void> {
    untold.set(result.uuid, result)
    if (untold.size > untoldResults) untold.delete(untold.keys().next().value!)
    if (await send(result)) untold.delete(result.uuid)
  }

  async function end(uuid: string, ending: Ending): Promise<void> {
    const result: Result = { uuid, ...ending, at: clock.platform() ?? 0 }
    try {
      await journal.finish(uuid, result)
    } catch (error) {
      // It was begun on disk, so it is not executed again; only its outcome would be told as 1730 after a restart.
      log(`command ${uuid}: the outcome cannot be kept: ${String(error)}`)
    }
    await tell(result)
  }

  async function begin(command: Command): Promise<boolean> {
    try {
      await journal.begin(command.uuid, command.expiresAt)
      return true
    } catch (error) {
      log(`command ${command.uuid}: the journal cannot be written: ${String(error)}`)
      await tell({ uuid: command.uuid, ...failure(90099, 'the journal cannot be written'), at: clock.platform() ?? 0 })
      return false
    }
  }

  async function run(command: Command): Promise<void> {
    const { uuid, expiresAt } = command
    if (!(await begin(command))) return
    if (!isWelcome()) waiting.set(uuid, 1731)
    else if (!mayStart(expiresAt)(0)) await end(uuid, exception(1731))
    else if (mayStart(expiresAt - longestMs)(0)) await end(uuid, failure(10001, 'the expiry is too far away'))
    else await end(uuid, await safely(() => execute(command, mayStart(expiresAt))))
  }

  async function safely(act: () => Promise<Ending>): Promise<Ending> {
    try {
      return await act()
    } catch (error) {
      log(`command failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      return exception(90099, String(error))
    }
  }

  async function receive(raw: unknown): Promise<void> {
    const parsed = Command.safeParse(raw)
    const uuid = justUuid.safeParse(raw).data?.uuid
    const known = uuid ? journal.find(uuid) : undefined
    if (known?.result) await tell(known.result)
    else if (known) log(`command ${uuid}: again, while it is being executed`)
    else if (parsed.success) await run(parsed.data)
    else if (uuid && isWelcome()) await tell(malformed(uuid, parsed.error, clock.platform() ?? 0))
    else log('a command without a uuid')
  }

  return {
    async receive(raw) {
      const act = receive(raw)
      running.add(act)
      await act.finally(() => running.delete(act))
    },
    async settled() {
      await Promise.allSettled([...running])
    },
    async resume() {
      for (const [uuid, code] of waiting) {
        waiting.delete(uuid)
        await end(uuid, exception(code))
      }
      await Promise.all([...untold.values()].map(tell))
      const platformNow = clock.platform()
      if (platformNow !== undefined) await journal.prune(platformNow)
    },
  }
}

function malformed(uuid: string, { issues }: z.ZodError, at: number): Result {
  const [issue] = issues
  return { uuid, ...failure(10001, `${issue?.path.join('.')}: ${issue?.message}`), at }
}
