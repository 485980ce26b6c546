import { describe, expect, it } from 'vitest'
import { ApiError, linkCodes } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { type CommandOutcome, pollCommand } from './command.ts'

const uuid = '3f0c2f9e-0a41-4f5c-9d2b-6a1f0f7f6c11'
const at = (status: CommandOutcome['status'], code = 0): CommandOutcome => ({
  status,
  code,
  msg: '',
  value: null,
  finishedAt: null,
})

/** Returns the answers in order, repeating the last one; errors are thrown. */
function script(...answers: (CommandOutcome | Error)[]) {
  const asked: string[] = []
  const pauses: number[] = []
  const ask = async (which: string) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)]!
    asked.push(which)
    if (answer instanceof Error) throw answer
    return answer
  }
  const pause = async (ms: number) => void pauses.push(ms)
  return { ask, pause, asked, pauses }
}

describe('polling the outcome of a command', () => {
  it('continues at growing intervals until the outcome is final', async () => {
    const { ask, pause, asked, pauses } = script(...Array(7).fill(at('waiting')), at('success', 200))
    expect(await pollCommand(uuid, ask, { pause })).toMatchObject({ status: 'success', code: 200 })
    expect(pauses).toEqual([500, 1000, 2000, 5000, 10_000, 30_000, 30_000, 30_000])
    expect(new Set(asked)).toEqual(new Set([uuid]))
  })

  it.each(['failure', 'exception', 'timeout', 'cancelled'] as const)('ends with %s', async (status) => {
    const { ask, pause, asked } = script(at(status, 1714))
    expect(await pollCommand(uuid, ask, { pause })).toEqual(at(status, 1714))
    expect(asked).toHaveLength(1)
  })

  it('stops with 1301 after the last try', async () => {
    const { ask, pause, asked } = script(at('waiting'))
    expect(await pollCommand(uuid, ask, { pause })).toMatchObject({ status: 'timeout', code: 1301 })
    expect(asked).toHaveLength(limits.commandPollTries)
  })

  it('never waits longer than allowed', async () => {
    const { ask, pause, pauses } = script(at('waiting'))
    const outcome = await pollCommand(uuid, ask, { pause, waitMs: limits.writeWaitMs })
    expect(outcome).toMatchObject({ status: 'timeout', code: 1301 })
    expect(pauses.reduce((a, b) => a + b, 0)).toBe(limits.writeWaitMs)
  })

  it('repeats the request after a connection fault', async () => {
    const lost = new ApiError(linkCodes.unreachable, '')
    const { ask, pause, asked } = script(lost, lost, at('success', 200))
    expect(await pollCommand(uuid, ask, { pause })).toMatchObject({ status: 'success' })
    expect(asked).toHaveLength(3)
  })

  it('rethrows a refusal', async () => {
    const { ask, pause } = script(new ApiError(1006, 'lost'))
    await expect(pollCommand(uuid, ask, { pause })).rejects.toMatchObject({ code: 1006 })
  })

  it('stops when it is aborted', async () => {
    const stop = new AbortController()
    const { ask, asked } = script(at('waiting'))
    const poll = pollCommand(uuid, ask, { signal: stop.signal })
    stop.abort(new Error('left'))
    await expect(poll).rejects.toThrow('left')
    expect(asked).toHaveLength(0)
  })
})
