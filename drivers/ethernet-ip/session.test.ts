// The driver against a simulated Logix controller: structures, strings, bits, messages that do not fit, status codes, and
// answers that are late, duplicated, cut or foreign.
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { startLogixStage } from '../../testkit/logix-stage.ts'
import { type LogixPlc, logixFrame } from '../../testkit/peers/logix.ts'
import { DriverFault, type Point, type TagReading, type TagSession } from '../driver.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'
import type { EipParams } from './params.ts'

let plc: LogixPlc
let session: TagSession | undefined
let params: EipParams
beforeEach(async () => {
  plc = await startLogixStage()
  params = { ...about.initial, host: '127.0.0.1', port: plc.port, timeoutMs: 5000 }
})
afterEach(async () => {
  await session?.close()
  session = undefined
  await plc.close()
})

const point = (address: string, dataType: DataType): Point => ({ id: 1, address, dataType, access: 'rw' })
const outcome = (reading: TagReading) => ('fault' in reading ? reading.fault.code : reading.value)
const open = async (more: Partial<EipParams> = {}): Promise<TagSession> => {
  params = { ...params, ...more }
  session = await opener.open(params, new AbortController().signal, '', [])
  return session
}
const read = async (...points: [address: string, dataType: DataType][]) =>
  (
    await (session ?? (await open())).read(
      points.map((each) => point(...each)),
      params,
    )
  ).map(outcome)
const write = async (address: string, dataType: DataType, value: Value) =>
  (session ?? (await open())).write(point(address, dataType), value, params)
const fault = (run: Promise<unknown>) =>
  run.then(
    () => 'none',
    (error: unknown) => (error instanceof DriverFault ? [error.code, error.broken] : error),
  )

/** Answers of the controller that are sent later. */
function hold(pick: (frame: Buffer, count: number) => boolean): { release(): void } {
  const held: { usual: Buffer; socket: Socket }[] = []
  let count = 0
  plc.script = (frame, usual, socket) => {
    if (!pick(frame, count++)) return usual
    held.push({ usual, socket })
    return undefined
  }
  const release = () => {
    for (const { usual, socket } of held.splice(0)) socket.write(usual)
  }
  return { release }
}

const everything: [string, DataType][] = [
  ['Count', 'int32'],
  ['Level', 'float32'],
  ['Running', 'bool'],
  ['Motors[1].Speed', 'int32'],
  ['Motors[1].Ready', 'bool'],
  ['Program:Main.Step', 'int16'],
  ['Note', 'string'],
  ['Label', 'string'],
]
const values = [-70_000, 21.3, true, 1401, true, 9, 'Line 7', 'Mix']

describe.each<[string, Partial<EipParams>]>([
  ['a large connection', {}],
  ['unconnected messages', { messaging: 'unconnected' }],
  ['a route across two chassis', { route: '1,3,2,192.168.2.20,1,0' }],
])('through %s', (_name, more) => {
  it('reads tags, members of structures, strings of two types, and tags of a program', async () => {
    await open(more)
    expect(await read(...everything)).toEqual(values)
  })

  it('writes what it reads', async () => {
    await open(more)
    for (const [address, dataType, value] of [
      ['Count', 'int32', 2_000_000_000],
      ['Level', 'float32', -0.1],
      ['Running', 'bool', false],
      ['Motors[0].Temps[1]', 'int16', -5],
      ['Note', 'string', 'Batch 12'],
      ['Note', 'string', ''],
      ['Label', 'string', 'x'.repeat(18)],
      ['Grid[2,3]', 'int32', 23],
    ] as const) {
      expect(await write(address, dataType, value), address).toEqual({ kind: 'done' })
      expect(await read([address, dataType]), address).toEqual([value])
    }
  })
})

test('refuses a text that the string type of the controller does not hold', async () => {
  expect(await write('Label', 'string', 'x'.repeat(19))).toMatchObject({ kind: 'unsent', fault: { code: 2007 } })
  expect(await write('Note', 'string', 'x'.repeat(83))).toMatchObject({ kind: 'unsent', fault: { code: 2007 } })
})

