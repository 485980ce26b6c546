import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { eventually } from '../../testkit/eventually.ts'
import { brokerDoor } from './broker-door.ts'

class FakeSocket extends EventEmitter {
  destroyed = false
  readonly remoteAddress: string
  constructor(remoteAddress: string) {
    super()
    this.remoteAddress = remoteAddress
  }
  destroy(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.emit('close')
  }
}

function door(limits = { strangers: 100, strangersPerAddress: 60, atOnce: 8, patienceMs: 10_000 }) {
  const opened: FakeSocket[] = []
  let turnedAway = 0
  const it = brokerDoor(
    limits,
    (socket) => opened.push(socket as unknown as FakeSocket),
    () => {
      turnedAway += 1
    },
  )
  const knock = (address: string, count: number) =>
    Array.from({ length: count }, () => {
      const socket = new FakeSocket(address)
      it.knock(socket as unknown as Socket)
      it.ask(socket as unknown as Socket)
      return socket
    })
  return {
    ...it,
    knock,
    knockOnly: (s: FakeSocket) => it.knock(s as never),
    opened,
    turnedAway: () => turnedAway,
    admit: (s: FakeSocket) => it.admitted(s as never),
  }
}

test('the number checked at the same time is limited, half of it for one address', async () => {
  const { knock, opened, counts, admit } = door()
  knock('10.0.0.1', 20)
  await eventually(() => expect(opened).toHaveLength(4))
  knock('10.0.0.2', 20)
  await eventually(() => expect(opened).toHaveLength(8))
  expect(counts()).toEqual({ strangers: 40, waiting: 32 })
  admit(opened[0]!)
  await eventually(() => expect(opened).toHaveLength(9))
  expect(opened[8]!.remoteAddress).toBe('10.0.0.1')
})

test('a silent connection is not checked, and is closed after a while', async () => {
  const { counts, opened, ...it } = door({ strangers: 100, strangersPerAddress: 60, atOnce: 8, patienceMs: 20 })
  const silent = Array.from({ length: 50 }, () => new FakeSocket('10.0.0.1'))
  for (const socket of silent) it.knockOnly(socket)
  expect(counts().strangers).toBe(50)
  const [one] = it.knock('10.0.0.1', 1)
  await eventually(() => expect(opened).toEqual([one]))
  await eventually(() => expect(silent.every(({ destroyed }) => destroyed)).toBe(true))
})

test('everyone is admitted in turn', async () => {
  const { knock, opened, counts, admit, turnedAway } = door()
  const all = [...knock('10.0.0.1', 50), ...knock('10.0.0.2', 40)]
  let done = 0
  await eventually(() => {
    for (; done < opened.length; done += 1) admit(opened[done]!)
    expect(done).toBe(all.length)
  })
  expect(counts()).toEqual({ strangers: 0, waiting: 0 })
  expect(turnedAway()).toBe(0)
})

test('an address that floods is turned away, and another is admitted in the next turn', async () => {
  const { knock, opened, turnedAway } = door()
  const flood = knock('10.0.0.66', 500)
  expect(turnedAway()).toBe(440)
  expect(flood.filter(({ destroyed }) => destroyed)).toHaveLength(440)
  knock('10.0.0.2', 1)
  await eventually(() => expect(opened.some(({ remoteAddress }) => remoteAddress === '10.0.0.2')).toBe(true))
})

test('a connection that closes frees its place and is not checked', async () => {
  const { knock, opened, counts } = door()
  const flood = knock('10.0.0.1', 60)
  for (const socket of flood) socket.destroy()
  expect(counts()).toEqual({ strangers: 0, waiting: 0 })
  const [one] = knock('10.0.0.1', 1)
  await eventually(() => expect(opened).toContain(one))
  expect(opened.filter((socket) => socket !== one && !socket.destroyed)).toEqual([])
})

test('silent sockets of two addresses do not block others: the oldest of them are closed', async () => {
  const { counts, opened, ...it } = door({ strangers: 100, strangersPerAddress: 60, atOnce: 8, patienceMs: 10_000 })
  const silent = Array.from({ length: 120 }, (_, i) => new FakeSocket(i % 2 === 0 ? '10.0.0.1' : '10.0.0.2'))
  for (const socket of silent) it.knockOnly(socket)
  const many = Array.from({ length: 90 }, (_, i) => it.knock(`192.0.2.${i}`, 1)[0]!)
  expect(many.filter(({ destroyed }) => destroyed)).toEqual([])
  expect(counts().strangers).toBe(100)
  expect(silent.filter(({ destroyed }) => !destroyed)).toEqual(silent.slice(-10))
  let done = 0
  await eventually(() => {
    for (; done < opened.length; done += 1) it.admit(opened[done]!)
    expect(many.every((socket) => opened.includes(socket))).toBe(true)
  })
})

test('an address at its limit loses its own silent sockets to one that sends', async () => {
  const { opened, ...it } = door({ strangers: 100, strangersPerAddress: 60, atOnce: 8, patienceMs: 10_000 })
  const silent = Array.from({ length: 60 }, () => new FakeSocket('10.0.0.1'))
  for (const socket of silent) it.knockOnly(socket)
  const [one] = it.knock('10.0.0.1', 1)
  await eventually(() => expect(opened).toEqual([one]))
  expect(silent.map(({ destroyed }) => destroyed)).toEqual(silent.map((_, i) => i === 0))
})

test('an address with hundreds of connections yields to an address with few', async () => {
  const { counts, ...it } = door({ strangers: 100, strangersPerAddress: 90, atOnce: 4, patienceMs: 10_000 })
  it.knock('10.0.0.1', 90)
  it.knock('10.0.0.2', 10)
  const [one] = it.knock('10.0.0.3', 1)
  expect(one!.destroyed).toBe(false)
  expect(counts().strangers).toBe(100)
  await eventually(() => expect(it.opened).toContain(one))
})

test('addresses of one 64-bit network count as one', () => {
  const { turnedAway, knock } = door({ strangers: 100, strangersPerAddress: 10, atOnce: 4, patienceMs: 10_000 })
  for (let i = 0; i < 20; i += 1) knock(`2001:db8:1:2::${i.toString(16)}`, 1)
  expect(turnedAway()).toBe(10)
  knock('2001:db8:1:3::1', 1)
  expect(turnedAway()).toBe(10)
})
