import { describe, expect, it } from 'vitest'
import { Hello } from '../../../contract/topics.ts'
import { realSystem, type System, stateOf } from './system.ts'

const port = (address: string, mac = 'aa:bb:cc:00:11:22', internal = false) => ({
  address,
  family: 'IPv4',
  internal,
  mac,
})
const lo = [port('127.0.0.1', '00:00:00:00:00:00', true)]
const route = (name: string) => `Iface\tDestination\tGateway\n${name}\t0000A8C0\t0\n${name}\t00000000\t0101A8C0\n`
const wireless = 'Inter-| sta-|   Quality\n face | tus | link level noise\nwlan0: 0000   56.  -54.  -256        0\n'
const system = (interfaces: Record<string, ReturnType<typeof port>[]>, files: Record<string, string> = {}): System => ({
  interfaces: () => ({ lo, ...interfaces }),
  read: (path) => files[path],
})

describe('the box the agent runs on', () => {
  it('reports the port with the default route', () => {
    const two = { docker0: [port('172.17.0.1')], eth1: [port('192.168.1.7', 'aa:bb:cc:dd:ee:ff')] }
    expect(stateOf(system(two, { '/proc/net/route': route('eth1') }))).toEqual({
      lanIp: '192.168.1.7',
      mac: 'aa:bb:cc:dd:ee:ff',
      networkType: 'Ethernet',
    })
  })

  it('reports the strength of its WLAN', () => {
    const files = { '/proc/net/route': route('wlan0'), '/proc/net/wireless': wireless }
    const state = stateOf(system({ wlan0: [port('10.0.0.2')] }, files))
    expect(state).toMatchObject({ networkType: 'WiFi', signalStrength: 80 })
  })

  it.each([
    ['a modem without a strength', { wwan0: [port('10.9.8.7')] }, { '/proc/net/route': route('wwan0') }],
    ['a strange port', { tun0: [port('10.9.8.7', '00:00:00:00:00:00')] }, {}],
    ['no network at all', {}, {}],
    [
      'files with nonsense',
      { wlan0: [port('10.9.8.7')] },
      { '/proc/net/route': 'x', '/proc/net/wireless': 'wlan0: ?' },
    ],
  ])('leaves out unknown facts: %s', (_name, interfaces, files) => {
    const state = stateOf(system(interfaces, files))
    expect(state).not.toHaveProperty('signalStrength')
    expect(Object.keys(interfaces).length > 0).toBe('lanIp' in state)
  })

  it('reports only what the contract allows, also on this machine', () => {
    const session = '0'.repeat(16)
    const own = { firmware: 'agent 1', mode: 'standard', vpn: false, ...stateOf(realSystem) }
    const hello = { session, boxId: session, at: 0, configHash: null, bindingId: null, ...own }
    expect(Hello.parse(hello)).toEqual(hello)
  })
})
