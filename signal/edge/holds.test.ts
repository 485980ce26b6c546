import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeHash } from '../../contract/config-hash.ts'
import type { BoundConfig } from '../../contract/gateway-config.ts'
import { limits } from '../../contract/limits.ts'
import { Bench } from '../../testkit/peers/bench.ts'
import { Holds } from './holds.ts'
import { type Ending, exception, failure } from './poll/write.ts'

const press = '5b1e2c5e-7a52-4c0e-9d5e-2f5d0a2f0b11'
const other = '5b1e2c5e-7a52-4c0e-9d5e-2f5d0a2f0b12'
const hash = 'a'.repeat(64)
const written: Ending = { status: 'success', code: 200 }

describe('a held key', () => {
  let folder: string
  let writes: [signalId: number, value: unknown][]
  let endings: Ending[]
  let isMeant: boolean
  const logged: string[] = []
  const made: Holds[] = []
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holds-'))
    ;[writes, endings, isMeant] = [[], [], true]
  })
  afterEach(async () => {
    for (const each of made.splice(0)) each.stop()
    // The last release may still be writing to disk.
    await rm(folder, { recursive: true, maxRetries: 10, retryDelay: 20 })
  })

  const path = () => join(folder, 'holds.json')
  const holds = () => {
    const one = new Holds({
      path: path(),
      againMs: 5,
      log: (message) => logged.push(message),
      write(signalId, value) {
        if (!isMeant) return undefined
        writes.push([signalId, value])
        return Promise.resolve(endings.shift() ?? written)
      },
    })
    made.push(one)
    return one
  }
  const kept = async () => JSON.parse(await readFile(path(), 'utf8')) as unknown[]
  const done = (ending = written) => Promise.resolve(ending)
  const pressed = { press, signalId: 7, back: 0, hash, forMs: 10 }
  const until = (passes: () => boolean) => expect.poll(passes, { interval: 2 }).toBe(true)

  it('is on disk before it is written, and is written back when it is not renewed', async () => {
    let before: unknown[] = []
    await holds().press(pressed, async () => {
      before = await kept()
      return written
    })
    expect(before).toEqual([{ press, signalId: 7, back: 0, hash }])
    await until(() => writes.length === 1)
    expect(writes).toEqual([[7, 0]])
    await expect.poll(kept).toEqual([])
  })

  it('stays held while its own press renews it', async () => {
    const held = holds()
    await held.press({ ...pressed, forMs: 60_000 }, () => done())
    held.renew({ press: other, forMs: 1 })
    held.renew({ press, forMs: 60_000 })
    expect(writes).toEqual([])
    held.renew({ press, forMs: 1 })
    await until(() => writes.length === 1)
  })

  it('ends with any successful write', async () => {
    const held = holds()
    await held.press(pressed, () => done())
    expect(await held.release(7, () => done())).toEqual(written)
    expect(await kept()).toEqual([])
    held.renew({ press, forMs: 1 })
    expect(writes).toEqual([])
  })

  it('is written back automatically when the release fails', async () => {
    const held = holds()
    await held.press({ ...pressed, forMs: 60_000 }, () => done())
    await held.release(7, () => done(failure(1711)))
    await until(() => writes.length === 1)
  })

  it('is retried until it is written back', async () => {
    endings = [failure(1711), exception(1731)]
    await holds().press(pressed, () => done())
    await until(() => writes.length === 3)
    await expect.poll(kept).toEqual([])
  })

  it('is not held after a refusal, but written back after an unknown outcome', async () => {
    const held = holds()
    expect(await held.press({ ...pressed, forMs: 1 }, () => done(failure(1717)))).toMatchObject({ code: 1717 })
    expect(await kept()).toEqual([])
    await held.press({ ...pressed, signalId: 8, forMs: 1 }, () => done(exception(1731)))
    await until(() => writes.length === 1)
    expect(writes).toEqual([[8, 0]])
  })

  it('is written back after a restart', async () => {
    const first = holds()
    await first.press({ ...pressed, forMs: 60_000 }, () => done())
    first.stop()
    await holds().restore()
    await until(() => writes.length === 1)
    expect(writes).toEqual([[7, 0]])
  })

  it('is not written back when the variable has changed, and that is logged', async () => {
    const held = holds()
    await held.press({ ...pressed, forMs: 60_000 }, () => done())
    isMeant = false
    held.renew({ press, forMs: 1 })
    await expect.poll(kept).toEqual([])
    expect(writes).toEqual([])
    expect(logged.at(-1)).toContain('variable 7')
  })

  it('is limited in number, and not written when it cannot be saved', async () => {
    const held = holds()
    for (let signalId = 1; signalId <= limits.heldKeys; signalId += 1)
      await held.press({ ...pressed, signalId, forMs: 60_000 }, () => done())
    let asked = 0
    const act = () => {
      asked += 1
      return done()
    }
    expect(await held.press({ ...pressed, signalId: 999 }, act)).toMatchObject({ status: 'failure', code: 1711 })
    const lost = new Holds({ path: join(folder, 'no', 'such'), write: () => undefined, log: () => undefined })
    expect(await lost.press(pressed, act)).toMatchObject({ status: 'failure', code: 90099 })
    expect(asked).toBe(0)
  })

  it('is still written back after a second press of its variable cannot be saved', async () => {
    const held = holds()
    await held.press({ ...pressed, forMs: 100 }, () => done())
    await mkdir(`${path()}.new`)
    let acts = 0
    const second = await held.press({ ...pressed, press: other, back: 1, forMs: 1 }, () => {
      acts += 1
      return done()
    })
    expect(second).toMatchObject({ status: 'failure', code: 90099 })
    expect([acts, writes]).toEqual([0, []])
    await rmdir(`${path()}.new`)
    await until(() => writes.length === 1)
    expect(writes).toEqual([[7, 0]])
    await expect.poll(kept).toEqual([])
  })

  it('is still renewed by its own press after a second one cannot be saved', async () => {
    const held = holds()
    await held.press({ ...pressed, forMs: 60_000 }, () => done())
    await mkdir(`${path()}.new`)
    await held.press({ ...pressed, press: other, forMs: 1 }, () => done())
    await rmdir(`${path()}.new`)
    held.renew({ press: other, forMs: 1 })
    held.renew({ press, forMs: 1 })
    await until(() => writes.length === 1)
  })

  it('is still written back when two presses of its variable cannot be saved', async () => {
    const held = holds()
    await held.press({ ...pressed, forMs: 100 }, () => done())
    await mkdir(`${path()}.new`)
    const more = [8, 9].map((back) => held.press({ ...pressed, press: other, back, forMs: 1 }, () => done()))
    expect(await Promise.all(more)).toMatchObject([{ code: 90099 }, { code: 90099 }])
    await until(() => writes.length === 1)
    expect(writes).toEqual([[7, 0]])
  })

  it('ignores a torn file', async () => {
    await writeFile(path(), '[{"press":')
    await holds().restore()
    expect(writes).toEqual([])
    expect(logged.at(-1)).toContain('cannot be read')
  })
})

