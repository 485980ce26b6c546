// The LAN through a real NetworkManager, in a separate network.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Lan } from '../../../contract/box.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { type NetworkWorld, startNetworkManager } from '../../../testkit/peers/network-manager.ts'
import { type LanState, LanTrial, noLanState } from './lan-trial.ts'
import { createNmLan } from './nm-lan.ts'
import { outputOf } from './run.ts'

let world: NetworkWorld
let trial: LanTrial
let disk: LanState
let names = 0
const pace = { afterMs: 10, rollbackMs: 60_000, retryMs: 50 }
const mask = '255.255.255.0'
const lan = (ip: string, route: Lan['route'] = null): Lan => ({ ip, mask, route })
const nmcli = (...args: string[]) => outputOf(world.run, ['nmcli', ...args])
const addresses = () => outputOf(world.run, ['ip', '-4', '-o', 'addr', 'show', 'dev', 'lan0'])
const owner = "PLC: $(reboot) 'LAN'"
const profiles = async () => {
  const text = await nmcli('-e', 'no', '-t', '-f', 'NAME', 'connection', 'show')
  return text.split('\n').filter((name) => name && name !== 'lo')
}

async function start(more: Partial<typeof pace> = {}): Promise<void> {
  trial = new LanTrial({
    backend: createNmLan(world.run, 'lan0'),
    memory: {
      load: async () => disk,
      async save(state) {
        disk = state
      },
    },
    newName: () => `gatehouse-lan-${(names++).toString(16).padStart(8, '0')}`,
    now: () => 1000,
    pace: { ...pace, ...more },
    onChange: () => undefined,
    log: () => undefined,
  })
  await trial.start()
}
const inForce = (ip: string) => eventually(async () => expect(await addresses()).toContain(` ${ip}/24 `))

beforeAll(async () => {
  world = await startNetworkManager()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  disk = noLanState
  const settings = ['con-name', owner, 'ipv4.method', 'manual', 'ipv4.addresses', '192.168.1.10/24']
  await nmcli(
    'connection',
    'add',
    'type',
    'ethernet',
    'ifname',
    'lan0',
    ...settings,
    'connection.autoconnect-priority',
    '7',
  )
  await inForce('192.168.1.10')
  await start()
})
afterEach(async () => {
  await trial.stop()
  for (const name of await profiles()) await nmcli('connection', 'delete', 'id', name)
})

describe('a LAN of NetworkManager', () => {
  it('has the new address and route, also after a reboot, once the platform was reached', async () => {
    const route = { target: '10.1.0.0', mask: '255.255.0.0', nextHop: '192.168.1.2' }
    expect(trial.told.lan).toEqual(lan('192.168.1.10'))
    expect(await trial.order(lan('192.168.1.77', route))).toMatchObject({ code: 200 })
    await eventually(() => expect(trial.told.lan).toEqual(lan('192.168.1.77', route)))
    expect(await outputOf(world.run, ['ip', 'route', 'show', 'dev', 'lan0'])).toContain('10.1.0.0/16 via 192.168.1.2')
    trial.reached()
    await eventually(() => expect(disk.trial).toBeNull())
    await world.reboot()
    await inForce('192.168.1.77')
    expect(await profiles()).toHaveLength(2)
    // The owner's profile is unchanged; the agent's profiles replace each other.
    expect(await trial.order(lan('192.168.1.78'))).toMatchObject({ code: 200 })
    await eventually(() => expect(trial.told.lan).toEqual(lan('192.168.1.78')))
    trial.reached()
    await eventually(() => expect(disk).toMatchObject({ trial: null, stale: [] }))
    expect(await profiles()).toHaveLength(2)
    await world.reboot()
    await inForce('192.168.1.78')
  })

  it('is reverted without contact', async () => {
    await trial.stop()
    await start({ rollbackMs: 50 })
    await trial.order(lan('10.9.9.9'))
    await eventually(() => expect(disk.undone?.ip).toBe('10.9.9.9'))
    await eventually(() => expect(trial.told.lan).toEqual(lan('192.168.1.10')))
    await inForce('192.168.1.10')
    expect(await profiles()).toEqual([owner])
  })

  it('is reverted after a crash of the agent, and after a power cut without the agent', async () => {
    await trial.order(lan('10.9.9.9'))
    await inForce('10.9.9.9')
    await trial.stop()
    await world.reboot()
    await inForce('192.168.1.10')
    await nmcli('connection', 'up', 'id', disk.trial!.names[0]!)
    await inForce('10.9.9.9')
    await start()
    await inForce('192.168.1.10')
    await eventually(async () => expect([await profiles(), disk.trial]).toEqual([[owner], null]))
  })

  it('keeps gateway and name servers of a port with the default route', async () => {
    const out = ['ipv4.gateway', '192.168.1.1', 'ipv4.dns', '9.9.9.9,1.1.1.1']
    await nmcli('connection', 'modify', 'id', owner, ...out)
    await nmcli('connection', 'up', 'id', owner)
    await trial.order(lan('192.168.1.77'))
    await inForce('192.168.1.77')
    expect(await outputOf(world.run, ['ip', 'route', 'show', 'default'])).toContain('default via 192.168.1.1 dev lan0')
    expect(await nmcli('-g', 'IP4.DNS', 'device', 'show', 'lan0')).toBe('9.9.9.9 | 1.1.1.1\n')
  })

  it('is created if the port has no profile, and undone to none', async () => {
    for (const name of await profiles()) await nmcli('connection', 'delete', 'id', name)
    await trial.refresh()
    expect(trial.told.lan).toBeNull()
    await trial.order(lan('192.168.1.77'))
    await inForce('192.168.1.77')
    await trial.stop()
    await start()
    await eventually(async () => expect([trial.told.lan, await profiles()]).toEqual([null, []]))
  })

  it('is refused with the message of the system', async () => {
    await nmcli('device', 'set', 'lan0', 'managed', 'no')
    expect(await trial.order(lan('192.168.1.77'))).toMatchObject({
      code: 1359,
      details: { reason: 'lan0 is not managed by NetworkManager' },
    })
    await nmcli('device', 'set', 'lan0', 'managed', 'yes')
    const none = createNmLan(world.run, 'lan9')
    await expect(none.prepare('gatehouse-lan-00000000', lan('192.168.1.77'))).rejects.toThrow("Device 'lan9' not found")
  })
})
