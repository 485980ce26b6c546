// A client in a thread of its own: sends prepared requests, and checks meanwhile whether the platform responds. The
// client's own work does not count as the platform's.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

type OutsideCall = { url: string; headers: Record<string, string>; body: Uint8Array }
/**
 * `code`: that of the envelope, if the answer is one; `lives`: how often /livez answered during the request;
 * `longestMs`: the longest wait for such an answer.
 */
type OutsideAnswer = { status: number; code: number | null; head: string; lives: number; longestMs: number }

const client = `
const { parentPort } = require('node:worker_threads')
parentPort.on('message', async ({ url, headers, body, livez }) => {
  let [isOver, lives, longestMs] = [false, 0, 0]
  const look = (async () => {
    while (!isOver) {
      const from = performance.now()
      await (await fetch(livez)).text()
      lives += 1
      longestMs = Math.max(longestMs, performance.now() - from)
    }
  })()
  try {
    const response = await fetch(url, { method: 'POST', headers, body })
    const text = await response.text()
    isOver = true
    await look
    const [, code] = /^\\{"code":(\\d+)/.exec(text) ?? []
    parentPort.postMessage({ status: response.status, code: code ? Number(code) : null, head: text.slice(0, 200), lives, longestMs })
  } catch (error) {
    isOver = true
    parentPort.postMessage({ status: 0, code: null, head: String(error), lives, longestMs })
  }
})
`

export function outsideClient(base: string) {
  const worker = new Worker(client, { eval: true })
  return {
    async send(call: OutsideCall): Promise<OutsideAnswer> {
      worker.postMessage({ ...call, url: base + call.url, livez: `${base}/livez` })
      const [answer] = (await once(worker, 'message')) as [OutsideAnswer]
      return answer
    },
    stop: () => worker.terminate(),
  }
}
