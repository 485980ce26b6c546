// A fresh installation asks its first administrator once for its time zone and language.
import { expect, test } from 'vitest'
import { adminPassword, testServer } from '../../../testkit/server.ts'
import { myOrganisation } from '../../people/enterprise/contract.ts'
import { userInfo } from '../../people/login/contract.ts'
import { saveFirstSettings } from './contract.ts'

const answer = { zone: 'Europe/Berlin', language: 'zh-cn' } as const

test('the form appears for the first administrator until the answer is stored for the organisation', async () => {
  await using server = await testServer()
  expect(await server.admin.call(userInfo, {})).toMatchObject({ firstSettingsDue: true, orgLanguage: null })
  expect(await server.admin.ask(saveFirstSettings, { ...answer, zone: 'Mars/Olympus' })).toMatchObject({
    code: 10001,
    data: { field: 'zone' },
  })
  await server.admin.call(saveFirstSettings, answer)
  expect(await server.admin.call(userInfo, {})).toMatchObject({
    firstSettingsDue: false,
    zone: answer.zone,
    orgLanguage: answer.language,
  })
  expect(await server.admin.call(myOrganisation, {})).toMatchObject(answer)
  // A second answer, for example from another window, changes nothing.
  expect((await server.admin.ask(saveFirstSettings, { zone: 'UTC', language: 'en' })).code).toBe(10002)
  expect(await server.admin.call(myOrganisation, {})).toMatchObject(answer)
})

test('other users are not asked, and cannot answer', async () => {
  await using server = await testServer()
  await server.addAccount({ loginname: 'second', roleType: 'admin' })
  const second = await server.as('second', adminPassword)
  const other = await server.otherCompany()
  for (const caller of [second, other]) {
    expect((await caller.call(userInfo, {})).firstSettingsDue).toBe(false)
    expect((await caller.ask(saveFirstSettings, answer)).code).toBe(10002)
  }
  expect(await server.admin.call(myOrganisation, {})).toMatchObject({ zone: 'Asia/Shanghai', language: null })
  expect((await server.admin.call(userInfo, {})).firstSettingsDue).toBe(true)
})

test('the demonstration does not ask', async () => {
  await using server = await testServer({ demo: { loginname: 'admin', password: adminPassword } })
  expect((await server.admin.call(userInfo, {})).firstSettingsDue).toBe(false)
  expect((await server.admin.ask(saveFirstSettings, answer)).code).toBe(10002)
})
