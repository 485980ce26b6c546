// Writes that gateways made on their own, in the operation log of their device.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OrgId } from '../../../contract/fields.ts'
import type { GatewayWrite } from '../../../contract/gateway-writes.ts'
import { DatabaseDown } from '../../../db/database-down.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite, type Site } from '../../../testkit/site.ts'
import { queryConfig } from '../../device/config/contract.ts'
import { saveScript } from '../../device/script/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { linesOf } from './rules.ts'
import { createWritesTaker } from './take.ts'

let server: TestServer
let site: Site
let scriptId: number
let seq = 0
beforeAll(async () => {
  server = await testServer()
  site = await liveSite(server, 'Mixer')
  const { equipmentId } = site
  const { version } = await server.admin.call(queryConfig, { equipmentId })
  const script = { name: 'Follow', source: "write('Setpoint', 1)", trigger: { kind: 'period', everyMs: 1000 } } as const
  const saved = await server.admin.call(saveScript, { equipmentId, version, script })
  scriptId = saved.config.scripts[0]!.id
})
afterAll(async () => {
  await site.box[Symbol.asyncDispose]()
  await server.stop()
})

const write = (change: Partial<GatewayWrite> = {}): GatewayWrite => ({
  ...{ by: 'script', id: scriptId, signalId: site.id('Setpoint'), isFirst: true, count: 1, failed: 0 },
  ...{ value: 42, code: 200, from: Date.now(), to: Date.now() },
  ...change,
})

const say = (writes: GatewayWrite[], change: object = {}) => {
  const { equipmentId, bindingId } = site.box.bound!
  seq += 1
  return site.box.say('writes', {
    ...{ equipmentId, bindingId, run: 'd'.repeat(16), seq, at: Date.now(), writes },
    ...change,
  })
}
const lines = async () =>
  (await server.admin.call(queryOperations, { pageSize: 50 })).rows.filter(({ act }) => act.endsWith('Wrote'))

test('are logged with names of script and variables, and with the gateway as the author', async () => {
  await say([
    write(),
    write({ by: 'mapping', id: site.id('Level'), isFirst: false, count: 60, failed: 2, value: 4.5, code: 2001 }),
  ])
  await eventually(async () => expect(await lines()).toHaveLength(2))
  expect((await lines()).reverse()).toMatchObject([
    {
      ...{ act: 'scriptWrote', loginname: site.sn, objectType: 'equipment', objectName: 'Mixer', result: 'success' },
      after: { wrote: 'Follow → Setpoint = 42', count: 1 },
    },
    {
      ...{ act: 'mappingWrote', result: 'success' },
      after: { wrote: 'Tank level → Setpoint = 4.5 ×60 (2001)', count: 60, failed: 2 },
    },
  ])
})

test('received again are logged once, and not at all under another binding', async () => {
  const before = (await lines()).length
  await say([write()], { seq: 1 })
  await say([write()], { bindingId: site.box.bound!.bindingId + 1 })
  await say([write({ by: 'tamper', id: site.id('Level'), count: 3, failed: 3, code: 1714 })])
  await eventually(async () => expect(await lines()).toHaveLength(before + 1))
  expect((await lines())[0]).toMatchObject({ act: 'tamperWrote', result: 'failure', code: 1714 })
})

test('received during a database outage are logged once afterwards, all lines of a message together', async () => {
  const before = (await lines()).length
  const { platform } = server
  let calls = 0
  const taker = createWritesTaker({
    db: platform.db,
    recordAs(...args) {
      calls += 1
      // The database goes away between the two lines of the message.
      return calls === 2 ? Promise.reject(new DatabaseDown(new Error('no server'))) : platform.recordAs(...args)
    },
  })
  const { equipmentId, bindingId } = site.box.bound!
  const gateway = { sn: site.sn, orgId: OrgId.parse(1), equipmentId: site.equipmentId }
  const writes = [write(), write({ by: 'mapping', id: site.id('Level') })]
  const of = { equipmentId, bindingId, session: site.box.session, run: 'e'.repeat(16), seq: 1, at: Date.now() }
  await taker.take(gateway, { ...of, writes })
  expect(await lines()).toHaveLength(before)
  await taker.retry()
  expect(await lines()).toHaveLength(before + 2)
  await taker.take(gateway, { ...of, writes })
  await taker.retry()
  expect(await lines()).toHaveLength(before + 2)
})

test('many of one kind make one line, which names some of them', () => {
  const names = { device: 'A', scripts: new Map<number, string>(), signals: new Map([[2, 'Setpoint']]) }
  const many = Array.from({ length: 12 }, (_, id) => write({ id: id + 1, signalId: 2, isFirst: false }))
  const [line, ...others] = linesOf(many, names)
  expect(others).toEqual([])
  expect(line?.after).toMatchObject({ wrote: expect.stringMatching(/^#1 → Setpoint = 42; .*; \+2$/), count: 12 })
})
