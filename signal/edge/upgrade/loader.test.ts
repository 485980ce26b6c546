// Downloads of a new agent over a broken line: a real broker, the simulated box.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { generateSigningKey } from '../../../contract/firmware-signature.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { Bench } from '../../../testkit/peers/bench.ts'
import { signedBy, stubKey } from '../../../testkit/peers/firmware-key.ts'
import { factsOf, type Serving, servePieces } from '../../../testkit/peers/pieces.ts'

let bench: Bench
const file = randomBytes(10_000)
const chunk = 1000
beforeEach(async () => {
  ordered = signed()
  bench = await Bench.begin()
  await bench.start()
  await bench.platform.until('hello')
})
let serving: Serving | undefined
afterEach(() => {
  serving?.stop()
  return bench.end()
})
const serve = (of: Buffer, order: { upgrade: string } = unsigned): Serving => {
  serving?.stop()
  serving = servePieces(bench.platform, of, order, chunk)
  return serving
}

// A second of the simulated box takes 20 ms: the trial lasts longer than any start of a busy machine.
const unsigned = { version: '2.0.0', trialS: 3000, ...factsOf(file) }
/** An order with another id, or for another version. */
const signed = (more: Partial<typeof unsigned> = {}) =>
  ({ act: 'upgrade', ...signedBy(stubKey, 'EG-0001', { ...unsigned, ...more }) }) as const
let ordered: ReturnType<typeof signed>
const firmware = () => bench.platform.all('box').at(-1)!.box.firmware

describe('an upgrade', () => {
  it('is downloaded in pieces, checked, started on trial, and stays once the platform has answered', async () => {
    expect(await bench.order(ordered)).toMatchObject({ status: 'success' })
    serve(file).all()
    await bench.platform.until('hello', (hello) => hello.firmware === '2.0.0')
    await eventually(() => expect(firmware()).toMatchObject({ version: '2.0.0', phase: 'idle', failed: null }))
    expect(bench.platform.all('box').map(({ box }) => box.firmware.phase)).toEqual(expect.arrayContaining(['loading']))
    expect(await bench.order(signed())).toMatchObject({ status: 'failure', code: 1316 })
  })

  it('resumes after a cut line and after a restart of the agent', async () => {
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

  it('accepts a repeated piece once', async () => {
    await bench.order(ordered)
    await bench.platform.until('piece', ({ from }) => from === 0)
    const data = file.subarray(0, chunk).toString('base64')
    for (let times = 0; times < 3; times += 1) bench.platform.tell('bytes', { upgrade: ordered.upgrade, from: 0, data })
    await bench.platform.until('piece', ({ from }) => from === chunk)
    serve(file).all()
    await bench.platform.until('hello', (hello) => hello.firmware === '2.0.0')
  })

  it('is not installed if the file is not the one ordered', async () => {
    await bench.order(ordered)
    serve(randomBytes(10_000)).all()
    await eventually(() => expect(firmware()).toMatchObject({ phase: 'idle', failed: { version: '2.0.0' } }))
    expect(firmware().failed?.reason).toContain('not the one')
    expect(firmware().version).toBe('simulated')
  })

  it('without a signature, or with that of another key, is refused before anything is written', async () => {
    const foreign = { act: 'upgrade', ...signedBy(generateSigningKey(), 'EG-0001', unsigned) } as const
    for (const [order, code] of [
      [{ act: 'upgrade', ...unsigned } as const, 1355],
      [foreign, 1356],
      [{ ...ordered, version: '1.0.0' }, 1356],
      [{ ...ordered, sha256: factsOf(randomBytes(10_000)).sha256 }, 1356],
    ] as const)
      expect(await bench.order(order)).toMatchObject({ status: 'failure', code })
    expect(existsSync(join(bench.dataDir, 'firmware'))).toBe(false)
    expect(firmware()).toMatchObject({ phase: 'idle', failed: null })
  })

  it('is not repeated: an old order does not restore an older version', async () => {
    const old = ordered
    expect(await bench.order(old)).toMatchObject({ status: 'success' })
    serve(file).all()
    await bench.platform.until('hello', (hello) => hello.firmware === '2.0.0')
    await eventually(() => expect(firmware()).toMatchObject({ version: '2.0.0', phase: 'idle' }))
    expect(await bench.order(signed({ upgrade: 'd'.repeat(16), version: '3.0.0' }))).toMatchObject({
      status: 'success',
    })
    serve(file, { upgrade: 'd'.repeat(16) }).all()
    await bench.platform.until('hello', (hello) => hello.firmware === '3.0.0')
    await eventually(() => expect(firmware()).toMatchObject({ version: '3.0.0', phase: 'idle' }))
    expect(await bench.order(old)).toMatchObject({ status: 'failure', code: 1357 })
  })

  it('is not resumed if its order was changed on disk', async () => {
    await bench.order(ordered)
    await serve(file).upTo(2 * chunk)
    await bench.edge.stop()
    const meta = join(bench.dataDir, 'firmware', 'loading.json')
    await writeFile(meta, JSON.stringify({ ...JSON.parse(await readFile(meta, 'utf8')), version: '6.6.6' }))
    await bench.start()
    await eventually(() => expect(firmware()).toMatchObject({ phase: 'idle', failed: { version: '6.6.6' } }))
    expect(firmware().failed?.reason).toContain('signature')
  })

  it('ends when the platform has no longer the file; a damaged part on disk is downloaded again', async () => {
    await bench.order(ordered)
    bench.platform.tell('bytes', { upgrade: ordered.upgrade, from: 0, data: '' })
    await eventually(() => expect(firmware().failed?.reason).toContain('no more'))
    const second = signed({ upgrade: 'd'.repeat(16) })
    expect(await bench.order(second)).toMatchObject({ status: 'success' })
    await serve(file, second).upTo(2 * chunk)
    await bench.edge.stop()
    await appendFile(join(bench.dataDir, 'firmware', 'loading.part'), randomBytes(20_000))
    const fromStart = () =>
      bench.platform.all('piece').filter(({ upgrade, from }) => upgrade === second.upgrade && from === 0)
    const before = fromStart().length
    await bench.start()
    // A request that the agent sent before it was stopped may arrive afterwards.
    await eventually(() => expect(fromStart().length).toBeGreaterThan(before))
  })

  it('excludes another upgrade, a restart and a change of mode while it runs: 1311', async () => {
    await bench.order(ordered)
    expect(await bench.order(ordered)).toMatchObject({ status: 'success' })
    for (const order of [
      signed({ upgrade: 'e'.repeat(16), version: '3.0.0' }),
      { act: 'restart' },
      { act: 'mode', mode: 'router' },
    ] as const)
      expect(await bench.order(order)).toMatchObject({ status: 'failure', code: 1311 })
  })

  it('is reverted automatically if the new version does not start', async () => {
    bench.edge.hardware.installer.breakNext()
    const short = signed({ trialS: 20 })
    await bench.order(short)
    serve(file, short).all()
    await eventually(() => expect(bench.edge.status().state).not.toBe('online'))
    await eventually(() => expect(bench.edge.status().state).toBe('online'))
    await eventually(() => expect(firmware()).toMatchObject({ version: 'simulated', failed: { version: '2.0.0' } }))
    expect(firmware().failed?.reason).toContain('in time')
  })
})
