// Processes that are killed during their work, and the effect on the others.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startEmbedded } from '../db/embedded.ts'
import { connectDatabase } from '../db/pool.ts'
import { queryGroups } from '../features/device/group/contract.ts'
import { until } from './eventually.ts'
import { endProgram, program } from './program.ts'
import { settled } from './site.ts'
import { startWorld } from './world.ts'

it('PostgreSQL killed -9: 90005 meanwhile, live values continue, everything works again afterwards', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-outage-'))
  await chmod(dataDir, 0o711)
  const postgres = await startEmbedded({ dataDir, log: () => undefined })
  const database = await connectDatabase({ ...postgres, setting: 'DATA_DIR', log: () => undefined })
  try {
    await using world = await startWorld({ stations: ['intake'], database })
    await using watcher = await world.watch('intake')
    const { id } = world.signal('intake', 'heartbeat')
    await watcher.reading(id, ({ value }) => value === true)
    const alive = watcher.reading(id, ({ value }) => value === false)
    const pid = postgres.pid()
    process.kill(pid!, 'SIGKILL')
    const ask = async () => (await world.server.admin.ask(queryGroups, {})).code
    await until(async () => ((await ask()) === 90005 ? true : undefined))
    await alive
    await until(async () => ((await ask()) === 200 ? true : undefined))
    expect(postgres.pid()).not.toBe(pid)
    await watcher.reading(id, ({ value }) => value === true)
    expect(await world.write('intake', 'flowSp', 140)).toMatchObject({ status: 'success', value: 140 })
    expect((await world.gateway('intake')).state).toBe('online')
  } finally {
    await database.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}, 120_000)

it('the gateway agent killed -9 during a write: unknown outcome (1730), and it is never repeated', async () => {
  await using world = await startWorld({ stations: ['intake'] })
  const { edge, sn, secret, edgeDir } = world.site('intake')
  await edge.stop()
  await world.gatewayUntil('intake', ({ state }) => state === 'offline')
  await using agent = await program('edge')
  const run = () =>
    agent.run({
      GATEWAY_SN: sn,
      GATEWAY_SECRET: secret,
      MQTT_URL: `mqtt://127.0.0.1:${world.line.port}`,
      EDGE_DATA_DIR: edgeDir,
    })
  let child = run()
  try {
    await world.gatewayUntil('intake', ({ state }) => state === 'online')
    expect(await world.write('intake', 'flowSp', 120)).toMatchObject({ status: 'success' })
    await world.plant.setFault({ kind: 'silent', station: 'intake' })
    const { data } = await world.ask('intake', 'flowSp', 130)
    const begun = new RegExp(`"begin"[^\\n]*${data!.uuid}|${data!.uuid}[^\\n]*"begin"`)
    await until(async () => (begun.test(await readFile(join(edgeDir, 'journal.jsonl'), 'utf8')) ? true : undefined))
    await endProgram(child)
    await world.plant.clearFault({ kind: 'silent', station: 'intake' })
    await world.gatewayUntil('intake', ({ state }) => state === 'offline')
    child = run()
    expect(await settled(world.server.admin, data!.uuid)).toMatchObject({ status: 'exception', code: 1730 })
    // If the write had been repeated, its effect would arrive before that of the following write.
    expect(await world.write('intake', 'pump1SpeedSp', 640)).toMatchObject({ status: 'success' })
    expect(world.plant.peek('intake', 'flowSp')).toBe(120)
  } finally {
    await endProgram(child)
  }
}, 60_000)
