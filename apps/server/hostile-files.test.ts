// Files that once stopped the platform for all users, sent by an ordinary account: each is refused by its limits.
import { deflateSync } from 'node:zlib'
import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { lookAtImport } from '../../features/device/fleet/contract.ts'
import { importSignals } from '../../features/device/signal/contract.ts'
import { setAvatar } from '../../features/people/info/contract.ts'
import { addPicture } from '../../features/platform/picture/contract.ts'
import { type TestServer, testServer } from '../../testkit/server.ts'
import { type Site, site } from '../../testkit/site.ts'

let server: TestServer
let own: Site
beforeAll(async () => {
  server = await testServer({ callsPerMinute: 100_000 })
  own = await site(server, 'Hostile')
})
afterAll(() => server.stop())

/** Encodes one row of a grey PNG. */
function line(width: number, height: number): Buffer {
  const image = PNG.sync.write(new PNG({ width: 1, height: 1 }))
  const start = image.indexOf('IDAT') - 4
  const rows = deflateSync(Buffer.alloc(height * (1 + width * 4)), { level: 9 })
  const head = Buffer.from(image.subarray(0, start))
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(rows.length)
  return Buffer.concat([head, length, Buffer.from('IDAT'), rows, Buffer.alloc(4), image.subarray(-12)])
}

/** A JPEG with one scan, followed by many empty ones. */
function scans(count: number): Buffer {
  const image = Buffer.from(jpeg.encode({ width: 64, height: 64, data: Buffer.alloc(64 * 64 * 4, 200) }, 50).data)
  const at = image.indexOf(Buffer.from([0xff, 0xda]))
  const head = image.subarray(at, at + 2 + image.readUInt16BE(at + 2))
  return Buffer.concat([image.subarray(0, -2), ...Array.from({ length: count }, () => head), image.subarray(-2)])
}

const base64 = (file: Buffer | string) => Buffer.from(file).toString('base64')

describe('a picture', () => {
  test('of 1 x 4,000,000 pixels is too large by its side', async () => {
    const file = line(1, 4_000_000)
    expect(file.length).toBeLessThan(limits.avatarBytes)
    expect((await server.admin.ask(setAvatar, { avatar: base64(file) })).code).toBe(1043)
    expect((await server.admin.ask(addPicture, { title: 'Line', picture: base64(file) })).code).toBe(1138)
  })

  test('with a second header, of another size, is refused', async () => {
    const [first, second] = [PNG.sync.write(new PNG({ width: 1, height: 1 })), line(28_000, 1)]
    const file = Buffer.concat([first.subarray(0, 33), second.subarray(8)])
    expect((await server.admin.ask(setAvatar, { avatar: base64(file) })).code).toBe(1042)
  })

  test('is too large if its interlaced rows inflate to much more than its size', async () => {
    const rows = deflateSync(Buffer.alloc(64_000_000), { level: 9 })
    const length = Buffer.alloc(4)
    length.writeUInt32BE(rows.length)
    const small = Buffer.from(PNG.sync.write(new PNG({ width: 8, height: 8 })))
    small[28] = 1
    const file = Buffer.concat([
      small.subarray(0, 33),
      length,
      Buffer.from('IDAT'),
      rows,
      Buffer.alloc(4),
      small.subarray(-12),
    ])
    expect(file.length).toBeLessThan(limits.avatarBytes)
    expect((await server.admin.ask(setAvatar, { avatar: base64(file) })).code).toBe(1043)
  })

  test('with thousands of empty scans is too large by their number', async () => {
    expect((await server.admin.ask(setAvatar, { avatar: base64(scans(6187)) })).code).toBe(1043)
    expect((await server.admin.ask(setAvatar, { avatar: base64(scans(0)) })).code).toBe(200)
  })
})

describe('a CSV file', () => {
  const head = 'name,address,dataType\n'
  const send = async (csv: string) => {
    const { equipmentId, driverId } = own
    return server.admin.ask(importSignals, { equipmentId, version: 1, csv, driverId })
  }

  test.each([
    ['whose quote never closes', `${head}a,1,int16\n"b,2,int16\n${'c"d,3,int16\n'.repeat(10_000)}`, 'line 3'],
    ['of empty lines', `${head}${'\n'.repeat(limits.csvLines + 1)}`, 'too large'],
  ])('%s is refused with its line number', async (_, csv, words) => {
    const answer = await send(csv)
    expect(answer.code).toBe(10001)
    expect(answer.msg).toContain(words)
  })

  test.each([
    ['whose quote never closes', `name\n"b\n${'c"d\n'.repeat(700_000)}`, 'line 2'],
    ['of empty lines', `name\n${'\n'.repeat(3_000_000)}`, `more than ${limits.csvLines} lines`],
    ['of one row', `name\n${','.repeat(3_000_000)}`, `more than ${limits.csvColumns} columns`],
  ])('of devices %s is refused with its line number', async (_, csv, words) => {
    const answer = await server.admin.ask(lookAtImport, { name: 'a.csv', content: base64(csv) })
    expect(answer.code).toBe(1117)
    expect(answer.msg).toContain(words)
  })
})
