// A platform with one shared device, and visitors of it. For the tests of a file: `beginShares` once.
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { InputOf } from '../contract/endpoint.ts'
import type { EquipmentId } from '../contract/fields.ts'
import { editShareAuth, editSharePassword, enterShare, renewShareLink } from '../features/project/share/contract.ts'
import { type Caller, type TestServer, testServer, visitorOf } from './server.ts'

export const clock = { at: 0 }
export const password = 'Pump4711'
export let server: TestServer
/** Id of the shared device. */
export let equipId: EquipmentId
export let token: string

export const auths = (change: object = {}): InputOf<typeof editShareAuth> => ({
  equipId,
  isShared: true,
  topMenu: true,
  menus: ['realTime', 'page', 'history'],
  mayWrite: false,
  expiresAt: null,
  ancestors: [],
  ...change,
})
export const shows = (change: object = {}) => server.admin.call(editShareAuth, auths(change))
export const enter = (given: object = {}) => server.nobody.ask(enterShare, { token, password, ...given })
export const visit = async (): Promise<Caller> =>
  visitorOf(server.url, (await server.nobody.call(enterShare, { token, password })).visit)

/** A platform with a clock of the test; before each test its device is shared again, with all menus and read access. */
export function beginShares(makeDevice: (server: TestServer) => Promise<EquipmentId>): void {
  beforeAll(async () => {
    clock.at = Date.UTC(2026, 2, 1)
    server = await testServer({ now: () => clock.at, loginsPerMinute: 1000 })
    equipId = await makeDevice(server)
  })
  afterAll(() => server.stop())

  beforeEach(async () => {
    // An earlier test may have moved the clock.
    await server.platform.db.updateTable('session').set({ confirmedAt: clock.at, seenAt: clock.at }).execute()
    token = (await server.admin.call(renewShareLink, { equipId })).token
    await server.admin.call(editSharePassword, { equipId, sharePwd: password })
    await shows()
  })
}
