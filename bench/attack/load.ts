// The attack itself, in a separate process: callers that repeat calls of all kinds, a few at the same time.
import { setPriority } from 'node:os'
import type { Endpoint } from '../../contract/endpoint.ts'
import { isOperatorKey } from '../../features/frame/permissions.ts'
import type { BenchPlatform } from '../platform.ts'
import type { Caller, Range } from './callers.ts'
import { type Answer, requestOf, type Sent } from './client.ts'
import { connectFleet, type Heavy } from './heavy.ts'
import { oneOf } from './hostile.ts'
import { acceptsFile, inputOf, junkBodies, type Mode, type Pool, refusedBodies } from './input.ts'
import { endpoints } from './registry.ts'
import { Session } from './session.ts'
import { specials } from './special.ts'
import { Tally } from './tally.ts'

/** Ids for callers of each range: of objects inside their range, and of others. */
export type Pools = { [R in Range]: { own: Pool; foreign: Pool } }

export type LoadPlan = Pick<BenchPlatform, 'port' | 'mqttPort' | 'password'> & {
  callers: Caller[]
  heavy: Heavy
  pools: Pools
  /** Calls in flight, and sockets that are held beside them. */
  calls: number
  sockets: number
  /** Most calls a second of this process; 0: as many as the platform answers. */
  rate: number
  /** Priority of the process. */
  nice: number
  /** Whether this process also runs the gateways of the attacked company. */
  withGateways: boolean
}

/** Calls that would end the attack: only bodies without meaning are sent to them. */
const ending =
  /\/user\/(logout|session\/end|session\/endOthers|confirm|secondFactor\/|random|validLockCert|passkey\/)|signOn\/|secondFactor\/require|SecurityMessageAction!set(Pwd|Tel|Email|SecrecyMessage)|saveNewPassword|acting\/set|firstSettings|firmware\/key\/replace/

const reading =
  /(query\w*|info|list|count|choices|state|plan|look|summary|statistics|detail|rights|members|why|devices|regions|queryAll\w*|export|past|home|search|shown|model|scenes)$/i

const modes: readonly Mode[] = [
  'valid',
  'valid',
  'valid',
  'valid',
  'foreign',
  'foreign',
  'changed',
  'changed',
  'changed',
]

function modeOf(endpoint: Endpoint): Mode | 'junk' {
  const chance = Math.random()
  if (chance < 0.03) return 'large'
  if (chance < 0.1) return 'junk'
  if (acceptsFile(endpoint) && chance < 0.5) return 'file'
  return oneOf(modes)
}

class Load {
  readonly tally = new Tally()
  pools: Pools
  readonly #plan: LoadPlan
  readonly #sessions: Session[]
  #queue: Endpoint[] = []
  #isOver = false
  /** When the next call may start, epoch ms. */
  #nextAt = 0
  constructor(plan: LoadPlan) {
    this.#plan = plan
    this.pools = plan.pools
    this.#sessions = plan.callers.map((caller) => new Session(caller, plan))
  }

