// A simulated Logix controller with the usual kinds of tags, for tests of the driver and of other makers' clients.
import { type LogixPlc, startLogix } from './peers/logix.ts'

const text = (length: number, content: string, size: number): Buffer => {
  const bytes = Buffer.alloc(size)
  bytes.writeInt32LE(content.length, 0)
  bytes.write(content, 4, Math.min(length, content.length), 'latin1')
  return bytes
}

/** Atomic tags, arrays, a BOOL array, strings, an array of structures, a program with one tag, tags of the system. */
export async function startLogixStage(): Promise<LogixPlc> {
  const plc = await startLogix()
  const { tags, templates } = plc
  const dint = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeInt32LE(value)
    return bytes
  }
  const real = Buffer.alloc(4)
  real.writeFloatLE(21.3)
  tags.set('program:main', { name: 'Program:Main', type: '', size: 0, bytes: Buffer.alloc(0), symbol: 0x68 })
  tags.set('__system', { type: 'c400', size: 4, bytes: dint(1), symbol: 0x10c4 })
  tags.set('task:fast', { type: '', size: 0, bytes: Buffer.alloc(0), symbol: 0x70 })
  tags.set('count', { type: 'c400', size: 4, bytes: dint(-70_000), symbol: 0x00c4 })
  tags.set('level', { type: 'ca00', size: 4, bytes: real, symbol: 0x00ca, access: 2 })
  tags.set('running', { type: 'c100', size: 1, bytes: Buffer.from([0xff]), symbol: 0x00c1 })
  tags.set('words', { type: 'c300', size: 2, bytes: Buffer.alloc(2000), dims: [1000], symbol: 0x20c3 })
  tags.set('grid', { type: 'c400', size: 4, bytes: Buffer.alloc(48), dims: [3, 4], symbol: 0x40c4 })
  tags.set('flags', { type: 'd300', size: 4, bytes: Buffer.alloc(8), dims: [2], symbol: 0x20d3 })
  tags.set('note', { type: 'a002ce0f', size: 88, bytes: text(82, 'Line 7', 88), symbol: 0x8fce })
  tags.set('label', { type: 'a0023412', size: 24, bytes: text(18, 'Mix', 24), symbol: 0x8125 })
  tags.set('label.len', { type: 'c400', size: 4, bytes: dint(3) })
  tags.set('label.data', { type: 'c200', size: 1, bytes: Buffer.alloc(18), dims: [18] })
  tags.set('motors', { type: 'a0027856', size: 12, bytes: Buffer.alloc(24), dims: [2], symbol: 0xa123 })
  for (const at of [0, 1]) {
    tags.set(`motors[${at}].speed`, { type: 'c400', size: 4, bytes: dint(1400 + at) })
    tags.set(`motors[${at}].ready`, { type: 'c100', size: 1, bytes: Buffer.from([at]) })
    tags.set(`motors[${at}].temps`, { type: 'c300', size: 2, bytes: Buffer.from([1, 0, 2, 0]), dims: [2] })
  }
  tags.set('program:main.step', { type: 'c300', size: 2, bytes: Buffer.from([9, 0]), symbol: 0x00c3 })
  const stringMembers = (length: number): [string, number, number, number][] => [
    ['LEN', 0xc4, 0, 0],
    ['DATA', 0x20c2, length, 4],
  ]
  templates.set(0xfce, { name: 'ASCIISTRING82', handle: 0x0fce, size: 88, members: stringMembers(82) })
  templates.set(0x125, { name: 'ShortText', handle: 0x1234, size: 24, members: stringMembers(18) })
  templates.set(0x123, {
    ...{ name: 'Motor', handle: 0x5678, size: 12 },
    members: [
      ['Speed', 0xc4, 0, 0],
      ['ZZZZZZZZZZMotor1', 0xc2, 0, 4],
      ['Ready', 0xc1, 0, 4],
      ['Temps', 0x20c3, 2, 8],
    ],
  })
  return plc
}
