// Privilege escalation through a display: it receives alarms and silent devices of the whole project, so an account
// that cannot see all devices must not sign one in.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectId } from '../../../contract/fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { person } from '../../../testkit/people.ts'
import { projectOver } from '../../../testkit/projects.ts'
import { type Caller, type TestServer, testServer, visitorOf } from '../../../testkit/server.ts'
import { type Site, site } from '../../../testkit/site.ts'
import { addGrant, addProjectGrant } from '../../people/grant/contract.ts'
import { addDisplay, beginPairing, type DisplayId, pairDisplay, renewDisplayLink, wallState } from './contract.ts'

let server: TestServer
let sites: Site[]
let projectId: ProjectId
let id: DisplayId
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
  sites = [await site(server, 'Own'), await site(server, 'Secret')]
  const equipmentIds = sites.map(({ equipmentId }) => equipmentId)
  projectId = await projectOver(server.admin, 'Town', equipmentIds)
  const entry = { name: 'KW', pageIds: [], seconds: 9, theme: 'dark' as const, language: 'en' as const }
  id = (await server.admin.call(addDisplay, { projectId, ...entry })).id
})
afterAll(async () => {
  for (const { box } of sites) await box[Symbol.asyncDispose]()
  await server.stop()
})

const auths: Permission[] = ['share:edit', 'project:edit', 'monitor:view', 'history:view', 'alarm:view']
async function engineer(name: string, ...own: Site[]): Promise<Caller> {
  const someone = await person(server, name, { auths })
  const given = { accountId: someone.accountId, loginname: null, mayWrite: true }
  await server.admin.call(addProjectGrant, { projectId, ...given })
  for (const { equipmentId } of own) await server.admin.call(addGrant, { equipmentId, ...given })
  return someone
}
const pair = async (who: Caller) => {
  const { code, secret } = await server.nobody.call(beginPairing, {})
  return { secret, answer: await who.ask(pairDisplay, { id, code }) }
}

test('an account that sees only some of its devices cannot sign in a display of a project', async () => {
  const author = await engineer('some', sites[0]!)
  const { secret, answer } = await pair(author)
  expect([answer.code, (await author.ask(renewDisplayLink, { id })).code]).toEqual([1125, 1125])
  expect(JSON.stringify(answer)).not.toContain('Secret')
  expect(
    (await visitorOf(server.url, secret).ask(wallState, { build: '', pageId: null, pageVersion: null })).code,
  ).toBe(2506)
})

test('an account that sees all of them can', async () => {
  const author = await engineer('every', ...sites)
  expect((await pair(author)).answer.code).toBe(200)
  expect((await author.ask(renewDisplayLink, { id })).code).toBe(200)
})
