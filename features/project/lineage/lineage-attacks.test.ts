// Attacks on lineage: accounts with limited visibility send every kind of request.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MvarId, PageId, ProjectId } from '../../../contract/fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { type Person, person } from '../../../testkit/people.ts'
import { displayOfProject, visitorOfProject } from '../../../testkit/project-visitors.ts'
import { projectOver } from '../../../testkit/projects.ts'
import { type Caller, type TestServer, testServer, visitorOf } from '../../../testkit/server.ts'
import { type Draft, type Site, site } from '../../../testkit/site.ts'
import { savePage } from '../../page/page/contract.ts'
import { addGrant, addProjectGrant } from '../../people/grant/contract.ts'
import { addMvar } from '../../watch/mvar/contract.ts'
import { addDisplay, beginPairing, pairDisplay } from '../kiosk/contract.ts'
import { addProject, addProjectEquips } from '../project/contract.ts'
import { pageLineage, signalLineage } from './contract.ts'

let server: TestServer
let own: Site
let secret: Site
let foreign: Site
let projectId: ProjectId
/** The secret device has two variables: the first is on the page, the second only in the formula. */
let pageId: PageId
let mvarId: MvarId
/** Objects of another company. */
let foreignPage: PageId
let foreignMvar: MvarId
const askers = new Map<string, Caller>()
let internal: Person

const drafts: Draft[] = [
  { name: 'hiddenShown', title: 'Shown', address: '40001', dataType: 'float32' },
  { name: 'hiddenInput', title: 'Hidden input', address: '49321', dataType: 'float32' },
]
const ref = (of: Site, name: string) => `\${${of.equipmentId}.${of.id(name)}}`
const position = { x: 0, y: 0, width: 100, height: 40 }
const every: Permission[] = [
  ...(['monitor:view', 'history:view', 'alarm:view', 'equipment:view', 'gateway:view'] as const),
  ...(['project:view', 'scene:view', 'log:view'] as const),
]

async function project(by: Caller, of: Site, name: string) {
  const id = await projectOver(by, name, [of.equipmentId])
  const text = `${ref(of, 'hiddenInput')} * 7331`
  const mvar = await by.call(addMvar, {
    projectId: id,
    title: 'Sum',
    unit: null,
    formula: { calcType: 'custom', text },
  })
  const data = { type: 'signal', signalId: of.id('hiddenShown'), equipId: of.equipmentId }
  const widgets = [
    { id: 'a', widgetType: 'DataText', position, data },
    { id: 'b', widgetType: 'DataText', position, data: { type: 'mvar', mvarId: mvar.id } },
  ]
  const page = await by.call(savePage, { projectId: id, title: 'Hidden page', json: JSON.stringify({ widgets }) })
  return { id, mvarId: mvar.id, pageId: page.id }
}

beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
  const other = await server.otherCompany()
  own = await site(server, 'Own')
  secret = await site(server, 'Hidden works', server.admin, drafts)
  foreign = await site(server, 'Hidden foreign', other, drafts)
  const made = await project(server.admin, secret, 'Hidden town')
  ;({ id: projectId, mvarId, pageId } = made)
  ;({ mvarId: foreignMvar, pageId: foreignPage } = await project(other, foreign, 'Hidden foreign town'))
  for (const kind of ['external', 'internal'] as const) {
    const someone = await person(server, kind, { auths: every }, kind)
    const given = { accountId: someone.accountId, loginname: null, mayWrite: false }
    await server.admin.call(addProjectGrant, { projectId, ...given })
    await server.admin.call(addGrant, { equipmentId: own.equipmentId, ...given })
    askers.set(`an ${kind} account that may read everything`, someone)
    if (kind === 'internal') internal = someone
  }
  const watching = await person(server, 'watching', { auths: ['monitor:view'] })
  await server.admin.call(addProjectGrant, {
    projectId,
    accountId: watching.accountId,
    loginname: null,
    mayWrite: false,
  })
  askers.set('who may watch alone', watching)
  askers.set('a visitor', await visitorOfProject(server, projectId))
  askers.set('a display', await displayOfProject(server, projectId))
})
afterAll(async () => {
  for (const { box } of [own, secret, foreign]) await box[Symbol.asyncDispose]()
  await server.stop()
})

