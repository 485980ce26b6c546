// The driver against a real server: sign-in, reading, watching, writing, browsing.
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { type OpcUaPeer, startOpcUa } from '../../testkit/peers/opcua.ts'
import { DriverFault, type Point, type TagReading, type WatchingSession } from '../driver.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'
import { type OpcUaParams, securityPolicies } from './params.ts'

const password = 'Geheim-4711!'
let peer: OpcUaPeer
let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'opc-ua-'))
  peer = await startOpcUa({ operator: { userName: 'operator', password }, children: 130 })
})
const names = 'Temp Speed Setpoint Running Order Total Balance Shift Since Label Serial Profile Nowhere Ident'.split(
  ' ',
)
const sessions: WatchingSession[] = []
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close()
})
afterAll(async () => {
  await peer.end()
  await rm(home, { recursive: true })
})

const paramsOf = (more: object = {}): OpcUaParams =>
  about.params.parse({
    endpointUrl: peer.url,
    userName: 'operator',
    password: { text: password },
    serverFingerprint: peer.fingerprint,
    timeoutMs: 10_000,
    ...more,
  })
async function open(more: object = {}): Promise<WatchingSession> {
  const session = await opener.open(paramsOf(more), new AbortController().signal, home, configured)
  sessions.push(session)
  return session
}
const point = (name: string, dataType: DataType, id = names.indexOf(name) + 1): Point => ({
  id,
  address: `ns=1;s=Machine.${name}`,
  dataType,
  access: 'rw',
})

const configured = [{ id: 1, points: names.map((name) => point(name, 'string')) }]
/** Namespace of the test server's own nodes. */
const own = 'nsu=urn:gatehouse:test:server;'

describe('the address of a server', () => {
  const isAccepted = (endpointUrl: string) => about.params.safeParse({ endpointUrl }).success

  it.each([
    'opc.tcp://192.168.1.10:4840',
    'opc.tcp://server_1.plant.local',
    'opc.tcp://server:4840/UA/Server',
    'opc.tcp://[fd00::1]:4840',
  ])('%s is accepted', (url) => expect(isAccepted(url)).toBe(true))

  it.each([
    'opc.tcp://999.1.1.1:4840',
    'opc.tcp://10.0.0:4840',
    'opc.tcp://server:99999',
    'opc.tcp://server:0',
    'opc.tcp://',
    'http://server:4840',
  ])('%s is refused', (url) => expect(isAccepted(url)).toBe(false))
})

describe('a server', () => {
  it.each(securityPolicies.flatMap((policy) => [[policy, 'Sign'] as const, [policy, 'SignAndEncrypt'] as const]))(
    'is reached with %s, %s and a user name',
    async (securityPolicy, securityMode) => {
      const session = await open({ securityPolicy, securityMode })
      expect(await session.read([point('Speed', 'int32')], paramsOf())).toMatchObject([{ value: 1450 }])
    },
  )

  test('without an accepted certificate is refused, with its fingerprints and before anything is sent', async () => {
    await expect(open({ serverFingerprint: '' })).rejects.toMatchObject({
      code: 1744,
      details: { fingerprint: peer.fingerprint, thumbprint: expect.stringMatching(/^[0-9A-F]{40}$/) },
    })
    await expect(open({ serverFingerprint: 'AB'.repeat(32) })).rejects.toMatchObject({ code: 1744 })
    expect(peer.sessions()).toBe(0)
  })

  it.each(['der', 'pem'])('is recognised by its certificate as a file, too: %s', async (form) => {
    const pem = `-----BEGIN CERTIFICATE-----\n${peer.certificate.toString('base64')}\n-----END CERTIFICATE-----\n`
    const text = form === 'der' ? peer.certificate.toString('base64') : Buffer.from(pem).toString('base64')
    const session = await open({ serverFingerprint: '', serverCertificate: { text } })
    expect(session.isOpen).toBe(true)
  })

  it.each([
    [1748, { password: { text: 'wrong' } }],
    [1749, { userName: '', password: null }],
    [1750, { password: { secret: 17 } }],
  ])('answers %i to %o, and no fault names the password', async (code, more) => {
    const fault = await open(more).catch((error: unknown) => error)
    expect(fault).toMatchObject({ code })
    expect(fault).toBeInstanceOf(DriverFault)
    expect(JSON.stringify([fault, String(fault)])).not.toContain(password)
  })

  test('without security never receives a password', () => {
    const asked = about.params.safeParse({ endpointUrl: peer.url, securityMode: 'None', userName: 'operator' })
    expect(asked.error?.issues).toMatchObject([{ path: ['userName'] }])
  })

  test('sees one certificate of the gateway, whose key only the owner can read', async () => {
    await open()
    const [file, ...others] = await readdir(home)
    expect([file, others]).toEqual(['identity.json', ['namespaces-1.json']])
    const path = join(home, 'identity.json')
    expect((await stat(path)).mode & 0o077).toBe(0)
    const before = await readFile(path, 'utf8')
    await open()
    expect(await readFile(path, 'utf8')).toBe(before)
    expect(before).not.toContain(password)
  })
})

