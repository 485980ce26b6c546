// A caller while the attack runs: its connections, its session and how long it rests.
import { enterShare } from '../../features/project/share/contract.ts'
import { visitHeader } from '../../features/project/share/rules.ts'
import type { Caller } from './callers.ts'
import { type Answer, connectionsFrom, requestOf, type Sent, send, signIn } from './client.ts'

/** A session confirmed by its password counts as such for ten minutes. */
const renewMs = 8 * 60_000
const leastRenewMs = 5000
const restMs = 1000

/** Codes that ask the caller to wait. */
const busy = new Set([90003])

export class Session {
  readonly caller: Caller
  readonly agent: ReturnType<typeof connectionsFrom>
  restsUntil = 0
  #fault: string | undefined
  readonly #port: number
  readonly #password: string
  #headers: Record<string, string> = {}
  #renewedAt = 0
  #refusals = 0
  #renewal: Promise<void> | undefined
  constructor(caller: Caller, { port, password }: { port: number; password: string }) {
    this.caller = caller
    this.agent = connectionsFrom(caller.address)
    this.#port = port
    this.#password = password
    if (caller.key !== undefined) this.#headers = { authorization: `Bearer ${caller.key}` }
  }

  get headers(): Record<string, string> {
    return this.#headers
  }

  /** Sends a request as this caller, with a new session where the old one has ended or is old. */
  async send(sent: Sent): Promise<Answer> {
    if (this.#isRenewed() && Date.now() - this.#renewedAt > renewMs) void this.#renewOnce()
    if (this.#renewal) await this.#renewal
    const answer = await send(this.#port, this.agent, { ...sent, headers: { ...sent.headers, ...this.#headers } })
    if (answer.status === 429 || (answer.code !== null && busy.has(answer.code))) this.restsUntil = Date.now() + restMs
    const isLost = answer.code === 1006 || answer.code === 2506
    this.#refusals = isLost ? this.#refusals + 1 : 0
    if (this.#refusals >= 3 && Date.now() - this.#renewedAt > leastRenewMs) this.#renewedAt = 0
    return answer
  }

  /** Returns the reason why the last renewal failed, only once. */
  takeFault(): string | undefined {
    const fault = this.#fault
    this.#fault = undefined
    return fault
  }

  end(): void {
    this.agent.destroy()
  }

  #isRenewed(): boolean {
    return this.caller.login !== undefined || this.caller.share !== undefined
  }

  /** Several requests wait for the same renewal. */
  #renewOnce(): Promise<void> {
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  async #renew(): Promise<void> {
    this.#renewedAt = Date.now()
    this.#refusals = 0
    const { login, share } = this.caller
    if (login !== undefined) {
      const { cookie, fault } = await signIn(this.#port, this.agent, login, this.#password)
      this.#fault = fault
      if (cookie !== undefined) this.#headers = { cookie }
    }
    if (share === undefined) return
    const { code, text } = await send(this.#port, this.agent, requestOf(enterShare, share))
    this.#fault = code === 200 ? undefined : text.slice(0, 200)
    if (code === 200) this.#headers = { [visitHeader]: (JSON.parse(text) as { data: { visit: string } }).data.visit }
  }
}
