// Live monitoring of one device: over HTTP, a web socket, and a simulated gateway that streams; the test controls the
// clock.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { device, liveSite, type Site, site } from '../../../testkit/site.ts'
import { watch } from '../../../testkit/watch.ts'
import { unbindGateway } from '../../gateway/binding/contract.ts'
import { logout } from '../../people/login/contract.ts'
import { liveGatewayInfo, monitorToken, openMonitoring, queryLiveSignals, searchSignals } from './contract.ts'

const clock = { at: Date.UTC(2026, 2, 1) }
let server: TestServer
let plant: Site
beforeAll(async () => {
  server = await testServer({ now: () => clock.at })
  plant = await liveSite(server, 'Pump station')
})
afterAll(async () => {
  await plant.box[Symbol.asyncDispose]()
  await server.stop()
})

const at = () => ({ equipmentId: plant.equipmentId })
const token = (equipmentId = plant.equipmentId, who = server.admin) => who.call(monitorToken, { equipmentId })
const reading = (name: string) => server.platform.live.get(plant.equipmentId, plant.id(name))
const rejected = async (reason: string) => {
  const metric = new RegExp(`gatehouse_messages_rejected_total\\{reason="${reason}"\\} (\\d+)`)
  return Number(metric.exec(await server.metrics.text())?.[1] ?? 0)
}
/** A socket whose token was accepted: it answers pings. */
const join = async (equipmentId = plant.equipmentId, who = server.admin) => {
  const socket = await watch(server.url, await token(equipmentId, who))
  await eventually(() => {
    socket.send('ping')
    expect(socket.messages.length).toBeGreaterThan(0)
  })
  return socket
}
const says = (name: string, value: unknown) => eventually(() => expect(reading(name)?.value).toBe(value))

describe('the gateway of a device', () => {
  test('is returned with its state', async () => {
    expect(await server.admin.call(liveGatewayInfo, at())).toMatchObject({
      sn: plant.sn,
      online: true,
      state: 'online',
      vpn: false,
      interval: 1,
      economizeOpen: true,
      mode: 'standard',
    })
  })

  test('is 1102 if none is bound, 1101 without the device', async () => {
    const lonely = await device(server.admin, 'Lonely')
    for (const endpoint of [liveGatewayInfo, openMonitoring]) {
      expect((await server.admin.ask(endpoint, { equipmentId: lonely })).code).toBe(1102)
      expect((await server.admin.ask(endpoint, { equipmentId: 999_999 })).code).toBe(1101)
    }
  })
})

describe('opening', () => {
  test('sends interval and delay to the gateway; by default a second and ten minutes', async () => {
    expect(await server.admin.call(openMonitoring, at())).toEqual({ online: true })
    await server.admin.call(openMonitoring, { ...at(), interval: 0.5, delay: 60 })
    await eventually(() =>
      expect(plant.box.opens).toEqual([
        { intervalMs: 1000, delayS: 600 },
        { intervalMs: 500, delayS: 60 },
      ]),
    )
  })

  test('continues after a reconnection for the rest of its time', async () => {
    clock.at += 20_000
    plant.box.cut()
    await eventually(async () => expect((await server.admin.call(liveGatewayInfo, at())).online).toBe(false))
    await plant.box.connect()
    await eventually(() => expect(plant.box.opens.at(-1)).toEqual({ intervalMs: 500, delayS: 40 }))
  })

  test.each([
    [{ interval: 0 }, 'interval'],
    [{ interval: 3601 }, 'interval'],
    [{ delay: -1 }, 'delay'],
    [{ delay: 86_401 }, 'delay'],
    [{ delay: 1.5 }, 'delay'],
  ])('%j is rejected', async (wrong, field) => {
    expect(await server.admin.ask(openMonitoring, { ...at(), ...wrong })).toMatchObject({
      code: 10001,
      data: { field },
    })
  })

  test('is rejected in remote download 1331, asleep 1337, offline 1304', async () => {
    const away = await site(server, 'Away')
    const code = async () => (await server.admin.ask(openMonitoring, { equipmentId: away.equipmentId })).code
    expect(await code()).toBe(1304)
    await away.box.connect()
    await away.box.hello({ vpn: true })
    expect(await code()).toBe(1331)
    await away.box.bye(true)
    await eventually(async () => expect(await code()).toBe(1337))
  })
})

