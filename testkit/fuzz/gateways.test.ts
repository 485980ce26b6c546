// Tests that after any input of a gateway, as messages or bytes, the platform keeps working and accepts the next valid
// message.
import { connect } from 'node:net'
import fc from 'fast-check'
import mqtt from 'mqtt-packet'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientIdOf, type UpName, upTopic, upTopics } from '../../contract/topics.ts'
import { toldByBox } from '../box-told.ts'
import { eventually } from '../eventually.ts'
import { type TestServer, testServer } from '../server.ts'
import { liveSite, type Site } from '../site.ts'
import { damagedBytes, effort, fuzzTimeoutMs, mutated } from './mutate.ts'

let server: TestServer
let fuzzed: Site
let honest: Site
let ahead = 0
const faults: string[] = []
beforeAll(async () => {
  // An error in the log is an unexpected one.
  const log = pino({ level: 'error' }, { write: (line) => void faults.push(line) })
  server = await testServer({ now: () => Date.now() + ahead, log })
  fuzzed = await liveSite(server, 'Fuzzed')
  honest = await liveSite(server, 'Honest')
})
afterAll(async () => {
  await fuzzed.box[Symbol.asyncDispose]()
  await honest.box[Symbol.asyncDispose]()
  await server.stop()
})

/** A valid message of each topic. */
function right(name: UpName): object {
  const { box } = fuzzed
  const { equipmentId = 1, bindingId = 1, hash = '0'.repeat(64) } = box.bound ?? {}
  const at = server.platform.now()
  const { session } = box
  const place = { epoch: 'a'.repeat(16), lane: 'record', seq: 1 }
  const all: Record<UpName, object> = {
    hello: {
      session,
      boxId: box.boxId,
      at,
      firmware: 'fuzz',
      configHash: hash,
      bindingId,
      signalStrength: 50,
      mode: 'standard',
      vpn: false,
      lanIp: '10.0.0.1',
      mac: '00:11',
    },
    beat: { session },
    box: { session, at, box: toldByBox },
    piece: { session, upgrade: 'a'.repeat(16), from: 0 },
    tunnel: {},
    script: {
      session,
      equipmentId,
      bindingId,
      at,
      scripts: [{ id: 1, runs: 1, faults: 0, skipped: 0, writes: 0, tookMs: 1, isPaused: false, fault: null }],
      lines: [{ id: 1, at, kind: 'log', text: 'x' }],
      dropped: 0,
    },
    writes: {
      ...{ session, equipmentId, bindingId, run: 'c'.repeat(16), seq: 1, at },
      writes: [
        {
          ...{
            by: 'script',
            id: 1,
            signalId: fuzzed.id('Level'),
            isFirst: true,
            count: 2,
            failed: 0,
            value: 'x',
            code: 200,
          },
          ...{ from: at, to: at },
        },
      ],
    },
    drivers: {
      session,
      equipmentId,
      bindingId,
      at,
      drivers: [
        {
          id: 1,
          isOpen: true,
          requests: 5,
          errors: 1,
          cycleMs: 20,
          fault: { code: 1714, text: 'no answer', at },
        },
      ],
    },
    bye: { session, sleeping: true },
    live: {
      session,
      equipmentId,
      bindingId,
      at,
      ids: [fuzzed.id('Level'), fuzzed.id('Name')],
      values: [1.5, 'x'],
      times: [0, -5],
      codes: [200, 1714],
    },
    event: {
      session,
      ...place,
      lane: 'event',
      equipmentId,
      bindingId,
      configHash: hash,
      sentAt: at,
      at,
      events: [{ ruleId: 1, alarm: 'b'.repeat(16), kind: 'raised', t: 0, values: [[fuzzed.id('Level'), 1.5]] }],
    },
    standing: {
      session,
      epoch: 'a'.repeat(16),
      seq: 0,
      equipmentId,
      bindingId,
      alarms: [{ ruleId: 1, alarm: 'b'.repeat(16) }],
    },
    record: {
      session,
      ...place,
      equipmentId,
      bindingId,
      configHash: hash,
      sentAt: at,
      at,
      ids: [1, 2],
      values: [1, 'x'],
      times: [0, 1],
      codes: [200, 1714],
    },
    gap: { session, ...place, from: 1, equipmentId, bindingId, points: 3, fromAt: at - 10, toAt: at, reason: 'full' },
    result: {
      uuid: '7d9f1c0e-8a53-4f0b-9f39-5f1f5a1b2c3d',
      status: 'success',
      code: 200,
      value: 5,
      at,
      reason: 'because',
    },
  }
  return all[name]
}

