// Names in projects for accounts that see a part of them: regions and passwords of pages, over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageId, ProjectId } from '../../../contract/fields.ts'
import { person } from '../../../testkit/people.ts'
import { displayOfProject, visitorOfProject } from '../../../testkit/project-visitors.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { type Site, site } from '../../../testkit/site.ts'
import { savePage } from '../../page/page/contract.ts'
import { savePagePassword, validPagePassword } from '../../page/page-password/contract.ts'
import { addProjectGrant } from '../../people/grant/contract.ts'
import { addProject, addProjectEquips } from '../../project/project/contract.ts'
import { loadTranslations, saveTranslations } from './contract.ts'

let server: TestServer
let works: Site
let projectId: ProjectId
let locked: PageId
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
  works = await site(server, 'Works')
  const { call } = server.admin
  projectId = (await call(addProject, { name: 'Town', note: null })).id
  await call(addProjectEquips, { projectId, equipmentIds: [works.equipmentId] })
  const position = { x: 0, y: 0, width: 9, height: 9 }
  const text = (id: string, words: string, more: object = {}) => ({
    ...{ id, widgetType: 'Text', position, data: { text: words }, ...more },
  })
  const value = (name: string, more: object = {}) => {
    const data = { type: 'signal', signalId: works.id(name), equipId: works.equipmentId, prefix: `Of ${name}` }
    return { id: name, widgetType: 'DataText', position, data, ...more }
  }
  const hall = { authRegion: 'Hall B' }
  const items = [{ label: 'To all' }, { label: 'To hall', ...hall }]
  const widgets = [
    ...[text('a', 'For all'), value('Level'), { id: 'm', widgetType: 'Menu', position, items }],
    { ...{ id: 'g', widgetType: 'group', position, children: [text('b', 'For hall'), value('Pump')] }, ...hall },
  ]
  const save = (title: string, of: object[]) =>
    call(savePage, { projectId, title, json: JSON.stringify({ widgets: of }) })
  await save('Overview', widgets)
  locked = (await save('Locked', [text('c', 'Behind a password'), value('Setpoint')])).id
  await call(savePagePassword, { id: locked, password: 'Harbour1' })
  const sources = ['Overview', 'For all', 'For hall', 'To all', 'To hall', 'Of Level', 'Of Pump', 'Behind a password']
  const titles = works.config.signals.map(({ title }) => title)
  const entries = [...new Set([...sources, ...titles])].map((source) => ({ source, en: null, zh: `${source} 中` }))
  await call(saveTranslations, { entries })
})
afterAll(() => server.stop())

const titleOf = (name: string) => works.config.signals.find((each) => each.name === name)!.title
const told = async (who: Caller) => (await who.call(loadTranslations, {})).entries!.map(([source]) => source).sort()
async function customer(name: string, more: object): Promise<Caller> {
  const someone = await person(server, name, { auths: ['monitor:view'], ...more })
  const given = { projectId, accountId: someone.accountId, loginname: null, mayWrite: false }
  await server.admin.call(addProjectGrant, given)
  return someone
}
const open = () => ['For all', 'Of Level', 'Overview', 'To all', titleOf('Level')].sort()
const hall = () => ['For hall', 'Of Pump', 'To hall', titleOf('Pump')]

test('on pages are returned to accounts with the regions of their widgets', async () => {
  expect(await told(await customer('hall-a', { regions: ['Hall A'] }))).toEqual(open())
  expect(await told(await customer('hall-b', { regions: ['Hall B'] }))).toEqual([...open(), ...hall()].sort())
  expect(await told(await visitorOfProject(server, projectId))).toEqual(open())
  expect(await told(await displayOfProject(server, projectId))).toEqual(expect.arrayContaining(open()))
})

test('on a page with a password are returned after entering it', async () => {
  const someone = await customer('enters', { regions: ['Hall A'] })
  await someone.call(validPagePassword, { id: locked, password: 'Harbour1' })
  expect(await told(someone)).toEqual([...open(), 'Behind a password', titleOf('Setpoint')].sort())
})

test('on all pages are returned to accounts that can see the devices', async () =>
  expect(await told(server.admin)).toEqual(expect.arrayContaining([...open(), ...hall(), 'Behind a password'])))
