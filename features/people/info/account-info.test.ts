// Basic information and pictures over HTTP.
import jpeg from 'jpeg-js'
import { GifWriter } from 'omggif'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { userImagePath } from '../../../contract/user-image.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { getUserMessage } from '../security/contract.ts'
import { setAvatar, updateLoginUser } from './contract.ts'

let server: TestServer
let person: Caller
beforeAll(async () => {
  server = await testServer({ callsPerMinute: 10_000 })
  await server.addAccount({ loginname: 'pictured' })
  person = await server.as('pictured', adminPassword)
})
afterAll(() => server.stop())

const [width, height] = [300, 150]
/** A red picture with a transparent corner. */
const pixels = Uint8Array.from({ length: width * height * 4 }, (_, at) => [200, 30, 40, at < 40 ? 0 : 255][at % 4]!)
function png(w = width, h = height, data: Uint8Array = pixels): Buffer {
  const image = new PNG({ width: w, height: h })
  image.data = Buffer.from(data)
  return PNG.sync.write(image)
}
const jpg = () => jpeg.encode({ width, height, data: pixels }, 80).data
function gif(): Buffer {
  const bytes = Buffer.alloc(100_000)
  const writer = new GifWriter(bytes, 10, 10, { palette: [0xc81e28, 0xffffff] })
  writer.addFrame(0, 0, 10, 10, new Array<number>(100).fill(0))
  return bytes.subarray(0, writer.end())
}
const ico = (inner: Buffer) => {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt32LE(inner.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, inner])
}
/** An icon's bitmap, with red and blue pixels. */
const bitmap = () => {
  const head = Buffer.alloc(40)
  head.writeUInt32LE(40, 0)
  head.writeInt32LE(2, 4)
  head.writeInt32LE(2, 8)
  head.writeUInt16LE(1, 12)
  head.writeUInt16LE(32, 14)
  return Buffer.concat([head, Buffer.from([40, 30, 200, 255, 200, 30, 40, 255]), Buffer.alloc(8)])
}
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#c81e28"/></svg>'

const set = (file: Buffer | string, who = person) =>
  who.ask(setAvatar, { avatar: Buffer.from(file).toString('base64') })
const read = (path: string, who = person) => who.raw(path)

describe('a picture', () => {
  test.each([
    ['png', png],
    ['jpg', jpg],
    ['gif', gif],
    ['ico of a png', () => ico(png(64, 32, pixels.subarray(0, 64 * 32 * 4)))],
    ['ico of a bitmap', () => ico(bitmap())],
  ] as const)('%s is converted to a PNG of at most 256 pixels', async (_, make) => {
    const { data } = await set(make())
    const response = await read(data!.avatar!)
    expect(response.headers.get('content-type')).toBe('image/png')
    const { width: w, height: h, data: got } = PNG.sync.read(Buffer.from(await response.arrayBuffer()))
    expect(Math.max(w, h)).toBeLessThanOrEqual(limits.avatarSide)
    const middle = [...got.subarray(0, 4)]
    if (make === jpg || make === gif) expect(middle[0]).toBeGreaterThan(180)
    expect(await person.call(getUserMessage, {})).toMatchObject({ avatar: data!.avatar })
  })

  test('an svg without active content is stored unchanged', async () => {
    const { data } = await set(svg)
    const response = await read(data!.avatar!)
    expect(response.headers.get('content-type')).toMatch(/^image\/svg\+xml/)
    expect(await response.text()).toBe(svg)
  })

  test('is served with a restrictive policy, to any signed-in account', async () => {
    const { data } = await set(svg)
    const { headers } = await read(data!.avatar!)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect((await read(data!.avatar!, server.nobody)).status).toBe(404)
    expect((await read(data!.avatar!, await server.otherCompany())).status).toBe(200)
  })

  test('a new one has a new name, and the old one is deleted', async () => {
    const [one, two] = [await set(svg), await set(png())]
    expect(one.data!.avatar).not.toBe(two.data!.avatar)
    expect((await read(one.data!.avatar!)).status).toBe(404)
    expect((await person.ask(setAvatar, { avatar: '' })).data).toEqual({ avatar: null })
    expect((await read(two.data!.avatar!)).status).toBe(404)
  })

  test('may be a data URL', async () => {
    const avatar = `data:image/png;base64,${png().toString('base64')}`
    expect((await person.ask(setAvatar, { avatar })).code).toBe(200)
  })

  test('may be sent as a form', async () => {
    const body = new URLSearchParams({ avatar: png().toString('base64') })
    const response = await person.raw(setAvatar.path, { method: 'POST', body })
    expect(((await response.json()) as { code: number }).code).toBe(200)
  })

  test.each([
    ['of 100 KB', Buffer.concat([png(), Buffer.alloc(limits.avatarBytes)]), 1043],
    ['that decodes to too many pixels', () => hugePng(), 1043],
    ['that is a page', '<html><script>alert(1)</script></html>', 1042],
    ['that is a program', Buffer.from('MZ\u0090\u0000'), 1042],
    ['that is cut off', png().subarray(0, 60), 1042],
    ['a gif with a frame larger than the image', () => brokenGif(), 1042],
    ['a jpg that is damaged', () => jpg().subarray(0, 200), 1042],
    ['an icon that leads nowhere', () => ico(Buffer.alloc(4)), 1042],
    ['a PNG signature before a page', Buffer.concat([png().subarray(0, 8), Buffer.from('<html>')]), 1042],
  ] as const)('%s is refused', async (_, file, code) => {
    expect((await set(typeof file === 'function' ? file() : file)).code).toBe(code)
  })

  test('without valid base64 is refused at its field', async () => {
    expect((await person.ask(setAvatar, { avatar: '../../etc/passwd' })).code).toBe(1042)
  })
})

