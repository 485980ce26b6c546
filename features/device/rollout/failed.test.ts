// Devices that failed in a rollout without rollback, and so have the template: retry, and rollback of all devices.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EquipmentId } from '../../../contract/fields.ts'
import { alarm } from '../../../testkit/alarms.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { type Machine, machines, refuse, stayOnline } from '../../../testkit/fleet.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { newSn } from '../../../testkit/site.ts'
import { pumpTemplate } from '../../../testkit/templates.ts'
import { queryConfig } from '../config/contract.ts'
import { saveSignals } from '../signal/contract.ts'
import {
  type DeviceState,
  type RolloutId,
  retryRolloutDevice,
  rolloutInfo,
  startRollout,
  takeBackRollout,
} from './contract.ts'

let server: TestServer
const clock = { ahead: 0 }
const now = () => Date.now() + clock.ahead
beforeAll(async () => {
  server = await testServer({ now })
})
const made: Machine[] = []
const online = stayOnline(made)
afterAll(async () => {
  online[Symbol.dispose]()
  for (const { box } of made) await box[Symbol.asyncDispose]()
  await server.stop()
})

type Settings = { watchS?: number; prepare?: (fleet: readonly Machine[]) => void }

/** Starts a rollout of a new title to devices with gateways; `prepare` is called before the start. */
async function started(name: string, count: number, { watchS = 0, prepare }: Settings) {
  const template = await pumpTemplate(server.admin, name)
  const fleet = await machines((endpoint, input) => server.admin.call(endpoint, input), {
    ...{ templateId: template.id, mqttPort: server.mqttPort, names: (at) => `${name} ${at}` },
    sns: Array.from({ length: count }, () => newSn()),
  })
  made.push(...fleet)
  prepare?.(fleet)
  const { version, config } = await server.admin.call(queryConfig, { equipmentId: template.equipmentId })
  const save = [{ ...config.signals[0]!, title: 'New title', address: '40021' }]
  const saved = await server.admin.call(saveSignals, { equipmentId: template.equipmentId, version, save, remove: [] })
  const { id } = await server.admin.call(startRollout, {
    ...{ templateId: template.id, templateVersion: saved.version },
    equipmentIds: fleet.map(({ equipmentId }) => equipmentId),
    ...{ canary: 0, waveSize: count, waitS: 0, stopShare: 100, watchS, rollBack: false },
  })
  return { id, fleet }
}

const titleOf = async (equipmentId: EquipmentId) =>
  (await server.admin.call(queryConfig, { equipmentId })).config.signals[0]!.title

/** Runs the rollout job repeatedly until the rollout has this state. */
const until = (id: RolloutId, status: string, states: readonly DeviceState[]) =>
  eventually(async () => {
    await server.turn()
    const { waves, ...info } = await server.admin.call(rolloutInfo, { id })
    expect([info.status, waves.flatMap(({ devices }) => devices.map(({ state }) => state))]).toEqual([status, states])
  })

async function later(ms: number, fleet: readonly Machine[]): Promise<void> {
  clock.ahead += ms
  for (const { box } of fleet) await box.hello()
}

test('a device that failed by an alarm completes on retry: alarms before the retry do not count', async () => {
  const { id, fleet } = await started('Alarmed', 1, { watchS: 60 })
  const { equipmentId } = fleet[0]!
  await until(id, 'running', ['watching'])
  const { config } = await server.admin.call(queryConfig, { equipmentId })
  await alarm(server.platform.db, { ruleId: config.alarms[0]!.id, raisedAt: now(), clearedAt: now() })
  await until(id, 'done', ['failed'])
  await later(1000, fleet)
  await server.admin.call(retryRolloutDevice, { id, equipmentId })
  await until(id, 'running', ['watching'])
  await later(61_000, fleet)
  await until(id, 'done', ['complete'])
})

test('all devices can be rolled back, also failed ones that have the template', async () => {
  const prepare = ([, second]: readonly Machine[]) => refuse(second!.box)
  const { id, fleet } = await started('Rejecting', 2, { prepare })
  const second = fleet[1]!
  await until(id, 'done', ['complete', 'failed'])
  expect(await titleOf(second.equipmentId)).toBe('New title')
  second.box.answer = () => ({})
  await server.admin.call(takeBackRollout, { id })
  await until(id, 'cancelled', ['rolledBack', 'rolledBack'])
  expect(await titleOf(second.equipmentId)).toBe('Level')
})
