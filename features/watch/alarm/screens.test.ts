// Alarms opened from the dialog over a page, the detail of a device and a configuration page; each has its own
// permission.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AlarmId, EquipmentId } from '../../../contract/fields.ts'
import { alarm, alarmRule } from '../../../testkit/alarms.ts'
import { person } from '../../../testkit/people.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { device } from '../../../testkit/site.ts'
import { userInfo } from '../../people/login/contract.ts'
import { isReleaseByAlarmId, queryAlarms } from './contract.ts'

let server: TestServer
let hall: EquipmentId
let alarmId: AlarmId
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000, callsPerMinute: 10_000 })
  hall = await device(server.admin, 'Treatment hall A')
  const { db, now } = server.platform
  alarmId = await alarm(db, { ruleId: await alarmRule(db, { name: 'Pump', equipmentId: hall }), raisedAt: now() })
})
afterAll(() => server.stop())

describe('alarms opened from a screen', () => {
  const from = (openedFrom: 'livePage' | 'device' | 'page') => ({ equipmentIds: [hall], openedFrom })
  const keys = {
    livePage: 'monitor_multi_designer_alarm',
    device: 'monitor_equipinfo_menu_alarm',
    page: 'monitor_designer_menu_alarm',
  } as const

  test.each(Object.entries(keys))('%s: answered with %s and refused without it', async (screen, key) => {
    const openedFrom = screen as keyof typeof keys
    const holder = await person(server, `opens_${screen}`, { auths: [key], dataRange: 'all' })
    const others = Object.values(keys).filter((each) => each !== key)
    const lacker = await person(server, `lacks_${screen}`, { auths: ['alarm:view', ...others], dataRange: 'all' })
    expect((await holder.call(userInfo, {})).auths).toEqual(expect.arrayContaining([key, 'alarm:view']))
    expect((await holder.call(queryAlarms, from(openedFrom))).rows).toMatchObject([{ name: 'Pump' }])
    expect((await holder.ask(queryAlarms, from(openedFrom))).code).toBe(200)
    expect(await lacker.ask(queryAlarms, from(openedFrom))).toMatchObject({
      code: 90008,
      msg: 'No permission to view the alarm or repair order record',
      data: null,
    })
    expect((await lacker.ask(queryAlarms, { equipmentIds: [hall] })).code).toBe(200)
  })

  test('isReleaseByAlarmId needs the permission of the alarm dialog', async () => {
    const looker = await person(server, 'no_live_page', { auths: ['alarm:view'], dataRange: 'all' })
    expect((await looker.ask(isReleaseByAlarmId, { alarmId })).code).toBe(90002)
    const blind = await person(server, 'sees_none', { auths: ['monitor_multi_designer_alarm'] })
    expect((await blind.ask(isReleaseByAlarmId, { alarmId })).code).toBe(10002)
  })
})
