// Commands on the whole agent: at most once ever, never late, always answered. [S9 Commands]
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Bench } from '../../testkit/peers/bench.ts'
import { boundConfig, modbusDriver } from '../../testkit/peers/platform.ts'
import { startLine } from '../../testkit/peers/proxy.ts'
import { createClock } from './clock.ts'
import { createCommands } from './commands.ts'

let bench: Bench
beforeEach(async () => {
  bench = await Bench.begin()
})
afterEach(() => bench.end())

describe('a write', () => {
  it.each<[string, number, number | string | boolean, object]>([
    ['an unknown signal', 99, 1, { status: 'failure', code: 1713 }],
    ['a read-only one', 3, 1, { status: 'failure', code: 1717 }],
    ['above its bounds', 4, 101, { status: 'failure', code: 2001 }],
    ['beyond its type', 1, 65_536, { status: 'failure', code: 2001 }],
    ['of another type', 1, 'five', { status: 'failure', code: 1716 }],
  ])('of %s is refused and never reaches the device', async (_name, id, value, result) => {
    const peer = await bench.device()
    await bench.configured(peer)
    expect(await bench.write(id, value)).toMatchObject(result)
    expect(peer.writes).toEqual([])
  })

  it('of another binding is refused', async () => {
    const peer = await bench.device()
    await bench.configured(peer)
    expect(await bench.write(1, 1, { bindingId: 2 })).toMatchObject({ status: 'failure', code: 1318 })
    expect(peer.writes).toEqual([])
  })

  it('with the same uuid twice writes once and reports the same result twice', async () => {
    const peer = await bench.device()
    await bench.configured(peer)
    const uuid = randomUUID()
    const first = await bench.write(1, 5, { uuid })
    expect(first).toMatchObject({ status: 'success', code: 200, value: 5 })
    await bench.write(1, 6, { uuid })
    await bench.write(2, 9)
    expect(peer.writes).toEqual(['1 H 0 5', '1 H 1 9'])
    await bench.platform.until(
      'result',
      () => bench.platform.all('result').filter((result) => result.uuid === uuid).length > 1,
    )
    expect(bench.platform.all('result').filter((result) => result.uuid === uuid)).toEqual([first, first])
  })

  it('after a restart is answered from the journal and not executed again', async () => {
    const peer = await bench.device()
    await bench.configured(peer)
    const uuid = randomUUID()
    const first = await bench.write(1, 5, { uuid })
    await bench.edge.stop()
    await bench.start()
    await bench.platform.until('hello', () => bench.platform.all('hello').length > 2)
    bench.platform.heard.length = 0
    expect(await bench.write(1, 5, { uuid })).toEqual(first)
    expect(peer.writes).toEqual(['1 H 0 5'])
  })

  it('fails with the value read back when the device does not store the value', async () => {
    const peer = await bench.device({ Hro: [0] })
    await bench.configured(peer)
    expect(await bench.write(1, 5)).toMatchObject({ status: 'failure', code: 1732, value: 10 })
  })

  it('is not executed when it expired on the way', async () => {
    const peer = await bench.device()
    await bench.configured(peer)
    expect(await bench.write(1, 5, { expiresAt: bench.platform.now() - 1 })).toMatchObject({
      status: 'exception',
      code: 1731,
    })
    expect(peer.writes).toEqual([])
  })

  it('delivered late by a stalled link never reaches the device', async () => {
    const peer = await bench.device()
    const line = await startLine(bench.platform.port)
    bench.cleanups.push(() => line.close())
    await bench.start({ url: `mqtt://127.0.0.1:${line.port}` })
    await bench.platform.until('hello')
    await bench.platform.command({ kind: 'configure', bound: boundConfig([modbusDriver(peer.port, [{}])]) })
    line.stall()
    const expiresAt = bench.platform.now() + 150
    const result = bench.write(1, 5, { expiresAt })
    await new Promise((resolve) => setTimeout(resolve, 300))
    line.flow()
    expect(await result).toMatchObject({ status: 'exception', code: 1731 })
    expect(peer.writes).toEqual([])
  })

  it('measures expiry by the clock of the platform, whatever the wall clock of the box says', async () => {
    const peer = await bench.device()
    let wall = Date.UTC(1999, 0, 1)
    await bench.start({ now: () => (wall -= 86_400_000) })
    await bench.platform.until('hello')
    await bench.platform.command({ kind: 'configure', bound: boundConfig([modbusDriver(peer.port, [{}])]) })
    const result = await bench.write(1, 5)
    expect(result).toMatchObject({ status: 'success', value: 5 })
    expect(Math.abs(result.at - bench.platform.now())).toBeLessThan(60_000)
    expect(await bench.write(1, 6, { expiresAt: bench.platform.now() - 1 })).toMatchObject({ code: 1731 })
  })

  it('before the welcome waits for it', async () => {
    const peer = await bench.device()
    await writeFile(join(bench.dataDir, 'config.json'), JSON.stringify(boundConfig([modbusDriver(peer.port, [{}])])))
    bench.platform.welcome.answers = false
    await bench.start()
    await bench.platform.until('hello')
    const result = bench.write(1, 5)
    await bench.platform.until('hello', () => bench.platform.all('hello').length > 1)
    expect(peer.writes).toEqual([])
    bench.platform.welcome.answers = true
    expect(await result).toMatchObject({ status: 'success', value: 5 })
    expect(peer.writes).toEqual(['1 H 0 5'])
  })

  it('before a welcome that comes after its expiry is never done', async () => {
    const peer = await bench.device()
    await bench.configured(peer)
    await bench.loseLink()
    const result = bench.write(1, 5, { expiresAt: bench.platform.now() - 1 })
    bench.platform.welcome.answers = true
    expect(await result).toMatchObject({ status: 'exception', code: 1731 })
    expect(peer.writes).toEqual([])
  })

  it('before a welcome that never arrives is not executed on a later connection, and reported as expired', async () => {
    const peer = await bench.device()
    await bench.configured(peer)
    await bench.loseLink()
    const result = bench.write(1, 5)
    const journal = () => readFile(join(bench.dataDir, 'journal.jsonl'), 'utf8')
    await vi.waitFor(async () => expect(await journal()).toMatch(/"begin":[^}]*}\n$/))
    await bench.loseLink()
    bench.platform.welcome.answers = true
    expect(await result).toMatchObject({ status: 'exception', code: 1731 })
    expect(peer.writes).toEqual([])
  })

  it('retained on the broker is ignored', async () => {
    const peer = await bench.device()
    await bench.configured(peer)
    await bench.edge.stop()
    const order = { kind: 'write', equipmentId: 1, bindingId: 1, signalId: 1, value: 5 } as const
    bench.platform.tell('command', { ...order, uuid: randomUUID(), expiresAt: bench.platform.now() + 15_000 }, true)
    bench.platform.heard.length = 0
    await bench.start()
    await bench.platform.until('hello')
    expect(await bench.write(2, 9)).toMatchObject({ status: 'success' })
    expect(peer.writes).toEqual(['1 H 1 9'])
  })

  it('cut by a crash after its start is reported as 1730 and never repeated', async () => {
    const peer = await bench.device()
    const uuid = randomUUID()
    await writeFile(
      join(bench.dataDir, 'journal.jsonl'),
      `${JSON.stringify({ begin: uuid, expiresAt: Date.now() + 9000 })}\n`,
    )
    await writeFile(join(bench.dataDir, 'config.json'), JSON.stringify(boundConfig([modbusDriver(peer.port, [{}])])))
    await bench.start()
    expect(await bench.platform.until('result')).toMatchObject({ uuid, status: 'exception', code: 1730 })
    expect(await bench.write(1, 5, { uuid })).toMatchObject({ code: 1730 })
    expect(peer.writes).toEqual([])
  })

  it('is refused while a tunnel is open, and so is monitoring', async () => {
    const peer = await bench.device()
    await bench.configured(peer)
    bench.edge.hardware.setVpn(true)
    await bench.platform.until('hello', ({ vpn }) => vpn)
    bench.platform.tell('open', { intervalMs: 100, delayS: 60 })
    expect(await bench.write(1, 5)).toMatchObject({ status: 'failure', code: 1331 })
    expect(peer.writes).toEqual([])
    expect(bench.platform.all('live')).toEqual([])
  })

  it('reports the problem of a malformed command', async () => {
    await bench.configured(await bench.device())
    const uuid = randomUUID()
    bench.platform.tell('command', { kind: 'write', uuid } as never)
    expect(await bench.platform.until('result', (result) => result.uuid === uuid)).toMatchObject({
      status: 'failure',
      code: 10001,
    })
  })
})

describe('commands without an agent', () => {
  it('resume also where the journal cannot be pruned, and log that', async () => {
    const logged: string[] = []
    const commands = createCommands({
      journal: {
        find: () => undefined,
        begin: async () => undefined,
        finish: async () => undefined,
        interrupted: [],
        prune: () => Promise.reject(new Error('ENOSPC')),
        close: async () => undefined,
      },
      clock: { ...createClock({ wall: () => 0 }), platform: () => 1000 },
      isWelcome: () => true,
      session: () => undefined,
      send: async () => true,
      execute: async () => ({ status: 'success', code: 200 }),
      log: (message) => logged.push(message),
    })
    await commands.resume()
    expect(logged).toEqual([expect.stringContaining('ENOSPC')])
  })
})
