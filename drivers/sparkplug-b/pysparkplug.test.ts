// The driver against an edge node of another maker (pysparkplug) at mosquitto. .ci/run installs it.
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { type Mosquitto, startMosquitto } from '../../testkit/peers/mosquitto.ts'
import { pysparkplugPython, startPysparkplug } from '../../testkit/peers/pysparkplug.ts'
import type { Point, TagReading, WatchingSession } from '../driver.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'
import type { SparkplugParams } from './params.ts'

const python = pysparkplugPython()

/** Name, data type, first value, and a value to write, which the edge node names as the second. */
const values: readonly (readonly [string, DataType, Value | { code: number }, Value?, unknown?])[] = [
  ['Int8', 'int8', -5, -128],
  ['Int16', 'int16', -300, -32_768],
  ['Int32', 'int32', -70_000, -2_147_483_648],
  ['Int64', 'int64', '-9007199254740993', '-9223372036854775808', Number('-9223372036854775808')],
  ['UInt8', 'uint8', 250, 255],
  ['UInt16', 'uint16', 65_000, 1],
  ['UInt32', 'uint32', 4_294_967_295, 4_000_000_000],
  ['UInt64', 'uint64', '18446744073709551615', '9007199254740993', Number('9007199254740993')],
  ['Float', 'float32', 21.6, -0.5],
  ['Double', 'float64', 0.1, 1e300],
  ['Boolean', 'bool', true, false],
  ['String', 'string', '压机 4', '烤箱'],
  ['Text', 'string', 'long text', ''],
  ['UUID', 'string', '09087e75-8e5e-499b-954f-f2a9603db28a', '11111111-2222-3333-4444-555555555555'],
  ['Bytes', 'string', '001a2b', 'ff00'],
  ['DateTime', 'int64', 1_767_225_600_000, 1_767_225_601_000, '2026-01-01T00:00:01+00:00'],
  ['Array', 'int32', { code: 1716 }],
  ['Null', 'int32', { code: 1739 }],
  ['Missing', 'int32', { code: 1715 }],
]
const points: Point[] = values.map(([name, dataType], id) => ({
  ...{ id, address: `press#Inputs/${name}`, dataType, access: 'rw' },
}))
const scanRate: Point = { id: 99, address: '#Scan Rate', dataType: 'int32', access: 'rw' }
const short = (reading: TagReading | undefined) =>
  reading && ('fault' in reading ? { code: reading.fault.code } : reading.value)

