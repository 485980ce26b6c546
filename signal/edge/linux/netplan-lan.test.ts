import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ScriptedRunner, scriptedRunner } from '../../../testkit/scripted-run.ts'
import type { LanBackend } from './lan-trial.ts'
import { createNetplanLan, isSetIn, netplanLack, netplanText } from './netplan-lan.ts'
import type { System } from './system.ts'

const routes = `Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
eth1\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
eth1\t0001A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0
eth1\t0000010A\t0201A8C0\t0003\t0\t0\t100\t0000FFFF\t0\t0\t0
`
const resolv =
  '# by systemd-resolved\nnameserver 9.9.9.9\nnameserver fe80::1\nnameserver 1.1.1.1\nsearch plant.example\n'
const system = (files: Record<string, string> = {}): System => ({
  interfaces: () => ({
    eth1: [{ address: '192.168.1.10', netmask: '255.255.255.0', family: 'IPv4', internal: false, mac: '' }],
  }),
  read: (path) => files[path],
})
const name = 'gatehouse-lan-0000000a'
const lan = { ip: '192.168.1.77', mask: '255.255.255.0', route: null }

describe('a file of netplan sets a port', () => {
  // Files of Ubuntu Server, cloud-init and a Raspberry Pi, shortened.
  it.each([
    [
      'by DHCP alone',
      'network:\n  version: 2\n  ethernets:\n    eth1:\n      dhcp4: true\n      optional: true\n    eth2:\n      addresses: [10.0.0.1/24]\n',
      false,
    ],
    [
      'with addresses',
      'network:\n  ethernets:\n    eth1:\n      dhcp4: no\n      addresses:\n        - 10.0.0.1/24\n',
      true,
    ],
    ['in quotes', 'network:\n  ethernets:\n    "eth1":\n      "addresses": [10.0.0.1/24]\n', true],
    ['at the end', 'network:\n  ethernets:\n    eth1:\n      routes: [{to: default, via: 10.0.0.1}]', true],
    [
      'by its MAC',
      'network:\n  ethernets:\n    lan:\n      match: {macaddress: "aa:bb:cc:00:11:22"}\n      set-name: "eth1"\n      dhcp4: true\n',
      true,
    ],
    ['in one line', 'network: {version: 2, ethernets: {eth1: {addresses: [10.0.0.1/24]}}}\n', true],
    ['of another name', 'network:\n  ethernets:\n    eth10:\n      addresses: [10.0.0.1/24] # not eth1\n', false],
    ['nowhere', 'network:\n  version: 2\n  renderer: networkd\n', false],
    ['in a comment', '#    eth1:\n#      addresses: [10.0.0.1/24]\n', false],
  ])('%s', (_name, text, isSet) => expect(isSetIn(text, 'eth1')).toBe(isSet))
})

describe('the file of new settings', () => {
  it('has address and route', () => {
    const route = { target: '10.1.0.0', mask: '255.255.0.0', nextHop: '192.168.1.2' }
    expect(netplanText(name, { ...lan, route }, 'eth1', system())).toBe(`# ${name}
network:
  version: 2
  ethernets:
    "eth1":
      dhcp4: false
      addresses: ["192.168.1.77/24"]
      routes:
        - to: "10.1.0.0/16"
          via: "192.168.1.2"
`)
  })

  it('keeps gateway and name servers of a port with the default route', () => {
    const out = system({ '/proc/net/route': routes, '/run/systemd/resolve/resolv.conf': resolv })
    const text = netplanText(name, lan, 'eth1', out)
    expect(text).toContain('- to: "0.0.0.0/0"\n          via: "192.168.1.1"\n')
    expect(text).toContain('addresses: ["9.9.9.9", "1.1.1.1"]\n')
    expect(netplanText(name, { ...lan, ip: '10.0.0.9' }, 'eth1', out)).not.toContain('routes')
  })
})

describe('netplan', () => {
  let folder: string
  let dataDir: string
  let runner: ScriptedRunner
  let backend: LanBackend
  const own = () => readFile(join(folder, '99-gatehouse-lan.yaml'), 'utf8')
  const needs = () => ({
    run: runner.run,
    system: system({ '/proc/net/route': routes }),
    port: 'eth1',
    dataDir,
    folder,
  })
  const applied = () => runner.lines.filter((line) => line === 'netplan apply').length

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'netplan-etc-'))
    dataDir = await mkdtemp(join(tmpdir(), 'netplan-data-'))
    await writeFile(join(folder, '50-cloud-init.yaml'), 'network:\n  ethernets:\n    eth1:\n      dhcp4: true\n')
    runner = scriptedRunner({ netplan: '' })
    backend = createNetplanLan(needs())
  })
  afterEach(async () => {
    await rm(folder, { recursive: true })
    await rm(dataDir, { recursive: true })
  })

  it('reports what is missing', async () => {
    expect(await netplanLack(needs())).toBeUndefined()
    expect(await netplanLack({ ...needs(), port: 'eth9' })).toBe('lanPort')
    await writeFile(join(folder, '10-lan.yaml'), 'network:\n  ethernets:\n    eth1:\n      addresses: [10.0.0.1/24]\n')
    expect(await netplanLack(needs())).toBe('lanForeign')
    expect(await netplanLack({ ...needs(), folder: join(folder, 'none') })).toBe('network')
    runner.answers = {}
    expect(await netplanLack(needs())).toBe('network')
  })

  it('applies new settings, and reverts to none', async () => {
    expect(await backend.read()).toEqual({
      ...{ ip: '192.168.1.10', mask: '255.255.255.0' },
      route: { target: '10.1.0.0', mask: '255.255.0.0', nextHop: '192.168.1.2' },
    })
    expect(await backend.current()).toBeNull()
    await backend.prepare(name, lan)
    expect([applied(), await readdir(folder)]).toEqual([0, ['50-cloud-init.yaml']])
    await backend.activate(name)
    expect([applied(), await backend.isActive(name), await own()]).toEqual([
      1,
      true,
      expect.stringContaining('192.168.1.77/24'),
    ])
    const first = await backend.current()
    const second = 'gatehouse-lan-0000000b'
    await backend.prepare(second, { ...lan, ip: '192.168.1.78' })
    await backend.activate(second)
    expect(await backend.isActive(name)).toBe(false)
    await backend.restore(first)
    expect([applied(), await own()]).toEqual([3, first])
    await backend.restore(null)
    expect([applied(), await readdir(folder)]).toEqual([4, ['50-cloud-init.yaml']])
    for (const each of [name, second, name]) await backend.discard(each)
    expect(await readdir(dataDir)).toEqual([])
  })

  it('validates all files before anything is applied, and rejects with its own message', async () => {
    runner.answers['netplan generate'] = {
      code: 78,
      err: '/etc/netplan/99-gatehouse-lan.yaml:5:7: Error in network definition',
    }
    await expect(backend.prepare(name, lan)).rejects.toThrow('Error in network definition')
    expect([await readdir(dataDir), await readdir(folder), applied()]).toEqual([[], ['50-cloud-init.yaml'], 0])
  })
})
