// Codes and messages, with a real SMTP server and a real HTTP gateway on loopback.
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { callSignature } from '../../../core/call-signature.ts'
import { adminPassword, type TestServer, testServer } from '../../../testkit/server.ts'
import { type CodeOrder, codes, queryOutbox } from './contract.ts'
import { createMessenger } from './messenger.ts'

const secret = 'a secret of sixteen letters and more'
const clock = { at: Date.UTC(2026, 4, 1) }

type Mail = { to: string; text: string }
const mails: Mail[] = []
/** Makes the e-mail server refuse a message. */
let refusal: string | undefined
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onAuth: ({ username, password }, _, done) =>
    username === 'gatehouse' && password === 'p@ss word' ? done(null, { user: username }) : done(new Error('no')),
  onData(stream, { envelope }, done) {
    let text = ''
    stream.on('data', (part: Buffer) => {
      text += part.toString('utf8')
    })
    stream.on('end', () => {
      if (refusal) return done(new Error(refusal))
      mails.push({ to: envelope.rcptTo[0]!.address, text: decoded(text) })
      done()
    })
  },
})
const decoded = (mime: string): string => {
  const [head = '', ...body] = mime.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  return /base64/i.test(head) ? Buffer.from(text, 'base64').toString('utf8') : text.replace(/=\r\n/g, '')
}

const calls: { body: string; timestamp: string; signature: string }[] = []
let gatewayStatus = 200
const gateway: HttpServer = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => {
    body += part.toString('utf8')
  })
  request.on('end', () => {
    const header = (name: string) => String(request.headers[name])
    calls.push({ body, timestamp: header('x-gatehouse-timestamp'), signature: header('x-gatehouse-signature') })
    response.writeHead(gatewayStatus).end()
  })
})

