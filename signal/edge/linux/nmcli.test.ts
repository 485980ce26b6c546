import { describe, expect, it } from 'vitest'
import { lanProperties, mayChange, type PortFacts, parsePort, parseWifi } from './nmcli.ts'

const none = { isExternal: false, profile: undefined, address: undefined, gateway: undefined, dns: [], routes: [] }
const uuid = '67220080-b1a6-44d7-8c7e-7aaf01b5eb71'

// Output of NetworkManager 1.42 and 1.46, with the names of profiles changed.
const ports: [string, string, PortFacts][] = [
  [
    'a static LAN with a colon in the name of its profile',
    `GENERAL.STATE:100 (connected)
GENERAL.CONNECTION:LAN: PLC
GENERAL.CON-UUID:${uuid}
IP4.ADDRESS[1]:192.168.1.77/24
IP4.GATEWAY:
IP4.ROUTE[1]:dst = 192.168.1.0/24, nh = 0.0.0.0, mt = 100
IP4.ROUTE[2]:dst = 10.1.0.0/16, nh = 192.168.1.2, mt = 100
`,
    {
      ...none,
      state: 100,
      profile: { id: 'LAN: PLC', uuid },
      address: { ip: '192.168.1.77', mask: '255.255.255.0' },
      routes: [{ target: '10.1.0.0', mask: '255.255.0.0', nextHop: '192.168.1.2' }],
    },
  ],
  [
    'an uplink by DHCP, which is told more of',
    `GENERAL.STATE:100 (connected)
GENERAL.CONNECTION:Wired connection 1
GENERAL.CON-UUID:${uuid}
IP4.ADDRESS[1]:10.5.5.5/30
IP4.ADDRESS[2]:10.9.9.9/24
IP4.GATEWAY:10.5.5.6
IP4.ROUTE[1]:dst = 0.0.0.0/0, nh = 10.5.5.6, mt = 100
IP4.ROUTE[2]:dst = 10.5.5.4/30, nh = 0.0.0.0, mt = 100
IP4.DNS[1]:9.9.9.9
IP4.DNS[2]:8.8.8.8
IP4.DOMAIN[1]:plant.example
`,
    {
      ...none,
      state: 100,
      profile: { id: 'Wired connection 1', uuid },
      address: { ip: '10.5.5.5', mask: '255.255.255.252' },
      gateway: '10.5.5.6',
      dns: ['9.9.9.9', '8.8.8.8'],
    },
  ],
  [
    'one that somebody else has set up',
    `GENERAL.STATE:100 (connected (externally))
GENERAL.CONNECTION:lan0
GENERAL.CON-UUID:${uuid}
IP4.ADDRESS[1]:192.168.9.9/24
IP4.GATEWAY:
IP4.ROUTE[1]:dst = 192.168.9.0/24, nh = 0.0.0.0, mt = 0
`,
    {
      ...none,
      state: 100,
      isExternal: true,
      profile: { id: 'lan0', uuid },
      address: { ip: '192.168.9.9', mask: '255.255.255.0' },
    },
  ],
  [
    'one without a profile',
    'GENERAL.STATE:30 (disconnected)\nGENERAL.CONNECTION:\nGENERAL.CON-UUID:\nIP4.GATEWAY:\n',
    { ...none, state: 30 },
  ],
  [
    'one that is not managed',
    'GENERAL.STATE:10 (unmanaged)\nGENERAL.CONNECTION:\nGENERAL.CON-UUID:\nIP4.GATEWAY:\n',
    { ...none, state: 10 },
  ],
  [
    'output that is not terse',
    `GENERAL.STATE:                          100 (connected)
GENERAL.CONNECTION:                     Bbox-86B853B2
GENERAL.CON-UUID:                       ${uuid}
IP4.ADDRESS[1]:                         192.168.1.4/24
IP4.GATEWAY:                            --
IP4.ROUTE[1]:                           dst = 192.168.1.0/24, nh = 0.0.0.0, mt = 0
IP6.ADDRESS[1]:                         fe80::7e2e:17ed:912c:897b/64
`,
    {
      ...none,
      state: 100,
      profile: { id: 'Bbox-86B853B2', uuid },
      address: { ip: '192.168.1.4', mask: '255.255.255.0' },
    },
  ],
  ['nothing', '', { ...none, state: 0 }],
  [
    'nonsense',
    'GENERAL.STATE:x\nGENERAL.CONNECTION:a\nGENERAL.CON-UUID:; reboot\nIP4.ADDRESS[1]:300.1.1.1/99\nIP4.ROUTE[1]:dst\nIP4.DNS[1]:-x\n',
    { ...none, state: 0 },
  ],
]

it.each(ports)('parses the facts of a port: %s', (_name, text, facts) => {
  expect(parsePort(text)).toEqual(facts)
})

it.each([
  ['both', 'network-control:yes settings.modify.system:yes', true],
  ['only after a password', 'network-control:yes settings.modify.system:auth', false],
  ['none', 'network-control:no settings.modify.system:no', false],
  ['those of another agent', 'xnetwork-control:yes settings.modify.system:yes', false],
  ['no answer', '', false],
])('the rights to change the network: %s', (_name, words, may) => {
  const lines = words.split(' ').map((word) => `org.freedesktop.NetworkManager.${word}`)
  expect(mayChange(`${lines.join('\n')}\n`)).toBe(may)
})

it.each([
  ['*:62\n :100\n', 62],
  [' :62\n :100\n', undefined],
  ['*:\n', undefined],
  ['*:1000\n', undefined],
  ['', undefined],
])('the strength of the WLAN in use of %j is %s', (text, percent) => {
  expect(parseWifi(text)).toBe(percent)
})

describe('the profile of new settings', () => {
  const lan = { ip: '192.168.1.77', mask: '255.255.255.0', route: null }
  const facts = (more: Partial<PortFacts>): PortFacts => ({ ...none, state: 100, ...more })
  const of = (properties: string[]) =>
    Object.fromEntries(properties.flatMap((key, at) => (at % 2 === 0 ? [[key, properties[at + 1]]] : [])))

  it('has the address and route, and no gateway if the port has none', () => {
    const route = { target: '10.1.0.0', mask: '255.255.0.0', nextHop: '192.168.1.2' }
    expect(of(lanProperties({ ...lan, route }, 'eth1', facts({})))).toEqual({
      'connection.interface-name': 'eth1',
      'connection.autoconnect': 'no',
      'ipv4.method': 'manual',
      'ipv4.addresses': '192.168.1.77/24',
      'ipv4.gateway': '',
      'ipv4.routes': '10.1.0.0/16 192.168.1.2',
    })
  })

  it.each([
    ['in the new segment stays', '192.168.1.1', '192.168.1.1'],
    ['of another segment is removed', '192.168.2.1', ''],
    ['that is the new address of the box is removed', '192.168.1.77', ''],
  ])('a gateway %s', (_name, gateway, kept) => {
    const properties = of(lanProperties(lan, 'eth1', facts({ gateway, dns: ['9.9.9.9', '1.1.1.1'] })))
    expect(properties).toMatchObject({ 'ipv4.gateway': kept, 'ipv4.routes': '', 'ipv4.dns': '9.9.9.9,1.1.1.1' })
  })
})
