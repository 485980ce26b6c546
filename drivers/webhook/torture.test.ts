// Messages of several devices over connections that are cut at each byte, delayed, doubled and mixed: each value that is
// reported is one that its device has sent in a complete message, and is not older than the last one reported.
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createDice } from '../../plant/random.ts'
import { freePort } from '../../testkit/ports.ts'
import type { TagSession } from '../driver.ts'
import { opener } from './driver.ts'
import { WebhookParams } from './params.ts'

let session: TagSession
afterEach(() => session.close())

const devices = [0, 1, 2]
const rounds = 120

/** Disturbances of one message. */
type Act = 'whole' | 'twice' | 'twice in one segment' | 'byte by byte' | 'cut' | 'late'

test('only values of complete messages are reported, the newest last', async () => {
  const port = await freePort()
  const params = WebhookParams.parse({ port, allowedFrom: '127.0.0.0/8', timeField: 't', timeoutMs: 60_000 })
  session = await opener.open(params, new AbortController().signal, '', [])
  /** Values of complete messages by device, and those reported. */
  const sent = devices.map(() => new Set<number>())
  const reported = devices.map((): unknown[] => [])
  const tags = devices.map((id) => ({
    point: { id, address: `/dev${id}#v`, dataType: 'int32', access: 'r' } as const,
    periodMs: 1000,
  }))
  await session.watch!(tags, params, {
    onReading: (id, reading) => void reported[id]!.push('value' in reading ? reading.value : reading.fault.code),
    onEnd: () => undefined,
  })
  const dice = createDice(7)
  const start = Date.now()
  /** The value encodes the round, so that the order of reports can be checked. */
  const messageOf = (device: number, round: number) => {
    const body = JSON.stringify({ t: start + round, v: round * 10 + device })
    return `POST /hook/dev${device} HTTP/1.1\r\nHost: g\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }
  const deliver = async (device: number, round: number, act: Act, cut: number) => {
    const message = messageOf(device, round)
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    let answers = 0
    socket
      .on('error', () => undefined)
      .on('data', (data) => {
        answers += data.toString('latin1').split('HTTP/1.1 204').length - 1
      })
    const answered = (count: number) => expect.poll(() => answers, { interval: 1 }).toBe(count)
    if (act !== 'cut') sent[device]!.add(round * 10 + device)
    if (act === 'cut') socket.end(message.slice(0, cut % message.length))
    else if (act === 'twice in one segment') socket.write(message + message)
    else if (act === 'byte by byte')
      for (const char of message) {
        socket.write(char)
        await turn()
      }
    else socket.write(message)
    if (act === 'twice') {
      await answered(1)
      socket.write(message)
    }
    if (act !== 'cut') await answered(act.startsWith('twice') ? 2 : 1)
    socket.end()
    await closed
  }
  const acts: readonly Act[] = ['whole', 'twice', 'twice in one segment', 'byte by byte', 'cut', 'cut', 'late']
  const run = async (device: number) => {
    /** A message that a network holds back. */
    let late: number | undefined
    for (let round = 1; round <= rounds; round++) {
      const act = acts[Math.floor(dice.next() * acts.length)]!
      if (act === 'late' && late === undefined) {
        late = round
        continue
      }
      await deliver(device, round, act, round * 3)
      if (late === undefined || dice.next() < 0.5) continue
      await deliver(device, late, 'whole', 0)
      late = undefined
    }
    await deliver(device, rounds + 1, 'whole', 0)
  }
  await Promise.all(devices.map(run))
  for (const device of devices) {
    const values = reported[device]!.map(Number)
    expect(values.filter((value) => !sent[device]!.has(value))).toEqual([])
    expect(values).toEqual([...values].sort((a, b) => a - b))
    expect(values.at(-1)).toBe((rounds + 1) * 10 + device)
    expect(new Set(values).size).toBeGreaterThan(rounds / 3)
  }
})
