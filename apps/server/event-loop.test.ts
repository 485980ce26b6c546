// Tests that no call blocks the event loop: an ordinary account sends the most hostile input to each call.
// largest-inputs.test.ts sends the largest valid inputs.
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { lookAtImport } from '../../features/device/fleet/contract.ts'
import { importSignals } from '../../features/device/signal/contract.ts'
import { pageInfo, savePage, watchPage } from '../../features/page/page/contract.ts'
import { copyPage, importPage } from '../../features/page/page-list/contract.ts'
import { addScene, checkSceneModel } from '../../features/page/scene/contract.ts'
import { glbFile } from '../../features/page/scene/glb.ts'
import { setAvatar } from '../../features/people/info/contract.ts'
import { addPicture } from '../../features/platform/picture/contract.ts'
import { adminPassword, type Caller, type TestServer } from '../../testkit/server.ts'
import { type Body, formOf, jsonOf, measuredServer, shortTurns } from '../../testkit/short-turns.ts'
import { type Site, site } from '../../testkit/site.ts'
import { rooms } from './rooms.ts'

let server: TestServer
let person: Caller
let own: Site
let turns: ReturnType<typeof shortTurns>
beforeAll(async () => {
  server = await measuredServer()
  await server.addAccount({ loginname: 'ordinary', roleType: 'enterprise' })
  person = await server.as('ordinary', adminPassword)
  own = await site(server, 'Loop')
  turns = shortTurns(server)
})
afterAll(async () => {
  await turns.stop()
  await server.stop()
})

const measured = (endpoint: Endpoint, body: Body) => turns.measured(person, endpoint, body)
const mustBeShort = (endpoint: Endpoint, body: Body, codes?: readonly (number | null)[]) =>
  turns.mustBeShort(person, endpoint, body, codes)

const posts = rooms
  .flat()
  .map(({ endpoint }) => endpoint as Endpoint)
  .filter(({ method, accepts }) => method === 'POST' && accepts.includes('json'))

describe('the largest file', () => {
  const noise = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, at) => (at * 7919) % 251))
  const svg = (bytes: number) => {
    const line = '<path d="M0 0L1 1" fill="#fff"/>'
    const lines = line.repeat(Math.floor((bytes - 100) / line.length))
    return `<svg xmlns="http://www.w3.org/2000/svg">${lines}</svg>`
  }
  const base64 = (file: Buffer | string) => Buffer.from(file).toString('base64')

  test('avatar: four million pixels', async () => {
    const png = PNG.sync.write(new PNG({ width: 2000, height: 2000 }), { deflateLevel: 9 })
    await mustBeShort(setAvatar, jsonOf({ avatar: base64(png) }))
  })

  test('avatar: a drawing of many parts', async () => {
    await mustBeShort(setAvatar, jsonOf({ avatar: base64(svg(limits.avatarBytes)) }))
  })

  test('picture: a drawing of many parts', async () => {
    await mustBeShort(addPicture, jsonOf({ title: 'Large', picture: base64(svg(limits.pictureBytes)) }))
  })

  test('model: the largest allowed', async () => {
    const small = glbFile({ asset: { version: '2.0' } }).toString('base64')
    const { id } = await server.admin.call(addScene, { name: 'Model', model: small })
    const head = Buffer.alloc(20)
    const text = Buffer.from(`{"asset":{"version":"2.0"},"nodes":[${'{},'.repeat(4000)}{}]}`.padEnd(16_004))
    const rest = noise(limits.sceneBytes - 20 - text.length)
    head.write('glTF')
    head.writeUInt32LE(2, 4)
    head.writeUInt32LE(limits.sceneBytes, 8)
    head.writeUInt32LE(text.length, 12)
    head.write('JSON', 16)
    return mustBeShort(checkSceneModel, jsonOf({ id, model: base64(Buffer.concat([head, text, rest])) }))
  })

  test.each([
    ['rows', `name\n${'Pump,a,b\n'.repeat(limits.fleetRows)}`],
    ['empty lines', `name\n${'\n'.repeat(3_000_000)}`],
    ['an unclosed quote', `name\n"a\n${'c"d\n'.repeat(700_000)}`],
  ])('devices: %s', async (_, csv) => {
    await mustBeShort(lookAtImport, jsonOf({ name: 'a.csv', content: base64(csv) }), [200, 1117])
  })

  test('variables: rows and quotes', async () => {
    const rows = Array.from({ length: 500 }, (_, at) => `V${at},${40_001 + 2 * at},float32`).join('\n')
    const of = { equipmentId: own.equipmentId, version: own.version, driverId: own.driverId }
    const good = jsonOf({ ...of, csv: `name,address,dataType\n${rows}` })
    await mustBeShort(importSignals, good, [200, 1701, 10004])
    const bad = jsonOf({ ...of, csv: `name,address,dataType\n"a\n${'c"d\n'.repeat(240_000)}` })
    await mustBeShort(importSignals, bad, [10001])
  })
})

