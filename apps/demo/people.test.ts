// The people of a fresh demo, created by the seeds of their rooms.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Language } from '../../contract/errors.ts'
import { addGroup } from '../../features/device/group/contract.ts'
import { seeds } from '../../features/frame/seeding.ts'
import { externalCalls, internalCalls, staffCalls } from '../../features/people/account/contract.ts'
import { queryDepartments } from '../../features/people/department/contract.ts'
import { queryEnterprises } from '../../features/people/enterprise/contract.ts'
import { queryGrants } from '../../features/people/grant/contract.ts'
import { queryInvitations } from '../../features/people/invitation/contract.ts'
import { queryRoles } from '../../features/people/role/contract.ts'
import { changesOf } from '../../features/platform/operation-log/changes.ts'
import { queryOperations } from '../../features/platform/operation-log/contract.ts'
import { fieldWords } from '../../features/platform/operation-log/field-words.ts'
import { loadTranslations } from '../../features/platform/translation/contract.ts'
import { adminPassword, type TestServer, testServer } from '../../testkit/server.ts'
import { device } from '../../testkit/site.ts'
import { ensureNames } from './names.ts'

describe.each([
  ['en', 'Li Wei', 'Operators', 'Riverside Brewery 滨江酿造'],
  ['zh-cn', '李伟', '值班员', '滨江酿造 Riverside Brewery'],
] as const)('in %s', (language: Language, person, role, enterprise) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ loginsPerMinute: 1000 })
    const { call } = server.admin
    await call(addGroup, { name: 'Waterworks', parentId: null })
    const devices = []
    for (const station of ['distribution', 'booster', 'tower'])
      devices.push({ station, name: station, equipmentId: await device(server.admin, station) })
    // Runs the seeds twice, as a second start of the demo does.
    for (const _ of [1, 2]) for (const { place, run } of seeds) if (place >= 20) await run({ call, devices, language })
  })
  afterAll(() => server.stop())

  test('no page of people is empty, and a second start adds nothing', async () => {
    const { call } = server.admin
    const count = async () => ({
      departments: (await call(queryDepartments, {})).length,
      roles: (await call(queryRoles, {})).roles.length,
      internal: (await call(internalCalls.query, {})).total,
      external: (await call(externalCalls.query, {})).total,
      staff: (await call(staffCalls.query, {})).total,
      enterprises: (await call(queryEnterprises, {})).total,
      guests: (await call(queryGrants, {})).filter(({ isGuest }) => isGuest).length,
      grants: (await call(queryGrants, {})).length,
      invitations: (await call(queryInvitations, {})).total,
    })
    // Nine roles: five of the demonstration, and the four that an empty platform starts with.
    expect(await count()).toEqual({
      ...{ departments: 5, roles: 9, internal: 5, external: 1, staff: 2 },
      ...{ enterprises: 1, guests: 2, grants: 5, invitations: 2 },
    })
  })

  test('its people have names, roles and departments of its language', async () => {
    const { call } = server.admin
    const { rows } = await call(internalCalls.query, { keyword: 'li_wei' })
    expect(rows).toMatchObject([{ name: person, roleName: role, departmentName: expect.any(String) }])
    expect((await call(queryEnterprises, {})).rows[0]?.name).toBe(enterprise)
    const all = (await call(internalCalls.query, {})).rows
    expect(all.every(({ roleId, departmentId }) => roleId !== null && departmentId !== null)).toBe(true)
  })

  test('the log shows all of it with readable field names', async () => {
    const { rows } = await server.admin.call(queryOperations, { pageSize: 200 })
    const fields = rows.flatMap(({ before, after }) => changesOf(before, after).map(({ field }) => field))
    expect(fields.length).toBeGreaterThan(50)
    expect(fields.filter((field) => !Object.hasOwn(fieldWords[language], field))).toEqual([])
  })

  test('departments, people and customers have names in the other language', async () => {
    const { call } = server.admin
    await ensureNames(call)
    const names = new Map((await call(loadTranslations, {})).entries!.map(([source, ...words]) => [source, words]))
    const isEnglish = language === 'en'
    for (const [en, zh] of [
      ['Water treatment', '净水车间'],
      ['Li Wei', '李伟'],
      ['North District Hospital', '城北医院'],
      ['Registers gateways and answers feedback', '登记网关，处理反馈'],
    ] as const)
      expect([en, names.get(isEnglish ? en : zh)]).toEqual([en, isEnglish ? [null, zh] : [en, null]])
  })

  test('no generated account can sign in by a known password', async () => {
    for (const loginname of ['li_wei', 'zhangmin', 'liuyang', 'heping', 'brewery'])
      for (const password of [adminPassword, loginname, 'Gatehouse1'])
        await expect(server.as(loginname, password)).rejects.toThrow('login: 1001')
  })
})
