// A real platform process gets SIGKILL in the middle of a wave and is restarted on the same database: the rollout
// continues, and every device gets the template exactly once.
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signIn } from '../../../apps/demo/client.ts'
import { testDatabase } from '../../../testkit/database.ts'
import { until } from '../../../testkit/eventually.ts'
import { configured, machines, stayOnline } from '../../../testkit/fleet.ts'
import { freePorts } from '../../../testkit/ports.ts'
import { endProgram, program } from '../../../testkit/program.ts'
import { adminPassword } from '../../../testkit/server.ts'
import { newSn } from '../../../testkit/site.ts'
import { pumpTemplate } from '../../../testkit/templates.ts'
import { gatewayInfo } from '../../gateway/gateway/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { queryConfig } from '../config/contract.ts'
import { saveSignals } from '../signal/contract.ts'
import { rolloutInfo, startRollout } from './contract.ts'

const count = 8

test('after a kill during a wave the rollout continues, and every device gets the template once', async () => {
  await using platform = await program('server')
  const database = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-rollout-'))
  const [port, mqttPort] = await freePorts(2)
  const url = `http://127.0.0.1:${port}`
  const start = () =>
    platform.run({
      ...{ PATH: process.env.PATH ?? '', DATABASE_URL: database.url, DATABASE_MIGRATE_URL: database.migrateUrl },
      ...{ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port), MQTT_PORT: String(mqttPort) },
      ...{ ADMIN_PASSWORD: adminPassword, CALLS_PER_MINUTE: '100000' },
    })
  let server: ChildProcess = start()
  const boxes: AsyncDisposable[] = []
  try {
    const call = await until(() => signIn(url, 'admin', adminPassword).catch(() => undefined))
    const template = await pumpTemplate({ call } as never, 'Killed')
    const fleet = await machines(call, {
      ...{ templateId: template.id, mqttPort: mqttPort! },
      ...{ sns: Array.from({ length: count }, () => newSn()), names: (at: number) => `Killed ${at}` },
    })
    using _ = stayOnline(fleet)
    boxes.push(...fleet.map(({ box }) => box))
    const { version, config } = await call(queryConfig, { equipmentId: template.equipmentId })
    const save = [{ ...config.signals[0]!, address: '40021' }]
    const saved = await call(saveSignals, { equipmentId: template.equipmentId, version, save, remove: [] })
    const before = await Promise.all(fleet.map(({ equipmentId }) => call(queryConfig, { equipmentId })))
    const told = fleet.map(({ box }) => box.commands.length)
    // The first device has answered, the third is in progress, the others wait.
    const middle = new Promise<void>((resolve) => {
      const { box } = fleet[2]!
      const { answer } = box
      box.answer = (command) => {
        if (command.kind === 'configure') resolve()
        return answer(command)
      }
    })
    const { id } = await call(startRollout, {
      ...{ templateId: template.id, templateVersion: saved.version },
      equipmentIds: fleet.map(({ equipmentId }) => equipmentId),
      ...{ canary: 0, waveSize: count, waitS: 0, stopShare: 0, watchS: 0, rollBack: true },
    })
    await middle
    await endProgram(server)
    server = start()
    const again = await until(() => signIn(url, 'admin', adminPassword).catch(() => undefined))
    const states = (await again(rolloutInfo, { id })).waves.flatMap(({ devices }) => devices.map(({ state }) => state))
    // The platform is killed in the middle: some devices were started, but not all.
    expect(states).toContain('sent')
    for (const { box } of fleet) await box.connect()
    await until(async () => ((await again(rolloutInfo, { id })).status === 'done' ? true : undefined))
    expect((await again(rolloutInfo, { id })).counts).toMatchObject({ complete: count, failed: 0, rolledBack: 0 })
    const after = await Promise.all(fleet.map(({ equipmentId }) => again(queryConfig, { equipmentId })))
    expect(after.map((each) => each.version)).toEqual(before.map((each) => each.version + 1))
    for (const [at, { box, gatewayId, equipmentId }] of fleet.entries()) {
      expect(configured(box, told[at]), `device ${at}`).toBe(1)
      expect((await again(gatewayInfo, { id: gatewayId })).consistency).toBe('match')
      const log = await again(queryOperations, { keyword: `Killed ${at}`, pageSize: 100 })
      const given = log.rows.filter((row) => row.act === 'applyTemplate' && row.objectId === equipmentId)
      expect(given, `device ${at}`).toHaveLength(1)
    }
  } finally {
    for (const box of boxes) await box[Symbol.asyncDispose]()
    await endProgram(server)
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}, 600_000)
