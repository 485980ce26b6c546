// The objects that were opened last, in the navigation.
import { signInOnScreen } from './people.ts'
import { idOf, intake } from './scene.ts'
import { expect, test } from './test.ts'
import { admin } from './world.ts'

// The journey signs out: a session of its own, because others share that of the world.
test.use({ signedIn: false })

test('opened devices can be opened again from the navigation, until the user signs out', async ({ page, demo }) => {
  const other = 'Treatment works'
  const navigation = page.getByRole('navigation', { name: 'Navigation' })
  await page.goto('/login')
  await signInOnScreen(page, admin.loginname, admin.password)
  await expect(navigation).toBeVisible()
  for (const name of [intake, other]) {
    await page.goto(`/monitor/eg/detail/list/${await idOf(demo, name)}/0`)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('recent'))).toContain(name)
  }
  const recent = navigation.getByRole('button', { name: 'Recent' })
  await recent.click()
  await expect(navigation.getByRole('link', { name: other })).toHaveCount(0)
  await navigation.getByRole('link', { name: intake }).click()
  await expect(page.getByRole('heading', { name: intake })).toBeVisible()
  await expect(navigation.getByRole('link', { name: other })).toBeVisible()

  await page.reload()
  await expect(navigation.getByRole('link', { name: other })).toBeVisible()
  await recent.click()
  await expect(navigation.getByRole('link', { name: other })).toHaveCount(0)

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/login/)
  expect(await page.evaluate(() => localStorage.getItem('recent'))).toBe('')
})