describe('values', () => {
  test('are listed with code, time and trend', async () => {
    await plant.box.live({ [plant.id('Level')]: 1.5, [plant.id('Name')]: '水' })
    await plant.box.live({ [plant.id('Pump')]: null }, { codes: [1714] })
    await eventually(() => expect(reading('Pump')?.code).toBe(1714))
    const rows = await server.admin.call(queryLiveSignals, at())
    expect(rows.map(({ name, value, code, time }) => [name, value, code, time])).toEqual([
      ['Level', 1.5, 200, clock.at],
      ['Pump', null, 1714, clock.at],
      ['Setpoint', null, 0, null],
      ['Name', '水', 200, clock.at],
      ['Total', null, 0, null],
    ])
    expect(rows[0]).toMatchObject({
      trend: [[clock.at, 1.5]],
      driverName: 'PLC',
      unit: 'm',
      pinned: true,
      address: '40001',
    })
    expect(rows[3]!.trend).toEqual([])
  })

  test('are replaced only by readings that are not older', async () => {
    const id = plant.id('Setpoint')
    await plant.box.live({ [id]: 1 })
    await says('Setpoint', 1)
    await plant.box.live({ [id]: 2 }, { times: [-1] })
    await plant.box.live({ [plant.id('Total')]: 9 })
    await says('Total', 9)
    expect(reading('Setpoint')?.value).toBe(1)
    await plant.box.live({ [id]: 3 })
    await says('Setpoint', 3)
  })

  test('of other devices are dropped and counted', async () => {
    const before = await rejected('foreignSignal')
    const other = await site(server, 'Neighbour')
    await plant.box.live({ [other.id('Level')]: 666, [plant.id('Total')]: 10 })
    await says('Total', 10)
    expect(await rejected('foreignSignal')).toBe(before + 1)
    expect(server.platform.live.get(other.equipmentId, other.id('Level'))).toBeUndefined()
  })

  test('under another binding, device or session are rejected and counted', async () => {
    const values = { [plant.id('Total')]: 66 }
    const [unbound, stale] = [await rejected('notBound'), await rejected('staleSession')]
    const bindingId = plant.box.bound!.bindingId
    await plant.box.live(values, { bindingId: bindingId + 1 })
    await plant.box.live(values, { equipmentId: plant.equipmentId + 1 })
    await plant.box.live(values, { session: '0123456789abcdef' })
    await eventually(async () => {
      expect(await rejected('notBound')).toBe(unbound + 2)
      expect(await rejected('staleSession')).toBe(stale + 1)
    })
    expect(reading('Total')?.value).not.toBe(66)
  })

  test('from an unbound gateway are dropped, and the device keeps its last ones', async () => {
    const left = await liveSite(server, 'Left')
    await left.box.live({ [left.id('Level')]: 5 })
    const level = () => server.platform.live.get(left.equipmentId, left.id('Level'))?.value
    await eventually(() => expect(level()).toBe(5))
    const before = await rejected('notBound')
    await server.admin.call(unbindGateway, { equipmentId: left.equipmentId })
    await left.box.live({ [left.id('Level')]: 6 })
    await eventually(async () => expect(await rejected('notBound')).toBe(before + 1))
    expect(level()).toBe(5)
    await left.box[Symbol.asyncDispose]()
  })

  test('from a clock that is off by a year get the time of their arrival', async () => {
    const year = 365 * 24 * 3600_000
    await plant.box.live({ [plant.id('Total')]: 11 }, { at: clock.at + year })
    await says('Total', 11)
    expect(reading('Total')?.at).toBe(clock.at)
    await plant.box.live({ [plant.id('Total')]: 12 }, { at: clock.at - year, times: [0] })
    await says('Total', 12)
    expect(reading('Total')?.at).toBe(clock.at)
  })
})