/** A few bytes that claim to be 60,000 pixels wide and high. */
function hugePng(): Buffer {
  const file = png(1, 1, pixels.subarray(0, 4))
  file.writeUInt32BE(60_000, 16)
  file.writeUInt32BE(60_000, 20)
  return file
}

function brokenGif(): Buffer {
  const file = gif()
  file.writeUInt16LE(2, 6)
  return file
}

describe('an svg with active content is refused', () => {
  const inside = (text: string) => `<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`
  test.each([
    ['a script', inside('<script>alert(1)</script>')],
    ['a script in another case', inside('<SCRIPT>alert(1)</SCRIPT>')],
    ['a script of a namespace', inside('<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>')],
    ['an event', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['an event of a part', inside('<rect width="1" height="1" onclick="alert(1)"/>')],
    ['a page inside', inside('<foreignObject><body/></foreignObject>')],
    ['a link', inside('<a href="javascript:alert(1)"><text>x</text></a>')],
    ['an external image', inside('<image href="https://evil.example/x.png"/>')],
    ['a reference to another file', inside('<use href="https://evil.example/x.svg#a"/>')],
    ['a style', inside('<style>@import url(https://evil.example)</style>')],
    ['a style of a part', inside('<rect style="background:url(https://evil.example)"/>')],
    ['a fill that is fetched', inside('<rect fill="url(https://evil.example#a)"/>')],
    ['an animation of a link', inside('<set attributeName="href" to="javascript:alert(1)"/>')],
    ['entities', '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"><text>&a;</text></svg>'],
    [
      'an entity of another file',
      '<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
    ['an instruction', `<?xml-stylesheet href="https://evil.example"?>${svg}`],
    ['a hidden part', inside('<![CDATA[<script>alert(1)</script>]]>')],
    ['escaped letters', inside('<rect fill="&#117;rl(https://evil.example)"/>')],
    ['another namespace', '<svg xmlns="http://www.w3.org/1999/xhtml"><title/></svg>'],
    ['a part left open', '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>'],
    ['more behind its end', `${svg}<script>alert(1)</script>`],
  ])('%s', async (_, text) => expect((await set(text)).code).toBe(1044))

  test('output of common drawing programs is accepted', async () => {
    const text = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- made by hand -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="8" height="8" version="1.1">
  <title>a &amp; b</title><defs><linearGradient id="g"><stop offset="0" stop-color='#fff'/></linearGradient></defs>
  <g fill="url(#g)"><rect width="4" height="4"/><use xlink:href="#g" /></g>
</svg>
`
    expect((await set(text)).code).toBe(200)
  })
})

describe('the path of pictures', () => {
  test.each([
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/etc/passwd',
    'secret.key',
    'x.png',
    `${'a'.repeat(22)}.html`,
    '',
  ])('%j is not found', async (file) => {
    const response = await read(userImagePath(file))
    expect(response.status === 404 || !(await response.text()).includes('root:')).toBe(true)
    expect(response.status).toBe(404)
  })
})

describe('basic information', () => {
  test('can be changed, and the log contains the old values', async () => {
    const info = { name: 'Anna Berg', company: 'Waterworks', address: 'Old Mill 1' }
    await person.call(updateLoginUser, { name: 'Anna', company: null, address: null })
    await person.call(updateLoginUser, info)
    expect(await person.call(getUserMessage, {})).toMatchObject(info)
    const { rows } = await server.admin.call(queryOperations, { keyword: 'pictured', act: 'edit' })
    expect(rows[0]).toMatchObject({ before: { name: 'Anna', company: null }, after: info })
  })

  test('invalid values are refused at their field', async () => {
    expect(await person.ask(updateLoginUser, { name: ' ' })).toMatchObject({ code: 10001, data: { field: 'name' } })
    const long = { name: 'a', address: 'x'.repeat(limits.remarkLength + 1) }
    expect(await person.ask(updateLoginUser, long)).toMatchObject({ code: 10001, data: { field: 'address' } })
  })

  test('excludes role, organisation and password', async () => {
    const { db } = server.platform
    const row = () => db.selectFrom('account').selectAll().where('loginname', '=', 'pictured').executeTakeFirstOrThrow()
    const before = await row()
    const more = { roleType: 'admin', orgId: 99, passwordHash: 'x', disabled: true, loginname: 'admin', phone: '1' }
    await person.call(updateLoginUser, { name: 'Anna', ...more } as never)
    const { name: _, company: __, address: ___, ...after } = await row()
    expect(before).toMatchObject(after)
  })
})
