// Jobs that the platform runs by the clock. A job that fails is logged and runs again at its next turn.
import type { EquipmentId } from '../../contract/fields.ts'
import { isDatabaseDown } from '../../db/database-down.ts'
import type { Commands } from '../../features/device/command/issue.ts'
import { saveLastValues } from '../../features/device/live/store.ts'
import type { Job, Platform, Visits } from '../../features/frame/serve.ts'
import { recallValues } from '../../features/frame/spine-services.ts'
import type { Users } from '../../features/people/access/users.ts'
import type { MessageHub } from '../../features/platform/message/hub.ts'
import { changedPages } from '../../features/project/live/store.ts'
import type { AlarmTaker } from '../../features/watch/alarm-intake/take.ts'
import type { Judging } from '../../signal/cloud/judging.ts'
import type { LinkLog } from '../../signal/cloud/link.ts'
import type { MvarJudging } from '../../signal/cloud/mvar-judging.ts'
import type { Tunnels } from '../../signal/cloud/tunnels.ts'
import type { WatcherHub } from '../../signal/cloud/watchers.ts'

type Needs = {
  platform: Platform
  commands: Commands
  alarms: AlarmTaker
  judging: Pick<Judging, 'turn'>
  mvarJudging: Pick<MvarJudging, 'turn'>
  hub: WatcherHub
  tunnels: Tunnels
  messageHub: MessageHub
  users: Users
  visits: Visits
  log: LinkLog
}

/** Number of devices per query; each has up to several hundred variables. */
const devicesAtOnce = 50
const dayMs = 24 * 3600_000

type Jobs = {
  /** Runs every job once now; throws their faults. For tests, which move the clock and do not wait. */
  turn(): Promise<void>
  /** Stops the jobs and waits for running ones. */
  stop(): Promise<void>
}

/** The periodic jobs that rooms add. */
const roomJobs = Object.values(
  import.meta.glob<{ default: readonly Job[] }>('../../features/*/*/jobs.ts', { eager: true }),
).flatMap((room) => room.default)

/** The function that saves the last values of changed devices. It saves all it can, then throws the first fault. */
function lastValueSaver({ db, live, use }: Platform): () => Promise<void> {
  const recall = use(recallValues)
  const saveSome = async (orgId: number, some: readonly EquipmentId[]) => {
    // First loads values stored before the last restart, which would be overwritten otherwise.
    await recall(orgId, some)
    const drained = live.drain(some)
    try {
      await saveLastValues(db, drained)
    } catch (error) {
      live.undrain(some)
      throw error
    }
  }
  return async () => {
    const faults: unknown[] = []
    for (const [orgId, ids] of live.changed()) {
      for (let from = 0; from < ids.length; from += devicesAtOnce) {
        await saveSome(orgId, ids.slice(from, from + devicesAtOnce)).catch((error: unknown) => {
          if (isDatabaseDown(error)) throw error
          // A failure for some devices is reported, but does not keep other devices from being saved.
          faults.push(error)
        })
      }
    }
    if (faults.length > 0) throw faults[0]
  }
}

/** Closes sockets and remote downloads whose sessions have ended, or have lost the right to them. */
async function closeEnded({ platform, hub, messageHub, users, visits, tunnels }: Needs): Promise<void> {
  hub.part(await visits.unseen(await users.unseen(hub.watching())))
  hub.part(await visits.unseenPages(await users.unseenPages(hub.pages())))
  hub.part(await changedPages(platform.db, hub.pages()))
  messageHub.part(await users.gone(messageHub.listening()))
  const open = tunnels.list().map(({ grant }) => grant)
  for (const { id } of await users.untunnelled(open)) tunnels.end(id, 'rightsEnded')
}

/** Starts the jobs. */
export function startJobs(needs: Needs): Jobs {
  const { platform, log } = needs
  const saveValues = lastValueSaver(platform)
  const jobs: (readonly [name: string, everyMs: number, act: () => Promise<void>])[] = [
    ['save last values', 10_000, saveValues],
    ['expire commands', 2_000, () => needs.commands.expire()],
    ['pass time to alarm rules', 1_000, async () => needs.judging.turn()],
    ['pass time to alarm rules over intermediate variables', 1_000, () => needs.mvarJudging.turn()],
    ['judge alarms of the platform', 2_000, async () => needs.alarms.judge()],
    ['close sockets of ended rights', 4_000, () => closeEnded(needs)],
    ['evict live values', 60_000, async () => platform.live.evict(platform.now() - dayMs)],
    ...roomJobs.map(({ name, everyMs, run }) => [name, everyMs, async () => void (await run(platform))] as const),
  ]
  const clocked = jobs.map(([name, everyMs, act]) =>
    every(everyMs, act, (error) => log.warn({ error: String(error) }, `job failed: ${name}`)),
  )
  return {
    async turn() {
      for (const job of clocked) await job.now()
    },
    async stop() {
      await Promise.all(clocked.map((job) => job.stop()))
      await saveValues().catch((error: unknown) => log.warn({ error: String(error) }, 'last values could not be saved'))
    },
  }
}

/** Runs `act` repeatedly, never twice at the same time. `now`: runs it once more, after the current run. */
function every(everyMs: number, act: () => Promise<void>, onFault: (error: unknown) => void) {
  let running: Promise<void> | undefined
  const begin = (): Promise<void> => {
    const begun = act()
    const over = () => {
      running = undefined
    }
    running = begun.then(over, over)
    return begun
  }
  const timer = setInterval(() => {
    if (!running) begin().catch(onFault)
  }, everyMs)
  return {
    async now() {
      while (running) await running
      await begin()
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
