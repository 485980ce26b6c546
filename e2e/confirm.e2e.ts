// The question before an action that destroys or reaches a PLC, on a slow computer and with fast input: each is
// answered once, by its own button, and then closes.
import { addGroup, deleteGroup } from '../features/device/group/contract.ts'
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
    // The list is worked from its end, so that no row moves under the pointer when one above disappears.
    for (const name of names.toReversed()) {
      await deleteOf(page, name).click({ force: true })
      await expect(question(page)).toContainText(name)
      // Clicks without waiting for animations, as a fast user does.
      await question(page).getByRole('button', { name: 'Delete' }).click({ force: true })
    }
    for (const name of names) await expect(row(page, name)).toBeHidden()
    await expect(question(page)).toBeHidden()
  })
}

test.describe('a quick hand', () => {
  /** Collects the delete calls that the page sends. */
  function deletions(page: Page): string[] {
    const asked: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === deleteGroup.path) asked.push(request.url())
    })
    return asked
  }

  test.beforeEach(async ({ page, platform }) => {
    await platform(addGroup, { name: 'Pressed twice' })
    await page.goto('/manage/eg/group')
  })

  test('a double press deletes once, and the question closes', async ({ page }) => {
    const asked = deletions(page)
    await deleteOf(page, 'Pressed twice').click()
    await question(page).getByRole('button', { name: 'Delete' }).dblclick()
    await expect(row(page, 'Pressed twice')).toBeHidden()
    await expect(question(page)).toBeHidden()
    expect(asked).toHaveLength(1)
  })

  test('holding Enter down opens the question and answers nothing', async ({ page }) => {
    const asked = deletions(page)
    await deleteOf(page, 'Pressed twice').focus()
    // The first press of the key opens the dialog; key repeats go to the focused element.
    for (let i = 0; i < 6; i += 1) await page.keyboard.down('Enter')
    await expect(question(page)).toContainText('Pressed twice')
    await question(page).getByRole('button', { name: 'Delete' }).focus()
    for (let i = 0; i < 6; i += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(question(page)).toContainText('Pressed twice')
    expect(asked).toEqual([])
  })

  test('Esc, or a press beside the question, returns to the earlier state', async ({ page }) => {
    const asked = deletions(page)
    for (const leave of [() => page.keyboard.press('Escape'), () => page.mouse.click(20, 20)]) {
      await deleteOf(page, 'Pressed twice').click()
      await expect(question(page)).toBeVisible()
      await leave()
      await expect(question(page)).toBeHidden()
      await expect(deleteOf(page, 'Pressed twice')).toBeFocused()
    }
    expect(asked).toEqual([])
  })
})
