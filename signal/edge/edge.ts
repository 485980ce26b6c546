// The gateway agent: polls drivers, streams values while monitoring is open, executes commands, applies configurations.
// Nothing runs at import; `stop` leaves no timer and no socket.
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { appliedIn, assemble, type Parts } from './assemble.ts'
import { readIfThere, replaceFile } from './file.ts'
import type { Hardware } from './hardware.ts'
import { openJournal } from './journal.ts'
import type { LinkState } from './link/link.ts'
import type { EdgeOptions } from './options.ts'
import type { OutboxStats } from './outbox/outbox.ts'
import { createStoringFile } from './store/storing-file.ts'
import { verdictOf } from './store/storing-return.ts'

type EdgeStatus = {
  state: LinkState | 'sleeping' | 'unpowered' | 'restarting'
  boxId: string
  configHash: string | null
  bindingId: number | null
  connections: { key: string; isOpen: boolean; signals: number }[]
  /** Number of signals that have a reading, and how many of them are good. */
  readings: number
  good: number
  /** The interval of open monitoring, or nothing while it is closed. */
  liveIntervalMs: number | undefined
  /** Records that wait for the platform. */
  outbox: OutboxStats
}

export type Edge<H extends Hardware> = { hardware: H; status(): EdgeStatus; stop(): Promise<void> }

/** Starts the agent; resolves when polling has begun, whether or not the platform can be reached. */
export async function startEdge<H extends Hardware>(options: EdgeOptions<H>): Promise<Edge<H>> {
  const { dataDir, hardware } = options
  await mkdir(dataDir, { recursive: true })
  const boxId = await loadBoxId(join(dataDir, 'box.json'))
  const journal = await openJournal(join(dataDir, 'journal.jsonl'))
  const parts = await assemble({ ...options, boxId, journal })
  const { link, stream, diagnostics, poller, configuration, commands, power, outbox, delivery, storing } = parts
  const storingFile = await restoreStoring(options, parts)
  const { judging, keeping } = parts
  judging.restore(await keeping.load())
  await configuration.load()
  await parts.holds.restore()
  await parts.box.restore()
  parts.box.start()
  storingFile.begin({ save: () => storing.save(), reading: parts.clock.reading })
  link.start()
  return {
    hardware,
    status: () => statusOf(boxId, parts),
    async stop() {
      await power.stop()
      stream.stop()
      diagnostics.stop()
      clearInterval(parts.scriptNews)
      parts.writeSums.stop()
      await parts.scripts.stop()
      parts.holds.stop()
      await parts.box.stop()
      await parts.trust.settled()
      delivery.pause()
      await parts.tunnel.stop()
      await link.stop()
      await poller.stop()
      // After saving, no period may end any more: its record would be sent a second time after the restart.
      storing.pause()
      await storingFile.end()
      storing.stop()
      judging.stop()
      await keeping.settled()
      await commands.settled()
      await outbox.close()
      await journal.close()
    },
  }
}

/** Restores summaries that an earlier run saved, before any report is applied. */
async function restoreStoring({ dataDir, log, pace }: EdgeOptions<Hardware>, { clock, storing }: Parts) {
  const file = createStoringFile({ path: join(dataDir, 'storing.json'), everyMs: pace?.saveMs, log })
  const earlier = await file.take()
  if (earlier) {
    clock.remember(earlier.clock)
    storing.restore(earlier.saved, (endsAt) => verdictOf(earlier, endsAt, clock.reading()))
  }
  return file
}

function statusOf(boxId: string, { values, poller, configuration, link, stream, power, outbox }: Parts): EdgeStatus {
  return {
    state: power.state() ?? link.state,
    boxId,
    ...appliedIn(configuration),
    connections: poller.connections(),
    readings: values.size(),
    good: values.goodCount(),
    liveIntervalMs: stream.intervalMs(),
    outbox: outbox.stats(),
  }
}

/** Sixteen random hex digits, generated once: they distinguish a second box with the same SN. */
async function loadBoxId(path: string): Promise<string> {
  const kept = await readIfThere(path)
  const known = kept && /"boxId":"([0-9a-f]{16})"/.exec(kept)?.[1]
  if (known) return known
  const boxId = randomBytes(8).toString('hex')
  await replaceFile(path, JSON.stringify({ boxId }))
  return boxId
}
