import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminPassword, type TestServer, testServer } from '../../../testkit/server.ts'
import { userInfo } from '../../people/login/contract.ts'
import { queryUserConfig, saveUserConfig } from './contract.ts'
import { settingsOf, settingType } from './rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await server.addAccount({ loginname: 'li', roleType: 'internal' })
})
afterAll(() => server.stop())

const defaults = { scadaAdaption: 'whole', equipDisplay: 'device' }

test('every setting has a default, which also replaces a value that is no longer valid', () => {
  expect(settingsOf()).toMatchObject(defaults)
  expect(settingsOf({ scadaAdaption: 'sideways', equipDisplay: 'page', gone: 1 })).toEqual({
    ...settingsOf(),
    equipDisplay: 'page',
  })
  expect(settingType('constructor')).toBeUndefined()
})

test('an account changes its own settings one by one, and not those of others', async () => {
  const li = await server.as('li', adminPassword)
  expect(await li.call(queryUserConfig, {})).toMatchObject(defaults)
  await li.call(saveUserConfig, { settings: { equipDisplay: 'page' } })
  await li.call(saveUserConfig, { settings: { scadaAdaption: 'width' } })
  expect(await li.call(queryUserConfig, {})).toMatchObject({ scadaAdaption: 'width', equipDisplay: 'page' })
  expect(await server.admin.call(queryUserConfig, {})).toMatchObject(defaults)
})

test('the time zone of an account is in its user info only; null is the browser’s', async () => {
  const li = await server.as('li', adminPassword)
  expect((await li.call(userInfo, {})).ownZone).toBeNull()
  await li.call(saveUserConfig, { settings: { ownZone: 'Europe/Berlin' } })
  expect(await li.call(userInfo, {})).toMatchObject({ ownZone: 'Europe/Berlin', zone: 'Asia/Shanghai' })
  expect((await server.admin.call(userInfo, {})).ownZone).toBeNull()
  await li.call(saveUserConfig, { settings: { ownZone: null } })
  expect((await li.call(userInfo, {})).ownZone).toBeNull()
})

test.each([
  ['a name that no room brings', { nonsense: 1 }, 'settings.nonsense'],
  ['a name of every object', { __proto__x: 1 }, 'settings.__proto__x'],
  ['a value that it cannot have', { equipDisplay: 'cinema' }, 'settings.equipDisplay'],
  ['a time zone that does not exist', { ownZone: 'Mars/Olympus' }, 'settings.ownZone'],
])('%s is refused at its field, and nothing is saved', async (_, settings, field) => {
  const before = await server.admin.call(queryUserConfig, {})
  const both = { scadaAdaption: 'none', ...settings }
  expect(await server.admin.ask(saveUserConfig, { settings: both })).toMatchObject({ code: 10001, data: { field } })
  expect(await server.admin.call(queryUserConfig, {})).toEqual(before)
})
