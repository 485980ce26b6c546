// Tests of pictures for pages, over HTTP.
import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { addPicture, deletePicture, queryPictures } from './contract.ts'

let server: TestServer
let admin: Caller
let other: Caller
let guest: Caller
beforeAll(async () => {
  server = await testServer()
  admin = server.admin
  other = await server.otherCompany()
  await server.addAccount({ loginname: 'guest', roleType: 'external' })
  guest = await server.as('guest', adminPassword)
})
afterAll(() => server.stop())

const png = PNG.sync.write(new PNG({ width: 7, height: 5 }))
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>'
const base64 = (file: Buffer | string) => Buffer.from(file).toString('base64')
const seen = async (path: string) => {
  const response = await fetch(server.url + path)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('a picture is added, listed, served unchanged by its path only, and deleted', async () => {
  const made = await admin.call(addPicture, { title: ' Plan ', picture: `data:image/png;base64,${base64(png)}` })
  expect(made).toMatchObject({ title: 'Plan', width: 7, height: 5, sizeBytes: png.length, creator: 'admin' })
  expect(await admin.call(queryPictures, {})).toEqual([made])
  const { response, bytes } = await seen(made.path)
  expect(bytes).toEqual(png)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  await admin.call(deletePicture, { path: made.path })
  expect(await admin.call(queryPictures, {})).toEqual([])
  expect((await seen(made.path)).response.status).toBe(404)
  expect((await admin.ask(deletePicture, { path: made.path })).code).toBe(10002)
})

test('a drawing is served with its own type', async () => {
  const { path } = await admin.call(addPicture, { title: 'Logo', picture: base64(svg) })
  const { response, bytes } = await seen(path)
  expect([response.headers.get('content-type'), bytes.toString()]).toEqual(['image/svg+xml', svg])
})

test('an invalid picture is refused at its field', async () => {
  const wrong = async (picture: string, title = 'New') => {
    const { code, data, msg } = await admin.ask(addPicture, { title, picture })
    return { code, field: (data as { field?: string } | null)?.field, msg }
  }
  expect(await wrong(base64('hello'))).toMatchObject({ code: 1137, field: 'picture' })
  expect(await wrong('')).toMatchObject({ code: 1137, field: 'picture' })
  expect(await wrong(base64(svg.replace('<circle', '<script/><circle')))).toMatchObject({
    code: 1044,
    field: 'picture',
  })
  expect(await wrong(base64(png), ' ')).toMatchObject({ code: 10001, field: 'title' })
  const long = Buffer.concat([png, Buffer.alloc(limits.pictureBytes)])
  expect(await wrong(base64(long))).toMatchObject({ code: 1138, msg: expect.stringContaining('2 MB') })
  const wide = Buffer.from(png)
  wide.writeUInt32BE(10_000_000, 16)
  expect(await wrong(base64(wide))).toMatchObject({ code: 1138, field: 'picture' })
})

test('pictures belong to one company, and are managed by its page authors', async () => {
  const { path } = await admin.call(addPicture, { title: 'Private', picture: base64(png) })
  expect(await other.call(queryPictures, {})).toEqual([])
  expect((await other.ask(deletePicture, { path })).code).toBe(10002)
  expect((await seen(path)).bytes).toEqual(png)
  for (const call of [queryPictures, deletePicture]) expect((await guest.ask(call, { path } as never)).code).toBe(90002)
  expect((await guest.ask(addPicture, { title: 'x', picture: base64(png) })).code).toBe(90002)
})

test('the number of pictures is limited', async () => {
  const there = (await other.call(queryPictures, {})).length
  for (let made = there; made < limits.pictures; made += 1)
    await other.call(addPicture, { title: `Picture ${made}`, picture: base64(svg) })
  expect((await other.ask(addPicture, { title: 'One more', picture: base64(svg) })).code).toBe(1139)
})
