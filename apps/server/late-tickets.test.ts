// Socket tokens issued before a right ended and used after it: they open nothing.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { GrantId, PageId, ProjectId } from '../../contract/fields.ts'
import { monitorToken } from '../../features/device/live/contract.ts'
import { savePage } from '../../features/page/page/contract.ts'
import { savePagePassword } from '../../features/page/page-password/contract.ts'
import { addGrant, addProjectGrant, deleteGrant, deleteProjectGrant } from '../../features/people/grant/contract.ts'
import {
  addDisplay,
  beginPairing,
  type DisplayId,
  deleteDisplay,
  editDisplay,
  pairDisplay,
} from '../../features/project/kiosk/contract.ts'
import { projectToken } from '../../features/project/live/contract.ts'
import { deleteProject, deleteProjectEquip } from '../../features/project/project/contract.ts'
import { editProjectShareAuth, editProjectSharePassword } from '../../features/project/share/contract.ts'
import { eventually } from '../../testkit/eventually.ts'
import { type Person, person } from '../../testkit/people.ts'
import { visitorOfProject } from '../../testkit/project-visitors.ts'
import { projectOver } from '../../testkit/projects.ts'
import { type Caller, type TestServer, testServer, visitorOf } from '../../testkit/server.ts'
import { liveSite, type Site } from '../../testkit/site.ts'
import { watch, watchPage } from '../../testkit/watch.ts'

let server: TestServer
let works: Site
let customer: Person
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
  works = await liveSite(server, 'Works')
  customer = await person(server, 'customer', { auths: ['monitor:view'] })
})
afterAll(async () => {
  await works.box[Symbol.asyncDispose]()
  await server.stop()
})

let count = 0
let projectId: ProjectId
let pageId: PageId
let grant: GrantId
beforeEach(async () => {
  count += 1
  projectId = await projectOver(server.admin, `Town ${count}`, [works.equipmentId])
  pageId = await save()
  const given = { projectId, accountId: customer.accountId, loginname: null, mayWrite: false }
  grant = (await server.admin.call(addProjectGrant, given)).id
  await works.box.live({ [works.id('Level')]: 4 })
})
const data = () => ({ type: 'signal', signalId: works.id('Level'), equipId: works.equipmentId })
const save = async (more: object = {}) => {
  const widgets = [{ id: 'w', widgetType: 'DataText', position: { x: 0, y: 0, width: 9, height: 9 }, data: data() }]
  const fields = { projectId, title: 'Overview', json: JSON.stringify({ widgets }), ...more }
  return (await server.admin.call(savePage, fields)).id
}
const take = (who: Caller) =>
  who.call(projectToken, { pageId, dataEquip: String(works.equipmentId), dataSignal: String(works.id('Level')) })

/** Returns the types of received messages, and the close code if the socket was closed. */
async function opened(token: string, open = watchPage) {
  const socket = await open(server.url, token)
  await eventually(() => expect(socket.messages.length > 0 || socket.closed !== undefined).toBe(true))
  const seen = [socket.messages.map(({ type }) => type), socket.closed]
  socket.close()
  return seen
}
const nothing = [[], 4401]

test('a token opens a socket while the rights are valid', async () => {
  expect((await opened(await take(customer)))[1]).toBeUndefined()
})

test.each<[string, () => Promise<unknown>]>([
  ['the project is not authorised any more', () => server.admin.call(deleteProjectGrant, { id: grant })],
  ['the project is deleted', () => server.admin.call(deleteProject, { id: projectId })],
  [
    'its device left the project',
    () => server.admin.call(deleteProjectEquip, { projectId, equipmentId: works.equipmentId }),
  ],
  ['the page has a password', () => server.admin.call(savePagePassword, { id: pageId, password: 'Pump47' })],
  ['the page shows something else', () => save({ id: pageId, json: '{"widgets":[]}' })],
  [
    'the account may not watch any more',
    () => server.platform.db.updateTable('role').set({ auths: [] }).where('id', '=', customer.roleId).execute(),
  ],
])('a token for a page opens nothing once %s', async (_, act) => {
  const token = await take(customer)
  await act()
  try {
    expect(await opened(token)).toEqual(nothing)
  } finally {
    await server.platform.db
      .updateTable('role')
      .set({ auths: ['monitor:view'] })
      .where('id', '=', customer.roleId)
      .execute()
  }
})

const shown = { isShared: true, topMenu: true, expiresAt: null, ancestors: [] }
test.each<[string, () => Promise<unknown>]>([
  [
    'the share is off',
    () => server.admin.call(editProjectShareAuth, { projectId, ...shown, isShared: false, menus: ['page'] }),
  ],
  [
    'the share shows no pages',
    () => server.admin.call(editProjectShareAuth, { projectId, ...shown, menus: ['history'] }),
  ],
  [
    'the share has another password',
    () => server.admin.call(editProjectSharePassword, { projectId, sharePwd: 'Other4711' }),
  ],
])("a visitor's token opens nothing once %s", async (_, act) => {
  const token = await take(await visitorOfProject(server, projectId))
  await act()
  expect(await opened(token)).toEqual(nothing)
})

const entry = { name: 'KW', seconds: 9, theme: 'dark' as const, language: 'en' as const }
test.each<[string, (id: DisplayId, other: PageId) => Promise<unknown>]>([
  ['it is deleted', (id) => server.admin.call(deleteDisplay, { id })],
  ['it shows other pages', (id, other) => server.admin.call(editDisplay, { id, ...entry, pageIds: [other] })],
])("a display's token opens nothing once %s", async (_, act) => {
  const { id } = await server.admin.call(addDisplay, { projectId, ...entry, pageIds: [pageId] })
  const { code, secret } = await server.nobody.call(beginPairing, {})
  await server.admin.call(pairDisplay, { id, code })
  const token = await take(visitorOf(server.url, secret))
  await act(id, await save({ title: 'Other' }))
  expect(await opened(token)).toEqual(nothing)
})

test('a token for a device opens nothing once the grant is removed', async () => {
  const { equipmentId } = works
  const { id } = await server.admin.call(addGrant, { accountId: customer.accountId, loginname: null, equipmentId })
  const [first, second] = [
    await customer.call(monitorToken, { equipmentId }),
    await customer.call(monitorToken, { equipmentId }),
  ]
  expect((await opened(first, watch as never))[1]).toBeUndefined()
  await server.admin.call(deleteGrant, { id })
  expect(await opened(second, watch as never)).toEqual(nothing)
})
