// A browser's live connection to one device, without the browser: token, web socket, and all received messages.
import { WebSocket } from 'ws'
import type { EquipmentId } from '../contract/fields.ts'
import { equipmentSocketPath, type GatewayAlarm, type ServerMessage } from '../contract/sockets.ts'
import type { Value } from '../core/data-type.ts'
import { monitorToken, openMonitoring } from '../features/device/live/contract.ts'
import type { Caller } from './server.ts'

type Reading = { value: Value | null; code: number; time: number }

export type Watcher = AsyncDisposable & {
  readonly messages: readonly ServerMessage[]
  /** Resolves with the first reading of a signal, received from now on, that passes. */
  reading(signalId: number, passes: (reading: Reading) => boolean): Promise<Reading>
  /** Resolves with the first state of the gateway, received before or from now on, that passes. */
  gateway(passes: (message: GatewayAlarm) => boolean): Promise<GatewayAlarm>
  /** Resolves with the close code. */
  closed: Promise<number>
}

/** Opens monitoring at the fastest pace and listens. */
export async function watch(url: string, caller: Caller, equipmentId: EquipmentId): Promise<Watcher> {
  await caller.call(openMonitoring, { equipmentId, interval: 0.1, delay: 600 })
  const token = await caller.call(monitorToken, { equipmentId })
  const socket = new WebSocket(url.replace(/^http/, 'ws') + equipmentSocketPath + token)
  const messages: ServerMessage[] = []
  const listeners = new Set<(message: ServerMessage) => void>()
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as ServerMessage
    messages.push(message)
    for (const listener of [...listeners]) listener(message)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })

  /** The first message that matches, in `past` or from now on. */
  function first<T>(past: readonly ServerMessage[], look: (message: ServerMessage) => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const listener = (message: ServerMessage): boolean => {
        const found = look(message)
        if (found === undefined) return false
        listeners.delete(listener)
        resolve(found)
        return true
      }
      if (!past.some(listener)) listeners.add(listener)
    })
  }

  return {
    messages,
    closed,
    reading: (signalId, passes) =>
      first([], (message) => {
        const reading = readingOf(message, signalId)
        return reading && passes(reading) ? reading : undefined
      }),
    gateway: (passes) =>
      first(messages, (message) => (message.type === 'gatewayAlarm' && passes(message) ? message : undefined)),
    async [Symbol.asyncDispose]() {
      socket.close()
      await closed
    },
  }
}

function readingOf(message: ServerMessage, signalId: number): Reading | undefined {
  if (message.type !== 'signalVal') return undefined
  const index = message.ids.lastIndexOf(signalId)
  if (index < 0) return undefined
  return { value: message.values[index]!, code: message.codes?.[index] ?? 200, time: message.times[index]! }
}