let server: TestServer
beforeAll(async () => {
  await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done))
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done))
  const { port } = smtp.server.address() as AddressInfo
  const env = {
    SMTP_URL: `smtp://gatehouse:p%40ss%20word@127.0.0.1:${port}?tls=off`,
    SMTP_FROM: 'Gatehouse <no-reply@plant.example>',
    SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`,
    SMS_SECRET: secret,
    NODE_ENV: 'production',
  }
  server = await testServer({ now: () => clock.at }, { env })
})
afterAll(async () => {
  await server.stop()
  await new Promise<void>((done) => smtp.close(done))
  gateway.close()
})
beforeEach(() => {
  clock.at += 24 * 3600_000
})
afterEach(() => {
  refusal = undefined
  gatewayStatus = 200
})

let drawn = 0
const order = (change: Partial<CodeOrder> = {}): CodeOrder => {
  drawn += 1
  const target = `person${drawn}@plant.example`
  const whose = { holder: `test ${drawn}`, account: `account ${drawn}`, ip: '192.0.2.1', language: 'en' as const }
  return { ...whose, purpose: 'verify', channel: 'email', target, ...change }
}
const sendTo = async (one: CodeOrder) => (await server.platform.use(codes).send(one)).delivered
const codeIn = (text: string) => /\b\d{6}\b/.exec(text)![0]
const mailedCode = (to: string) => codeIn(mails.findLast((mail) => mail.to === to)!.text)
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const check = (one: CodeOrder, code: string) => server.platform.use(codes).check(one, code)

describe('a code by e-mail', () => {
  test('arrives by SMTP, is right once, and names its purpose in the language of the caller', async () => {
    const one = order({ language: 'zh-cn', purpose: 'recovery' })
    await sendTo(one)
    expect(mails.at(-1)!.to).toBe(one.target)
    expect(mails.at(-1)!.text).toContain('找回密码')
    const code = mailedCode(one.target)
    expect(await check(one, code)).toBe('right')
    expect(await check(one, code)).toBe('gone')
  })

  test('is not in the database', async () => {
    const one = order()
    await sendTo(one)
    const rows = await server.platform.db.selectFrom('verificationCode').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(mailedCode(one.target))
    expect(JSON.stringify(rows)).not.toContain(one.target)
  })

  test('is void after ten minutes', async () => {
    const one = order()
    await sendTo(one)
    clock.at += limits.verificationMs - 1
    expect(await check(one, other(mailedCode(one.target)))).toBe('wrong')
    clock.at += 1
    expect(await check(one, mailedCode(one.target))).toBe('gone')
  })

  test('is void after five wrong attempts, even concurrent ones', async () => {
    const one = order()
    await sendTo(one)
    const code = mailedCode(one.target)
    const answers = await Promise.all(Array.from({ length: 20 }, () => check(one, other(code))))
    expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(limits.verificationTries)
    expect(await check(one, code)).toBe('gone')
  })

  test('is valid for its holder, purpose and address only', async () => {
    const one = order()
    await sendTo(one)
    const code = mailedCode(one.target)
    expect(await check({ ...one, holder: 'somebody else' }, code)).toBe('gone')
    expect(await check({ ...one, purpose: 'setEmail' }, code)).toBe('gone')
    expect(await check({ ...one, target: 'another@plant.example' }, code)).toBe('wrong')
    expect(await check(one, code)).toBe('right')
  })

  test('a new one within a minute is refused, 90003; a later one replaces the old one', async () => {
    const one = order()
    await sendTo(one)
    const old = mailedCode(one.target)
    await expect(sendTo(one)).rejects.toMatchObject({ code: 90003 })
    clock.at += limits.verificationAgainMs
    await sendTo(one)
    const fresh = mailedCode(one.target)
    if (old !== fresh) expect(await check(one, old)).toBe('wrong')
    expect(await check(one, fresh)).toBe('right')
  })
})

describe('the limits', () => {
  const again = async (make: () => CodeOrder, most: number) => {
    for (let i = 0; i < most; i += 1) {
      await sendTo(make())
      clock.at += limits.verificationAgainMs
    }
    await expect(sendTo(make())).rejects.toMatchObject({ code: 90003 })
  }

  test('apply to one address per hour, for all callers', () => {
    const { target } = order()
    return again(() => order({ target }), limits.codesPerTargetHour)
  })

  test('apply to one account per day, for all addresses', () => {
    const { account } = order()
    return again(() => order({ account }), limits.codesPerAccountDay)
  })

  test('apply to one network per hour', async () => {
    for (let i = 0; i < limits.codesPerNetworkHour; i += 1) await sendTo(order({ ip: '198.51.100.7', isMadeUp: true }))
    await expect(sendTo(order({ ip: '198.51.100.7' }))).rejects.toMatchObject({ code: 90003 })
    await sendTo(order({ ip: '198.51.101.7' }))
  })

  test('count nothing for a request that one of them refuses', async () => {
    const ip = '198.51.102.7'
    for (let i = 0; i < limits.codesPerNetworkHour; i += 1) await sendTo(order({ ip, isMadeUp: true }))
    const one = order()
    for (let i = 0; i < limits.codesPerTargetHour; i += 1) {
      await expect(sendTo({ ...one, ip })).rejects.toMatchObject({ code: 90003 })
      clock.at += limits.verificationAgainMs
    }
    await expect(sendTo({ ...one, ip })).rejects.toMatchObject({ code: 90003 })
    await sendTo(one)
  })

  test('apply to a made-up address too, whose code is unknown and not sent', async () => {
    const before = mails.length
    const one = order({ isMadeUp: true })
    await sendTo(one)
    expect(mails).toHaveLength(before)
    await expect(sendTo(one)).rejects.toMatchObject({ code: 90003 })
    expect(await server.platform.use(codes).countTry('x', { max: 1, perMs: 1000 })).toBe(true)
    expect(await server.platform.use(codes).countTry('x', { max: 1, perMs: 1000 })).toBe(false)
  })
})

describe('a provider that fails', () => {
  test('is reported, leaves no code behind, and the next attempt need not wait', async () => {
    const one = order()
    refusal = 'mailbox unavailable'
    await expect(sendTo(one)).rejects.toMatchObject({ code: 1034 })
    expect(server.platform.use(codes).isFailing('email')).toBe(true)
    expect(await check(one, '000000')).toBe('gone')
    refusal = undefined
    await sendTo(one)
    expect(server.platform.use(codes).isFailing('email')).toBe(false)
    expect(await check(one, mailedCode(one.target))).toBe('right')
  })

  test('is aborted after its time limit if it hangs', async () => {
    const messenger = createMessenger({
      providers: { email: () => new Promise(() => undefined) },
      hasOutbox: false,
      now: () => clock.at,
      log: () => undefined,
      timeoutMs: 5,
    })
    const message = { channel: 'email', to: 'a@b.example', subject: 's', text: 't' } as const
    await expect(messenger.send(message)).rejects.toMatchObject({ code: 1034 })
  })

  test('has a limited queue', async () => {
    const ends: (() => void)[] = []
    const messenger = createMessenger({
      providers: { sms: () => new Promise<void>((end) => ends.push(end)) },
      hasOutbox: false,
      now: () => clock.at,
      log: () => undefined,
    })
    const message = { channel: 'sms', to: '1', subject: '', text: 't' } as const
    const room = limits.messagesAtOnce + limits.messagesWaiting
    const sent = Array.from({ length: room }, () => messenger.send(message))
    await expect(messenger.send(message)).rejects.toMatchObject({ code: 90003 })
    for (let done = 0; done < room; done += 1) {
      await expect.poll(() => ends.length, { interval: 1 }).toBeGreaterThan(done)
      ends[done]!()
    }
    await Promise.all(sent)
  })

  test('a channel without provider is refused on a platform that stores no messages', async () => {
    const none = createMessenger({ providers: {}, hasOutbox: false, now: () => 0, log: () => undefined })
    expect(none.by('sms')).toBe('off')
    await expect(none.send({ channel: 'sms', to: '1', subject: '', text: '' })).rejects.toMatchObject({ code: 1035 })
  })
})

describe('a code by SMS', () => {
  test('is a signed call of the gateway', async () => {
    const one = order({ channel: 'sms', target: '13800138000' })
    await sendTo(one)
    const { body, timestamp, signature } = calls.at(-1)!
    expect(signature).toBe(callSignature(secret, timestamp, body))
    expect(timestamp).toBe(String(clock.at))
    const { to, text } = JSON.parse(body) as { to: string; text: string }
    expect(to).toBe('13800138000')
    expect(await check(one, codeIn(text))).toBe('right')
  })

  test('is reported if the gateway refuses it', async () => {
    gatewayStatus = 500
    await expect(sendTo(order({ channel: 'sms', target: '13800138001' }))).rejects.toMatchObject({ code: 1034 })
  })
})

describe('stored messages', () => {
  test('are none where messages are really sent', async () => {
    const { channels, messages } = await (await server.as('admin', adminPassword)).call(queryOutbox, {})
    expect(channels.map(({ by }) => by)).toEqual(['provider', 'provider', 'off'])
    expect(messages).toEqual([])
  })

  test('can be read on a development platform by the administrator only', async () => {
    await using own = await testServer()
    await (await own.platform.use(codes).send(order({ channel: 'sms', target: '13800138002' }))).delivered
    const { channels, messages } = await own.admin.call(queryOutbox, {})
    expect(channels.map(({ by }) => by)).toEqual(['outbox', 'outbox', 'outbox'])
    expect(messages[0]).toMatchObject({ to: '13800138002', text: expect.stringMatching(/\b\d{6}\b/) })
    await own.addAccount({ loginname: 'operator', roleType: 'operation' })
    expect((await (await own.as('operator', adminPassword)).ask(queryOutbox, {})).code).toBe(90002)
    expect((await (await own.otherCompany()).ask(queryOutbox, {})).code).toBe(90002)
  })

  test('expired codes and counts are removed', async () => {
    await sendTo(order())
    clock.at += 3 * 24 * 3600_000
    await server.turn()
    expect(await server.platform.db.selectFrom('verificationCode').selectAll().execute()).toEqual([])
    expect(await server.platform.db.selectFrom('verificationCount').selectAll().execute()).toEqual([])
  })
})
