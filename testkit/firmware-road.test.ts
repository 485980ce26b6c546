// Firmware from the upload to the running gateway, with real parts only: HTTP, platform, broker, agent. The box is simulated.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { GatewayId } from '../contract/fields.ts'
import { generateSigningKey } from '../contract/firmware-signature.ts'
import { bindGateway } from '../features/gateway/binding/contract.ts'
import {
  addFirmware,
  gatewayFirmware,
  replaceSigningKey,
  signingKey,
  upgradeGateway,
} from '../features/gateway/firmware/contract.ts'
import { type Edge, startEdge } from '../signal/edge/edge.ts'
import { VirtualHardware } from '../signal/edge/virtual-box.ts'
import { eventually } from './eventually.ts'
import { type TestServer, testServer } from './server.ts'
import { device, registered } from './site.ts'

const pace = {
  link: { backOffMs: 20, backOffMaxMs: 200, refusedRetryMs: 100, helloRetryMs: 300, helloEveryMs: 60_000 },
  poll: { backOffMs: 20, backOffMaxMs: 200, refusedRetryMs: 100 },
  box: { secondMs: 20, teller: { gatherMs: 5, lazyMs: 20, everyMs: 60_000 }, pieceMs: 200 },
}
let server: TestServer
let folder: string
let edge: Edge<VirtualHardware> | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firmware-road-'))
  server = await testServer()
})
afterEach(async () => {
  await edge?.stop()
  edge = undefined
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A gateway of a company, with its agent connected. */
async function gateway(name: string, firmwareKey?: string) {
  const { sn, code, secret } = await registered(server.admin)
  const equipmentId = await device(server.admin, name)
  const { gatewayId } = await server.admin.call(bindGateway, { equipmentId, sn, code })
  const hardware = new VirtualHardware({}, { pace: { afterMs: 30, restartMs: 60, minuteMs: 1200 } })
  const url = `mqtt://127.0.0.1:${server.mqttPort}`
  edge = await startEdge({
    ...{ sn, secret, url, dataDir: join(folder, sn), hardware, installer: hardware.installer, pace, firmwareKey },
    log: () => undefined,
  })
  return gatewayId
}

async function upgraded(id: GatewayId, version: string) {
  const file = Buffer.from(`agent ${version}`).toString('base64')
  await server.admin.call(addFirmware, { model: 'GH-Linux', version, fileName: 'agent.mjs', file })
  await eventually(async () => expect((await server.admin.call(gatewayFirmware, { id })).isAble).toBe(true))
  await server.admin.call(upgradeGateway, { id })
  return eventually(async () => {
    await server.turn()
    const { upgrade } = await server.admin.call(gatewayFirmware, { id })
    expect(['done', 'failed']).toContain(upgrade?.state)
    return upgrade!
  })
}

it('a gateway trusts the key of its first welcome, and follows when the platform replaces it', async () => {
  const id = await gateway('First')
  expect(await upgraded(id, '2.0.0')).toMatchObject({ version: '2.0.0', state: 'done' })
  const before = await server.admin.call(signingKey, {})
  expect(await server.admin.call(replaceSigningKey, {})).toMatchObject({ isEndorsed: true })
  const after = await server.admin.call(signingKey, {})
  expect([after.publicKey === before.publicKey, after.replaced]).toEqual([false, 1])
  expect(await upgraded(id, '3.0.0')).toMatchObject({ version: '3.0.0', state: 'done' })
  expect(edge!.hardware.state().firmware).toBe('3.0.0')
})

it('a gateway whose settings name another key installs nothing of this platform, and the reason is shown', async () => {
  const id = await gateway('Foreign', generateSigningKey().publicKey)
  expect(await upgraded(id, '4.0.0')).toMatchObject({ state: 'failed', code: 1356 })
  expect(edge!.hardware.state().firmware).toBe('simulated')
  expect((await server.admin.ask(gatewayFirmware, { id }, 'zh-cn')).data!.upgrade!.msg).toContain('签名密钥')
})

it('a gateway whose settings name the key of the platform is upgraded', async () => {
  const { publicKey } = await server.admin.call(signingKey, {})
  expect(await upgraded(await gateway('Named', publicKey), '5.0.0')).toMatchObject({ state: 'done' })
})