test('reads and writes elements of a BOOL array in their DWORD, and bits of integers', async () => {
  plc.tags.get('flags')!.bytes.writeUInt32LE(0x8000_0001, 4)
  expect(
    await read(['Flags[32]', 'bool'], ['Flags[33]', 'bool'], ['Flags[63]', 'bool'], ['Flags[64]', 'bool']),
  ).toEqual([...[true, false, true, 1715]])
  expect(await write('Flags[33]', 'bool', true)).toEqual({ kind: 'done' })
  expect(await write('Flags[63]', 'bool', false)).toEqual({ kind: 'done' })
  expect(plc.tags.get('flags')!.bytes.readUInt32LE(4)).toBe(3)
  expect(await write('Count.31', 'bool', false)).toEqual({ kind: 'done' })
  expect(plc.tags.get('count')!.bytes.readInt32LE(0)).toBe((-70_000 & 0x7fff_ffff) | 0)
  expect(await read(['Count.31', 'bool'], ['Words[3].15', 'bool'], ['Words[3].16', 'bool'])).toEqual([
    false,
    false,
    1716,
  ])
})

test('does not take an integer array for a BOOL array', async () => {
  expect(await read(['Words[3]', 'bool'])).toEqual([1716])
  expect(await write('Words[3]', 'bool', true)).toMatchObject({ kind: 'unsent', fault: { code: 1716 } })
})

test('refuses a structure as a text, and a tag of another type', async () => {
  expect(await read(['Motors', 'string'], ['Motors[0]', 'int32'], ['Level', 'int32'], ['Count', 'int16'])).toEqual([
    ...[1716, 1716, 1716, 1716],
  ])
})

test('reads 100 neighbouring values by one request and 100 scattered ones by few', async () => {
  const words = Array.from({ length: 100 }, (_, at): [string, DataType] => [`Words[${at}]`, 'int16'])
  await read(...words)
  expect(plc.requests).toHaveLength(1)
  for (let at = 0; at < 100; at++) {
    const bytes = Buffer.from([at, 0, 0, 0])
    plc.tags.set(`tag_number_${at}`, { type: 'c400', size: 4, bytes })
  }
  const scattered = Array.from({ length: 100 }, (_, at): [string, DataType] => [`Tag_Number_${at}`, 'int32'])
  plc.requests.length = 0
  expect(await read(...scattered)).toEqual(scattered.map((_, at) => at))
  expect(plc.requests).toHaveLength(1)
  await session!.close()
  await open({ messaging: 'unconnected' })
  plc.requests.length = 0
  plc.maxBytes = 494
  expect(await read(...scattered)).toEqual(scattered.map((_, at) => at))
  expect(plc.requests).toHaveLength(5)
})

test('joins the parts of a value that is longer than a message', async () => {
  const bytes = Buffer.alloc(1000)
  bytes.writeInt32LE(900, 0)
  bytes.fill('a', 4, 904).fill('b', 500, 904)
  plc.tags.set('long', { type: 'a0029999', size: 1000, bytes })
  plc.tags.set('long.len', { type: 'c400', size: 4, bytes: bytes.subarray(0, 4) })
  plc.tags.set('long.data', { type: 'c200', size: 1, bytes: bytes.subarray(4), dims: [996] })
  await open({ messaging: 'unconnected' })
  expect(await read(['Long', 'string'], ['Count', 'int32'])).toEqual([`${'a'.repeat(496)}${'b'.repeat(404)}`, -70_000])
  expect(await write('Long', 'string', 'c'.repeat(990))).toEqual({ kind: 'done' })
  expect(await read(['Long', 'string'])).toEqual(['c'.repeat(990)])
})

test('an element beyond the end does not spoil its neighbours, nor a missing tag the others', async () => {
  plc.tags.get('words')!.bytes.writeInt16LE(7, 1998)
  const wanted: [string, DataType][] = [
    ['Words[998]', 'int16'],
    ['Words[999]', 'int16'],
    ['Words[1000]', 'int16'],
    ['Nothing', 'int16'],
    ['Count', 'int32'],
  ]
  expect(await read(...wanted)).toEqual([0, 7, 1715, 1715, -70_000])
  expect(await read(...wanted)).toEqual([0, 7, 1715, 1715, -70_000])
})

