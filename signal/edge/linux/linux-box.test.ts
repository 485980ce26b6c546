// Tests the real box with simulated programs; the tests of each part contain recorded output of the real programs.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../../testkit/eventually.ts'
import { type ScriptedRunner, scriptedRunner } from '../../../testkit/scripted-run.ts'
import type { HardwareEvent } from '../hardware.ts'
import { type LinuxBox, openLinuxBox } from './linux-box.ts'
import type { System } from './system.ts'

const uuid = '67220080-b1a6-44d7-8c7e-7aaf01b5eb71'
const connected = (ip: string, id = 'LAN') =>
  `GENERAL.STATE:100 (connected)\nGENERAL.CONNECTION:${id}\nGENERAL.CON-UUID:${uuid}\nIP4.ADDRESS[1]:${ip}/24\nIP4.GATEWAY:\n`
const permissions = ['network-control', 'settings.modify.system'].map(
  (name) => `org.freedesktop.NetworkManager.${name}`,
)
const show = 'nmcli -t -f GENERAL.STATE,GENERAL.CONNECTION,GENERAL.CON-UUID,IP4 device show eth1'
const manager = {
  nmcli: '',
  'nmcli -t -f RUNNING general': 'running\n',
  'nmcli -t -f PERMISSION,VALUE general permissions': permissions.map((name) => `${name}:yes`).join('\n'),
  [show]: connected('192.168.1.10'),
}
let isWayOut = false
const system: System = {
  interfaces: () => ({}),
  read: (path) => (path === '/proc/net/route' && isWayOut ? 'Iface\tDestination\neth1\t00000000\n' : undefined),
}

let dataDir: string
let box: LinuxBox
let runner: ScriptedRunner
let events: HardwareEvent['kind'][]
let restarts: number

async function open(answers: ScriptedRunner['answers'], settings: Partial<Parameters<typeof openLinuxBox>[0]> = {}) {
  runner = scriptedRunner(answers)
  events = []
  restarts = 0
  box = await openLinuxBox({
    ...{ version: '1.2.3', dataDir, isManaged: true, lanInterface: 'eth1', system, runner, lookMs: 10 },
    restart: () => {
      restarts += 1
    },
    log: () => undefined,
    ...settings,
  })
  box.listen(({ kind }) => events.push(kind))
}
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'linux-box-'))
  isWayOut = false
})
afterEach(async () => {
  await box.stop()
  await rm(dataDir, { recursive: true })
})

const lan = { ip: '192.168.1.77', mask: '255.255.255.0', route: null }

describe('the missing abilities of a box', () => {
  it('are all but a restart of the agent if its owner allows nothing', async () => {
    await open(manager, { isManaged: false })
    expect(box.can()).toEqual(['restart'])
    expect(box.told().lacks).toMatchObject({
      lan: 'unmanaged',
      serial: 'unmanaged',
      locate: 'unmanaged',
      power: 'unmanaged',
    })
    expect(await box.order({ act: 'lan', lan })).toMatchObject({ status: 'failure', code: 1353 })
    expect(await box.order({ act: 'locate' })).toMatchObject({ code: 1344 })
    const power = { isLowPower: true, reportEveryMin: 60, sleepDelayS: 60 }
    expect(await box.order({ act: 'power', power })).toMatchObject({ code: 1349 })
    expect(runner.lines.filter((line) => line.startsWith('nmcli'))).toEqual([])
  })

  it.each([
    ['no network manager', {}, {}, 'network'],
    ['a stopped network manager', { ...manager, 'nmcli -t -f RUNNING general': 'not running\n' }, {}, 'network'],
    ['no configured port', manager, { lanInterface: undefined }, 'lanPort'],
    ['no such port', { ...manager, [show]: { code: 10, err: "Error: Device 'eth1' not found.\n" } }, {}, 'lanPort'],
    [
      'a port of netplan without netplan',
      { ...manager, [show]: connected('192.168.1.10').replace('(connected)', '(connected (externally))') },
      {},
      'lanForeign',
    ],
    ['a port managed by another program', { ...manager, [show]: 'GENERAL.STATE:10 (unmanaged)\n' }, {}, 'lanForeign'],
    ['no permission', { ...manager, 'nmcli -t -f PERMISSION,VALUE general permissions': 'x:no\n' }, {}, 'rights'],
  ])('include its LAN: %s', async (_name, answers, settings, lack) => {
    await open(answers, settings)
    expect([box.can().includes('lan'), box.told().lacks?.lan, box.told().lan]).toEqual([false, lack, null])
    expect(await box.order({ act: 'lan', lan })).toMatchObject({ code: 1353, details: { what: 'lan' } })
  })

  it('disappear when the service starts later, which is reported', async () => {
    await open({})
    expect(box.can()).not.toContain('lan')
    runner.answers = manager
    await eventually(() => expect(box.can()).toContain('lan'))
    await eventually(() => expect(events).toContain('change'))
    expect(box.told()).toMatchObject({ lan: { ip: '192.168.1.10', route: null } })
    expect(box.told().lacks).not.toHaveProperty('lan')
  })
})

