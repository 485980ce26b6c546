// Own symbols: drawn and bound once, placed for the other pumps, redrawn for all of them.
import type { Client } from '../apps/demo/client.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { pageInfo, savePage } from '../features/page/page/contract.ts'
import { deleteUserSymbol, queryUserSymbols } from '../features/page/user-symbol/contract.ts'
import { pathOf } from '../ui/routes.ts'
import { idOf, intake, unique } from './scene.ts'
import { expect, type Page, test } from './test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const title = unique('Motor')
const pumps = unique('Pumps')
test.afterAll(async ({ platform }) => {
  const own = (await platform(queryUserSymbols, {})).filter((symbol) => symbol.title.startsWith(title))
  for (const { id } of own) await platform(deleteUserSymbol, { id })
})

async function signalsOf(platform: Client, equipmentId: number): Promise<(name: string) => number> {
  const { config } = await platform(queryConfig, { equipmentId })
  return (name) => config.signals.find((signal) => signal.name === name)!.id
}

/** A pump, its state and its tag. */
function pump(equipId: number, signalId: (name: string) => number) {
  const running = { type: 'signal', signalId: signalId('pump1Running'), equipId, title: 'Pump 1 running' }
  const tripped = {
    type: 'signal',
    signalId: signalId('pump1Tripped'),
    equipId,
    title: 'Pump 1 tripped',
    role: 'fault',
  }
  const at = (x: number, y: number, width: number, height: number) => ({ position: { x, y, width, height, rotate: 0 } })
  return [
    {
      id: 'a',
      widgetType: 'Symbol',
      ...at(100, 100, 60, 60),
      data: { symbol: 'pump', ...running, signalArray: [tripped] },
    },
    {
      id: 'b',
      widgetType: 'DataText',
      ...at(100, 170, 90, 24),
      data: { ...running, trueText: 'Runs', falseText: 'Stands' },
    },
    { id: 'c', widgetType: 'Text', ...at(170, 100, 40, 24), data: { text: 'P1' } },
  ]
}

const counts = (page: Page) => page.locator('.designer-counts')
const panel = (page: Page) => page.getByRole('region', { name: 'Properties' })
async function save(page: Page, version: number): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`${pumps} is saved as version ${version}.`)).toBeVisible()
}

test('a pump is saved as a symbol, placed for the next pump, and both get its new drawing', async ({
  page,
  platform,
}) => {
  const equipmentId = await idOf(platform, intake)
  const signalId = await signalsOf(platform, equipmentId)
  const json = JSON.stringify({ con: { width: 800, height: 600 }, widgets: pump(equipmentId, signalId) })
  const { id: pageId } = await platform(savePage, { equipmentId, title: pumps, json })
  await page.goto(pathOf('/manage/eg/{equipId}/designer/{pageId}', { equipId: equipmentId, pageId }))
  await expect(counts(page)).toContainText('3 / 2000 widgets')
  await page.getByRole('application').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+Shift+k')
  const saving = page.getByRole('dialog', { name: 'Save as symbol' })
  await saving.getByRole('textbox', { name: 'Name', exact: true }).fill(title)
  await expect(saving.getByRole('textbox', { name: 'Name of parameter 1' })).toHaveValue('running')
  await expect(saving.getByRole('textbox', { name: 'Name of parameter 2' })).toHaveValue('tripped')
  await saving.getByRole('checkbox', { name: 'Ask for “P1”' }).check()
  await saving.getByRole('textbox', { name: 'Name of the parameter for “P1”' }).fill('Tag')
  await saving.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`${title} is saved as version 1.`)).toBeVisible()
  // The selection becomes the first instance of the symbol.
  await expect(panel(page).getByText('version 1 · up to date')).toBeVisible()

  // The next pump is proposed by the names of its variables.
  const library = page.getByRole('region', { name: 'Own symbols' })
  await library.getByRole('button', { name: title, exact: true }).click()
  const placing = page.getByRole('dialog', { name: `Place ${title}` })
  await expect(placing.getByText('2 of 2 bound')).toBeVisible()
  await expect(placing.getByText('Pump 2 running')).toBeVisible()
  await placing.getByRole('textbox', { name: 'Tag' }).fill('P2')
  await placing.getByRole('button', { name: 'Place', exact: true }).click()
  await expect(counts(page)).toContainText('8 / 2000 widgets')
  await page.keyboard.press('Control+z')
  await expect(counts(page)).toContainText('4 / 2000 widgets')
  await page.keyboard.press('Control+Shift+z')
  await expect(counts(page)).toContainText('8 / 2000 widgets')
  await save(page, 2)
  const placed = (await platform(pageInfo, { id: pageId })).content
  expect(placed.bind.signals.sort()).toEqual(
    ['pump1Running', 'pump1Tripped', 'pump2Running', 'pump2Tripped'].map(signalId).sort(),
  )
  expect(JSON.stringify(placed.widgets[1])).toContain('"text":"P2"')

  // The symbol is enlarged and saved as its second version; the placed first one is updated, and keeps its pump.
  await page.keyboard.press('Control+d')
  await page.keyboard.press('Control+Shift+k')
  await expect(saving.getByText(`Version 2 of ${title}`)).toBeVisible()
  await saving.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`${title} is saved as version 2.`)).toBeVisible()
  await page.getByRole('application').focus()
  await page.keyboard.press('Delete')
  await page
    .getByRole('button', { name: 'Layers', exact: true })
    .or(page.getByText('Layers', { exact: true }))
    .first()
    .click()
  await page.getByRole('button', { name: title, exact: false }).first().click()
  await panel(page).getByRole('button', { name: 'Update all 2 on this page' }).click()
  await expect(panel(page).getByText('version 2 · up to date')).toBeVisible()
  await save(page, 3)
  const updated = (await platform(pageInfo, { id: pageId })).content
  expect(updated.widgets.map(({ ref }) => ref?.split(':').at(-1))).toEqual(['2', '2'])
  expect(updated.bind.signals.sort()).toEqual(placed.bind.signals.sort())

  // After deleting the symbol, the page is as it was before.
  await page.getByText('Widgets', { exact: true }).first().click()
  await library.getByRole('button', { name: title, exact: true }).hover()
  await library.getByRole('button', { name: `Delete ${title}` }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Delete', exact: true })
    .click()
  await expect(panel(page).getByText('The symbol is not in the library any more.')).toBeVisible()
  await page.getByText('Live preview').click()
  await expect(page.getByText(/^(Runs|Stands)$/)).toHaveCount(2)
})
