// Measures an address every hundred milliseconds, and a trivial server beside it: two processes of their own.
import { Agent, createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One measurement: when the request was sent, epoch ms, and the time until the whole answer had arrived, ms. */
export type Sample = { at: number; ms: number }
export type Samples = { livez: Sample[]; control: Sample[]; faults: number }

const everyMs = 100
const timeoutMs = 10_000

/** The trivial server; reports its port to the parent. */
export function runControl(): void {
  const server = createServer((_, reply) => reply.end('ok'))
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
}

/** The time to an answer; the timeout if there is none. */
function measure(agent: Agent, url: string): Promise<{ ms: number; isFault: boolean }> {
  const start = performance.now()
  return new Promise((resolve) => {
    const end = (isFault: boolean) => resolve({ ms: isFault ? timeoutMs : performance.now() - start, isFault })
    const request = get(url, { agent, timeout: timeoutMs }, (answer) => {
      answer.resume()
      answer.once('end', () => end(answer.statusCode !== 200))
      answer.once('error', () => end(true))
    })
    request.once('timeout', () => request.destroy(new Error('no answer')))
    request.once('error', () => end(true))
  })
}

/** Measures both at the same moments, and reports to the parent once a second. */
export function runMeter(urls: { livez: string; control: string }): void {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  let samples: Samples = { livez: [], control: [], faults: 0 }
  const one = async (kind: 'livez' | 'control') => {
    const at = Date.now()
    const { ms, isFault } = await measure(agent, urls[kind])
    samples[kind].push({ at, ms })
    if (isFault) samples.faults += 1
  }
  const start = performance.now()
  // Timers of intervals drift on a busy machine: each turn is planned from the start.
  const turn = (count: number) => {
    void one('control')
    setTimeout(() => void one('livez'), everyMs / 2)
    setTimeout(() => turn(count + 1), Math.max(0, start + (count + 1) * everyMs - performance.now()))
  }
  turn(0)
  setInterval(() => {
    process.send!(samples)
    samples = { livez: [], control: [], faults: 0 }
  }, 1000)
}
