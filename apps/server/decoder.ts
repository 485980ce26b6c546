// The decoder: decodes untrusted bytes in two threads. Files of any size use the first; the second is for small ones,
// so that a picture never waits behind a large spreadsheet. Within a queue accounts take turns.
import type { Decode } from '../../contract/decoder.ts'
import { fail, failAs } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { createFairQueue } from '../../signal/history/fair-queue.ts'
import { DecodeLost, DecodeThread, type ThreadLimits } from './decode-thread.ts'

export type DecodeService = {
  decode: Decode
  /** Number of files being read or waiting. */
  count(): number
  /** Number of threads lost to a file since the start. */
  lost(): number
  stop(): Promise<void>
}

type Waiting = { start(thread: DecodeThread): void; fail(error: Error): void }

export function createDecodeService(bounds: Partial<ThreadLimits> = {}): DecodeService {
  const threadLimits = { deadlineMs: limits.decodeMs, heapMb: limits.decodeHeapMb, ...bounds }
  const [anySize, smallOnly] = [new DecodeThread(threadLimits), new DecodeThread(threadLimits)]
  const most = { all: limits.decodesWaiting, each: limits.decodesWaitingOfOne }
  const queues = { small: createFairQueue<Waiting>(most), large: createFairQueue<Waiting>(most) }
  let [count, lost, isStopped] = [0, 0, false]

  const next = (): void => {
    while (smallOnly.isFree) {
      const small = queues.small.shift()
      if (!small) break
      small.start(smallOnly)
    }
    while (anySize.isFree) {
      const waiting = queues.large.shift() ?? queues.small.shift()
      if (!waiting) break
      waiting.start(anySize)
    }
  }

  const decode: Decode = async (decoder, input, account) => {
    if (isStopped) throw new Error('The decoder is stopped')
    const queue = sizeOf(input) > limits.decodeSmallBytes ? queues.large : queues.small
    count += 1
    try {
      return (await new Promise<unknown>((resolve, reject) => {
        const start = (thread: DecodeThread) => {
          thread.run({ name: decoder.name, input }).then(resolve, reject).finally(next)
        }
        if (queue.push(account ?? 0, { start, fail: reject })) next()
        else reject(fail('tooFrequent'))
      })) as never
    } catch (error) {
      if (!(error instanceof DecodeLost) || isStopped) throw error
      lost += 1
      throw failAs(decoder.tooMuch(input))
    } finally {
      count -= 1
    }
  }

  return {
    decode,
    count: () => count,
    lost: () => lost,
    async stop() {
      isStopped = true
      for (const queue of Object.values(queues))
        for (const waiting of queue.drain()) waiting.fail(new Error('The decoder is stopped'))
      await Promise.all([anySize.stop(), smallOnly.stop()])
    },
  }
}

/** Bytes of the strings and files of a job. */
function sizeOf(input: unknown): number {
  if (typeof input === 'string') return input.length
  if (ArrayBuffer.isView(input)) return input.byteLength
  if (typeof input !== 'object' || input === null) return 0
  return Object.values(input).reduce(
    (sum: number, each) => sum + (typeof each === 'string' || ArrayBuffer.isView(each) ? sizeOf(each) : 0),
    0,
  )
}
