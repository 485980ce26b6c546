// Attacks on the passwords of pages and shares: many concurrent attempts, and many new visits.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PageId, ProjectId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { person } from '../../../testkit/people.ts'
import { rawRequest } from '../../../testkit/raw-request.ts'
import { type Caller, type TestServer, testServer, visitorOf } from '../../../testkit/server.ts'
import { addProjectGrant } from '../../people/grant/contract.ts'
import { addDisplay, beginPairing, pairDisplay } from '../../project/kiosk/contract.ts'
import { addProject, projectInfo } from '../../project/project/contract.ts'
import {
  editProjectShareAuth,
  editProjectSharePassword,
  enterShare,
  leaveShare,
  renewProjectShareLink,
} from '../../project/share/contract.ts'
import { savePage, watchPage } from '../page/contract.ts'
import { validPagePassword } from './contract.ts'

let server: TestServer
let projectId: ProjectId
let pageId: PageId
let token: string
const password = 'Harbour1'
beforeAll(async () => {
  server = await testServer({}, { trustProxy: true, loginsPerMinute: 100_000, callsPerMinute: 100_000 })
  projectId = (await server.admin.call(addProject, { name: 'Town', note: null })).id
  const fields = { projectId, title: 'Overview', json: '{"widgets":[]}', checkpwd: '1', password: 'Pump47' } as const
  pageId = (await server.admin.call(savePage, fields)).id
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.platform.db.deleteFrom('pageTry').execute()
  await server.admin.call(editProjectSharePassword, { projectId, sharePwd: password })
  token = (await server.admin.call(renewProjectShareLink, { projectId })).token
  const shown = { isShared: true, topMenu: true, expiresAt: null, ancestors: [], menus: ['page' as const] }
  await server.admin.call(editProjectShareAuth, { projectId, ...shown })
})

const visit = async () => visitorOf(server.url, (await server.nobody.call(enterShare, { token, password })).visit)
const tally = (codes: readonly number[]) =>
  Object.fromEntries([...new Set(codes)].sort().map((each) => [each, codes.filter((code) => code === each).length]))
const attempt = async (who: Caller, given = 'Wrong1') =>
  (await who.ask(validPagePassword, { id: pageId, password: given })).code
/** An attempt from another network. */
async function attemptFrom(ip: string, given = 'Wrong1'): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': ip }
  const { visit: mark } = JSON.parse(
    (
      await rawRequest(server.url, enterShare.path, {
        method: 'POST',
        headers,
        body: JSON.stringify({ token, password }),
      })
    ).text,
  ).data
  const body = JSON.stringify({ id: pageId, password: given })
  return (
    await rawRequest(server.url, validPagePassword.path, {
      method: 'POST',
      headers: { ...headers, 'x-visit': mark },
      body,
    })
  ).code!
}

test('two hundred concurrent attempts at a page are limited like sequential ones, and delay no call', async () => {
  const someone = await person(server, 'someone', { auths: ['monitor:view'] })
  await server.admin.call(addProjectGrant, {
    projectId,
    accountId: someone.accountId,
    loginname: null,
    mayWrite: false,
  })
  const order: string[] = []
  const tries = Promise.all(Array.from({ length: 200 }, () => attempt(someone)))
  void tries.then(() => order.push('tries'))
  await server.admin.call(projectInfo, { id: projectId })
  order.push('simple call')
  expect(tally(await tries)).toEqual({ 1906: limits.pageTriesPerMinute, 90003: 200 - limits.pageTriesPerMinute })
  expect(order).toEqual(['simple call', 'tries'])
})

test('new visits get no more attempts at a page than one visit', async () => {
  const codes: number[] = []
  for (let n = 0; n < 6; n += 1) {
    const visitor = await visit()
    for (let tries = 0; tries < limits.pageTriesPerMinute; tries += 1) codes.push(await attempt(visitor))
    await visitor.call(leaveShare, {})
  }
  expect(tally(codes)).toEqual({ 1906: limits.pageTriesPerMinute, 90003: 5 * limits.pageTriesPerMinute })
  // Visitors from other networks, and accounts, are not locked out.
  expect(await attemptFrom('192.0.2.77', 'Pump47')).toBe(200)
  expect((await server.admin.call(watchPage, { id: pageId })).needsPassword).toBe(false)
})

test('many networks together get a limited number of attempts, too', async () => {
  const codes: number[] = []
  for (let n = 0; n < 12; n += 1)
    for (let tries = 0; tries < limits.pageTriesPerMinute; tries += 1) codes.push(await attemptFrom(`192.0.2.${n}`))
  expect(tally(codes)).toEqual({ 1906: limits.pageTriesOfVisits, 90003: 60 - limits.pageTriesOfVisits })
})

test('concurrent attempts at a share are limited like sequential ones, and do not reveal the count', async () => {
  const ask = (given: string) => server.nobody.ask(enterShare, { token, password: given })
  const answers = await Promise.all(Array.from({ length: 200 }, () => ask('wrong')))
  expect(tally(answers.map(({ code }) => code))).toEqual({ 1005: 195, 2504: 5 })
  expect((await ask(password)).code).toBe(1005)
  for (const { data } of answers) expect([null, { field: 'password' }]).toContainEqual(data)
})

test('of two hundred concurrent pairing codes ten are checked, and none matches', async () => {
  const entry = { projectId, name: 'KW', pageIds: [], seconds: 9, theme: 'dark' as const, language: 'en' as const }
  const { id } = await server.admin.call(addDisplay, entry)
  const { code } = await server.nobody.call(beginPairing, {})
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => server.admin.ask(pairDisplay, { id, code: 'ABCDEFGH' })),
  )
  expect(tally(answers.map((each) => each.code as number))).toMatchObject({ 90003: 190 })
  expect((await server.admin.ask(pairDisplay, { id, code })).code).toBe(90003)
})
