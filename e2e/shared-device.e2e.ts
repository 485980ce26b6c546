// A device that one company shares with a customer of another, for reading only.
import { randomBytes } from 'node:crypto'
import { clientOf, signIn } from '../apps/demo/client.ts'
import type { EquipmentId } from '../contract/fields.ts'
import { writeValue } from '../features/device/command/contract.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { externalCalls } from '../features/people/account/contract.ts'
import { addGrant, deleteGrant } from '../features/people/grant/contract.ts'
import { saveNewPassword } from '../features/people/security/contract.ts'
import { hasMenu } from './menu.ts'
import { ownOrganisation } from './own-organisation.ts'
import { deviceAlone } from './scene.ts'
import { sessionCookie } from './session.ts'
import { expect, newContext, test, watchFaults } from './test.ts'

test.use({ alone: true })

const password = 'Waterworks2'

test('a customer of another company sees only the shared device, and writes nothing', async ({
  platform,
  place,
  browser,
}) => {
  const shared = (await deviceAlone(platform, 'Shared pumps')) as EquipmentId
  await deviceAlone(platform, 'Hidden pumps')
  const loginname = `wang${randomBytes(4).toString('hex')}`
  const other = clientOf(place.url, await ownOrganisation(place.url))
  await deviceAlone(other, 'Pumps of the other')
  const { password: drawn } = await other(externalCalls.add, { loginname, name: 'Wang Wu' })
  await (await signIn(place.url, loginname, drawn ?? ''))(saveNewPassword, { oldPassword: drawn ?? '', password })
  const { id } = await platform(addGrant, { equipmentId: shared, loginname, mayWrite: false })

  const session = await sessionCookie(place.url, { loginname, password })
  const context = await newContext(browser, { url: place.url, session })
  const faults = watchFaults(context)
  const page = await context.newPage()

  await test.step('at home nothing is authorised to the customer', async () => {
    await page.goto(`${place.url}/monitor/eg/list`)
    await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible()
    await expect(page.getByText('Pumps of the other')).toHaveCount(0)
    await expect(page.getByText('Shared pumps')).toHaveCount(0)
  })

  await test.step('as a guest the customer sees the one device, and pages for monitoring alone', async () => {
    await page.getByRole('button', { name: /^Company:/ }).click()
    await page.getByRole('menuitem', { name: /Guest/ }).click()
    await expect(page.getByText('Shared pumps').first()).toBeVisible()
    await expect(page.getByText('Hidden pumps')).toHaveCount(0)
    await hasMenu(page, [
      ['Monitor', [/^Devices/, /^Device groups/, /^Map/]],
      ['Projects', []],
    ])
  })

  await test.step('the write is refused, on the page and by the platform', async () => {
    await page.getByText('Shared pumps').first().click()
    await expect(page.getByRole('button', { name: 'Write…' })).toHaveAttribute('aria-disabled', 'true')
    const { config } = await platform(queryConfig, { equipmentId: shared })
    const order = { equipmentId: shared, signalId: config.signals[0]!.id, value: 1 }
    const refused = await clientOf(place.url, session)(writeValue, order).catch((error: Error) => error.message)
    expect(refused).toContain('You do not have permission to write data')
  })

  await test.step('once it is withdrawn the customer is at home again', async () => {
    await platform(deleteGrant, { id })
    await page.goto(`${place.url}/monitor/eg/list`)
    await expect(page.getByRole('button', { name: /^Company:/ })).toHaveCount(0)
    await expect(page.getByText('Shared pumps')).toHaveCount(0)
  })
  expect(faults).toEqual([])
})