test('reads one tag per message from a controller without packets of services', async () => {
  plc.refused.add(0x0a)
  expect(await read(...everything)).toEqual(values)
  plc.requests.length = 0
  expect(await read(...everything)).toEqual(values)
  expect(plc.requests.every((request) => request.startsWith('4c'))).toBe(true)
})

test.each([
  ['large connections', [0x5b]],
  ['any connection', [0x5b, 0x54]],
])('works with a controller that refuses %s', async (_name, refused) => {
  for (const service of refused) plc.refused.add(service)
  expect(await read(...everything)).toEqual(values)
})

test('opens its connection again when the controller may have closed it, before the write is confirmed', async () => {
  await read(['Count', 'int32'])
  const services: number[] = []
  plc.script = (frame, usual) => {
    services.push(frame[frame.readUInt16LE(0) === 0x70 ? 46 : 40]!)
    return usual
  }
  const real = performance.now.bind(performance)
  const now = vi.spyOn(performance, 'now').mockImplementation(() => real() + 40_000)
  try {
    const mayStart = () => services.push(0) > 0
    expect(await session!.write(point('Count', 'int32'), 7, params, mayStart)).toEqual({ kind: 'done' })
    expect(await read(['Count', 'int32'])).toEqual([7])
  } finally {
    now.mockRestore()
  }
  // Forward Close, Forward Open, the consent to the write, the write, the read.
  expect(services).toEqual([0x4e, 0x5b, 0, 0x4d, 0x4c])
})

test('a write that the controller refuses throws its fault, and the type is read again', async () => {
  await read(['Count', 'int32'])
  Object.assign(plc.tags.get('count')!, { type: 'c300', size: 2, bytes: Buffer.alloc(2) })
  expect(await fault(write('Count', 'int32', 5))).toEqual([1716, false])
  expect(await write('Count', 'int16', 5)).toEqual({ kind: 'done' })
})

test('a write in parts of which the controller refuses a later one is not certain', async () => {
  const bytes = Buffer.alloc(1000)
  plc.tags.set('long', { type: 'a0029999', size: 1000, bytes })
  plc.tags.set('long.len', { type: 'c400', size: 4, bytes: bytes.subarray(0, 4) })
  plc.tags.set('long.data', { type: 'c200', size: 1, bytes: bytes.subarray(4), dims: [996] })
  await open({ messaging: 'unconnected' })
  let parts = 0
  plc.script = (frame, usual) => {
    const isPart = frame.includes(Buffer.from('\x53\x03\x91\x04Long', 'latin1'))
    if (isPart && ++parts === 2) usual[usual.length - 2] = 0x10
    return usual
  }
  expect(await fault(write('Long', 'string', 'c'.repeat(990)))).toEqual([1721, true])
  expect(parts).toBe(2)
})

test('sends nothing when the write has expired', async () => {
  await read(['Count', 'int32'])
  const before = plc.requests.length
  expect(await session!.write(point('Count', 'int32'), 1, params, () => false)).toEqual({ kind: 'expired' })
  expect(plc.requests.length).toBe(before)
})

