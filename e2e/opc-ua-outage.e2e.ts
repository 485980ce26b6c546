// Journey of browsing an OPC UA server while links of the path are down: values that were read show their age and not
// as current, the first cause on the path is named, and everything is read again automatically.
import { clientOf } from '../apps/demo/client.ts'
import { commandCallback } from '../features/device/command/contract.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { saveDriver } from '../features/device/driver/contract.ts'
import { addEquipment } from '../features/device/equipment/contract.ts'
import { saveSignals } from '../features/device/signal/contract.ts'
import { bindGateway } from '../features/gateway/binding/contract.ts'
import { gatewayInfo, startSync } from '../features/gateway/gateway/contract.ts'
import { registerGateway } from '../features/gateway/registry/contract.ts'
import { type OpcUaPeer, startOpcUa } from '../testkit/peers/opcua.ts'
import { type Agent, startAgent } from './agent.ts'
import { type OutageWorld, startOutageWorld } from './outage-world.ts'
import { uniqueSn } from './scene.ts'
import { test as base, expect, type Page } from './test.ts'

type Press = { equipmentId: number; server: OpcUaPeer; gateway: Agent }

const test = base.extend<object, { world: OutageWorld; press: Press }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: the shape Playwright asks for
    async ({}, use) => {
      const world = await startOutageWorld()
      await use(world)
      await world.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  press: [
    async ({ world }, use) => {
      const server = await startOpcUa({ children: 30 })
      const { gateway, equipmentId } = await addPress(world, server)
      await use({ equipmentId, server, gateway })
      await gateway[Symbol.asyncDispose]()
      await server.end()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  place: async ({ world: { url, session } }, use) => use({ url, session }),
})

/** A device of the server with one variable, in step with a gateway of its own. */
async function addPress({ url, session, mqttUrl }: OutageWorld, server: OpcUaPeer) {
  const call = clientOf(url, session)
  const sn = uniqueSn()
  const { id: equipmentId } = await call(addEquipment, { name: 'Press 4' })
  const { version } = await call(queryConfig, { equipmentId })
  const driver = {
    name: 'Server',
    type: 'opc-ua',
    params: { endpointUrl: server.url, serverFingerprint: server.fingerprint },
  }
  const saved = await call(saveDriver, { equipmentId, version, driver })
  const driverId = saved.config.drivers[0]!.id
  const speed = { driverId, name: 'Speed', title: 'Speed', address: 'ns=1;s=Machine.Speed', dataType: 'int32' }
  const save = [{ ...speed, access: 'r' }]
  await call(saveSignals, { equipmentId, version: saved.version, save, remove: [] })
  const { id, code, secret } = await call(registerGateway, { sn })
  await call(bindGateway, { equipmentId, sn, code })
  const gateway = await startAgent({ sn, secret, mqttUrl })
  const patience = { timeout: 30_000 }
  await expect.poll(async () => (await call(gatewayInfo, { id })).state, patience).toBe('online')
  const { uuid } = await call(startSync, { id })
  await expect.poll(async () => (await call(commandCallback, { uuid })).status, patience).toBe('success')
  return { gateway, equipmentId }
}

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Browse Server' })
const machine = (page: Page) => drawer(page).getByRole('list', { name: 'Machine' })
const node = (page: Page, name: string) =>
  machine(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })
const value = (page: Page, name: string) => node(page, name).locator('.value')
const road = (page: Page) => drawer(page).getByRole('alert')
const dot = (page: Page) => page.locator('.page-header .presence')

async function browse(page: Page, { equipmentId }: Press) {
  await page.goto(`/manage/eg/equipment/edit/${equipmentId}/signal`)
  await expect(dot(page)).toHaveClass(/presence-online/)
  await page.getByRole('button', { name: 'Browse' }).click()
  await drawer(page).getByRole('button', { name: 'Open Machine' }).click()
  await expectCurrent(page, '21.5')
}

async function expectCurrent(page: Page, temp: string) {
  await expect(road(page)).toBeHidden({ timeout: 40_000 })
  await expect(value(page, 'Temp')).toHaveText(temp, { timeout: 40_000 })
  await expect(value(page, 'Temp')).not.toHaveClass(/value-stale/)
  await expect(dot(page)).toHaveClass(/presence-online/)
}

/** Console errors of an outage are expected. */
test.afterEach(({ faults }) => void faults.splice(0))
test.setTimeout(120_000)

test('the browsed values are in columns, and age until they are read again', async ({ page, press }) => {
  await page.clock.install()
  await browse(page, press)
  for (const part of ['.browse-type', '.browse-value', 'code']) {
    const boxes = await machine(page)
      .locator(part)
      .evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect()).map(({ left, right }) => `${left} ${right}`),
      )
    expect(boxes.length).toBeGreaterThan(10)
    expect(new Set(boxes).size).toBe(1)
  }
  await expect(
    machine(page)
      .locator('..')
      .getByText(/^Read \d+ s ago$/),
  ).toBeVisible()
  await page.clock.fastForward(60_000)
  await expect(value(page, 'Temp')).toHaveClass(/value-stale/)
  await expect(
    machine(page)
      .locator('..')
      .getByText(/^Read \d+ min ago, not current/),
  ).toBeVisible()
  press.server.set('Machine.Temp', 22.5)
  await machine(page).locator('..').getByRole('button', { name: 'Read again' }).first().click()
  await expectCurrent(page, '22.5')
  press.server.set('Machine.Temp', 21.5)
})

test('the gateway goes: header and drawer say so, and earlier values are no longer shown as current', async ({
  page,
  press,
}) => {
  await browse(page, press)
  await press.gateway.kill()
  await expect(road(page)).toContainText('The gateway is offline')
  await expect(value(page, 'Temp')).toHaveClass(/value-stale/)
  await expect(dot(page)).toHaveClass(/presence-offline/)
  press.server.set('Machine.Temp', 33.5)
  press.gateway.restart()
  await expectCurrent(page, '33.5')
  press.server.set('Machine.Temp', 21.5)
})

test('the platform goes: the gateway is not reported as offline', async ({ page, press, world }) => {
  await browse(page, press)
  await world.platform.goes()
  await expect(road(page)).toContainText('No connection to the platform')
  await expect(value(page, 'Temp')).toHaveClass(/value-stale/)
  await expect(dot(page)).toHaveClass(/presence-unknown/)
  await expect(page.locator('.page-header .match')).toHaveText('Unknown')
  await drawer(page).getByRole('button', { name: 'Open Many' }).click()
  await expect(drawer(page).getByText('Reading…')).toHaveCount(0)
  await expect(page.getByText('The gateway is offline')).toHaveCount(0)
  press.server.set('Machine.Temp', 34.5)
  await world.platform.returns()
  await expectCurrent(page, '34.5')
  await expect(drawer(page).getByRole('list', { name: 'Many' }).getByRole('listitem')).toHaveCount(30)
  press.server.set('Machine.Temp', 21.5)
})

test('the server goes: the PLC is named, on the open screen and on screens that are opened then', async ({
  page,
  press,
}) => {
  await browse(page, press)
  await press.server.stop()
  await expect(road(page)).toContainText('The PLC cannot be reached')
  await expect(value(page, 'Temp')).toHaveClass(/value-stale/)
  await expect(dot(page)).toHaveClass(/presence-online/)
  await press.server.start()
  await expectCurrent(page, '21.5')
})