const asked = (): [string, object, number][] => {
  const shown = { equipmentId: secret.equipmentId, signalId: secret.id('hiddenShown') }
  const input = { equipmentId: secret.equipmentId, signalId: secret.id('hiddenInput') }
  const theirs = { equipmentId: foreign.equipmentId, signalId: foreign.id('hiddenShown') }
  return [
    ['a variable of the page', { pageId, ...shown }, 200],
    ['what is calculated', { pageId, mvarId }, 200],
    ['an input of it', { pageId, ...input }, 10002],
    ['an input under the name of his own device', { pageId, ...input, equipmentId: own.equipmentId }, 10002],
    ['a variable of another company', { pageId, ...theirs }, 1101],
    ['what another company calculates', { pageId, mvarId: foreignMvar }, 10002],
    ['a page of another company', { pageId: foreignPage, ...theirs }, 10002],
    ['both', { pageId, ...shown, mvarId }, 10001],
    ['neither', { pageId }, 10001],
    ['numbers that nothing has', { pageId, equipmentId: secret.equipmentId, signalId: 2_000_000_000 }, 10002],
  ]
}

describe.each([
  ['an external account that may read everything'],
  ['an internal account that may read everything'],
  ['who may watch alone'],
  ['a visitor'],
  ['a display'],
])('%s', (name) => {
  test('gets no name, address or configuration of invisible devices by any query', async () => {
    const caller = askers.get(name)!
    for (const [what, input, code] of asked()) {
      const answer = await caller.ask(pageLineage, input as never)
      // The callers' own device is not a device of the others, so they get another code.
      const due = what.includes('his own device') && !name.includes('everything') ? 1101 : code
      expect([what, answer.code]).toEqual([what, due])
      const text = JSON.stringify(answer)
      for (const hidden of ['Hidden works', 'Hidden foreign', 'hiddenInput', 'Hidden input', '49321', '192.0.2.10'])
        expect([what, hidden, text.includes(hidden)]).toEqual([what, hidden, false])
      if (caller !== internal) expect(text).not.toContain('7331')
      // Only callers who may list page versions receive the author.
      expect(text).not.toMatch(caller === internal ? /PLC|TEST0/ : /"savedBy":"|PLC|TEST0/)
    }
  })

  test('gets no lineage of variables on such devices', async () => {
    const caller = askers.get(name)!
    for (const of of [secret, foreign]) {
      const input = { equipmentId: of.equipmentId, signalId: of.id('hiddenShown') }
      const { code, data } = await caller.ask(signalLineage, input)
      expect([data, [1101, 2507].includes(code)]).toEqual([null, true])
    }
  })
})

test('an account with a device but no project gets no names of the device’s projects and pages', async () => {
  const { equipmentId } = own
  const data = { type: 'signal', signalId: own.id('Level'), equipId: equipmentId }
  const second = (await server.admin.call(addProject, { name: 'Hidden second town', note: null })).id
  await server.admin.call(addProjectEquips, { projectId: second, equipmentIds: [equipmentId] })
  const formula = { calcType: 'sum' as const, text: ref(own, 'Level') }
  await server.admin.call(addMvar, { projectId: second, title: 'Hidden sum', unit: null, formula })
  const json = JSON.stringify({ widgets: [{ id: 'a', widgetType: 'DataText', position, data }] })
  for (const of of [{ projectId: second }, { equipmentId: secret.equipmentId }])
    await server.admin.call(savePage, { ...of, title: 'Hidden second page', json })
  const lineage = await internal.call(signalLineage, { equipmentId, signalId: own.id('Level') })
  expect(lineage.mvars?.rows).toEqual([])
  expect(JSON.stringify(lineage)).not.toContain('Hidden')
})

test('a visit or display in a browser with an administrator’s session gets no more than without it', async () => {
  const shown = { pageId, equipmentId: secret.equipmentId, signalId: secret.id('hiddenShown') }
  const { code, secret: mark } = await server.nobody.call(beginPairing, {})
  const entry = { name: 'Wall', pageIds: [], seconds: 9, theme: 'dark' as const, language: 'en' as const }
  const { id } = await server.admin.call(addDisplay, { projectId, ...entry })
  await server.admin.call(pairDisplay, { id, code })
  const both = visitorOf(server.url, mark, server.admin.cookie)
  expect((await both.call(pageLineage, shown)).variable).toMatchObject({ isOwn: false, device: null })
  expect((await both.ask(signalLineage, { equipmentId: shown.equipmentId, signalId: shown.signalId })).code).toBe(2507)
})
