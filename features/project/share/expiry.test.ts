// Expiring project shares, over HTTP and a real database; the test controls the clock.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { person } from '../../../testkit/people.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { addProjectGrant } from '../../people/grant/contract.ts'
import { queryMessages } from '../../platform/message/contract.ts'
import { addProject } from '../project/contract.ts'
import { editProjectShareAuth, editProjectSharePassword } from './contract.ts'

const dayMs = 24 * 3_600_000
const clock = { at: Date.UTC(2026, 2, 1, 4) }
let server: TestServer
let admin: Caller
beforeAll(async () => {
  server = await testServer({ now: () => clock.at, loginsPerMinute: 1000 })
  await server.platform.db.updateTable('organisation').set({ zone: 'UTC' }).execute()
  admin = server.admin
})
afterAll(() => server.stop())

const project = async (name: string): Promise<ProjectId> => {
  const { id: projectId } = await admin.call(addProject, { name, note: null })
  await admin.call(editProjectSharePassword, { projectId, sharePwd: 'Harbour1' })
  return projectId
}
const share = (projectId: ProjectId, days: number | null, isShared = true) =>
  admin.call(editProjectShareAuth, {
    ...{ projectId, isShared, topMenu: true, menus: ['page'], ancestors: [] },
    expiresAt: days === null ? null : clock.at + days * dayMs,
  })
const told = async (who: Caller) => (await who.call(queryMessages, { type: 'expire', pageSize: 100 })).rows

test('accounts that can extend a share are notified once before its end, in both languages; no others', async () => {
  const harbour = await project('Harbour')
  await share(harbour, 30)
  await share(await project('Later'), 90)
  await share(await project('Never'), null)
  await share(await project('Ended'), 30, false)
  const people: Caller[] = []
  for (const [name, auths, mayWrite] of [
    ['extends', ['monitor:view', 'share:edit'], true],
    ['looks', ['monitor:view', 'share:edit'], false],
    ['keyless', ['monitor:view'], true],
  ] as const) {
    const one = await person(server, name, { auths: [...auths] })
    people.push(one)
    await admin.call(addProjectGrant, { projectId: harbour, accountId: one.accountId, loginname: null, mayWrite })
  }
  await server.turn()
  expect(await told(admin)).toEqual([])
  clock.at += 30 * dayMs - limits.expiryNoticeMs
  await server.platform.db
    .updateTable('session')
    .set({ seenAt: clock.at, expiresAt: clock.at + dayMs })
    .execute()
  await server.turn()
  await server.turn()
  const rows = await told(admin)
  expect(rows).toMatchObject([
    {
      ...{ type: 'expire', equipType: 'project', dataId: harbour, title: 'Sharing of a project ends soon' },
      note: 'The sharing of project “Harbour” ends on 2026-03-31. Visitors with its link cannot enter then: change its end to extend it.',
    },
  ])
  const { data } = await admin.ask(queryMessages, { type: 'expire' }, 'zh-cn')
  expect(data?.rows[0]?.note).toContain('项目“Harbour”的分享将于 2026-03-31 到期')
  const counts: number[] = []
  for (const each of people) counts.push((await told(each)).length)
  expect(counts).toEqual([1, 0, 0])
})

test('an extended share is announced again before its new end, a short one in its second half', async () => {
  admin = await server.as('admin', adminPassword)
  const brief = await project('Brief')
  const before = (await told(admin)).length
  await share(brief, 2)
  await server.turn()
  expect(await told(admin)).toHaveLength(before)
  clock.at += dayMs
  admin = await server.as('admin', adminPassword)
  await server.turn()
  expect(await told(admin)).toHaveLength(before + 1)
  await share(brief, 3)
  await server.turn()
  expect(await told(admin)).toHaveLength(before + 1)
  clock.at += 1.5 * dayMs
  admin = await server.as('admin', adminPassword)
  await server.turn()
  expect(await told(admin)).toHaveLength(before + 2)
})
