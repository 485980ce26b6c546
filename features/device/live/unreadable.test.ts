// Values that cannot be read now, because the gateway is in remote download.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../testkit/eventually.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite } from '../../../testkit/site.ts'
import { watch } from '../../../testkit/watch.ts'
import { unbindGateway } from '../../gateway/binding/contract.ts'
import { monitorToken, queryLiveSignals } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

/** A socket whose token was accepted: it answers pings. */
const join = async (equipmentId: Awaited<ReturnType<typeof liveSite>>['equipmentId']) => {
  const socket = await watch(server.url, await server.admin.call(monitorToken, { equipmentId }))
  await eventually(() => {
    socket.send('ping')
    expect(socket.messages.length).toBeGreaterThan(0)
  })
  return socket
}

test.each([
  ['a remote download', { vpn: true }],
  ['the mode of remote download', { mode: 'download' as const }],
])(
  'values are 1331 from the start of %s, in open sockets and in the list, and good again after it',
  async (_, state) => {
    const own = await liveSite(server, `Downloaded ${Object.keys(state)[0]}`)
    const [level, pump] = [own.id('Level'), own.id('Pump')]
    await own.box.live({ [level]: 4.5, [pump]: true })
    const listed = async () =>
      (await server.admin.call(queryLiveSignals, { equipmentId: own.equipmentId }))
        .filter(({ id }) => id === level || id === pump)
        .map(({ value, code }) => [value, code])
    const good = (values: unknown[]) =>
      eventually(async () => expect(await listed()).toEqual(values.map((v) => [v, 200])))
    const none = [null, 1331]
    await good([4.5, true])
    const socket = await join(own.equipmentId)
    await own.box.hello(state)
    const codes = () => socket.messages.flatMap((each) => (each.type === 'signalVal' ? [each.codes] : []))
    await eventually(() => expect(codes().at(-1)).toEqual([1331, 1331]))
    expect(await listed()).toEqual([none, none])
    // A new socket does not receive the values read before.
    const late = await join(own.equipmentId)
    const greeting = late.messages.find(({ type }) => type === 'signalVal')
    expect(greeting).toMatchObject({ codes: [1331, 1331], values: [null, null] })
    await own.box.hello({ vpn: false, mode: 'standard' })
    await own.box.live({ [level]: 5 })
    await good([5, true])
    await own.box[Symbol.asyncDispose]()
  },
)

test('a device unbound during remote download is no longer marked unreadable', async () => {
  const own = await liveSite(server, 'Unbound in download')
  const level = own.id('Level')
  const code = async () =>
    (await server.admin.call(queryLiveSignals, { equipmentId: own.equipmentId })).find(({ id }) => id === level)?.code
  await own.box.live({ [level]: 4.5 })
  await eventually(async () => expect(await code()).toBe(200))
  await own.box.hello({ vpn: true })
  await eventually(async () => expect(await code()).toBe(1331))
  await server.admin.call(unbindGateway, { equipmentId: own.equipmentId })
  await eventually(async () => expect(await code()).not.toBe(1331))
  await own.box[Symbol.asyncDispose]()
})
