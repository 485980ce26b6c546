// A script from the editor to the PLC: saved, synchronised, run by a real agent in its thread, with its output back on
// the platform.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { queryConfig } from '../features/device/config/contract.ts'
import { queryScriptWords, type ScriptDraft, saveScript } from '../features/device/script/contract.ts'
import { startSync } from '../features/gateway/gateway/contract.ts'
import { startTunnel } from '../features/gateway/tunnel/contract.ts'
import { queryOperations } from '../features/platform/operation-log/contract.ts'
import { openLocalTunnel } from '../signal/tunnel/local.ts'
import { eventually } from './eventually.ts'
import { settled } from './site.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ stations: ['intake'] })
})
afterAll(() => world[Symbol.asyncDispose]())

async function put(draft: Partial<ScriptDraft>): Promise<void> {
  const { equipmentId, gatewayId } = world.site('intake')
  const { admin } = world.server
  const { version, config } = await admin.call(queryConfig, { equipmentId })
  const id = config.scripts.find(({ name }) => name === draft.name)?.id ?? null
  await admin.call(saveScript, { equipmentId, version, script: { id, ...draft } as ScriptDraft })
  const { uuid } = await admin.call(startSync, { id: gatewayId, force: false })
  expect((await settled(admin, uuid)).status).toBe('success')
}
const words = () => world.server.admin.call(queryScriptWords, { equipmentId: world.site('intake').equipmentId })

it('a script writes to the PLC like every write, and its output arrives', async () => {
  await using _watcher = await world.watch('intake')
  const period = { kind: 'period', everyMs: 200 } as const
  await put({ name: 'Follow', source: "write('flowSp', 123); log('done', trigger)", trigger: period })
  await eventually(() => expect(world.plant.peek('intake', 'flowSp')).toBe(123))
  await eventually(async () => {
    const { scripts, lines, canRun } = await words()
    expect(canRun).toBe(true)
    expect(scripts[0]).toMatchObject({ faults: 0, fault: null })
    expect(lines.map(({ text }) => text)).toEqual(expect.arrayContaining(['done period', 'flowSp = 123']))
  })
  // The first write of the script is in the log of the device, whether or not a user watches.
  await eventually(async () => {
    const { rows } = await world.server.admin.call(queryOperations, { act: 'scriptWrote' })
    expect(rows.at(-1)).toMatchObject({
      ...{ objectId: world.site('intake').equipmentId, result: 'success' },
      after: { wrote: expect.stringMatching(/^Follow → .* = 123( ×\d+)?$/) },
    })
  })
})

it('a value beyond its bounds is refused like every write, and reported', async () => {
  await using _watcher = await world.watch('intake')
  await put({ name: 'Follow', source: "write('flowSp', 1e9)", trigger: { kind: 'period', everyMs: 200 } })
  await eventually(async () => {
    const { lines, scripts } = await words()
    expect(lines.some(({ kind, text }) => kind === 'refused' && text.includes('(2001)'))).toBe(true)
    expect(scripts[0]?.faults).toBeGreaterThan(0)
  })
  expect(world.plant.peek('intake', 'flowSp')).toBe(123)
})

it('an endless script is stopped, pauses, and delays neither polling nor the link', async () => {
  await using watcher = await world.watch('intake')
  await put({ name: 'Follow', source: 'for (;;);', trigger: { kind: 'period', everyMs: 200 } })
  await eventually(async () =>
    expect((await words()).scripts[0]).toMatchObject({ isPaused: true, fault: { kind: 'time' } }),
  )
  expect(await world.write('intake', 'flowSp', 130)).toMatchObject({ status: 'success', value: 130 })
  await watcher.reading(world.signal('intake', 'flowSp').id, ({ value }) => value === 130)
})

it('continues after a remote download of the PLC', async () => {
  const { equipmentId } = world.site('intake')
  const { admin, url } = world.server
  await put({ name: 'Follow', source: "write('flowSp', 140)", trigger: { kind: 'period', everyMs: 200 } })
  await eventually(() => expect(world.plant.peek('intake', 'flowSp')).toBe(140))
  const { config } = await admin.call(queryConfig, { equipmentId })
  const { ticket } = await admin.call(startTunnel, { equipmentId, driverId: config.drivers[0]!.id })
  const tunnel = await openLocalTunnel({ url, ticket, port: 0 })
  expect(world.plant.poke('intake', 'flowSp', 150)).toBe(true)
  await tunnel.end()
  await eventually(() => expect(world.plant.peek('intake', 'flowSp')).toBe(140))
})
