// The station of the outage world, shared with the public: its link, and a visitor's window.
import { expect } from '@playwright/test'
import { clientOf } from '../apps/demo/client.ts'
import type { EquipmentId } from '../contract/fields.ts'
import { type ShareMenu, shareMenus } from '../contract/share-menus.ts'
import { commandCallback } from '../features/device/command/contract.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { saveReport } from '../features/device/report/contract.ts'
import { queryGateways, startSync } from '../features/gateway/gateway/contract.ts'
import { savePage } from '../features/page/page/contract.ts'
import { cardsOf } from '../features/page/waterworks/cards.ts'
import { pageSize } from '../features/page/waterworks/grid.ts'
import { editShareAuth, editSharePassword, renewShareLink } from '../features/project/share/contract.ts'
import type { OutageWorld } from './outage-world.ts'
import type { Page } from './test.ts'

const sharePwd = 'Pump4711'

/** Shares a station with a start page and a report, so that each menu has content; returns the path of its link. */
export async function shareStation({ url, session, equipmentId }: OutageWorld): Promise<string> {
  const call = clientOf(url, session)
  const equipId = equipmentId as EquipmentId
  const { version, config } = await call(queryConfig, { equipmentId })
  const signal = config.signals.find(({ title }) => title === 'Well level')!
  const columns = [{ signalId: signal.id }]
  const stored = { mode: 'periodic', period: { every: 10, unit: 'second' } } as const
  await call(saveReport, { equipmentId, version, report: { name: 'Levels', type: 'normal', ...stored, columns } })
  const widgets = cardsOf('intake', 'Intake', { equipmentId: equipId, config })
  await call(savePage, { equipmentId, title: 'Intake', startup: '1', json: JSON.stringify({ con: pageSize, widgets }) })
  const { rows } = await call(queryGateways, {})
  let uuid = ''
  // The links of earlier journeys may be recovering just now.
  await expect(async () => {
    uuid = (await call(startSync, { id: rows[0]!.id })).uuid
  }).toPass({ timeout: 60_000 })
  await expect.poll(async () => (await call(commandCallback, { uuid })).status, { timeout: 30_000 }).toBe('success')
  await call(editSharePassword, { equipId, sharePwd })
  const { token } = await call(renewShareLink, { equipId })
  const shown = { topMenu: true, menus: [...shareMenus], mayWrite: false, expiresAt: null, ancestors: [] }
  await call(editShareAuth, { equipId, isShared: true, ...shown })
  return `/share/${token}`
}

/** Opens one of the menus by link and password, in either language. */
export async function visit(page: Page, link: string, menu: ShareMenu): Promise<void> {
  await page.goto(`${link}?tab=${menu}`)
  await page.locator('input[type=password]').fill(sharePwd)
  await page.locator('input[type=password]').press('Enter')
  await page.locator('.shared').waitFor()
}
