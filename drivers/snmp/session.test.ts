// The driver against a simulated agent: batches that are too big, objects that v1 lacks, and answers that are late, doubled,
// foreign or false.
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import type { DataType } from '../../core/data-type.ts'
import { berInteger, type SnmpAgent, startSnmpAgent } from '../../testkit/peers/snmp-agent.ts'
import { DriverFault, type Point, type TagReading, type TagSession } from '../driver.ts'
import { opener } from './driver.ts'
import { SnmpParams } from './params.ts'

let agent: SnmpAgent
let session: TagSession | undefined
let params: SnmpParams
const base = '1.3.6.1.4.1.7'
beforeEach(async () => {
  agent = await startSnmpAgent()
  for (let at = 1; at <= 100; at++) agent.objects.set(`${base}.${at}`, { tag: 2, bytes: berInteger(at) })
})
afterEach(async () => {
  await session?.close()
  session = undefined
  await agent.close()
})

const open = async (more: object = {}): Promise<TagSession> => {
  params = SnmpParams.parse({ host: '127.0.0.1', port: agent.port, timeoutMs: 5000, ...more })
  session = await opener.open(params, new AbortController().signal, '', [])
  agent.requests.length = 0
  return session
}
const point = (address: string, dataType: DataType = 'int32'): Point => ({ id: 1, address, dataType, access: 'rw' })
const outcome = (reading: TagReading) => ('fault' in reading ? reading.fault.code : reading.value)
const read = async (...numbers: number[]) =>
  (
    await session!.read(
      numbers.map((number) => point(`${base}.${number}`)),
      params,
    )
  ).map(outcome)
const fault = (run: Promise<unknown>) =>
  run.then(
    () => 'none',
    (error: unknown) => (error instanceof DriverFault ? [error.code, error.broken] : error),
  )
const all = Array.from({ length: 100 }, (_, at) => at + 1)
const sizes = () => agent.requests.map((request) => request.split(' ').length - 1)

test('reads 100 objects by four requests, and an object of several points once', async () => {
  await open()
  expect(await read(...all)).toEqual(all)
  expect(sizes()).toEqual([25, 25, 25, 25])
  agent.requests.length = 0
  expect(await read(5, 5, 6)).toEqual([5, 5, 6])
  expect(sizes()).toEqual([2])
})

test('halves a batch that is too big, and keeps the smaller size', async () => {
  await open({ maxObjects: 40 })
  agent.most = 12
  expect(await read(...all)).toEqual(all)
  agent.requests.length = 0
  expect(await read(...all)).toEqual(all)
  expect(Math.max(...sizes())).toBeLessThanOrEqual(12)
})

test('one object that is too big alone is a fault', async () => {
  await open()
  agent.most = 0
  expect(await read(1)).toEqual([1718])
})

test.each(['v1', 'v2c'])('by %s a missing object does not spoil the others', async (version) => {
  await open({ version })
  expect(await read(1, 200, 2, 201, 3)).toEqual([1, 1715, 2, 1715, 3])
  expect(agent.requests.length).toBe(version === 'v1' ? 3 : 1)
})

test('writes with the type that the agent has, which it reads once', async () => {
  await open()
  agent.objects.set(`${base}.1`, { tag: 0x42, bytes: berInteger(1) })
  expect(await session!.write(point(`${base}.1`, 'uint32'), 4_000_000_000, params)).toEqual({ kind: 'done' })
  expect(agent.objects.get(`${base}.1`)).toEqual({ tag: 0x42, bytes: Buffer.from('00ee6b2800', 'hex') })
  expect(await session!.write(point(`${base}.1`, 'uint32'), 7, params)).toEqual({ kind: 'done' })
  expect(agent.requests.map((request) => request.slice(0, 2))).toEqual(['a0', 'a3', 'a3'])
})

test('sends nothing when the write has expired', async () => {
  await open()
  expect(await session!.write(point(`${base}.1`), 7, params, () => false)).toEqual({ kind: 'expired' })
  expect(agent.requests.map((request) => request.slice(0, 2))).toEqual(['a0'])
})

describe('late and false answers', () => {
  it('an answer that comes after its timeout is not that of the next request', async () => {
    await open()
    params = { ...params, timeoutMs: 100 }
    let late: Buffer | undefined
    agent.script = (usual) => {
      if (late) return [late, usual]
      late = usual
      return []
    }
    expect(await fault(read(1))).toEqual([1714, false])
    params = { ...params, timeoutMs: 5000 }
    expect(await read(2)).toEqual([2])
    expect(await read(3)).toEqual([3])
  })

  it('an answer that comes twice is used once', async () => {
    await open()
    agent.script = (usual) => [usual, usual]
    for (const number of [1, 2, 3]) expect(await read(number)).toEqual([number])
  })

  it('an answer from another address is dropped', async () => {
    await open()
    params = { ...params, timeoutMs: 150 }
    agent.script = (usual) => {
      void agent.sendFromElsewhere(usual)
      return []
    }
    expect(await fault(read(1))).toEqual([1714, false])
  })

  it('an answer with other objects ends the session', async () => {
    await open()
    agent.script = (usual) => {
      const bent = Buffer.from(usual)
      const at = bent.lastIndexOf(Buffer.from([7, 1, 2]))
      bent[at + 1] = 2
      return [bent]
    }
    expect(await fault(read(1))).toEqual([1712, true])
  })

  it('an answer with another community ends the session', async () => {
    await open()
    agent.script = (usual) => [Buffer.from(usual.toString('latin1').replace('public', 'pubLic'), 'latin1')]
    expect(await fault(read(1))).toEqual([1712, true])
  })

  it('a datagram that is no message of SNMP is dropped', async () => {
    await open()
    params = { ...params, timeoutMs: 150 }
    agent.script = (usual) => [Buffer.alloc(0), Buffer.from('hello'), usual.subarray(0, -3)]
    expect(await fault(read(1))).toEqual([1714, false])
    agent.script = undefined
    expect(await read(1)).toEqual([1])
  })

  it('three timeouts in a row end the session, so that a new port is used', async () => {
    await open()
    params = { ...params, timeoutMs: 60 }
    agent.script = () => []
    expect(await fault(read(1))).toEqual([1714, false])
    expect(await fault(read(1))).toEqual([1714, false])
    expect(await fault(read(1))).toEqual([1714, true])
  })

  it('a closed session sends nothing, and closing ends a request that is under way', async () => {
    await open()
    agent.script = () => []
    const asked = fault(read(1))
    await expect.poll(() => agent.requests.length).toBe(1)
    await session!.close()
    expect(await asked).toEqual([1722, true])
    expect(await fault(read(1))).toEqual([1722, true])
    expect(await session!.write(point(`${base}.1`), 1, params)).toMatchObject({ kind: 'unsent', fault: { code: 1722 } })
    expect(agent.requests.length).toBe(1)
  })
})

test('a stopped agent is a fault without a timeout, if its host reports the closed port', async () => {
  await open()
  await agent.close()
  expect(await fault(read(1))).toEqual([1722, true])
  expect(session!.isOpen).toBe(false)
  await session!.close()
  agent = await startSnmpAgent()
})

test('browsing lists all children of a node', async () => {
  await open()
  const { nodes } = await session!.browse!(base, 0, params)
  expect(nodes.map(({ value }) => value)).toEqual(all)
})
