// Tests both ends of a tunnel, connected by frames alone: content and flow control.
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { readText, type TunnelKind, u32Body } from '../../contract/tunnel.ts'
import { eventually } from '../../testkit/eventually.ts'
import { type Carried, carry } from './carry.ts'

type Said = { kind: TunnelKind; body: Uint8Array | undefined }
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean()
})

/** A connection over loopback: `near` is carried, `far` is its user. */
async function pair(): Promise<{ near: Socket; far: Socket }> {
  const server: Server = createServer({ allowHalfOpen: true })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const far = connect({ port: (server.address() as { port: number }).port, host: '127.0.0.1', allowHalfOpen: true })
  const [near] = (await once(server, 'connection')) as [Socket]
  server.close()
  far.on('error', () => undefined)
  cleanups.push(() => {
    near.destroy()
    far.destroy()
  })
  return { near, far }
}

/** Engineer and PLC, with the frames between them. */
async function joined() {
  const [left, right] = [await pair(), await pair()]
  const over = { left: 0, right: 0 }
  let most = 0
  const ends: { left?: Carried; right?: Carried } = {}
  let underWay = 0
  const hand = (to: 'left' | 'right') => (kind: TunnelKind, _stream: number, body?: Uint8Array) => {
    if (kind === 'data') {
      underWay += body!.length
      most = Math.max(most, underWay)
    }
    setImmediate(() => {
      if (kind === 'data') underWay -= body!.length
      ends[to]?.take({ kind, body: body ?? new Uint8Array(0) })
    })
  }
  ends.left = carry(left.near, 1, { send: hand('right'), mayLeave: () => true, onOver: () => (over.left += 1) })
  ends.right = carry(right.near, 1, { send: hand('left'), mayLeave: () => true, onOver: () => (over.right += 1) })
  ends.left.begin()
  ends.right.begin()
  return { engineer: left.far, plc: right.far, over, most: () => most }
}

describe('two ends', () => {
  it('carry every byte in order both ways, with no more under way than the window', async () => {
    const { engineer, plc, over, most } = await joined()
    plc.pipe(plc)
    const sent = randomBytes(5 * 1024 * 1024)
    const back = createHash('sha256')
    let length = 0
    engineer.on('data', (bytes: Buffer) => {
      back.update(bytes)
      length += bytes.length
    })
    engineer.end(sent)
    await once(engineer, 'end')
    expect(length).toBe(sent.length)
    expect(back.digest('hex')).toBe(createHash('sha256').update(sent).digest('hex'))
    expect(most()).toBeLessThanOrEqual(2 * limits.tunnelWindowBytes)
    await eventually(() => expect(over).toEqual({ left: 1, right: 1 }))
  })

  it('stop reading when the other end does not', async () => {
    const { engineer, plc } = await joined()
    plc.pause()
    const chunk = Buffer.alloc(64 * 1024)
    let isFull = false
    for (let i = 0; i < 400 && !isFull; i += 1) {
      isFull = !engineer.write(chunk)
      await new Promise((resolve) => setImmediate(resolve))
    }
    // Sockets of the system hold some data; ours are limited by the window.
    await eventually(() => expect(engineer.writableLength).toBeGreaterThan(0))
    plc.resume()
    engineer.end()
    await once(plc, 'end')
  })

  it('both close when one of them breaks', async () => {
    const { engineer, plc, over } = await joined()
    const closed = new Promise((resolve) => engineer.once('close', resolve))
    plc.resetAndDestroy()
    await closed
    await eventually(() => expect(over).toEqual({ left: 1, right: 1 }))
  })
})

describe('one end', () => {
  async function alone() {
    const { near, far } = await pair()
    const said: Said[] = []
    let isOver = 0
    const carried = carry(near, 7, {
      send: (kind, _stream, body) => said.push({ kind, body }),
      mayLeave: () => true,
      onOver: () => (isOver += 1),
    })
    return { carried, far, said, over: () => isOver }
  }

  it('sends nothing before the other end is connected', async () => {
    const { carried, far, said } = await alone()
    far.write('early')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(said).toEqual([])
    carried.begin()
    await eventually(() => expect(said.map(({ body }) => readText(body!))).toEqual(['early']))
  })

  it('is reset when the peer sends more than the window', async () => {
    const { carried, far, said, over } = await alone()
    far.pause()
    carried.begin()
    const body = new Uint8Array(limits.tunnelFrameBytes)
    const frames = limits.tunnelWindowBytes / limits.tunnelFrameBytes
    for (let i = 0; i < frames * 2 && over() === 0; i += 1) carried.take({ kind: 'data', body })
    expect(over()).toBe(1)
    expect(said.at(-1)?.kind).toBe('reset')
  })

  it('accepts no more credit than a window', async () => {
    const { carried, far, said } = await alone()
    carried.begin()
    carried.take({ kind: 'credit', body: u32Body(0xffffffff) })
    far.write(Buffer.alloc(4 * limits.tunnelWindowBytes))
    const sent = () => said.reduce((sum, { kind, body }) => sum + (kind === 'data' ? body!.length : 0), 0)
    await eventually(() => expect(sent()).toBe(limits.tunnelWindowBytes))
  })

  it('is reset when the peer sends data after its end', async () => {
    const { carried, said } = await alone()
    carried.begin()
    carried.take({ kind: 'fin', body: new Uint8Array(0) })
    carried.take({ kind: 'data', body: new Uint8Array(1) })
    expect(said.at(-1)?.kind).toBe('reset')
  })
})
