// LAN settings ordered by the platform: a real broker, the whole agent, a real NetworkManager.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../testkit/eventually.ts'
import { type NetworkWorld, startNetworkManager } from '../../../testkit/peers/network-manager.ts'
import { type PlatformStub, startPlatform } from '../../../testkit/peers/platform.ts'
import { type Edge, startEdge } from '../edge.ts'
import { type LinuxBox, openLinuxBox } from './linux-box.ts'
import { outputOf } from './run.ts'

const sn = 'EG-0009'
let world: NetworkWorld
let platform: PlatformStub
let dataDir: string
let box: LinuxBox
let edge: Edge<LinuxBox>

async function start(rollbackMs: number): Promise<void> {
  box = await openLinuxBox({
    ...{ version: '1', dataDir, isManaged: true, lanInterface: 'lan0', log: () => undefined, lookMs: 50 },
    runner: { run: world.run, running: () => 0, stop: async () => undefined },
    lanPace: { afterMs: 20, rollbackMs, retryMs: 50 },
  })
  const link = { backOffMs: 20, backOffMaxMs: 100, refusedRetryMs: 40, helloRetryMs: 200, helloEveryMs: 60_000 }
  const teller = { gatherMs: 5, lazyMs: 20, everyMs: 60_000 }
  edge = await startEdge({
    ...{ sn, secret: 's', url: platform.url, dataDir, hardware: box, log: () => undefined },
    pace: { link, box: { teller } },
  })
}
async function stop(): Promise<void> {
  await edge.stop()
  await box.stop()
}
const order = (ip: string) =>
  platform.command({ kind: 'box', order: { act: 'lan', lan: { ip, mask: '255.255.255.0', route: null } } })
const told = (ip: string) => platform.until('box', ({ box: { lan } }) => lan?.ip === ip)
const trial = async () => JSON.parse(await readFile(join(dataDir, 'lan.json'), 'utf8')).trial

beforeAll(async () => {
  world = await startNetworkManager()
  platform = await startPlatform(sn)
  dataDir = await mkdtemp(join(tmpdir(), 'lan-road-'))
  const settings = ['con-name', 'LAN', 'ipv4.method', 'manual', 'ipv4.addresses', '192.168.1.10/24']
  await outputOf(world.run, ['nmcli', 'connection', 'add', 'type', 'ethernet', 'ifname', 'lan0', ...settings])
})
afterAll(async () => {
  await platform.close()
  await world[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true })
})

test('a LAN stays if the platform welcomes the agent under it, else the previous one is restored', async () => {
  await start(1_000_000)
  const first = await told('192.168.1.10')
  expect(first.box.can).toEqual(expect.arrayContaining(['lan']))
  expect(first.box.lacks).toMatchObject({ location: 'modem' })
  expect(await order('192.168.1.77')).toMatchObject({ status: 'success', code: 200 })
  await told('192.168.1.77')
  await eventually(async () => expect(await trial()).toBeNull())
  expect(box.told()).toMatchObject({ lan: { ip: '192.168.1.77' }, lanUndone: null })
  await stop()

  await start(300)
  await eventually(() => expect(edge.status().state).toBe('online'))
  platform.welcome.answers = false
  expect(await order('10.9.9.9')).toMatchObject({ code: 200 })
  await eventually(async () => expect(box.told().lanUndone).toMatchObject({ ip: '10.9.9.9' }))
  platform.welcome.answers = true
  const back = await platform.until('box', ({ box: { lanUndone } }) => lanUndone?.ip === '10.9.9.9')
  expect(back.box.lan?.ip).toBe('192.168.1.77')
  await stop()
})
