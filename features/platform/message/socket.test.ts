// The socket of messages, with real sockets: recipients of messages, and reasons for closing.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AccountId, OrgId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { messageSocketPath } from '../../../contract/sockets.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { accountIdOf, alarmOf, firstOrg, storeMessages } from '../../../testkit/messages.ts'
import { rawSockets } from '../../../testkit/raw-socket.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { site } from '../../../testkit/site.ts'
import { listen, type Watch } from '../../../testkit/watch.ts'
import { setActing } from '../../people/acting/contract.ts'
import { addGrant } from '../../people/grant/contract.ts'
import { logout } from '../../people/login/contract.ts'
import { type MessageNews, markAllAsRead, messageToken, queryMessages } from './contract.ts'

const clock = { at: Date.UTC(2026, 4, 1) }
let server: TestServer
let li: Caller
let liId: AccountId
let equipmentId: number
let alarmId = 0
beforeAll(async () => {
  server = await testServer({ now: () => clock.at, loginsPerMinute: 1000, callsPerMinute: 1_000_000 })
  equipmentId = (await site(server, 'Pump')).equipmentId
})
afterAll(() => server.stop())
beforeEach(async () => {
  alarmId += 1
  const loginname = `li-${alarmId}`
  await server.addAccount({ loginname, roleType: 'admin' })
  li = await server.as(loginname, adminPassword)
  liId = await accountIdOf(server, loginname)
})

const token = (who: Caller) => who.call(messageToken, {})
const gauge = async (name = 'gatehouse_message_sockets') =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await server.metrics.text())?.[1])

/** Opens a socket and waits for an answer to a ping, so that the hub has registered it. */
async function join(who: Caller, drawn?: string): Promise<Watch<MessageNews>> {
  const socket = await listen(server.url, drawn ?? (await token(who)))
  await eventually(() => {
    socket.send('ping')
    expect(socket.messages.length).toBeGreaterThan(0)
  })
  return socket
}
const told = (socket: Watch<MessageNews>) =>
  socket.messages.flatMap((news) => (news.type === 'message' ? [news.message.title] : []))
const alarm = (to: AccountId[], title: string) => alarmOf(equipmentId, alarmId, { to, title })

describe('a message', () => {
  test('is sent to every open page of its accounts, and to no other', async () => {
    const pages = [await join(li), await join(li)]
    const other = await join(server.admin)
    await storeMessages(server, alarm([liId], 'Level high'))
    await eventually(() => expect(pages.map(told)).toEqual([['Level high'], ['Level high']]))
    const adminId = await accountIdOf(server, 'admin')
    await storeMessages(server, alarm([adminId], 'For the administrator'))
    await eventually(() => expect(told(other)).toEqual(['For the administrator']))
    expect(told(pages[0]!)).toEqual(['Level high'])
    const [row] = (await li.call(queryMessages, {})).rows
    expect(pages[0]!.messages).toContainEqual({ type: 'message', message: row })
    for (const each of [...pages, other]) each.close()
  })

  test('is sent once, and again when it is announced again', async () => {
    const socket = await join(li)
    for (const broadcastTimes of [1, 1, 2, 1]) {
      await storeMessages(server, { ...alarm([liId], `Told ${broadcastTimes}`), broadcastTimes })
    }
    await storeMessages(server, { ...alarm([liId], 'Last'), alarmId: 1_000_000 })
    await eventually(() => expect(told(socket).at(-1)).toBe('Last'))
    expect(told(socket)).toEqual(['Told 1', 'Told 2', 'Last'])
    socket.close()
  })

  test('is in the language in which its page requested the token', async () => {
    const drawn = (await li.ask(messageToken, {}, 'zh-cn')).data!
    const [chinese, english] = [await join(li, drawn), await join(li)]
    await storeMessages(server, { ...alarm([liId], ''), title: { en: 'Gateway offline', 'zh-cn': '网关离线' } })
    await eventually(() => expect([told(chinese), told(english)]).toEqual([['网关离线'], ['Gateway offline']]))
    for (const each of [chinese, english]) each.close()
  })

  test('that is read on one page makes the others count again', async () => {
    const socket = await join(li)
    await storeMessages(server, alarm([liId], 'Level high'))
    await li.call(markAllAsRead, {})
    await li.call(markAllAsRead, {})
    await storeMessages(server, { ...alarm([liId], 'Last'), alarmId: 1_000_001 })
    await eventually(() => expect(told(socket)).toHaveLength(2))
    const kinds = socket.messages.map(({ type }) => type).filter((type) => type !== 'pong')
    expect(kinds).toEqual(['message', 'recount', 'message'])
    socket.close()
  })
})

