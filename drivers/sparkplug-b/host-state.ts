// The state of the host application, which edge nodes may wait for: published when the connection opens and before it
// closes, and by the broker when it is lost. Sparkplug 3.0, chapter 6.6; in 2.2 it is the text ONLINE or OFFLINE.
import type { Broker, Message, Will } from '../mqtt/broker.ts'
import type { SparkplugParams } from './params.ts'
import { stateTopic } from './topic.ts'

/** Shortest interval at which a state that another client overwrites is published again. */
const minPauseMs = 10_000
const closeMs = 500

export class HostState {
  readonly topic: string
  readonly #version: '3.0' | '2.2'
  readonly #timeoutMs: number
  /** The time of this host's birth and death, epoch ms. */
  readonly #at = Date.now()
  /** Monotonic ms of the last publication. */
  #publishedAt = Number.NEGATIVE_INFINITY
  #isStopped = false
  #timer: NodeJS.Timeout | undefined

  private constructor(hostId: string, version: '3.0' | '2.2', timeoutMs: number) {
    this.topic = stateTopic(hostId, version)
    this.#version = version
    this.#timeoutMs = timeoutMs
  }

  /** The state by the parameters; nothing if it is not published. */
  static of({ hostId, stateVersion, timeoutMs }: SparkplugParams): HostState | undefined {
    return stateVersion === 'none' ? undefined : new HostState(hostId, stateVersion, timeoutMs)
  }

  get will(): Will {
    return { topic: this.topic, payload: this.#payload(false, this.#at) }
  }

  async publish(broker: Broker): Promise<void> {
    this.#publishedAt = performance.now()
    await broker.subscribe([this.topic], 1, this.#timeoutMs)
    await broker
      .publish(this.topic, this.#payload(true, this.#at), 1, this.#timeoutMs, true)
      .catch((error: unknown) => {
        // A broker of MQTT 5 reports that no edge node waits for this host.
        if (!broker.isOpen) throw error
      })
  }

  /** Publishes the state again after a message that this host is offline, such as the will of an earlier connection. */
  correct(broker: Broker, { payload, isRetained }: Message): void {
    // The state before this connection.
    if (isRetained) return
    const text = payload.toString('latin1')
    const isOffline = this.#version === '3.0' ? /"online"\s*:\s*false/.test(text) : text === 'OFFLINE'
    if (!isOffline || this.#isStopped || this.#timer) return
    const waitMs = Math.max(0, this.#publishedAt + minPauseMs - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#publishedAt = performance.now()
      broker.publish(this.topic, this.#payload(true, this.#at), 1, this.#timeoutMs, true).catch(() => undefined)
    }, waitMs)
  }

  /** Publishes no state any more; may be called twice. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  async leave(broker: Broker): Promise<void> {
    this.stop()
    if (!broker.isOpen) return
    await broker.publish(this.topic, this.#payload(false, Date.now()), 1, closeMs, true).catch(() => undefined)
  }

  #payload(isOnline: boolean, at: number): string {
    if (this.#version === '2.2') return isOnline ? 'ONLINE' : 'OFFLINE'
    return JSON.stringify({ online: isOnline, timestamp: at })
  }
}