describe('the LAN', () => {
  it.each([
    ['of another port keeps the connection', false, ['change']],
    ['of the port of the default route reconnects', true, ['lineDown', 'lineUp', 'change']],
  ])('%s', async (_name, isOut, expected) => {
    isWayOut = isOut
    await open(manager, { lookMs: 1_000_000 })
    expect(await box.order({ act: 'lan', lan })).toEqual({ status: 'success', code: 200 })
    const [name] = runner.lines.join('\n').match(/gatehouse-lan-[0-9a-f]{8}/)!
    runner.answers[show] = connected('192.168.1.77', name)
    await eventually(() => expect(events.slice(0, expected.length)).toEqual(expected))
    box.reached()
    await eventually(() => expect(runner.lines.join('\n')).toContain(`modify id ${name} connection.autoconnect yes`))
    await eventually(() => expect(box.told()).toMatchObject({ lan, lanUndone: null }))
  })
})

describe('a trial that an earlier run left open', () => {
  const leaveOpen = (by: string) =>
    writeFile(
      join(dataDir, 'lan.json'),
      JSON.stringify({
        by,
        trial: { names: ['gatehouse-lan-0000000a'], before: uuid, lan },
        current: null,
        stale: [],
        undone: null,
      }),
    )

  it('is undone once NetworkManager runs, and not by netplan', async () => {
    await leaveOpen('networkManager')
    await open({ ...manager, 'nmcli -t -f RUNNING general': 'not running\n', netplan: '' })
    expect([box.can().includes('lan'), box.told().lacks?.lan]).toEqual([false, 'network'])
    runner.answers = {
      ...manager,
      [show]: connected('192.168.1.77', 'gatehouse-lan-0000000a').replace(uuid, uuid.replace('6', '7')),
    }
    await eventually(() => expect(box.told().lanUndone?.ip).toBe('192.168.1.77'))
    expect(runner.lines).toContain(`nmcli --wait 30 connection up uuid ${uuid} ifname eth1`)
    expect(runner.lines).toContain('nmcli connection delete id gatehouse-lan-0000000a')
    expect(runner.lines.filter((line) => line.startsWith('netplan'))).toEqual([])
  })
})

describe('a restart', () => {
  const isRun = () => runner.lines.includes('systemctl --no-ask-password reboot')
  it.each([
    ['restarts the box if its owner allows it', true, { systemctl: '' }, [true, 0]],
    ['restarts the agent if the system refuses it', true, { systemctl: { code: 1, err: 'Access denied' } }, [true, 1]],
    ['restarts the agent otherwise', false, { systemctl: '' }, [false, 1]],
  ])('%s', async (_name, isManaged, answers, expected) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await open(answers, { isManaged, lookMs: 1_000_000 })
    expect(await box.order({ act: 'restart' })).toEqual({ status: 'success', code: 200 })
    expect([isRun(), restarts]).toEqual([false, 0])
    await vi.advanceTimersByTimeAsync(1000)
    expect([isRun(), restarts]).toEqual(expected)
    await box.stop()
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })
})