describe('a session', () => {
  const all: readonly (readonly [name: string, dataType: DataType, expected: Value | { code: number }])[] = [
    ['Temp', 'float64', 21.5],
    ['Speed', 'int32', 1450],
    ['Setpoint', 'float32', 20.1],
    ['Running', 'bool', true],
    ['Order', 'string', 'A-17'],
    ['Total', 'uint64', '9007199254740993'],
    ['Balance', 'int64', -2],
    ['Shift', 'int8', -3],
    ['Since', 'string', '2026-03-01T12:00:00.000Z'],
    ['Label', 'string', 'Press 4'],
    ['Serial', 'uint32', 4711],
    ['Profile', 'float64', { code: 1716 }],
    ['Nowhere', 'bool', { code: 1715 }],
  ]
  const points = all.map(([name, dataType]) => point(name, dataType))
  const toldOf = (reading: TagReading) => ('fault' in reading ? { code: reading.fault.code } : reading.value)
  const expected = all.map(([, , value]) => value)

  it('reads every type, exactly', async () => {
    const session = await open()
    expect((await session.read(points, paramsOf())).map(toldOf)).toEqual(expected)
  })

  it('reports watched tags: first the current values, then changes with quality and time', async () => {
    const session = await open()
    const told = new Map<number, TagReading>()
    const listener = {
      onReading: (id: number, reading: TagReading) => void told.set(id, reading),
      onEnd: () => undefined,
    }
    const refused = await session.watch(
      points.map((each) => ({ point: each, periodMs: 100 })),
      paramsOf(),
      listener,
    )
    expect([...refused.values()].map(({ code }) => code)).toEqual([1715])
    await expect.poll(() => told.size).toBe(points.length - 1)
    expect([...told].sort(([a], [b]) => a - b).map(([, reading]) => toldOf(reading))).toEqual(expected.slice(0, -1))
    peer.set('Machine.Temp', 33, { sourceAt: new Date(Date.now() - 60_000) })
    peer.set('Machine.Speed', 1, { status: 'BadDeviceFailure' })
    peer.set('Machine.Setpoint', 1, { status: 'UncertainLastUsableValue' })
    await expect.poll(() => told.get(3)).toMatchObject({ value: 1, doubt: { code: 1747 } })
    await expect.poll(() => toldOf(told.get(2)!)).toEqual({ code: 1721 })
    await expect.poll(() => toldOf(told.get(1)!)).toBe(33)
    const { agoMs } = told.get(1) as { agoMs: number }
    expect(agoMs).toBeGreaterThan(55_000)
    peer.set('Machine.Temp', 21.5)
    peer.set('Machine.Speed', 1450)
    peer.set('Machine.Setpoint', 20.1)
  })

  it.each<[name: string, value: Value, ends: string | number]>([
    ['Temp', 7.25, 'done'],
    ['Total', '18446744073709551615', 'done'],
    ['Balance', -5, 'done'],
    ['Running', false, 'done'],
    ['Order', 'B-18', 'done'],
    ['Since', '2026-05-05T00:00:00.000Z', 'done'],
    ['Label', 'Press 5', 'done'],
    ['Speed', 5_000_000_000, 2001],
    ['Speed', 1.5, 1716],
    ['Profile', 3, 1716],
    ['Nowhere', true, 1715],
    ['Serial', 3, 2002],
  ])('writes %s = %o with the type of the server: %s', async (name, value, ends) => {
    const session = await open()
    const own = points.find(({ address }) => address.endsWith(`.${name}`))!
    const answer = await session.write(own, value, paramsOf()).catch((error: unknown) => error)
    if (typeof ends === 'number') {
      const fault = answer instanceof DriverFault ? answer : (answer as { fault: DriverFault }).fault
      expect(fault).toMatchObject({ code: ends, broken: false })
      return
    }
    expect(answer).toEqual({ kind: ends })
    expect((await session.read([own], paramsOf())).map(toldOf)).toEqual([value])
  })

  it('survives any text, whatever the type of the node', async () => {
    const session = await open()
    const before = names.map((name) => peer.get(`Machine.${name}`))
    const texts = [
      '',
      ' ',
      'not a guid',
      '09087e75',
      '{}',
      '\u0000',
      '\ud800',
      '9'.repeat(400),
      'x'.repeat(70_000),
      '1e999',
    ]
    const values: Value[] = [...texts, Number.NaN, Number.POSITIVE_INFINITY, -0, 1e300, true]
    for (const name of names)
      for (const value of values) {
        const answer = await session.write(point(name, 'string'), value, paramsOf()).catch((error: unknown) => error)
        const fault = answer instanceof DriverFault ? answer : (answer as { fault?: DriverFault }).fault
        expect([name, value, fault?.broken ?? false, session.isOpen]).toEqual([name, value, false, true])
      }
    expect(await session.read([point('Temp', 'float64')], paramsOf())).toMatchObject([{ agoMs: expect.any(Number) }])
    for (const [index, name] of names.entries())
      if (name !== 'Nowhere' && name !== 'Serial') peer.set(`Machine.${name}`, before[index])
  })

  it('rejects a text that is no GUID without sending it', async () => {
    const session = await open()
    const write = (value: Value) => session.write(point('Ident', 'string'), value, paramsOf())
    expect(await write('press 4')).toMatchObject({ kind: 'unsent', fault: { code: 1716 } })
    expect(await write('11111111-2222-3333-4444-555555555555')).toEqual({ kind: 'done' })
    expect(peer.get('Machine.Ident')).toBe('11111111-2222-3333-4444-555555555555')
  })

  it('writes nothing once `mayStart` returns false', async () => {
    const session = await open()
    const before = peer.get('Machine.Temp')
    expect(await session.write(point('Temp', 'float64'), 99, paramsOf(), () => false)).toEqual({ kind: 'expired' })
    expect(peer.get('Machine.Temp')).toBe(before)
  })

  it('browses the objects, a machine with types and values, and many nodes in pages', async () => {
    const session = await open()
    const root = await session.browse(undefined, 0, paramsOf())
    expect(root.nodes).toContainEqual({
      address: `${own}s=Machine`,
      indexed: 'ns=1;s=Machine',
      name: 'Machine',
      nodeClass: 'object',
      hasChildren: true,
    })
    const { nodes, next } = await session.browse(`${own}s=Machine`, 0, paramsOf())
    expect(next).toBeUndefined()
    const named = (name: string) => nodes.find((node) => node.name === name)
    expect(named('Serial')).toEqual({
      ...{
        address: `${own}s=Machine.Serial`,
        indexed: 'ns=1;s=Machine.Serial',
        name: 'Serial',
        nodeClass: 'variable',
        hasChildren: false,
      },
      ...{ dataType: 'uint32', typeName: 'uint32', value: 4711, isWritable: false },
    })
    expect(named('Total')).toMatchObject({ dataType: 'uint64', isWritable: true })
    // A variable that cannot be read here has no data type.
    expect(named('Profile')).toMatchObject({ typeName: 'double[]' })
    expect(named('Profile')).not.toHaveProperty('dataType')
    // One node of this folder has an id beyond the maximum length: it is left out, and the others are listed.
    const first = await session.browse('ns=1;s=Many', 0, paramsOf())
    const second = await session.browse('ns=1;s=Many', first.next!, paramsOf())
    const names = [...first.nodes, ...second.nodes].map(({ name }) => name)
    expect([first.nodes.length, second.next, new Set(names).size]).toEqual([100, undefined, 130])
    await expect(session.browse('ns=1;s=Nowhere', 0, paramsOf())).rejects.toMatchObject({ code: 1715 })
  })

  it('ends when the server stops, and a new one is opened when it is back', async () => {
    const session = await open()
    const ended: DriverFault[] = []
    const listener = { onReading: () => undefined, onEnd: (fault: DriverFault) => void ended.push(fault) }
    await session.watch([{ point: points[0]!, periodMs: 100 }], paramsOf(), listener)
    await peer.stop()
    await expect.poll(() => ended[0]?.code).toBe(1722)
    expect(session.isOpen).toBe(false)
    await expect(session.read([points[0]!], paramsOf())).rejects.toMatchObject({ code: 1722 })
    await expect(open()).rejects.toMatchObject({ code: 1722 })
    await peer.start()
    expect((await open()).isOpen).toBe(true)
  })
})