describe('on a real device', () => {
  let bench: Bench
  beforeEach(async () => {
    bench = await Bench.begin()
  })
  afterEach(() => bench.end())

  const hold = (bound: BoundConfig, forMs: number) => ({
    hash: writeHash(bound.config, 1)!,
    hold: { back: 10, forMs },
  })

  it('a key that is no longer renewed is written back by the gateway alone', async () => {
    const bound = await bench.configured(await bench.device())
    bench.platform.tell('open', { intervalMs: 100, delayS: 60 })
    await bench.live(1, 10)
    expect(await bench.write(1, 77, hold(bound, 500))).toMatchObject({ status: 'success', value: 77 })
    await bench.live(1, 77)
    const before = bench.platform.all('live').length
    await bench.platform.until('live', (batch) => {
      const at = batch.ids.indexOf(1)
      return bench.platform.all('live').indexOf(batch) >= before && at >= 0 && batch.values[at] === 10
    })
  })

  it('a key is written back when the agent starts again', async () => {
    const bound = await bench.configured(await bench.device())
    expect(await bench.write(1, 77, hold(bound, 10_000))).toMatchObject({ status: 'success', value: 77 })
    await bench.edge.stop()
    await bench.start()
    bench.platform.tell('open', { intervalMs: 100, delayS: 60 })
    await expect
      .poll(async () => {
        bench.platform.tell('open', { intervalMs: 100, delayS: 60 })
        const last = bench.platform.all('live').findLast((batch) => batch.ids.includes(1))
        return last?.values[last.ids.indexOf(1)]
      })
      .toBe(10)
  })

  it('a key of a changed variable is refused with 1318', async () => {
    await bench.configured(await bench.device())
    expect(await bench.write(1, 77, { hash, hold: { back: 0, forMs: 500 } })).toMatchObject({ code: 1318 })
    expect(await bench.write(1, 77, { hold: { back: 0, forMs: 500 } })).toMatchObject({ code: 1318 })
  })
})