describe.skipIf(!python)('pysparkplug', () => {
  let mosquitto: Mosquitto
  let node: Awaited<ReturnType<typeof startPysparkplug>>
  let session: WatchingSession
  let params: SparkplugParams
  const seen = new Map<number, TagReading>()
  const shown = (id: number) => short(seen.get(id))
  beforeAll(async () => {
    mosquitto = await startMosquitto()
    node = await startPysparkplug(python!, mosquitto.port)
    params = about.params.parse({
      ...{ host: '127.0.0.1', port: mosquitto.port, groupId: 'plant', edgeNodeId: 'line1' },
    })
    session = await opener.open(params, new AbortController().signal, '', [{ id: 1, points }])
    const listener = {
      onReading: (id: number, reading: TagReading) => void seen.set(id, reading),
      onEnd: () => undefined,
    }
    const tags = [...points, scanRate].map((point) => ({ point, periodMs: 1000 }))
    expect((await session.watch(tags, params, listener)).size).toBe(0)
  })
  afterAll(async () => {
    await session.close()
    await node.kill()
    await mosquitto.close()
  })

  test('reports all types after the birth that the host requests', async () => {
    await expect.poll(() => shown(99)).toBe(1000)
    expect(points.map(({ id }) => shown(id))).toEqual(values.map(([, , value]) => value))
    expect(node.commands).toMatchObject([{ name: 'Node Control/Rebirth', type: 'BOOLEAN', value: true }])
    expect(session.clock?.isDoubtful).toBe(false)
  })

  test('is listed with its device, folders, types and values', async () => {
    const root = await session.browse(undefined, 0, params)
    expect(root.nodes.map(({ address }) => address)).toEqual(['press#', '#Node Control/', '#Scan Rate', '#bdSeq'])
    expect((await session.browse('press#', 0, params)).nodes).toMatchObject([
      { address: 'press#Inputs/', name: 'Inputs' },
    ])
    const { nodes } = await session.browse('press#Inputs/', 0, params)
    expect(nodes.length).toBe(18)
    expect(nodes[3]).toMatchObject({ name: 'Int64', dataType: 'int64', typeName: 'Int64', value: '-9007199254740993' })
    expect(nodes[16]).toMatchObject({ name: 'Array', typeName: 'Int32Array' })
    expect(nodes[16]).not.toHaveProperty('dataType')
  })

  test('executes commands of all types, and reports the new values', async () => {
    for (const [id, [, , , value]] of values.entries())
      if (value !== undefined) expect(await session.write(points[id]!, value, params)).toEqual({ kind: 'accepted' })
    expect(await session.write(scanRate, 250, params)).toEqual({ kind: 'accepted' })
    await expect.poll(() => shown(99)).toBe(250)
    const written = values.flatMap(([, , , value], id) => (value === undefined ? [] : [[id, value] as const]))
    await expect.poll(() => written.map(([id]) => shown(id))).toEqual(written.map(([, value]) => value))
    const known = values.flatMap(([, , , value, named = value]) => (value === undefined ? [] : [named]))
    const commands = node.commands.filter(({ name }) => name?.startsWith('Inputs/') || name === null)
    expect(commands.map(({ value }) => value)).toEqual(known)
  })

  test('refuses values that a metric cannot hold before they are sent', async () => {
    const before = node.commands.length
    expect(await session.write(points[0]!, 128, params)).toMatchObject({ kind: 'unsent', fault: { code: 2001 } })
    expect(await session.write(points[14]!, 'xyz', params)).toMatchObject({ kind: 'unsent', fault: { code: 1716 } })
    expect(await session.write(points[16]!, 1, params)).toMatchObject({ kind: 'unsent', fault: { code: 1716 } })
    expect(await session.write(points[18]!, 1, params)).toMatchObject({ kind: 'unsent', fault: { code: 1715 } })
    expect(node.commands.length).toBe(before)
  })

  test('leaves a present value unchanged by a value of the past, and has none where it is null', async () => {
    const before = shown(2)
    node.order('historical')
    await expect.poll(() => shown(1)).toBe(7)
    expect(shown(2)).toEqual(before)
    node.order('null')
    await expect.poll(() => shown(1)).toEqual({ code: 1739 })
  })

  test('is read once by another session, which publishes no state', async () => {
    const other = await opener.open(params, new AbortController().signal, '', [])
    expect((await other.read([scanRate, points[5]!], params)).map(short)).toEqual([250, 1])
    expect((await other.browse('press#Inputs/', 0, params)).nodes.length).toBe(18)
    await other.close()
  })

  test('has faulty values when a message is lost, until it is born again', async () => {
    const births = () => node.commands.filter(({ name }) => name === 'Node Control/Rebirth').length
    const before = births()
    const told: unknown[] = []
    const original = seen.set.bind(seen)
    seen.set = (id, reading) => {
      if (id === 99) told.push(short(reading))
      return original(id, reading)
    }
    node.order('skip')
    await expect.poll(() => told[0]).toEqual({ code: 1712 })
    await expect.poll(() => shown(99), { timeout: 15_000 }).toBe(250)
    await expect.poll(() => shown(1)).toBe(8)
    expect(births()).toBe(before + 1)
  })

  test('makes the values of its device faulty when that leaves, and all when it is lost', async () => {
    node.order('leave')
    await expect.poll(() => shown(5)).toEqual({ code: 1722 })
    expect(shown(99)).toBe(250)
    await node.kill()
    await expect.poll(() => shown(99)).toEqual({ code: 1722 })
    expect(await session.write(scanRate, 1, params)).toMatchObject({ kind: 'unsent', fault: { code: 1722 } })
  })

  test('finds the state of the host at the broker, online and offline', async () => {
    const states: string[] = []
    const reader = await connectAsync(mosquitto.url)
    reader.on('message', (topic, payload) => states.push(`${topic} ${payload.toString()}`))
    await reader.subscribeAsync(['spBv1.0/STATE/gatehouse', 'STATE/gatehouse'])
    await expect.poll(() => states).toHaveLength(1)
    expect(states[0]).toMatch(/^spBv1.0\/STATE\/gatehouse \{"online":true,"timestamp":\d{13}\}$/)
    await session.close()
    await expect.poll(() => states[1]).toContain('{"online":false')
    const old = { ...params, stateVersion: '2.2' as const }
    const second = await opener.open(old, new AbortController().signal, '', [{ id: 1, points }])
    await second.close()
    await expect.poll(() => states.slice(2)).toEqual(['STATE/gatehouse ONLINE', 'STATE/gatehouse OFFLINE'])
    await reader.endAsync()
  })
})