describe('the largest page', () => {
  const widget = (at: number) => ({
    ...{ id: `w${at}`, textId: `w${at}`, widgetType: 'DataText', widgetName: `Value ${at}` },
    position: { x: at % 1000, y: 1, width: 100, height: 30, rotate: 0 },
    style: { color: '#fff', fontSize: 14, bold: false, align: 'left', bg: '', border: 1, radius: 2, padding: 4 },
    items: [1, 2, 3].map((from) => ({ from, to: from + 1, color: '#f00', text: 'low' })),
    data: { type: 'signal', signalId: own.id('Level'), equipId: own.equipmentId, title: 'Level', subTitle: 'Loop' },
    clickEvent: { type: 'none' },
  })
  const whole = () =>
    JSON.stringify({ con: {}, widgets: Array.from({ length: 2000 }, (_, at) => widget(at)), bind: {} })

  test('is saved, watched, copied and restored within short turns', async () => {
    const at = { equipmentId: String(own.equipmentId), title: 'Large' }
    await mustBeShort(savePage, formOf({ ...at, json: whole() }))
    const { id } = await server.admin.call(savePage, {
      equipmentId: own.equipmentId,
      title: 'Own',
      json: whole(),
    } as never)
    await mustBeShort(pageInfo, jsonOf({ id }))
    await mustBeShort(watchPage, jsonOf({ id }))
    await mustBeShort(copyPage, jsonOf({ id, equipmentId: own.equipmentId }))
    await mustBeShort(importPage, formOf({ ...at, json: whole() }))
  })

  test('a widget with 180,000 values is refused by its name', async () => {
    const fat = { ...widget(1), items: Array.from({ length: 36_000 }, (_, a) => ({ a, b: 1 })) }
    const body = formOf({
      equipmentId: String(own.equipmentId),
      title: 'Fat',
      json: JSON.stringify({ con: {}, widgets: [fat], bind: {} }),
    })
    const answer = await mustBeShort(savePage, body, [1130])
    expect(answer.head).toContain('Value 1')
  })
})

describe('the maximum number of values in a body', () => {
  const values = (bytes: number) => Math.min(limits.jsonValues - 20, Math.floor(bytes / 2) - 100)
  it.each(posts.map((endpoint) => [endpoint.path, endpoint] as const))('%s', async (_, endpoint) => {
    const most = endpoint.bodyBytes ?? (endpoint.may === 'public' ? limits.publicBodyBytes : limits.bodyBytes)
    const shape = (endpoint.input as { shape?: Record<string, unknown> }).shape ?? {}
    const key = Object.keys(shape).at(-1) ?? 'x'
    const bytes = Buffer.from(`{"${key}":[${'0,'.repeat(values(most))}0]}`)
    const body = { type: 'application/json', bytes }
    let { isGood, longest, answer } = await measured(endpoint, body)
    // A previous call has ended the session.
    if (answer.code === 1006) {
      person = await server.as('ordinary', adminPassword)
      ;({ isGood, longest, answer } = await measured(endpoint, body))
    }
    expect(isGood, `turns of ${longest.join(', ')} ms; ${answer.head}`).toBe(true)
  })
})
