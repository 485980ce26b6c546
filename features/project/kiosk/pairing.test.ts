// The sign-in of a wall by its code, while it checks its state and while the code is entered twice.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectId } from '../../../contract/fields.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { addProject } from '../project/contract.ts'
import { addDisplay, beginPairing, type DisplayId, pairDisplay, pairingState } from './contract.ts'

let server: TestServer
let projectId: ProjectId
let id: DisplayId
const entry = { pageIds: [], seconds: 5, theme: 'dark' as const, language: 'en' as const }
beforeAll(async () => {
  server = await testServer()
  projectId = (await server.admin.call(addProject, { name: 'Town', note: null })).id
  id = (await server.admin.call(addDisplay, { projectId, ...entry, name: 'KW-02' })).id
})
afterAll(() => server.stop())

const begin = () => server.nobody.call(beginPairing, {})
const stateOf = async (secret: string) => (await server.nobody.call(pairingState, { secret })).state

test('a pairing is reported as waiting until it is completed, so that the wall keeps its secret', async () => {
  const { code, secret } = await begin()
  const paired = await server.platform.db.transaction().execute(async (tx) => {
    await tx.selectFrom('display').select('id').where('id', '=', id).forUpdate().execute()
    const pairing = server.admin.ask(pairDisplay, { id, code })
    await eventually(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`.execute(tx)
      expect(rows).toHaveLength(1)
    })
    expect(await stateOf(secret)).toBe('waiting')
    return { pairing }
  })
  expect((await paired.pairing).code).toBe(200)
  expect(await stateOf(secret)).toBe('signedIn')
})

test('a code is used once, also for two displays at the same time', async () => {
  const other = (await server.admin.call(addDisplay, { projectId, ...entry, name: 'KW-03' })).id
  const { code, secret } = await begin()
  const codes = await Promise.all([id, other].map((display) => server.admin.ask(pairDisplay, { id: display, code })))
  expect(codes.map(({ code }) => code).sort()).toEqual([200, 2511])
  expect(await stateOf(secret)).toBe('signedIn')
  expect((await server.admin.ask(pairDisplay, { id, code })).code).toBe(2511)
})
