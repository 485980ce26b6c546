import { afterEach, expect, test } from 'vitest'
import { type Me, reloadMe, setMe, setMeLoader, whoAmI } from './me.ts'

afterEach(() => setMe(null))

const me: Me = { userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', auths: [], zone: 'UTC', demo: false }

test('a reload replaces the account by what the platform reports now', async () => {
  setMe(me)
  setMeLoader(async () => ({ ...me, zone: 'Asia/Shanghai' }))
  await reloadMe()
  expect(whoAmI()?.zone).toBe('Asia/Shanghai')
})

test('a failed reload keeps the account and passes the failure on', async () => {
  setMe(me)
  setMeLoader(() => Promise.reject(new Error('unreachable')))
  await expect(reloadMe()).rejects.toThrow('unreachable')
  expect(whoAmI()).toEqual(me)
})
