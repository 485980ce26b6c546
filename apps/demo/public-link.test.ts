// The link under which the demo's project is shared.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProject } from '../../features/project/project/contract.ts'
import { editProjectShareAuth, enterShare, projectShareInfo } from '../../features/project/share/contract.ts'
import { type TestServer, testServer } from '../../testkit/server.ts'
import { publicLink } from './public-link.ts'

let server: TestServer
let dataDir: string
beforeAll(async () => {
  server = await testServer()
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-link-'))
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const entered = ({ path, password }: { path: string; password: string }) =>
  server.nobody.ask(enterShare, { token: path.replace('/share/', ''), password })

test('is generated once, survives a restart, and is not shared again by one', async () => {
  const { call } = server.admin
  expect(await publicLink(call, dataDir)).toBeNull()
  const { id: projectId } = await call(addProject, { name: 'Town', note: null })
  const made = (await publicLink(call, dataDir))!
  expect((await entered(made)).code).toBe(200)
  expect(await publicLink(call, dataDir)).toEqual(made)
  const { menus: _, mayWrite: __, ...shown } = await call(projectShareInfo, { projectId })
  await call(editProjectShareAuth, { projectId, ...shown, menus: ['page'], isShared: false })
  expect(await publicLink(call, dataDir)).toBeNull()
  expect((await entered(made)).code).toBe(2503)
})
