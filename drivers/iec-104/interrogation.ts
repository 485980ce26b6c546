// Interrogations of one station, one at a time: after the connection, after a restart of the station, and periodically.
import type { DriverFault } from '../driver.ts'
import { faultOf } from '../modbus-tcp/faults.ts'
import { withTimeout } from '../opc-ua/bounded.ts'
import type { Activation } from './activations.ts'
import { systemTypes } from './causes.ts'
import type { Iec104Params } from './params.ts'

type InterrogationKind = 'general' | 'counter'

/** Type, qualifier and name of each kind: QOI 20 is the station, QCC 5 requests all counters without freezing them. */
const requests = {
  general: { type: systemTypes.interrogation, qualifier: 20, name: 'general interrogation' },
  counter: { type: systemTypes.counters, qualifier: 5, name: 'counter interrogation' },
} as const

export type InterrogationRequest = (typeof requests)[InterrogationKind]

type Needs = {
  /** Sends the request. Throws the fault of the connection. */
  activate(request: InterrogationRequest): Promise<Activation>
  release(activation: Activation): void
  /** When the station last reported a value, monotonic ms. */
  heardAt(): number
  /**
   * An interrogation that nothing follows has ended; `startedAt`: when it was sent, monotonic ms; `fault`: it was refused or
   * not answered.
   */
  onEnd(startedAt: number, fault: DriverFault | undefined): void
  /** The station answered earlier interrogations, and does not answer this one. */
  onSilence(fault: DriverFault): void
}

export class Interrogation {
  readonly #request: InterrogationRequest
  readonly #needs: Needs
  #params: Iec104Params
  #running: Promise<number> | undefined
  #isWanted = false
  #wasWanted = false
  #isServing = false
  #isClosed = false
  #hasAnswered = false
  #startedAt = 0
  #timer: NodeJS.Timeout | undefined

  constructor(kind: InterrogationKind, params: Iec104Params, needs: Needs) {
    this.#request = requests[kind]
    this.#params = params
    this.#needs = needs
  }

  /** Starts an interrogation, after the one that runs. */
  want(params: Iec104Params): void {
    this.#params = params
    this.#isWanted = true
    this.#wasWanted = true
    if (!this.#isServing) void this.#serve()
  }

  /** Starts an interrogation if one was started before. */
  again(): void {
    if (this.#wasWanted) this.want(this.#params)
  }

  /** Waits for the end of the interrogation that runs, whatever it is. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running.catch(() => undefined)
  }

  /**
   * Runs an interrogation that starts now, or after the one that runs; it waits for that one and for each answer at most
   * `timeoutMs`. Returns the number of its request: values whose `acked` is as high were reported after it. Throws its
   * fault.
   */
  async fresh({ timeoutMs, interrogationSeconds }: Iec104Params): Promise<number> {
    do await withTimeout(this.idle(), timeoutMs)
    while (this.#running)
    return this.#run(timeoutMs, timeoutMs, interrogationSeconds * 1000)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  /** Runs interrogations until none is wanted. */
  async #serve(): Promise<void> {
    clearTimeout(this.#timer)
    this.#isServing = true
    while (this.#isWanted && !this.#isClosed) {
      // A read may have started another one when the last ended.
      do await this.idle()
      while (this.#running)
      this.#isWanted = false
      const { timeoutMs, interrogationSeconds } = this.#params
      const longestMs = interrogationSeconds * 1000
      const fault = await this.#run(Math.min(timeoutMs, longestMs), longestMs, longestMs).then(
        () => undefined,
        (error: unknown) => faultOf(error),
      )
      if (this.#isClosed) return
      if (fault?.code === 1714 && this.#hasAnswered) return this.#needs.onSilence(fault.asBroken())
      this.#hasAnswered ||= fault === undefined
      if (!this.#isWanted) this.#needs.onEnd(this.#startedAt, fault)
      this.#schedule(fault)
    }
    this.#isServing = false
  }

  /** A failed interrogation is repeated sooner. */
  #schedule(fault: DriverFault | undefined): void {
    const { interrogationMinutes, counterMinutes, interrogationSeconds } = this.#params
    const minutes = this.#request.type === systemTypes.interrogation ? interrogationMinutes : counterMinutes
    const ms = fault ? interrogationSeconds * 1000 : minutes * 60_000
    clearTimeout(this.#timer)
    if (ms > 0 && !this.#isClosed) this.#timer = setTimeout(() => this.want(this.#params), ms)
  }

  #run(confirmMs: number, quietMs: number, longestMs: number): Promise<number> {
    this.#running = this.#once(confirmMs, quietMs, longestMs).finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #once(confirmMs: number, quietMs: number, longestMs: number): Promise<number> {
    const { name } = this.#request
    const activation = await this.#needs.activate(this.#request)
    this.#startedAt = performance.now()
    try {
      await activation.confirmed.wait(confirmMs, `the station does not confirm the ${name}`)
      await activation.terminated.wait(
        quietMs,
        `the station does not terminate the ${name}`,
        this.#needs.heardAt,
        longestMs,
      )
      return activation.key.number
    } finally {
      this.#needs.release(activation)
    }
  }
}
