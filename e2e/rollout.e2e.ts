// A machine builder with twenty machines: a template is created from one device, ten of its variables and a report are
// changed, the plan is read, the change is rolled out with pilot devices, two gateways refuse and are reverted, one is
// forced.
import type { Client } from '../apps/demo/client.ts'
import type { EquipmentId } from '../contract/fields.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { saveReport } from '../features/device/report/contract.ts'
import { saveSignals } from '../features/device/signal/contract.ts'
import { queryTemplates } from '../features/device/template/contract.ts'
import { gatewayInfo } from '../features/gateway/gateway/contract.ts'
import { type Machine, machines, refuse, stayOnline } from '../testkit/fleet.ts'
import { deviceAlone, unique, uniqueSn } from './scene.ts'
import { expect, type Page, test } from './test.ts'

test.use({ alone: true })

const count = 20
/** The positions of the devices that refuse the update. */
const [fifth, twelfth] = [5, 12]
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The model: a device with twelve variables and a report of the first two. */
async function model(platform: Client, name: string): Promise<void> {
  const equipmentId = (await deviceAlone(platform, name)) as EquipmentId
  const { version, config } = await platform(queryConfig, { equipmentId })
  const driverId = config.drivers[0]!.id
  const save = Array.from({ length: 10 }, (_, i) => ({
    ...{
      driverId,
      name: `V${i}`,
      title: `Value ${i}`,
      address: `H:${10 + i}`,
      dataType: 'uint16' as const,
      unit: 'kPa',
    },
  }))
  const saved = await platform(saveSignals, { equipmentId, version, save, remove: [] })
  const columns = saved.config.signals.slice(0, 2).map(({ id }) => ({ signalId: id }))
  const report = {
    name: 'Shift',
    type: 'normal',
    mode: 'periodic',
    period: { every: 10, unit: 'minute' },
    columns,
  } as const
  await platform(saveReport, { equipmentId, version: saved.version, report })
}

/** Ten variables get another unit, the report loses a column. */
async function change(platform: Client, equipmentId: EquipmentId): Promise<void> {
  const { version, config } = await platform(queryConfig, { equipmentId })
  const save = config.signals.filter(({ unit }) => unit === 'kPa').map((signal) => ({ ...signal, unit: 'bar' }))
  expect(save).toHaveLength(10)
  const saved = await platform(saveSignals, { equipmentId, version, save, remove: [] })
  const report = saved.config.reports[0]!
  await platform(saveReport, {
    ...{ equipmentId, version: saved.version, reportId: report.id },
    report: { ...report, columns: report.columns.slice(0, 1) },
  })
}

const unitsOf = async (platform: Client, { equipmentId }: Machine) =>
  new Set((await platform(queryConfig, { equipmentId })).config.signals.flatMap(({ unit }) => unit ?? []))

test('a change of a template reaches twenty machines: read, rolled out, reverted where refused, forced', async ({
  page,
  platform,
  demo,
}) => {
  test.setTimeout(240_000)
  const device = unique('Model pump')
  await model(platform, device)
  const name = unique('Pumps')
  await page.goto('/manage/eg/template/list')
  await button(page, 'Add template').first().click()
  await page.getByLabel('Template name').fill(name)
  await page.getByLabel('Created from').click()
  await page.getByTitle(device).click()
  await button(page, 'Add and go to drivers').click()
  await expect(page.getByText(`Template “${name}” added.`)).toBeVisible()
  const [template] = await platform(queryTemplates, { keyword: name })
  const mqttPort = Number(new URL(process.env.GATEHOUSE_MQTT_URL ?? '').port)
  const fleet = await machines(platform, {
    ...{ templateId: template!.id, mqttPort, staff: demo },
    ...{ sns: Array.from({ length: count }, uniqueSn), names: (at) => `Machine ${at + 1}` },
  })
  using _ = stayOnline(fleet)
  try {
    await change(platform, template!.id as number as EquipmentId)
    const refusing = [fleet[fifth]!, fleet[twelfth]!]
    for (const { box } of refusing) refuse(box)

    await page.goto(`/manage/eg/template/edit/${template!.id}/info`)
    await button(page, 'Roll out…').click()
    await expect(page.getByText('20 devices change alike: 0 added, 11 changed, 0 removed')).toBeVisible()
    await expect(page.getByText('20 history columns end')).toBeVisible()
    await expect(page.getByText('Shift: “Level” is stored no longer.')).toBeVisible()
    await expect(page.getByText('→ bar').first()).toBeVisible()
    await expect(page.getByRole('row', { name: /Machine 1 / })).toContainText('Pilot')
    await page.getByLabel('Devices in a wave').fill('19')
    await page.getByLabel('Wait after each wave').fill('0')
    await page.getByLabel('Watch for severe alarms').fill('0')
    await button(page, 'Start rollout').click()
    const question = page.getByRole('dialog', { name: 'Roll out to 20 devices?' })
    await expect(question).toContainText('20 devices lose what the plan lists')
    await question.getByRole('button', { name: 'Start rollout' }).click()

    await expect(page.getByRole('status').filter({ hasText: '18 of 20 complete, 2 rolled back' })).toBeVisible({
      timeout: 120_000,
    })
    await expect(page.getByRole('region', { name: 'Pilot' })).toContainText('1 of 1 complete')
    await expect(page.getByText('20 devices change alike: 0 added, 11 changed, 0 removed')).toBeVisible()
    for (const { equipmentId } of refusing) {
      expect((await platform(gatewayInfo, { equipmentId })).consistency).toBe('match')
      expect(await unitsOf(platform, refusing[0]!)).toEqual(new Set(['kPa']))
    }

    const row = page.getByRole('row', { name: new RegExp(`Machine ${fifth + 1} `) })
    await expect(row).toContainText('illegal address')
    const forced = refusing[0]!
    forced.box.answer = () => ({})
    await row.getByRole('button', { name: 'Force…' }).click()
    await page.getByRole('dialog', { name: 'Force it on the device?' }).getByRole('button', { name: 'Force' }).click()
    await expect(page.getByRole('status').filter({ hasText: '19 of 20 complete, 1 rolled back' })).toBeVisible({
      timeout: 60_000,
    })
    expect(await unitsOf(platform, forced)).toEqual(new Set(['bar']))
    expect(await unitsOf(platform, refusing[1]!)).toEqual(new Set(['kPa']))
  } finally {
    for (const { box } of fleet) await box[Symbol.asyncDispose]()
  }
})
