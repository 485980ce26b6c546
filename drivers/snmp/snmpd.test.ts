// The driver against the agent of the net-snmp project: every type, all versions and users, batches, writing, browsing.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { unusedPort } from '../../testkit/peers/silent-peer.ts'
import { hasSnmpd, ownObjects, type Snmpd, startSnmpd } from '../../testkit/peers/snmpd.ts'
import { DriverFault, type Point, type TagReading, type TagSession } from '../driver.ts'
import { opener } from './driver.ts'
import { SnmpParams } from './params.ts'

const point = (address: string, dataType: DataType): Point => ({ id: 1, address, dataType, access: 'rw' })
const outcome = (reading: TagReading) => ('fault' in reading ? reading.fault.code : reading.value)
const fault = (run: Promise<unknown>) =>
  run.then(
    () => 'none',
    (error: unknown) => (error instanceof DriverFault ? error.code : error),
  )
const secret = (text: string) => ({ text })

describe.skipIf(!hasSnmpd())('SNMP against snmpd', () => {
  let agent: Snmpd
  let port = 0
  beforeAll(async () => {
    port = await unusedPort('udp')
    agent = await startSnmpd(port)
  })
  afterAll(() => agent?.end())

  const paramsOf = (more: object = {}): SnmpParams =>
    SnmpParams.parse({ host: '127.0.0.1', port, timeoutMs: 10_000, writeCommunity: secret('secret'), ...more })
  const open = (params: SnmpParams): Promise<TagSession> => opener.open(params, new AbortController().signal, '', [])
  async function withSession<T>(
    more: object,
    use: (session: TagSession, params: SnmpParams) => Promise<T>,
  ): Promise<T> {
    const params = paramsOf(more)
    const session = await open(params)
    try {
      return await use(session, params)
    } finally {
      await session.close()
    }
  }
  const read = (points: [address: string, dataType: DataType][], more: object = {}) =>
    withSession(more, async (session, params) =>
      (
        await session.read(
          points.map((each) => point(...each)),
          params,
        )
      ).map(outcome),
    )
  const own = (rest: string) => `${ownObjects}.${rest}`

  it.each(['v1', 'v2c'])('reads each type by %s', async (version) => {
    const values: [string, DataType, Value][] = [
      [own('1.1.0'), 'int32', -2_147_483_648],
      [own('1.2.0'), 'uint32', 4_294_967_295],
      [own('1.2.0'), 'float64', 4_294_967_295],
      [own('1.3.0'), 'uint32', 4_294_967_295],
      [own('1.4.0'), 'uint32', 123_456],
      [own('1.5.0'), 'string', 'Cabinet 7'],
      [`${own('1.5.0')}/hex`, 'string', '43:61:62:69:6e:65:74:20:37'],
      [own('1.6.0'), 'string', '1.3.6.1.4.1.318'],
      ['1.3.6.1.2.1.4.20.1.1.127.0.0.1', 'string', '127.0.0.1'],
      [own('1.8.0'), 'bool', false],
      [own('1.9.0'), 'float64', 21.5],
    ]
    expect(
      await read(
        values.map(([address, dataType]) => [address, dataType]),
        { version },
      ),
    ).toEqual(values.map(([, , value]) => value))
  })

  it('reads a 64-bit counter and other objects of the machine by their names', async () => {
    const [octets, high, descr, uptime, id, load, float] = await read([
      ['ifHCInOctets.1', 'uint64'],
      ['ifHighSpeed.1', 'uint32'],
      ['ifDescr.1', 'string'],
      ['sysUpTime.0', 'uint32'],
      ['sysObjectID.0', 'string'],
      ['laLoad.1', 'float64'],
      ['laLoadFloat.1', 'float32'],
    ])
    expect([octets, high, uptime].every((value) => typeof value === 'number' && value >= 0)).toBe(true)
    expect([descr, id]).toEqual(['lo', expect.stringMatching(/^1\.3\.6\.1\.4\.1\.8072\./)])
    expect(float).toBeCloseTo(load as number, 1)
  })

  it.each(['v1', 'v2c'])('by %s marks only the objects that the agent lacks', async (version) => {
    const points: [string, DataType][] = [
      [own('1.1.0'), 'int32'],
      [own('9.9.0'), 'int32'],
      ['sysUpTime.7', 'uint32'],
      ['ifInOctets.99', 'uint32'],
      [own('1.5.0'), 'string'],
      [own('1.5.0'), 'int32'],
      [own('1.1.0'), 'int16'],
    ]
    expect(await read(points, { version })).toEqual([-2_147_483_648, 1715, 1715, 1715, 'Cabinet 7', 1716, 1716])
  })

  it('reads 200 objects in batches', async () => {
    const points = Array.from({ length: 200 }, (_, at): [string, DataType] => [own(`1.${(at % 4) + 1}.0`), 'int64'])
    const names = Array.from({ length: 60 }, (_, at): [string, DataType] => [own(`8.${at}.0`), 'int64'])
    const values = await read([...points, ...names])
    expect(values.slice(0, 4)).toEqual([-2_147_483_648, 4_294_967_295, 4_294_967_295, 123_456])
    expect(new Set(values.slice(200))).toEqual(new Set([1715]))
  })

  it.each<[string, string, DataType, Value]>([
    ['an integer', '1.1.0', 'int32', 4711],
    ['a gauge', '1.3.0', 'uint32', 4_000_000_000],
    ['a text', '1.5.0', 'string', '机柜 8'],
    ['an identifier', '1.6.0', 'string', '1.3.6.1.2.1.1'],
    ['a truth value', '1.8.0', 'bool', true],
  ])('writes %s with the community for writing', async (_name, rest, dataType, value) => {
    await withSession({}, async (session, params) => {
      const one = point(own(rest), dataType)
      expect(await session.write(one, value, params)).toEqual({ kind: 'done' })
      expect((await session.read([one], params)).map(outcome)).toEqual([value])
    })
  })

  it('does not write without the right community, nor an object that cannot be written', async () => {
    await withSession({ writeCommunity: null }, async (session, params) => {
      expect(await fault(session.write(point(own('1.1.0'), 'int32'), 1, params))).toBe(1717)
    })
    await withSession({}, async (session, params) => {
      expect(await fault(session.write(point('sysUpTime.0', 'uint32'), 1, params))).toBe(1717)
      expect(await session.write(point(own('1.1.0'), 'int32'), 3_000_000_000, params)).toMatchObject({
        ...{ kind: 'unsent', fault: { code: 2001 } },
      })
      expect(await session.write(point(own('9.9.0'), 'int32'), 3, params)).toMatchObject({
        ...{ kind: 'unsent', fault: { code: 1715 } },
      })
    })
  })

  const user = (userName: string, authProtocol: string, more: object = {}) => ({
    ...{ version: 'v3', userName, authProtocol, authPassword: secret('auth-secret') },
    ...{ privProtocol: 'aes', privPassword: secret('priv-secret'), ...more },
  })

  it.each([
    ['SHA-1, AES', user('sha-aes', 'sha')],
    ['SHA-256, AES', user('sha256-aes', 'sha256')],
    ['SHA-512, AES', user('sha512-aes', 'sha512')],
    ['SHA-256, AES-256', user('sha256-aes256', 'sha256', { privProtocol: 'aes256b' })],
    ['MD5 without encryption', user('md5-none', 'md5', { privProtocol: 'none', privPassword: null })],
  ])('reads and writes as a user with %s', async (_name, more) => {
    await withSession(more, async (session, params) => {
      expect(await session.write(point(own('1.1.0'), 'int32'), 17, params)).toEqual({ kind: 'done' })
      expect((await session.read([point(own('1.1.0'), 'int32')], params)).map(outcome)).toEqual([17])
    })
  })

  it.each([
    ['an unknown user', user('nobody', 'sha')],
    ['a wrong password', user('sha-aes', 'sha', { authPassword: secret('not the secret') })],
    ['another digest', user('sha-aes', 'sha256')],
    ['less security than the user has', user('sha-aes', 'none', { privProtocol: 'none' })],
  ])('is refused as %s', async (_name, more) => {
    expect(await fault(open(paramsOf(more)))).toBe(1748)
  })

  it('gets no answer with a wrong community, as agents are silent then', async () => {
    expect(await fault(open(paramsOf({ community: secret('wrong'), timeoutMs: 300 })))).toBe(1714)
  })

  describe('browsing', () => {
    it.each(['v1', 'v2c'])('by %s opens branches, scalars and columns of tables', async (version) => {
      await withSession({ version }, async (session, params) => {
        const nodes = async (node?: string) => (await session.browse!(node, 0, params)).nodes
        expect((await nodes()).map(({ name }) => name)).toEqual(['mib-2', 'enterprises', 'snmpModules'])
        const branches = await nodes('1.3.6.1.2.1')
        expect(branches.slice(0, 2)).toMatchObject([
          { address: '1.3.6.1.2.1.1', name: 'system', nodeClass: 'object', hasChildren: true },
          { address: '1.3.6.1.2.1.2', name: 'interfaces', hasChildren: true },
        ])
        const system = await nodes('1.3.6.1.2.1.1')
        expect(system.find(({ name }) => name === 'sysUpTime.0')).toMatchObject({
          ...{ address: 'sysUpTime.0', nodeClass: 'variable', dataType: 'uint32', typeName: 'TimeTicks' },
          ...{ hasChildren: false, value: expect.any(Number) },
        })
        const column = await nodes('1.3.6.1.2.1.2.2.1.2')
        expect(column[0]).toMatchObject({ address: 'ifDescr.1', dataType: 'string', value: 'lo' })
        expect(await nodes(ownObjects)).toMatchObject([{ address: `${ownObjects}.1`, hasChildren: true }])
        expect((await nodes(`${ownObjects}.1`)).map(({ address }) => address)).toEqual(
          [1, 2, 3, 4, 5, 6, 8, 9].map((rest) => `${ownObjects}.1.${rest}.0`),
        )
      })
    })

    it('continues from page to page', async () => {
      await withSession({}, async (session, params) => {
        // The table of installed packages is long.
        const node = '1.3.6.1.2.1.25.6.3.1.2'
        const first = await session.browse!(node, 0, params)
        if (first.next === undefined) return expect(first.nodes.length).toBeLessThanOrEqual(100)
        const second = await session.browse!(node, first.next, params)
        const addresses = [...first.nodes, ...second.nodes].map(({ address }) => address)
        expect(new Set(addresses).size).toBe(addresses.length)
      })
    })
  })

  test('a new session works after a restart of the agent, also with keys of v3', async () => {
    const params = paramsOf({ ...user('sha-aes', 'sha'), timeoutMs: 2000 })
    const session = await open(params)
    await agent.end()
    expect([1714, 1722]).toContain(await fault(session.read([point('sysUpTime.0', 'uint32')], params)))
    agent = await startSnmpd(port)
    const later = await open(params)
    expect((await later.read([point('sysUpTime.0', 'uint32')], params)).map(outcome)).toEqual([expect.any(Number)])
    await session.close()
    await later.close()
  })
})
