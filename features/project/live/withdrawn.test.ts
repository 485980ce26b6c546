// A running download through a project is cut off when access to the project ends.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { GrantId, PageId, ProjectId, ReportId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { seriesOf } from '../../../testkit/history-reader.ts'
import { type Person, person } from '../../../testkit/people.ts'
import { projectOver } from '../../../testkit/projects.ts'
import { replaceMethods } from '../../../testkit/replace-methods.ts'
import { addReport } from '../../../testkit/reports.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { type Site, site } from '../../../testkit/site.ts'
import { savePage } from '../../page/page/contract.ts'
import { addProjectGrant, deleteProjectGrant } from '../../people/grant/contract.ts'
import { deleteProject } from '../project/contract.ts'
import { saveProjectRows } from './contract.ts'

let server: TestServer
let works: Site
let reportId: ReportId
/** An account that sees projects but no device. */
let customer: Person
let end = (): unknown => undefined
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
  works = await site(server, 'Works')
  reportId = (await addReport(server.admin, works.equipmentId, { columns: ['Level'] })).reportId
  customer = await person(server, 'customer', { auths: ['monitor:view', 'history:view', 'history:export'] })
})
afterAll(async () => {
  await works.box[Symbol.asyncDispose]()
  await server.stop()
})

let count = 0
let projectId: ProjectId
let pageId: PageId
let grant: GrantId
/** A project whose page shows the report. */
beforeEach(async () => {
  count += 1
  projectId = await projectOver(server.admin, `Town ${count}`, [works.equipmentId])
  const data = { type: 'report', equipId: works.equipmentId, reportId, title: 'Level' }
  const widgets = [{ id: 'w', widgetType: 'History', position: { x: 0, y: 0, width: 100, height: 40 }, data }]
  pageId = (await server.admin.call(savePage, { projectId, title: 'Tables', json: JSON.stringify({ widgets }) })).id
  const given = { projectId, accountId: customer.accountId, loginname: null, mayWrite: false }
  grant = (await server.admin.call(addProjectGrant, given)).id
})

/** Starts a download that has sent its first part and has more to send. */
async function begun(who: Caller) {
  const over = new Promise<void>((resolve) => {
    end = () => {
      restore()
      resolve()
    }
  })
  async function* scan() {
    yield { data: { span: { from: 0, to: 500 }, columns: [seriesOf([[1, 1]])] }, damaged: [] }
    await over
  }
  const restore = replaceMethods(server.platform.history, { count: async () => [], scan })
  const headers = { 'content-type': 'application/json' }
  const asked = { pageId, equipmentId: works.equipmentId, reportId, from: 0, to: 1000, format: 'csv' }
  const response = await who.raw(saveProjectRows.path, { method: 'POST', headers, body: JSON.stringify(asked) })
  expect(response.headers.get('content-type')).toContain('text/csv')
  let state = 'open'
  void response.text().then(
    () => (state = 'whole'),
    () => (state = 'cut off'),
  )
  return () => state
}

test.each<[string, () => Promise<unknown>]>([
  ['is not authorised any more', () => server.admin.call(deleteProjectGrant, { id: grant })],
  ['is deleted', () => server.admin.call(deleteProject, { id: projectId })],
])('within 5 s when the project %s', async (_, act) => {
  const state = await begun(customer)
  try {
    expect(state()).toBe('open')
    await act()
    await eventually(() => expect(state()).toBe('cut off'))
    expect(limits.streamLookMs).toBeLessThan(5000)
  } finally {
    end()
  }
})