describe('a token', () => {
  test('is valid once', async () => {
    const once = await token(li)
    const sockets = [await listen(server.url, once), await listen(server.url, once)]
    await eventually(() => expect(sockets.flatMap(({ closed }) => closed ?? [])).toEqual([4401]))
    for (const each of sockets) each.close()
  })

  test('is valid for 60 seconds', async () => {
    const old = await token(li)
    clock.at += limits.socketTokenMs + 1
    const late = await listen(server.url, old)
    await eventually(() => expect(late.closed).toBe(4401))
  })

  test('is invalid once its session has ended', async () => {
    const kept = await token(li)
    await li.call(logout, {})
    const socket = await listen(server.url, kept)
    await eventually(() => expect(socket.closed).toBe(4401))
  })

  test('opens no socket of another kind', async () => {
    const { WebSocket } = await import('ws')
    const path = '/lfscada/ws/eg/signal/subscribe/'
    const socket = new WebSocket(server.url.replace('http', 'ws') + path + (await token(li)))
    const code = await new Promise((resolve) => socket.on('close', resolve))
    expect(code).toBe(4401)
  })

  test('requires a session, is limited in number per session, and is removed when it expires', async () => {
    expect((await server.nobody.ask(messageToken, {})).code).toBe(1006)
    for (let i = 0; i < limits.socketTokensPerSession + 5; i += 1) await token(li)
    const { db } = server.platform
    const held = async () =>
      (await db.selectFrom('messageToken').select('tokenHash').where('accountId', '=', liId).execute()).length
    expect(await held()).toBe(limits.socketTokensPerSession)
    clock.at += limits.socketTokenMs + 1
    await server.turn()
    expect(await held()).toBe(0)
  })
})

describe('a socket is closed within one turn of the job', () => {
  const change = (to: object) => server.platform.db.updateTable('account').set(to).where('id', '=', liId).execute()

  test.each([
    ['its session ends', () => li.call(logout, {})],
    ['its account is disabled', () => change({ disabled: true })],
    ['its account has to show a device lock', () => change({ publicKey: Buffer.from('key') })],
  ])('when %s', async (_, end) => {
    const [socket, other] = [await join(li), await join(server.admin)]
    await server.turn()
    expect([socket.closed, other.closed]).toEqual([undefined, undefined])
    await end()
    await server.turn()
    await eventually(() => expect(socket.closed).toBe(4401))
    expect(other.closed).toBeUndefined()
    other.close()
  })

  test('when its session acts in another company', async () => {
    await server.otherCompany()
    const guest = await server.as('other', adminPassword)
    await server.admin.ask(addGrant, { equipmentId: equipmentId as never, loginname: 'other', mayWrite: false })
    const socket = await join(guest)
    await server.turn()
    await guest.call(setActing, { orgId: firstOrg })
    await server.turn()
    await eventually(() => expect(socket.closed).toBe(4401))
    const there = await join(guest)
    const otherId = await accountIdOf(server, 'other')
    await storeMessages(server, alarm([otherId], 'Of the host'), {
      ...alarm([otherId], 'Of home'),
      orgId: OrgId.parse(2),
    })
    await eventually(() => expect(told(there)).toEqual(['Of the host']))
    there.close()
  })
})

describe('a storm', () => {
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n'
  const upgrade = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n`

  test('of half-open sockets leaves no counter raised', async () => {
    await eventually(async () => expect(await gauge()).toBe(0))
    const unknown = `${messageSocketPath}nobody-knows-this-token`
    for (const sent of [upgrade(unknown), upgrade(unknown).slice(0, -2), upgrade(`${messageSocketPath}%ff`)]) {
      const sockets = await rawSockets(server.url, 200)
      for (const socket of sockets) socket.write(sent, () => socket.resetAndDestroy())
    }
    const good = await Promise.all(Array.from({ length: 20 }, () => token(li)))
    const sockets = await rawSockets(server.url, good.length)
    for (const [i, socket] of sockets.entries()) socket.write(upgrade(messageSocketPath + good[i]))
    await eventually(async () => expect(await gauge()).toBe(good.length))
    for (const socket of sockets) socket.resetAndDestroy()
    await eventually(async () => expect(await gauge()).toBe(0))
  })

  test('of pages is refused for its session, and no other', async () => {
    const before = await gauge('gatehouse_message_sockets_refused')
    const sockets: Watch<MessageNews>[] = []
    for (let i = 0; i < limits.messageSocketsPerSession; i += 1) sockets.push(await join(li))
    const beyond = await listen(server.url, await token(li))
    await eventually(() => expect(beyond.closed).toBe(1013))
    expect(await gauge('gatehouse_message_sockets_refused')).toBe(before + 1)
    const other = await join(server.admin)
    sockets.push(other)
    for (const each of sockets) each.close()
    await eventually(async () => expect(await gauge()).toBe(0))
  })
})
