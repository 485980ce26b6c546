// Turning cameras: one press turns a camera while its browser renews the lease. The camera stops when the lease ends,
// or when this process shuts down, even if the browser is gone.
import { fail } from '../../../contract/errors.ts'
import { errors } from './errors.ts'
import { cameraLimits } from './limits.ts'
import { isRefusal } from './rules.ts'

export type Press = {
  /** The key of the camera, which includes its organisation. */
  key: string
  press: string
  /** The session that presses the key, and the account whose presses are counted together. */
  session: string
  account: string
  start(): Promise<void>
  stop(): Promise<void>
}

type Turn = Pick<Press, 'press' | 'session' | 'account' | 'stop'> & {
  started: Promise<void>
  /** The timer that stops the camera; undefined until the provider has answered the start. */
  lease: ReturnType<typeof setTimeout> | undefined
  ended: Promise<void> | undefined
}

type Turning = {
  /**
   * Starts a press. Returns false if the press has ended. Throws cameraTurning, tooFrequent, and the errors of `start`.
   */
  press(press: Press): Promise<boolean>
  /** The key of this press was released. */
  release(of: Pick<Press, 'key' | 'press' | 'session'>): Promise<void>
  /** Stops all cameras and rejects new presses. */
  close(): Promise<void>
  count(): number
}

/** Delays before a failed stop is repeated: a camera that keeps turning is worse than an extra call. */
const againMs = [300, 1000, 3000]
/** How long ended presses are remembered, so that their late messages turn nothing. */
const overMs = 60_000
const maxOver = 10_000
const closeMs = 10_000

export function createTurning(log: (error: unknown) => void, now = Date.now): Turning {
  const turns = new Map<string, Turn>()
  const over = new Map<string, number>()
  let isClosed = false

  function markOver(press: string): void {
    over.set(press, now())
    for (const [each, at] of over) {
      if (over.size <= maxOver && now() - at < overMs) return
      over.delete(each)
    }
  }

  async function stopSurely(stop: () => Promise<void>): Promise<void> {
    for (const waitMs of [...againMs, undefined]) {
      try {
        return await stop()
      } catch (error) {
        log(error)
        if (waitMs === undefined) return
        await new Promise((next) => setTimeout(next, waitMs))
      }
    }
  }

  /** Stops the camera once, even if called repeatedly. */
  function end(key: string, turn: Turn): Promise<void> {
    clearTimeout(turn.lease)
    markOver(turn.press)
    turn.ended ??= (async () => {
      const refusal = await turn.started.then(
        () => undefined,
        (error: unknown) => error,
      )
      // A refused start turns nothing; an unanswered one may have started the camera.
      if (!isRefusal(refusal)) await stopSurely(turn.stop)
      if (turns.get(key) === turn) turns.delete(key)
    })()
    return turn.ended
  }

  function renew(key: string, turn: Turn): void {
    if (turn.ended) return
    clearTimeout(turn.lease)
    turn.lease = setTimeout(() => void end(key, turn), cameraLimits.cameraLeaseMs)
  }

  function mayBegin(account: string): boolean {
    const own = [...turns.values()].filter((turn) => turn.account === account).length
    return turns.size < cameraLimits.camerasTurning && own < cameraLimits.camerasTurningOfOne
  }

  /** Makes sure that the camera is not turning: ends a press of the same session, throws for another session's. */
  async function free({ key, session }: Press): Promise<void> {
    const standing = turns.get(key)
    if (!standing) return
    if (standing.session !== session) throw errors.fail('cameraTurning')
    await end(key, standing)
  }

  async function begin({ key, press, session, account, start, stop }: Press): Promise<void> {
    const turn: Turn = { ...{ press, session, account, stop }, started: start(), lease: undefined, ended: undefined }
    turns.set(key, turn)
    try {
      await turn.started
    } catch (error) {
      void end(key, turn)
      throw error
    }
    renew(key, turn)
  }

  return {
    async press(wanted) {
      const { key, press, session } = wanted
      if (isClosed || over.has(press)) return false
      const standing = turns.get(key)
      if (standing?.press === press && standing.session === session) {
        // The turn is renewed before waiting, which may take long, because the button is pressed now.
        renew(key, standing)
        await standing.started
        return !standing.ended
      }
      await free(wanted)
      // While the stop ran, another press may have started, the button been released, or all presses been ended.
      if (isClosed || over.has(press)) return false
      if (turns.has(key)) throw errors.fail('cameraTurning')
      if (!mayBegin(wanted.account)) throw fail('tooFrequent')
      await begin(wanted)
      return !over.has(press)
    },
    async release({ key, press, session }) {
      const turn = turns.get(key)
      markOver(press)
      if (turn?.press === press && turn.session === session) await end(key, turn)
    },
    async close() {
      isClosed = true
      const all = Promise.all([...turns].map(([key, turn]) => end(key, turn)))
      // A silent provider must not delay the shutdown.
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise((done) => {
        timer = setTimeout(done, closeMs)
      })
      await Promise.race([all, late])
      clearTimeout(timer)
    },
    count: () => turns.size,
  }
}