  async start(): Promise<void> {
    if (this.#plan.withGateways) await connectFleet(this.#plan.mqttPort, this.#plan.heavy.fleet)
    for (let at = 0; at < this.#plan.calls; at += 1) void this.#repeat(() => this.#one())
    for (let at = 0; at < this.#plan.sockets; at += 1) void this.#repeat(() => this.#special(true))
  }

  stop(): void {
    this.#isOver = true
    for (const session of this.#sessions) session.end()
  }

  async #repeat(act: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      await act().catch((error: unknown) => this.tally.addError(String(error)))
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /** Waits for the pace of this process. */
  async #pace(): Promise<void> {
    if (this.#plan.rate === 0) return
    const now = Date.now()
    const startsAt = Math.max(now, this.#nextAt)
    this.#nextAt = startsAt + 1000 / this.#plan.rate
    await new Promise((resolve) => setTimeout(resolve, startsAt - now))
  }

  /** A caller that does not rest; waits if all do. */
  async #session(): Promise<Session> {
    for (;;) {
      const now = Date.now()
      const awake = this.#sessions.filter(({ restsUntil }) => restsUntil < now)
      if (awake.length > 0) return oneOf(awake)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  /** Returns the next call; all calls come in a new order each time. */
  #next(): Endpoint {
    if (this.#queue.length === 0)
      this.#queue = endpoints
        .map((endpoint) => ({ endpoint, at: Math.random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ endpoint }) => endpoint)
    return this.#queue.pop()!
  }

  async #one(): Promise<void> {
    await this.#pace()
    if (Math.random() < 0.02) return this.#special(false)
    const session = await this.#session()
    const endpoint = this.#next()
    const { caller } = session
    if (caller.isReader && !reading.test(endpoint.path)) return
    const sent = this.#sentFor(endpoint, session, caller.isReader ? 'valid' : modeOf(endpoint))
    this.#check(session, endpoint.path, await session.send(sent))
  }

  #sentFor(endpoint: Endpoint, { caller }: Session, mode: Mode | 'junk'): Sent {
    const isEnding = ending.test(endpoint.path)
    if ((mode === 'junk' || isEnding) && endpoint.method === 'POST') {
      const headers = { 'content-type': oneOf(['application/json', 'application/json', 'text/plain', 'x']) }
      return {
        method: 'POST',
        path: endpoint.path,
        headers,
        body: isEnding ? oneOf(refusedBodies) : oneOf(junkBodies)(),
      }
    }
    const { own, foreign } = this.pools[caller.range]
    // An operator may change other companies by these calls.
    const isAllowed = caller.isOperator && isOperatorKey(endpoint.may)
    const input = inputOf(endpoint, mode === 'junk' ? 'valid' : mode, { own, foreign: isAllowed ? own : foreign })
    if (mode === 'file') this.tally.upload()
    return requestOf(endpoint, input)
  }

  async #special(isLong: boolean): Promise<void> {
    const names = Object.keys(specials).filter((name) => (specials[name]!.isLong ?? false) === isLong)
    const name = oneOf(names)
    const session = await this.#session()
    if (session.caller.isReader) return
    this.tally.special(name)
    const { port, mqttPort, heavy } = this.#plan
    const call = async (from: Session, endpoint: Endpoint, input: object) => {
      const answer = await from.send(requestOf(endpoint, input as Record<string, unknown>))
      this.#check(from, endpoint.path, answer)
      return answer
    }
    await specials[name]!.attack({ ports: { http: port, mqtt: mqttPort }, heavy, call }, session)
  }

  #check(session: Session, path: string, answer: Answer): void {
    const { caller } = session
    const fault = session.takeFault()
    if (fault !== undefined) this.tally.addError(`${caller.name} ${caller.login ?? ''}: ${fault}`)
    this.tally.answer(path, answer)
    const endpoint = endpoints.find((each) => each.path === path)
    if (caller.isOperator && endpoint && isOperatorKey(endpoint.may)) return
    for (const secret of caller.secrets)
      if (answer.text.includes(secret)) {
        const at = answer.text.indexOf(secret)
        const around = answer.text.slice(Math.max(0, at - 150), at + 80)
        this.tally.leak(`${caller.name} ${caller.login ?? ''} ${path}: …${around}…`)
      }
  }
}

/** Runs in a child process: the plan arrives by message, later messages bring new pools, reports go back. */
export function runLoad(): void {
  let load: Load | undefined
  process.on('message', (message: { plan?: LoadPlan; pools?: Pools; isEnd?: boolean }) => {
    if (message.plan) {
      // A higher number gives the platform precedence, as if the callers had machines of their own.
      setPriority(message.plan.nice)
      load = new Load(message.plan)
      void load.start()
    }
    if (message.pools && load) load.pools = message.pools
    if (!message.isEnd) return
    load?.stop()
    process.send!(load?.tally.take(), () => process.exit(0))
  })
  setInterval(() => load && process.send!(load.tally.take()), 2000)
  process.once('disconnect', () => process.exit(0))
}
