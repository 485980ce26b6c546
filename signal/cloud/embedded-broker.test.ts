// A hostile gateway at the broker can harm only itself.
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { clientIdOf, downFilter, downTopic, upTopic } from '../../contract/topics.ts'
import { eventually } from '../../testkit/eventually.ts'
import { type FakeGateway, fakeGateway } from '../../testkit/gateway.ts'
import { type TestServer, testServer } from '../../testkit/server.ts'
import { registered } from '../../testkit/site.ts'
import { parseClientId } from './embedded-broker.ts'

let server: TestServer
let mine: { sn: string; secret: string }
let victim: { sn: string; secret: string }
let box: FakeGateway
beforeAll(async () => {
  server = await testServer()
  victim = await registered(server.admin)
})
afterAll(() => server.stop())
beforeEach(async () => {
  mine = await registered(server.admin)
  box = fakeGateway({ port: server.mqttPort, ...mine })
  return () => box[Symbol.asyncDispose]()
})

const refusals = async (reason: string) => {
  const metric = new RegExp(`gatehouse_connections_refused_total\\{reason="${reason}"\\} (\\d+)`)
  return Number(metric.exec(await server.metrics.text())?.[1] ?? 0)
}
const refused = async (reason: string, act: () => Promise<unknown>) => {
  const before = await refusals(reason)
  await act()
  await eventually(async () => expect(await refusals(reason)).toBeGreaterThan(before))
}

describe('connecting', () => {
  test.each([
    ['a wrong secret', { password: 'wrong' }, 'badCredentials'],
    ['no secret', { password: undefined }, 'badCredentials'],
    ['the name of another', { username: 'TEST000001' }, 'badCredentials'],
    ['no name', { username: undefined, password: undefined }, 'badCredentials'],
    ['a client id of its own making', { clientId: 'mqttjs_12345' }, 'badCredentials'],
    ['a client id of another', { clientId: 'gw-TEST000001-0123456789abcdef' }, 'badCredentials'],
    ['a session that the broker would keep', { clean: false }, 'badSession'],
  ])('with %s is refused', async (_, options, reason) => {
    await refused(reason, () =>
      expect(box.connect(options as object)).rejects.toThrow(/refused|Not authorized|Bad username/i),
    )
  })

  test('an unregistered SN is refused', async () => {
    await using stranger = fakeGateway({ port: server.mqttPort, sn: 'NEVERSEEN', secret: 'x' })
    await expect(stranger.connect()).rejects.toThrow(/refused|Bad username/i)
  })

  test.each([
    'gw-SN-0123456789abcdef',
    'gw-SN01-0123456789ABCDEF',
    'gw-SN01-',
    'x gw-SN01-0123456789abcdef',
    'gw-SN/1-0123456789abcdef',
  ])('%s is no client id', (id) => expect(parseClientId(id)).toBeUndefined())

  test('an SN may contain dashes', () => {
    expect(parseClientId(clientIdOf('A-B-0123456789abcdef', 'f'.repeat(16)))).toEqual({
      sn: 'A-B-0123456789abcdef',
      boxId: 'f'.repeat(16),
    })
  })
})

describe('topics', () => {
  test.each([
    ["another gateway's words", () => upTopic(victim.sn, 'hello')],
    ["another gateway's commands", () => downTopic(victim.sn, 'command')],
    ['its own commands', () => downTopic(mine.sn, 'command')],
    ['a topic nobody knows', () => `gw/${mine.sn}/up/telemetry`],
    ["the broker's own", () => '$SYS/broker/clients'],
  ])('publishing %s is refused and disconnects', async (_, topic) => {
    await box.connect()
    await refused('forbiddenTopic', () => box.publish(topic(), '{}').catch(() => undefined))
    await eventually(() => expect(box.isConnected()).toBe(false))
  })

  test.each([
    ['everything', () => '#'],
    ["everyone's words", () => 'gw/+/up/#'],
    ["everyone's commands", () => 'gw/+/down/command'],
    ["another gateway's commands", () => downFilter(victim.sn)],
    ['its own words', () => `gw/${mine.sn}/up/#`],
    ["the broker's own", () => '$SYS/#'],
    ['a shared subscription', () => `$share/x/${downFilter(mine.sn)}`],
  ])('subscribing to %s is not granted', async (_, topic) => {
    await box.connect()
    expect(await box.subscribe(topic()).catch(() => [])).toEqual([])
  })

  test('a subscription to its own commands is granted', async () => {
    await box.connect()
    expect(await box.subscribe(downTopic(mine.sn, 'command'))).toHaveLength(1)
  })

  test('messages for another gateway are never delivered', async () => {
    await using other = fakeGateway({ port: server.mqttPort, ...victim })
    await Promise.all([box.connect(), other.connect()])
    await other.hello()
    expect(box.heard.every(({ topic }) => topic.startsWith(`gw/${mine.sn}/down/`))).toBe(true)
  })
})

