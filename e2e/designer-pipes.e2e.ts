// Pipes in the designer: joined by a key, following their widgets, moved to another port, bent, and undone.
import type { Client } from '../apps/demo/client.ts'
import type { PageId } from '../contract/fields.ts'
import { pageInfo, savePage } from '../features/page/page/contract.ts'
import { pathOf } from '../ui/routes.ts'
import { deviceAlone, unique } from './scene.ts'
import { expect, type Page, test } from './test.ts'

test.use({ alone: true, viewport: { width: 1440, height: 900 } })

const symbol = (id: string, x: number, y: number) => ({
  ...{ id, widgetType: 'Symbol', data: { symbol: 'tee' } },
  position: { x, y, width: 48, height: 48, rotate: 0 },
})

/** A page of 800 × 600 with three fittings, open in the designer. */
async function opened(page: Page, platform: Client): Promise<PageId> {
  const equipmentId = await deviceAlone(platform, unique('Piped'))
  const widgets = [symbol('a', 100, 100), symbol('b', 400, 200), symbol('c', 400, 400)]
  const json = JSON.stringify({ con: { width: 800, height: 600 }, widgets })
  const { id } = await platform(savePage, { equipmentId, title: unique('Drawn'), json })
  await page.goto(pathOf('/manage/eg/{equipId}/designer/{pageId}', { equipId: equipmentId, pageId: id }))
  await expect(page.locator('.designer-sheet')).toBeVisible()
  return id
}

async function dragOn(page: Page) {
  const box = (await page.locator('.designer-sheet').boundingBox())!
  const at = (x: number, y: number) => [box.x + (x / 800) * box.width, box.y + (y / 600) * box.height] as const
  const pull = async (from: readonly [number, number], to: readonly [number, number]) => {
    await page.mouse.move(...at(...from))
    await page.mouse.down()
    await page.mouse.move(...at(...to), { steps: 5 })
  }
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    await pull(from, to)
    await page.mouse.up()
  }
  return { pull, drag, click: (x: number, y: number) => page.mouse.click(...at(x, y)) }
}

async function savedPipe(page: Page, platform: Client, id: PageId) {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/is saved as version \d+/).first()).toBeVisible()
  const { widgets } = (await platform(pageInfo, { id })).content
  return widgets.find(({ widgetType }) => widgetType === 'shapeLine')!
}

test('two symbols are joined by a key, and the pipe follows the one that is dragged; undo takes both back', async ({
  page,
  platform,
}) => {
  const id = await opened(page, platform)
  const { drag, click } = await dragOn(page)
  await click(124, 124)
  await page.keyboard.down('Shift')
  await click(424, 224)
  await page.keyboard.up('Shift')
  await page.keyboard.press('Control+k')
  await expect(page.locator('.designer-pipe-end')).toHaveCount(2)
  await page.keyboard.down('Alt')
  await drag([424, 224], [524, 324])
  await page.keyboard.up('Alt')
  const pipe = await savedPipe(page, platform, id)
  expect(pipe.pipe).toEqual({ from: { widget: 'a', port: 'right' }, to: { widget: 'b', port: 'left' } })
  expect(pipe.position.x).toBe(148)
  expect(Math.abs(pipe.position.width - 352)).toBeLessThan(3)
  expect(Math.abs(pipe.position.height - 200)).toBeLessThan(3)
  await page.keyboard.press('Control+z')
  await expect(page.locator('.designer-counts')).toContainText('Undo 1 / 50')
})

test('an end is moved to a highlighted port; Escape cancels', async ({ page, platform }) => {
  const id = await opened(page, platform)
  const { pull, click } = await dragOn(page)
  await click(124, 124)
  await page.keyboard.down('Shift')
  await click(424, 224)
  await page.keyboard.up('Shift')
  await page.keyboard.press('Control+k')
  await pull([400, 224], [402, 422])
  await expect(page.locator('.designer-port-lit')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.locator('.designer-way')).toHaveCount(0)
  await page.mouse.up()
  await expect(page.locator('.designer-pipe-end')).toHaveCount(2)
  await pull([400, 224], [402, 422])
  await page.mouse.up()
  expect((await savedPipe(page, platform, id)).pipe).toMatchObject({ to: { widget: 'c', port: 'left' } })
})

test('an end is moved to a symbol within a group, and follows when the group is moved', async ({ page, platform }) => {
  const id = await opened(page, platform)
  const { drag, click } = await dragOn(page)
  const chosen = async (first: readonly [number, number], second: readonly [number, number]) => {
    await click(...first)
    await page.keyboard.down('Shift')
    await click(...second)
    await page.keyboard.up('Shift')
  }
  await chosen([424, 224], [424, 424])
  await page.keyboard.press('Control+g')
  await click(700, 50)
  await page.getByRole('button', { name: 'Line', exact: true }).click()
  await drag([148, 124], [401, 425])
  await click(424, 300)
  await page.keyboard.press('Shift+ArrowRight')
  const pipe = await savedPipe(page, platform, id)
  expect(pipe.pipe).toMatchObject({ from: { widget: 'a', port: 'right' }, to: { widget: 'c', port: 'left' } })
  expect(Math.abs(pipe.position.x + pipe.position.width - 410)).toBeLessThan(3)
})
