// Configuration pages in a real browser: functions of the widget host.
import type { Client } from '../apps/demo/client.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { savePage } from '../features/page/page/contract.ts'
import { pathOf } from '../ui/routes.ts'
import { deviceAlone, idOf, unique } from './scene.ts'
import { expect, type Page, test } from './test.ts'

const at = (x: number, y: number) => ({ x, y, width: 160, height: 40, rotate: 0 })

async function savedPage(platform: Client, equipmentId: number, title: string, widgets: object[]): Promise<number> {
  const json = JSON.stringify({ widgets })
  return (await platform(savePage, { equipmentId, title, json })).id
}

const open = (page: Page, pageId: number) =>
  page.goto(pathOf('/monitor/eg/detail/page/{pageId}/{alarm}', { pageId, alarm: 0 }))

test('an unknown widget is a box with its name, and the others are drawn', async ({ page, platform }) => {
  const equipmentId = await deviceAlone(platform, unique('Pages'))
  const widgets = [
    { id: 'a', widgetType: 'Hologram', position: at(20, 20) },
    { id: 'b', widgetType: 'Text', position: at(20, 80), data: { text: 'Beside it' } },
    {
      id: 'c',
      widgetType: 'group',
      position: at(20, 140),
      children: [
        { id: 'd', widgetType: 'Rect', position: at(0, 0) },
        { id: 'e', widgetType: 'Text', position: at(10, 10), data: { text: 'In a group' } },
      ],
    },
  ]
  await open(page, await savedPage(platform, equipmentId, 'Strangers', widgets))
  await expect(page.getByRole('img', { name: 'Hologram' })).toBeVisible()
  await expect(page.getByText('Beside it')).toBeVisible()
  // The note above the page must appear first, because it moves the page.
  await expect(page.getByText('This device is not bound to a gateway')).toBeVisible()
  const inner = await page.getByText('In a group').boundingBox()
  const beside = await page.getByText('Beside it').boundingBox()
  expect(inner!.y).toBeGreaterThan(beside!.y + 40)
})

test('a click opens a page by mouse and keys, and a write that is refused with its reason', async ({
  page,
  platform,
}) => {
  const equipmentId = await deviceAlone(platform, unique('Pages'))
  const { config } = await platform(queryConfig, { equipmentId })
  const { id: signalId } = config.signals.find(({ name }) => name === 'Speed')!
  const second = await savedPage(platform, equipmentId, 'Second page', [
    { id: 'a', widgetType: 'Rect', position: at(20, 20) },
  ])
  const data = { type: 'signal', signalId, equipId: equipmentId }
  const first = await savedPage(platform, equipmentId, 'First page', [
    {
      id: 'a',
      widgetType: 'Rect',
      position: at(20, 20),
      clickEvent: { enable: true, action: 'page', pageId: second, hint: 'Go on' },
    },
    {
      id: 'b',
      widgetType: 'Text',
      position: at(20, 80),
      data: { text: 'Start' },
      clickEvent: { enable: true, data, writeValue: '42' },
    },
  ])
  await open(page, first)
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('heading', { name: 'Second page' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Go on' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Second page' })).toBeVisible()
  await page.goBack()
  await page.getByText('Start').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Write 42' })).toBeDisabled()
})

test('values animate their widgets', async ({ page, platform }) => {
  const equipmentId = await idOf(platform, 'Treatment works')
  const { config } = await platform(queryConfig, { equipmentId })
  const { id: signalId } = config.signals.find(({ name }) => name === 'inletFlow')!
  const data = { type: 'signal', signalId, equipId: equipmentId }
  const when = (more: object) => ({ enable: true, data, symbol: '>', value: 0, ...more })
  const one = (id: string, y: number, animation: object) => ({ id, widgetType: 'Rect', position: at(20, y), animation })
  const id = await savedPage(platform, equipmentId, unique('Animated'), [
    one('a', 20, { fill: when({ color: '#ff0000' }) }),
    one('b', 80, { visibility: when({ type: 'hide' }) }),
    one('c', 140, { twinkle: when({ fill: '#00ff00' }) }),
    one('d', 200, { rotate: when({ speed: 500 }) }),
  ])
  await open(page, id)
  const shape = (index: number) => page.locator(`[data-widget="${index}"]`)
  const red = 'rgb(255, 0, 0)'
  await expect(shape(0).locator('.shape')).toHaveCSS('fill', red)
  await expect(shape(1).locator('.shape')).toBeHidden()
  await expect(shape(2).locator('.shape')).toHaveCSS('fill', 'rgb(0, 255, 0)')
  await expect(shape(2).locator('.shape')).not.toHaveCSS('fill', 'rgb(0, 255, 0)')
  await expect(shape(3).locator('.widget-turning')).toHaveCSS('animation-name', 'widget-turn')
})

test('a menu opens a page and marks its entry; a page is embedded in another, but never in itself', async ({
  page,
  platform,
  faults,
}) => {
  const equipmentId = await deviceAlone(platform, unique('Pages'))
  const inner = await savedPage(platform, equipmentId, 'Inner page', [
    { id: 'a', widgetType: 'Text', position: at(20, 20), data: { text: 'Seen within' } },
  ])
  const items = (pageId: number) => [
    { label: 'Inner', clickEvent: { enable: true, action: 'page', pageId: inner } },
    { label: 'More', children: [{ label: 'Here', clickEvent: { enable: true, action: 'page', pageId } }] },
  ]
  const outer = await savedPage(platform, equipmentId, 'Outer page', [])
  const big = (y: number) => ({ x: 20, y, width: 400, height: 200, rotate: 0 })
  const json = JSON.stringify({
    widgets: [
      { id: 'n', widgetType: 'Nav', position: { ...at(20, 10), width: 400 }, items: items(outer) },
      { id: 'i', widgetType: 'Iframe', position: big(80), data: { type: 'equip', pageId: inner } },
      { id: 'o', widgetType: 'Iframe', position: big(300), data: { type: 'equip', pageId: outer } },
      { id: 'l', widgetType: 'Iframe', position: big(520), data: { type: 'link', link: 'https://site.example/x' } },
      { id: 'm', widgetType: 'Iframe', position: { ...big(80), x: 500 }, data: { type: 'link', link: '/monitor' } },
    ],
  })
  await platform(savePage, { id: outer, equipmentId, title: 'Outer page', json })
  await open(page, outer)
  const within = page.getByRole('region', { name: 'Configuration page Inner page' })
  await expect(within.getByText('Seen within')).toBeVisible()
  await expect(page.getByText('This page already contains the one that would be shown here.')).toBeVisible()
  await expect(
    page.getByText('The settings of the platform do not allow frames of https://site.example.'),
  ).toBeVisible()
  await expect(page.getByText('The platform does not show itself in a frame.')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  // Messages of the browser about the site that it did not embed.
  expect(faults).toEqual([expect.stringContaining(`frame-src 'none'`)])
  faults.length = 0
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('button', { name: 'Inner' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('button', { name: 'Here' })).toBeFocused()
  await expect(menu.getByRole('button', { name: 'Here' })).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Escape')
  await expect(menu.getByRole('button', { name: 'Here' })).toHaveCount(0)
  await menu.getByRole('button', { name: 'Inner' }).click()
  await expect(page.getByRole('heading', { name: 'Inner page' })).toBeVisible()
})
