// The alarm status and the module SN of gateways over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alarm, alarmRule } from '../../../testkit/alarms.ts'
import { person } from '../../../testkit/people.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite } from '../../../testkit/site.ts'
import { gatewayInfo, queryGateways } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const info = (id: number) => server.admin.call(gatewayInfo, { id })

describe('the alarm status and the module', () => {
  test('are in the list and in the panel; accounts without alarm permission get null', async () => {
    const made = await liveSite(server, 'Alarmed')
    await made.box.hello({ moduleSn: '866123456789012' })
    const listed = async (who = server.admin) => (await who.call(queryGateways, { keyword: 'Alarmed' })).rows[0]
    const quiet = { alarmStatus: 'none', alarms: { severe: 0, important: 0, normal: 0 }, moduleSn: '866123456789012' }
    expect(await listed()).toMatchObject(quiet)
    expect(await info(made.gatewayId)).toMatchObject(quiet)
    const { db, now } = server.platform
    for (const level of ['severe', 'normal'] as const) {
      const ruleId = await alarmRule(db, { equipmentId: made.equipmentId, level, name: level })
      // A rule counts once, however often it was raised, and no longer after its alarm has cleared.
      await alarm(db, { ruleId, raisedAt: now() })
      await alarm(db, { ruleId, raisedAt: now() })
    }
    const over = await alarmRule(db, { equipmentId: made.equipmentId, level: 'important', name: 'over' })
    await alarm(db, { ruleId: over, raisedAt: now() - 3, clearedAt: now() - 2, acknowledgedAt: now() - 1 })
    const active = { alarmStatus: 'active', alarms: { severe: 1, important: 0, normal: 1 } }
    expect(await listed()).toMatchObject(active)
    expect(await info(made.gatewayId)).toMatchObject(active)
    const blind = await person(server, 'no-alarms', { auths: ['gateway:view'], dataRange: 'all' })
    expect(await listed(blind)).toMatchObject({ alarmStatus: null, alarms: null })
    await made.box[Symbol.asyncDispose]()
  })
})