describe('messages', () => {
  const stillServes = async () => {
    await using other = fakeGateway({ port: server.mqttPort, ...victim, boxId: 'a'.repeat(16) })
    const { boxId } = await server.platform.db
      .selectFrom('gateway')
      .select('boxId')
      .where('sn', '=', victim.sn)
      .executeTakeFirstOrThrow()
    await using known = fakeGateway({ port: server.mqttPort, ...victim, boxId: boxId ?? other.boxId })
    expect(await known.connect()).toMatchObject({ accepted: true })
  }

  test('of ten megabytes are stopped and disconnect, and others are served', async () => {
    await box.connect()
    // A publication is never answered if its connection is closed meanwhile, so this test does not wait for the answer.
    await refused('tooLarge', async () => {
      void box.publish(upTopic(mine.sn, 'live'), Buffer.alloc(10 * 1024 * 1024)).catch(() => undefined)
    })
    await eventually(() => expect(box.isConnected()).toBe(false))
    await stillServes()
  })

  test('of garbage are counted, and the box stays connected', async () => {
    await box.connect()
    for (const payload of ['{', '[]', 'null', '{"session":5}', Buffer.alloc(1000, 255)])
      await box.publish(upTopic(mine.sn, 'live'), payload)
    expect(await box.hello()).toMatchObject({ accepted: true })
    expect(await server.metrics.text()).toMatch(/messages_rejected_total\{reason="garbage"\} [5-9]/)
  })

  test('that are retained or of QoS 2 are refused', async () => {
    for (const options of [{ retain: true, qos: 0 }, { qos: 2 }] as const) {
      await box.connect()
      await refused('forbiddenTopic', () =>
        Promise.race([
          box.publish(upTopic(mine.sn, 'beat'), '{}', options).catch(() => undefined),
          eventually(() => expect(box.isConnected()).toBe(false)),
        ]),
      )
      await box[Symbol.asyncDispose]()
    }
  })

  test('a will for another gateway is not published', async () => {
    await using other = fakeGateway({ port: server.mqttPort, ...victim, boxId: await boxOf(victim.sn) })
    await other.connect()
    const payload = Buffer.from(JSON.stringify({ session: other.session }))
    await box.connect({ will: { topic: upTopic(victim.sn, 'bye'), payload, qos: 1, retain: false } })
    await refused('forbiddenTopic', async () => box.cut())
    expect(await stateOf(victim.sn)).toBe('online')
  })

  test('a will of an old session does not set the gateway offline', async () => {
    await box.connect()
    const before = box.session
    await box.hello()
    await box.say('bye', { session: 'f'.repeat(16) })
    await box.hello()
    expect([await stateOf(mine.sn), box.session]).toEqual(['online', before])
    box.cut()
    await eventually(async () => expect(await stateOf(mine.sn)).toBe('offline'))
  })

  test('a hello of another box over its connection is rejected', async () => {
    await box.connect()
    expect(await box.hello({ boxId: 'b'.repeat(16) })).toMatchObject({ accepted: false })
  })
})

test('a silent or nonsensical connection is closed', async () => {
  for (const bytes of [
    'GET / HTTP/1.1\r\n\r\n',
    '\u0010\u00ff\u00ff\u00ff\u00ff\u00ff',
    Buffer.alloc(limits.mqttPayloadBytes),
  ]) {
    const socket = connect(server.mqttPort, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(bytes)
    await new Promise((resolve) => socket.once('close', resolve))
  }
})

const stateOf = async (sn: string) =>
  (await server.platform.db.selectFrom('gateway').select('state').where('sn', '=', sn).executeTakeFirstOrThrow()).state
const boxOf = async (sn: string) =>
  (await server.platform.db.selectFrom('gateway').select('boxId').where('sn', '=', sn).executeTakeFirstOrThrow())
    .boxId ?? 'c'.repeat(16)
