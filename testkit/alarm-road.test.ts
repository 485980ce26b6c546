// The path of an alarm, real parts only: a simulated PLC, the gateway agent, the broker, the platform, its list.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveAlarmRule } from '../features/device/alarm-rules/contract.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { startSync } from '../features/gateway/gateway/contract.ts'
import { eventually } from './eventually.ts'
import { settled } from './site.ts'
import { startWorld, type World } from './world.ts'

const key = 'intake'
let world: World
let ruleId: number

/** Saves a rule, and synchronises it to the gateway. */
async function saveRule(rule: object): Promise<number> {
  const { admin } = world.server
  const { equipmentId, gatewayId } = world.site(key)
  const { version } = await admin.call(queryConfig, { equipmentId })
  const saved = await admin.call(saveAlarmRule, { equipmentId, version, rule: rule as never })
  const { uuid } = await admin.call(startSync, { id: gatewayId })
  expect(await settled(admin, uuid)).toMatchObject({ status: 'success' })
  return saved.ruleId
}

/** Describes each occurrence of the rule, oldest first, as `raised` or `raised, cleared`. */
async function story(): Promise<string[]> {
  const rows = await world.server.platform.db
    .selectFrom('alarm')
    .select(['clearedAt', 'isBacklog'])
    .where('ruleId', '=', ruleId as never)
    .orderBy('raisedAt')
    .orderBy('id')
    .execute()
  return rows.map(({ clearedAt }) => (clearedAt === null ? 'raised' : 'raised, cleared'))
}
const becomes = (expected: string[]) => eventually(async () => expect(await story()).toEqual(expected))
const setPoint = (value: number) => expect(world.plant.poke(key, 'flowSp', value)).toBe(true)

beforeAll(async () => {
  world = await startWorld({ stations: [key] })
  setPoint(50)
  // A rule that takes effect before the gateway has read it would meet the set point of before, which was above the limit.
  {
    await using watcher = await world.watch(key)
    await watcher.reading(world.signal(key, 'flowSp').id, ({ value }) => value === 50)
  }
  const condition = { kind: 'limit', signalId: world.signal(key, 'flowSp').id, is: 'above', limit: 100, deadBand: 10 }
  ruleId = await saveRule({ name: 'Flow high', condition, level: 'important' })
})
afterAll(() => world[Symbol.asyncDispose]())

describe('an alarm', () => {
  test('is raised and cleared by what the PLC says, with a dead band', async () => {
    setPoint(120)
    await becomes(['raised'])
    setPoint(95)
    await using watcher = await world.watch(key)
    await watcher.reading(world.signal(key, 'flowSp').id, ({ value }) => value === 95)
    expect(await story()).toEqual(['raised'])
    setPoint(80)
    await becomes(['raised, cleared'])
  })

  test('raised and cleared while the line is cut is reported when the line is back', async () => {
    const before = await story()
    world.line.cut()
    setPoint(120)
    await becomes([...before, 'raised'])
    setPoint(50)
    await becomes([...before, 'raised, cleared'])
  })

  test('still active survives a restart of its gateway and of the platform, and is cleared afterwards', async () => {
    const before = await story()
    setPoint(120)
    await becomes([...before, 'raised'])
    await world.restartEdge(key)
    await world.gatewayUntil(key, ({ state }) => state === 'online')
    await world.restartServer()
    await world.gatewayUntil(key, ({ state }) => state === 'online')
    expect(await story()).toEqual([...before, 'raised'])
    setPoint(50)
    await becomes([...before, 'raised, cleared'])
  })
})
