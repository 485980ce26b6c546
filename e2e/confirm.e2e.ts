// The question before an act that destroys or reaches a PLC, on a slow computer and under a quick hand: each is answered
// once, by its own button, and is gone when it was answered.
import { addGroup } from '../features/group/contract.ts'
import { expect, type Page, test } from './test.ts'

test.use({ alone: true })

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
const question = (page: Page) => page.getByRole('dialog')
const deleteOf = (page: Page, name: string) => row(page, name).getByRole('button', { name: 'Delete' })

/** A computer that is `times` slower, and shows movements as slowly. */
async function slow(page: Page, times: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: times })
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 1 / times })
}

for (const times of [1, 4, 12]) {
  test(`one question after the other is answered by its own button, ${times} times slower`, async ({
    page,
    platform,
  }) => {
    const names = Array.from({ length: 4 }, (_, index) => `Asked ${index}`)
    for (const name of names) await platform(addGroup, { name })
    await page.goto('/manage/eg/group')
    await expect(row(page, names.at(-1)!)).toBeVisible()
    await slow(page, times)
    for (const name of names) {
      await deleteOf(page, name).click({ force: true })
      await expect(question(page)).toContainText(name)
      // Without waiting for anything to come to rest, as a quick hand does.
      await question(page).getByRole('button', { name: 'Delete' }).click({ force: true })
    }
    for (const name of names) await expect(row(page, name)).toBeHidden()
    await expect(question(page)).toBeHidden()
  })
}
