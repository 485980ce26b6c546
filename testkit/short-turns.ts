// Measures how long a call blocks the event loop of a platform, while a separate thread checks whether the platform
// responds. The measure is the processor time of the platform's thread in one turn; if the machine has more work than
// processors, a turn may take longer, since caches and clocks are shared.
import { availableParallelism, loadavg } from 'node:os'
import { expect } from 'vitest'
import type { Endpoint } from '../contract/endpoint.ts'
import { outsideClient } from './outside-client.ts'
import { type Caller, type TestServer, testServer } from './server.ts'
import { threadClock } from './thread-clock.ts'

/** Maximum processor time of one turn in ms. [B1] */
const turnMs = { quiet: 50, loaded: 250 }
const tries = 4

const mostMs = () => (loadavg()[0]! > availableParallelism() ? turnMs.loaded : turnMs.quiet)

export type Body = { type: string; bytes: Uint8Array }

export const jsonOf = (value: unknown): Body => ({
  type: 'application/json',
  bytes: Buffer.from(JSON.stringify(value)),
})

export function formOf(fields: Record<string, string>): Body {
  const parts = Object.entries(fields).map(
    ([key, value]) => `--x\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  return { type: 'multipart/form-data; boundary=x', bytes: Buffer.from(`${parts.join('')}--x--\r\n`) }
}

/** A platform whose turns are measured by the processor time of this thread, without bounds on the rate of calls. */
export async function measuredServer(): Promise<TestServer> {
  const workedMs = threadClock()
  return testServer({ callsPerMinute: 1_000_000, loginsPerMinute: 1000, ...(workedMs && { workedMs }) })
}

export function shortTurns(server: TestServer) {
  const client = outsideClient(server.url)

  /**
   * Sends the call until no turn is too long: the first time code is compiled, and now and then memory is collected.
   */
  async function measured(caller: Caller, { path }: Endpoint, body: Body | (() => Body | Promise<Body>)) {
    const longest: number[] = []
    for (let round = 0; round < tries; round += 1) {
      const { type, bytes } = typeof body === 'function' ? await body() : body
      const headers = { 'content-type': type, cookie: caller.cookie, 'accept-encoding': 'identity' }
      await new Promise((resolve) => setImmediate(resolve))
      server.turns.takeLongest()
      const answer = await client.send({ url: path, headers, body: bytes })
      longest.push(Math.round(server.turns.takeLongest()))
      if (longest.at(-1)! < mostMs()) return { answer, isGood: true, longest }
      if (round === tries - 1) return { answer, isGood: false, longest }
    }
    throw new Error('unreachable')
  }

  async function mustBeShort(
    caller: Caller,
    endpoint: Endpoint,
    body: Parameters<typeof measured>[2],
    codes: readonly (number | null)[] = [200],
  ) {
    const { answer, isGood, longest } = await measured(caller, endpoint, body)
    expect(codes, `${endpoint.path}: ${answer.head}`).toContain(answer.code)
    const times = mostMs() / turnMs.quiet
    const ratio = (Math.min(...longest) / mostMs()).toFixed(1)
    const told = `turns of ${longest.join(', ')} ms, the shortest ${ratio} of the bound (load counts ${times})`
    expect(isGood, `${endpoint.path}: ${told}; /livez up to ${answer.longestMs} ms`).toBe(true)
    return answer
  }

  return { measured, mustBeShort, stop: () => client.stop() }
}
