// A browser that watches a device all the time: it reconnects after every cut, and records whether a live value
// ever went back.
import { WebSocket } from 'ws'
import { equipmentSocketPath, type ServerMessage } from '../../contract/sockets.ts'
import { monitorToken, openMonitoring } from '../../features/device/live/contract.ts'
import { type Call, sleep } from './calls.ts'
import type { Device } from './device.ts'

export type LiveWatch = {
  /** The newest received number, and its time. */
  newest(): { n: number; at: number }
  /** Pairs [before, after] in which a value went back. */
  readonly backwards: [number, number][]
  readonly values: () => number
  stop(): Promise<void>
}

const openS = 600

/** Watches a live value until stopped. */
export function watchLive(call: Call, url: string, { equipmentId, signalId }: Device): LiveWatch {
  const backwards: [number, number][] = []
  let newest = { n: 0, at: 0 }
  let values = 0
  let isStopped = false
  let socket: WebSocket | undefined

  function take(message: ServerMessage): void {
    if (message.type !== 'signalVal') return
    message.ids.forEach((id, i) => {
      if (id !== signalId || (message.codes?.[i] ?? 200) !== 200) return
      const n = Number(message.values[i])
      values += 1
      if (n < newest.n) backwards.push([newest.n, n])
      else newest = { n, at: Date.now() }
    })
  }

  async function once(): Promise<void> {
    await call(openMonitoring, { equipmentId, interval: 0.2, delay: openS })
    const token = await call(monitorToken, { equipmentId })
    const opened = new WebSocket(url.replace('http', 'ws') + equipmentSocketPath + token)
    socket = opened
    opened.on('error', () => undefined)
    opened.on('message', (data) => take(JSON.parse(String(data)) as ServerMessage))
    const reopen = setInterval(
      () => void call(openMonitoring, { equipmentId, interval: 0.2, delay: openS }).catch(() => undefined),
      60_000,
    )
    await new Promise((resolve) => opened.once('close', resolve))
    clearInterval(reopen)
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      await once().catch(() => undefined)
      if (!isStopped) await sleep(300)
    }
  }
  const running = run()
  return {
    newest: () => newest,
    backwards,
    values: () => values,
    async stop() {
      isStopped = true
      socket?.terminate()
      await running
    },
  }
}
