// Loading a new agent over a broken line: a real broker, the simulated box.
import { randomBytes } from 'node:crypto'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../testkit/eventually.ts'
import { Bench } from '../../../testkit/peers/bench.ts'
import { factsOf, type Serving, servePieces } from '../../../testkit/peers/pieces.ts'

let bench: Bench
const file = randomBytes(10_000)
const chunk = 1000
beforeEach(async () => {
  bench = await Bench.begin()
  await bench.start()
  await bench.platform.until('hello')
})
let serving: Serving | undefined
afterEach(() => {
  serving?.stop()
  return bench.end()
})
const serve = (of: Buffer, order: { upgrade: string } = ordered): Serving => {
  serving?.stop()
  serving = servePieces(bench.platform, of, order, chunk)
  return serving
}

const ordered = { act: 'upgrade', version: '2.0.0', trialS: 20, ...factsOf(file) } as const
const firmware = () => bench.platform.all('box').at(-1)!.box.firmware

describe('an upgrade', () => {
  it('is loaded piece by piece, checked, started on trial, and stays once the platform has answered', async () => {
    expect(await bench.order(ordered)).toMatchObject({ status: 'success' })
    serve(file).all()
    await bench.platform.until('hello', (hello) => hello.firmware === '2.0.0')
    await eventually(() => expect(firmware()).toMatchObject({ version: '2.0.0', phase: 'idle', failed: null }))
    expect(bench.platform.all('box').map(({ box }) => box.firmware.phase)).toEqual(expect.arrayContaining(['loading']))
    expect(await bench.order(ordered)).toMatchObject({ status: 'failure', code: 1316 })
  })

  it('goes on where it was when the line was cut, and when the agent was started anew', async () => {
    await bench.order(ordered)
    const pieces = serve(file)
    await pieces.upTo(3 * chunk)
    bench.platform.cut()
    await pieces.upTo(6 * chunk)
    await bench.edge.stop()
    const before = bench.platform.all('piece').length
    await bench.start()
    await eventually(() => expect(bench.platform.all('piece').length).toBeGreaterThan(before))
    expect(bench.platform.all('piece').at(-1)?.from).toBe(6 * chunk)
    pieces.all()
    await bench.platform.until('hello', (hello) => hello.firmware === '2.0.0')
  })

  it('takes what comes twice once', async () => {
    await bench.order(ordered)
    await bench.platform.until('piece', ({ from }) => from === 0)
    const data = file.subarray(0, chunk).toString('base64')
    for (let times = 0; times < 3; times += 1) bench.platform.tell('bytes', { upgrade: ordered.upgrade, from: 0, data })
    await bench.platform.until('piece', ({ from }) => from === chunk)
    serve(file).all()
    await bench.platform.until('hello', (hello) => hello.firmware === '2.0.0')
  })

  it('with another file than was ordered is not installed', async () => {
    await bench.order(ordered)
    serve(randomBytes(10_000)).all()
    await eventually(() => expect(firmware()).toMatchObject({ phase: 'idle', failed: { version: '2.0.0' } }))
    expect(firmware().failed?.reason).toContain('not the one')
    expect(firmware().version).toBe('simulated')
  })

  it('ends when the platform has the file no more; a part that was damaged on disk is loaded anew', async () => {
    await bench.order(ordered)
    bench.platform.tell('bytes', { upgrade: ordered.upgrade, from: 0, data: '' })
    await eventually(() => expect(firmware().failed?.reason).toContain('no more'))
    const second = { ...ordered, upgrade: 'd'.repeat(16) }
    expect(await bench.order(second)).toMatchObject({ status: 'success' })
    await serve(file, second).upTo(2 * chunk)
    await bench.edge.stop()
    await appendFile(join(bench.dataDir, 'firmware', 'loading.part'), randomBytes(20_000))
    const fromStart = () =>
      bench.platform.all('piece').filter(({ upgrade, from }) => upgrade === second.upgrade && from === 0)
    const before = fromStart().length
    await bench.start()
    // What the agent asked before it was stopped may arrive after that.
    await eventually(() => expect(fromStart().length).toBeGreaterThan(before))
  })

  it('excludes another, a restart and a change of mode while it runs: 1311', async () => {
    await bench.order(ordered)
    expect(await bench.order(ordered)).toMatchObject({ status: 'success' })
    for (const order of [
      { ...ordered, upgrade: 'e'.repeat(16), version: '3.0.0' },
      { act: 'restart' },
      { act: 'mode', mode: 'router' },
    ] as const)
      expect(await bench.order(order)).toMatchObject({ status: 'failure', code: 1311 })
  })

  it('to a version that does not come up is taken back by itself', async () => {
    bench.edge.hardware.installer.breakNext()
    await bench.order(ordered)
    serve(file).all()
    await eventually(() => expect(bench.edge.status().state).not.toBe('online'))
    await eventually(() => expect(bench.edge.status().state).toBe('online'))
    await eventually(() => expect(firmware()).toMatchObject({ version: 'simulated', failed: { version: '2.0.0' } }))
    expect(firmware().failed?.reason).toContain('in time')
  })
})
