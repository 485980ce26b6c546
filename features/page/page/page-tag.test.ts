// Page requests with a tag: the content is sent again only if the caller's view of the page has changed.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EquipmentId, PageId } from '../../../contract/fields.ts'
import { type Person, person } from '../../../testkit/people.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { device } from '../../../testkit/site.ts'
import { deletePage } from '../page-list/contract.ts'
import { savePagePassword } from '../page-password/contract.ts'
import { pageInfo, savePage, watchPage } from './contract.ts'

let server: TestServer
let equipmentId: EquipmentId
let viewer: Person
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
  equipmentId = await device(server.admin, 'Pump house')
  viewer = await person(server, 'viewer', { auths: ['monitor:view', 'equipment:view'], dataRange: 'all' })
})
afterAll(() => server.stop())

const position = { x: 0, y: 0, width: 80, height: 20, rotate: 0 }
const json = (text: string) => JSON.stringify({ widgets: [{ id: 'a', widgetType: 'Text', position, data: { text } }] })
let id: PageId
beforeEach(async () => {
  id = (await server.admin.call(savePage, { equipmentId, title: 'Overview', json: json('first') })).id
})

test.each([
  ['a stored page', pageInfo],
  ['a watched page', watchPage],
] as const)('%s with its tag is answered without its widgets while it stands', async (_, endpoint) => {
  const first = await viewer.call(endpoint, { id })
  expect(first).toMatchObject({ tag: expect.stringMatching(/^[0-9a-f]{64}$/), content: { widgets: [{ id: 'a' }] } })
  expect(first.isKnown).toBeUndefined()
  const again = await viewer.call(endpoint, { id, known: first.tag })
  expect(again).toMatchObject({ tag: first.tag, isKnown: true, version: first.version, content: { widgets: [] } })
  await server.admin.call(savePage, {
    id,
    version: first.version,
    equipmentId,
    title: 'Overview',
    json: json('second'),
  })
  const next = await viewer.call(endpoint, { id, known: first.tag })
  expect(next.isKnown).toBeUndefined()
  expect(JSON.stringify(next)).toContain('second')
})

test('a change of parameters or password changes the tag, though the version is the same', async () => {
  const { version, tag } = await viewer.call(pageInfo, { id })
  const parameters = await viewer.call(pageInfo, { id, params: { pump: 'p1' }, known: tag })
  expect(parameters.version).toBe(version)
  await server.admin.call(savePagePassword, { id, password: 'Pump47' })
  const locked = await viewer.call(pageInfo, { id, known: tag })
  expect(locked).toMatchObject({ needsPassword: true, content: { widgets: [] } })
  expect(locked.isKnown).toBeUndefined()
  const lockedAgain = await viewer.call(pageInfo, { id, known: locked.tag })
  expect(lockedAgain.isKnown).toBeUndefined()
})

test('the tag of a deleted or forbidden page opens nothing', async () => {
  const { tag } = await viewer.call(pageInfo, { id })
  const nobody = await person(server, 'nobody', { auths: ['monitor:view'], dataRange: 'own' })
  expect((await nobody.ask(pageInfo, { id, known: tag })).code).toBe(10002)
  await server.admin.call(deletePage, { id })
  expect((await viewer.ask(pageInfo, { id, known: tag })).code).toBe(10002)
})