describe('the socket', () => {
  test('receives values of its device as they arrive', async () => {
    const socket = await join()
    await plant.box.live({ [plant.id('Level')]: 3.25 })
    await eventually(() => {
      expect(socket.messages).toContainEqual({
        type: 'signalVal',
        equipmentId: plant.equipmentId,
        receivedAt: clock.at,
        ids: [plant.id('Level')],
        values: [3.25],
        times: [clock.at],
      })
    })
    socket.close()
  })

  test('first receives the state of the gateway and the last values of the device', async () => {
    await plant.box.hello()
    await plant.box.live({ [plant.id('Level')]: 8.5 })
    await says('Level', 8.5)
    const socket = await join()
    const [gateway, values] = socket.messages
    expect(gateway).toMatchObject({ type: 'gatewayAlarm', state: 'online', online: true, vpn: false })
    if (values?.type !== 'signalVal') throw new Error(`not values: ${values?.type}`)
    expect(values.isStanding).toBe(true)
    expect(values.values[values.ids.indexOf(plant.id('Level'))]).toBe(8.5)
    socket.close()
  })

  test('receives that the gateway sleeps, and that it is back', async () => {
    const socket = await join()
    await plant.box.hello({ vpn: true })
    await plant.box.hello()
    await plant.box.bye(true)
    const states = () =>
      socket.messages.flatMap((each) => (each.type === 'gatewayAlarm' ? [[each.state, each.vpn]] : []))
    await eventually(() => expect(states().at(-1)).toEqual(['sleeping', false]))
    await plant.box.connect()
    await eventually(() => expect(states().at(-1)).toEqual(['online', false]))
    // The current state is the first message on a new socket.
    expect(states().slice(0, 3)).toEqual([
      ['online', false],
      ['online', true],
      ['online', false],
    ])
    socket.close()
  })

  test('a silent gateway is offline when its lease ends; its next message makes it online', async () => {
    const socket = await join()
    await plant.box.hello()
    const states = () => socket.messages.flatMap((each) => (each.type === 'gatewayAlarm' ? [each.state] : []))
    clock.at += 29_000
    await server.turn()
    expect(states()).toEqual(['online'])
    clock.at += 2_000
    await server.turn()
    await eventually(() => expect(states()).toEqual(['online', 'offline']))
    expect((await server.admin.call(liveGatewayInfo, at())).online).toBe(false)
    await plant.box.say('beat', {})
    await eventually(async () => {
      await server.turn()
      expect(states()).toEqual(['online', 'offline', 'online'])
    })
    expect((await server.admin.call(liveGatewayInfo, at())).online).toBe(true)
    socket.close()
  })

  test('answers each ping, and ignores other messages', async () => {
    const socket = await join()
    const before = socket.messages.length
    for (const text of ['{"type":"ping"}', 'ping', 'hello', '{"equipmentId":1}']) socket.send(text)
    socket.send('last ping')
    await eventually(() => expect(socket.messages.length).toBeGreaterThanOrEqual(before + 3))
    expect(new Set(socket.messages.slice(before).map(({ type }) => type))).toEqual(new Set(['pong']))
    socket.send('x'.repeat(5000))
    await eventually(() => expect(socket.closed).toBe(1009))
  })

  test('a token works once', async () => {
    const once = await token()
    const first = await watch(server.url, once)
    const second = await watch(server.url, once)
    // Both sockets are open before either token is checked, so that the order of the checks is undefined.
    const closed = () => [first, second].flatMap((socket) => socket.closed ?? [])
    await eventually(() => expect(closed()).toEqual([4401]))
    first.close()
  })

  const socketCount = async () => Number(/^gatehouse_sockets (\d+)$/m.exec(await server.metrics.text())?.[1])

  test('a token is valid for 60 seconds', async () => {
    const [fresh, old] = [await token(), await token()]
    clock.at += limits.socketTokenMs
    const before = await socketCount()
    const good = await watch(server.url, fresh)
    // An open socket has not redeemed its token yet: wait before advancing the clock.
    await eventually(async () => expect(await socketCount()).toBe(before + 1))
    clock.at += 1
    const late = await watch(server.url, old)
    await eventually(() => expect(late.closed).toBe(4401))
    expect(good.closed).toBeUndefined()
    good.close()
    await plant.box.hello()
  })

  test('an unknown token is rejected', async () => {
    const socket = await watch(server.url, 'nonsense')
    await eventually(() => expect(socket.closed).toBe(4401))
  })

  test.each(['', "' or 1=1", '..%2f..%2f'])('%j has not the form of a token and opens no socket', async (wrong) => {
    await expect(watch(server.url, encodeURIComponent(wrong) || '%20')).rejects.toThrow('404')
  })

  test('is closed within one turn of the job after its session ends', async () => {
    await server.addAccount({ loginname: 'watcher', roleType: 'admin' })
    const person = await server.as('watcher', 'Waterworks1')
    const socket = await join(plant.equipmentId, person)
    const other = await join()
    await person.call(logout, {})
    await server.turn()
    await eventually(() => expect(socket.closed).toBe(4401))
    expect(other.closed).toBeUndefined()
    other.close()
  })

  test('a token of an ended session is invalid', async () => {
    await server.addAccount({ loginname: 'gone', roleType: 'admin' })
    const person = await server.as('gone', 'Waterworks1')
    const kept = await token(plant.equipmentId, person)
    await person.call(logout, {})
    const socket = await watch(server.url, kept)
    await eventually(() => expect(socket.closed).toBe(4401))
  })
})