async function connected(): Promise<void> {
  // More than a minute passes between two messages, so that no rate limit applies.
  ahead += 61_000
  if (!fuzzed.box.isConnected()) await fuzzed.box.connect().catch(() => undefined)
}

async function honestIsServed(): Promise<void> {
  const value = Math.round(Math.random() * 1e6)
  if (!honest.box.isConnected()) await honest.box.connect()
  await honest.box.hello()
  await honest.box.live({ [honest.id('Level')]: value })
  await eventually(() =>
    expect(server.platform.live.get(honest.equipmentId, honest.id('Level'))).toMatchObject({ value }),
  )
}

test(
  'messages of every topic, changed in any way',
  async () => {
    const names = Object.keys(upTopics) as UpName[]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names).chain((name) => mutated(right(name)).map((message) => ({ name, message }))),
        async ({ name, message }) => {
          await connected()
          await fuzzed.box.publish(upTopic(fuzzed.sn, name), JSON.stringify(message) ?? '').catch(() => undefined)
          await server.cloud.idle()
          expect(faults).toEqual([])
        },
      ),
      effort(150),
    )
    await honestIsServed()
  },
  fuzzTimeoutMs,
)

const packets = (): Buffer[] => {
  const { sn, secret, box } = fuzzed
  const clientId = clientIdOf(sn, box.boxId)
  const login = {
    clientId,
    username: sn,
    password: Buffer.from(secret),
    protocolId: 'MQTT',
    protocolVersion: 4,
  } as const
  const will = { topic: upTopic(sn, 'bye'), payload: Buffer.from('{}'), qos: 1, retain: false } as const
  const hello = { topic: upTopic(sn, 'hello'), payload: JSON.stringify(right('hello')), qos: 1, retain: false } as const
  return [
    mqtt.generate({ cmd: 'connect', ...login, clean: true, keepalive: 20, will }),
    mqtt.generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: `gw/${sn}/down/#`, qos: 0 }] }),
    mqtt.generate({ cmd: 'publish', ...hello, dup: false, messageId: 2 }),
    mqtt.generate({ cmd: 'unsubscribe', messageId: 3, unsubscriptions: [`gw/${sn}/down/#`] }),
    mqtt.generate({ cmd: 'pingreq' }),
    mqtt.generate({ cmd: 'puback', messageId: 9 }),
    mqtt.generate({ cmd: 'pubrel', messageId: 9 }),
    mqtt.generate({ cmd: 'disconnect' }),
  ]
}

test(
  'bytes into the broker, of a right conversation and damaged',
  async () => {
    await fuzzed.box[Symbol.asyncDispose]()
    const conversation = fc
      .shuffledSubarray(packets().slice(1), { minLength: 1 })
      .map((rest) => [packets()[0]!, ...rest])
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          conversation.chain((all) => damagedBytes(Buffer.concat(all))),
          conversation.chain((all) =>
            damagedBytes(Buffer.concat(all.slice(1))).map((rest) => Buffer.concat([all[0]!, rest])),
          ),
        ),
        async (bytes) => {
          ahead += 61_000
          const socket = connect(server.mqttPort, '127.0.0.1')
          socket.on('error', () => undefined)
          const over = new Promise<void>((resolve) => {
            socket.once('close', () => resolve())
            socket.once('data', () => setTimeout(resolve, 2))
          })
          socket.write(bytes)
          // An incomplete packet waits for more bytes: the test ends the connection.
          socket.end()
          await over
          socket.destroy()
          expect(faults).toEqual([])
        },
      ),
      effort(150),
    )
    await honestIsServed()
  },
  fuzzTimeoutMs,
)
