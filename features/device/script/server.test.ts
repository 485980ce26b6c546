// Scripts of a device over HTTP, and the exchange with its gateway.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../testkit/eventually.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite, type Site, settled } from '../../../testkit/site.ts'
import { startSync } from '../../gateway/gateway/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { queryConfig } from '../config/contract.ts'
import { deleteScript, orderScripts, queryScriptWords, type ScriptDraft, saveScript } from './contract.ts'

let server: TestServer
let plant: Site
beforeAll(async () => {
  server = await testServer()
  plant = await liveSite(server, 'Pump station')
})
afterAll(async () => {
  await plant.box[Symbol.asyncDispose]()
  await server.stop()
})

const head = () => server.admin.call(queryConfig, { equipmentId: plant.equipmentId })
const draft = (more: object = {}) =>
  ({
    ...{ name: 'Follow', source: "write('Setpoint', read('Level').value)", trigger: { kind: 'period', everyMs: 1000 } },
    ...more,
  }) as ScriptDraft
async function add(more: object = {}) {
  const { version } = await head()
  return server.admin.ask(saveScript, { equipmentId: plant.equipmentId, version, script: draft(more) })
}
const words = () => server.admin.ask(queryScriptWords, { equipmentId: plant.equipmentId })

describe('scripts of a device', () => {
  it('without scripts the answer is 1347', async () => {
    expect((await words()).code).toBe(1347)
  })

  it('can be added, changed, reordered and deleted, each in a version and in the log', async () => {
    const first = (await add()).data!.scriptId
    const second = (await add({ name: 'Second' })).data!.scriptId
    expect((await add({ id: first, name: 'Follow level' })).data?.scriptId).toBe(first)
    const at = { equipmentId: plant.equipmentId }
    const { version } = await head()
    const ordered = await server.admin.call(orderScripts, { ...at, version, scriptIds: [second, first] })
    expect(ordered.config.scripts.map(({ name }) => name)).toEqual(['Second', 'Follow level'])
    const bad = { ...at, version: ordered.version, scriptIds: [second] }
    expect((await server.admin.ask(orderScripts, bad)).code).not.toBe(200)
    const { config } = await server.admin.call(deleteScript, { ...at, version: ordered.version, scriptId: second })
    expect(config.scripts.map(({ id }) => id)).toEqual([first])
    const { rows } = await server.admin.call(queryOperations, { act: 'saveScripts' })
    expect(rows).toHaveLength(5)
    expect(rows[0]).toMatchObject({ before: { script: 'Second' } })
  })

  it('with faults are rejected with the field', async () => {
    const wrong = await add({ name: 'Wrong', source: "read('Nowhere')" })
    expect(wrong).toMatchObject({ code: 10001, msg: expect.stringContaining('Nowhere') })
    expect(wrong.data).toMatchObject({ field: 'source' })
    expect((await add({ name: 'Follow level' })).code).not.toBe(200)
    expect((await add({ id: 99_999 })).code).not.toBe(200)
  })
})

describe('a gateway', () => {
  const sync = () => server.admin.ask(startSync, { id: plant.gatewayId })

  it('without script support gets none, and the editor shows this', async () => {
    await plant.box.hello({ abilities: ['alarms'] })
    await eventually(async () => expect((await words()).data?.canRun).toBe(false))
    expect(await sync()).toMatchObject({ code: 1354, msg: expect.stringContaining('scripts') })
  })

  it('with script support gets scripts, and its reports are shown', async () => {
    await plant.box.hello({ abilities: ['alarms', 'scripts'] })
    await eventually(async () => expect((await words()).data?.canRun).toBe(true))
    const { data } = await sync()
    expect((await settled(server.admin, data!.uuid)).status).toBe('success')
    const { equipmentId, bindingId } = plant.box.bound!
    const sent = plant.box.commands.flatMap((each) => (each.kind === 'configure' ? [each.bound.config] : [])).at(-1)
    expect(sent?.scripts).toMatchObject([{ everyMs: 1000, names: { Level: plant.id('Level') } }])
    const { id } = sent!.scripts![0]!
    const script = { id, runs: 3, faults: 1, skipped: 0, writes: 2, tookMs: 4, isPaused: false, fault: null }
    const at = server.platform.now()
    const line = (text: string) => ({ id, at, kind: 'log', text }) as const
    const say = (lines: object[]) =>
      plant.box.say('script', { equipmentId, bindingId, at, scripts: [script], lines, dropped: 0 } as never)
    await say([line('one'), line('two')])
    await eventually(async () => expect((await words()).data?.lines.map(({ text }) => text)).toEqual(['one', 'two']))
    await say([line('three')])
    await eventually(async () => {
      const told = await server.admin.call(queryScriptWords, { equipmentId: plant.equipmentId, after: 2 })
      expect(told).toMatchObject({ lines: [{ seq: 3, text: 'three' }], scripts: [{ runs: 3, faults: 1 }] })
    })
  })
})