test('another company can neither watch, open nor read our devices: 1101', async () => {
  const other = await server.otherCompany()
  for (const endpoint of [liveGatewayInfo, queryLiveSignals, openMonitoring, monitorToken]) {
    expect((await other.ask(endpoint, at())).code).toBe(1101)
  }
})

describe('searching variables', () => {
  const found = async (keyword: string, who = server.admin) =>
    (await who.call(searchSignals, { keyword })).rows.map(({ title, equipmentName }) => `${equipmentName}: ${title}`)

  test('searches title, name and address; matches at the beginning are first', async () => {
    const all = await found('e')
    expect(all.length).toBeGreaterThan(1)
    const [first] = (await server.admin.call(searchSignals, { keyword: 'level' })).rows
    expect(first).toMatchObject({
      id: plant.id('Level'),
      equipmentId: plant.equipmentId,
      equipmentName: 'Pump station',
    })
    expect((await server.admin.call(searchSignals, { keyword: first!.address })).rows.map(({ id }) => id)).toContain(
      first!.id,
    )
  })

  test('also searches the name of the device; every word must match somewhere', async () => {
    expect(await found('level pump stat')).toContain('Pump station: Tank level')
    expect(await found('station LEVEL')).toContain('Pump station: Tank level')
    expect(await found('level elsewhere')).toEqual([])
    const all = await found('pump station')
    expect(all.length).toBeGreaterThan(1)
    expect(all.every((each) => each.startsWith('Pump station: '))).toBe(true)
  })

  test('returns pages, with the total and current values', async () => {
    const all = await server.admin.call(searchSignals, { keyword: 'e', pageSize: 50 })
    expect(all.total).toBe(all.rows.length)
    const pages = await Promise.all(
      all.rows.map((_, i) => server.admin.call(searchSignals, { keyword: 'e', pageNo: i + 1, pageSize: 1 })),
    )
    expect(pages.map(({ rows }) => rows[0]!.id)).toEqual(all.rows.map(({ id }) => id))
    expect(pages.every(({ total }) => total === all.total)).toBe(true)
    const told = reading('Level')
    const level = all.rows.find(({ id }) => id === plant.id('Level'))
    expect(level).toMatchObject({ value: told?.value ?? null, time: told?.at ?? null, unit: 'm' })
  })

  test('for writable variables omits and does not count others', async () => {
    const all = await server.admin.call(searchSignals, { keyword: 'e', pageSize: 50 })
    const writable = await server.admin.call(searchSignals, { keyword: 'e', isWritable: true, pageSize: 50 })
    const canBe = all.rows.filter(({ access }) => access !== 'r').map(({ id }) => id)
    expect(canBe.length).toBeGreaterThan(0)
    expect(canBe.length).toBeLessThan(all.rows.length)
    expect(writable.rows.map(({ id }) => id)).toEqual(canBe)
    expect(writable.total).toBe(canBe.length)
  })

  test('treats wild cards as letters, rejects an empty keyword, and finds nothing for another company', async () => {
    expect(await found('%')).toEqual([])
    expect(await server.admin.ask(searchSignals, { keyword: '  ' })).toMatchObject({
      code: 10001,
      data: { field: 'keyword' },
    })
    const other = await server.otherCompany().catch(() => server.as('other', 'Waterworks1'))
    expect(await found('level', other)).toEqual([])
  })
})