describe.each<[string, Partial<EipParams>]>([
  ['a connection', {}],
  ['unconnected messages', { messaging: 'unconnected' }],
])('late and false answers, through %s', (_name, more) => {
  it('an answer that comes after its timeout is not that of the next request', async () => {
    await open(more)
    params = { ...params, timeoutMs: 200 }
    const late = hold((_frame, count) => count === 0)
    expect(await fault(read(['Count', 'int32']))).toEqual([1714, false])
    late.release()
    params = { ...params, timeoutMs: 5000 }
    expect(await read(['Motors[0].Speed', 'int32'])).toEqual([1400])
    expect(await read(['Motors[1].Speed', 'int32'])).toEqual([1401])
  })

  it('an answer that comes twice is used once', async () => {
    await open(more)
    plc.script = (_frame, usual) => Buffer.concat([usual, usual])
    for (const at of [0, 1, 0, 1]) expect(await read([`Motors[${at}].Speed`, 'int32'])).toEqual([1400 + at])
  })

  it('three timeouts in a row end the session', async () => {
    await open(more)
    params = { ...params, timeoutMs: 60 }
    hold(() => true)
    expect(await fault(read(['Count', 'int32']))).toEqual([1714, false])
    expect(await fault(read(['Count', 'int32']))).toEqual([1714, false])
    expect(await fault(read(['Count', 'int32']))).toEqual([1714, true])
    expect(session!.isOpen).toBe(false)
  })

  it('an answer of another session, of a wrong kind or with a status of the encapsulation ends the session', async () => {
    const breaks: [(usual: Buffer) => Buffer, number][] = [
      [(usual) => Buffer.from(usual).fill(0xee, 4, 8), 1712],
      [(usual) => Buffer.from(usual).fill(0x99, 24 + 8, 24 + 10), 1712],
      [(usual) => logixFrame(usual, usual.subarray(24), 0x64), 1722],
      [(usual) => logixFrame(usual, usual.subarray(24, -1)), 1712],
    ]
    for (const [bend, code] of breaks) {
      plc.script = undefined
      const own = await open(more)
      plc.script = (_frame, usual) => bend(usual)
      expect(await fault(own.read([point('Count', 'int32')], params))).toEqual([code, true])
      expect(own.isOpen).toBe(false)
    }
  })

  it('an answer that is cut at any byte is never a value', async () => {
    await open(more)
    let usualBytes = 0
    plc.script = (_frame, usual) => {
      usualBytes = usual.length
      return usual
    }
    await read(['Count', 'int32'])
    for (let length = 0; length < usualBytes; length++) {
      await session!.close()
      plc.script = undefined
      const own = await open()
      plc.script = (_frame, usual) => usual.subarray(0, length)
      const [code] = (await fault(own.read([point('Count', 'int32')], { ...params, timeoutMs: 40 }))) as [number]
      expect([1712, 1714, 1722]).toContain(code)
    }
  })

  it('an answer to another service ends the session', async () => {
    await open(more)
    plc.script = (_frame, usual) => {
      const bent = Buffer.from(usual)
      bent[bent.lastIndexOf(Buffer.from([0xcc, 0]))] = 0xcd
      return bent
    }
    expect(await fault(read(['Count', 'int32']))).toEqual([1712, true])
  })
})

test('a packet with fewer answers than requests ends the session', async () => {
  await open()
  plc.script = (_frame, usual) => {
    const bent = Buffer.from(usual)
    bent[24 + 22 + 4] = 1
    return bent
  }
  const code = await fault(read(['Count', 'int32'], ['Level', 'float32']))
  expect(code).toEqual([1719, true])
})

test('a word that is too short for its type is a fault, not a value', async () => {
  Object.assign(plc.tags.get('count')!, { size: 3, bytes: Buffer.from([1, 2, 3]) })
  expect(await read(['Count', 'int32'])).toEqual([1719])
})

test.each([
  ['NaN', Buffer.from([0, 0, 0xc0, 0x7f]), 1740],
  ['infinity', Buffer.from([0, 0, 0x80, 0x7f]), 1741],
])('%s is a fault', async (_name, bytes, code) => {
  plc.tags.get('level')!.bytes = bytes
  expect(await read(['Level', 'float32'])).toEqual([code])
})

test('a BOOL that is neither on nor off is a fault', async () => {
  plc.tags.get('running')!.bytes = Buffer.from([7])
  expect(await read(['Running', 'bool'])).toEqual([1728])
})

test('a text whose length is beyond its characters is a fault', async () => {
  plc.tags.get('note')!.bytes.writeInt32LE(85, 0)
  expect(await read(['Note', 'string'])).toEqual([1719])
  plc.tags.get('note')!.bytes.writeInt32LE(-1, 0)
  expect(await read(['Note', 'string'])).toEqual([1719])
})

test('aborting while the controller is silent frees the socket', async () => {
  plc.script = () => undefined
  const abort = new AbortController()
  const opened = fault(opener.open(params, abort.signal, '', []))
  await expect.poll(() => plc.accepted()).toBe(1)
  abort.abort()
  expect(await opened).toEqual([1722, true])
})
