// A part that nobody knows yet, made up here: saving, room, faults, differences, hashes and what a gateway gets walk it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { configHash } from '../../contract/config-hash.ts'
import { EquipmentConfig } from '../../contract/equipment-config.ts'
import { fail } from '../../contract/errors.ts'
import { EquipmentId, OrgId } from '../../contract/fields.ts'
import { writableSight } from '../../db/sight.ts'
import { type TestServer, testServer } from '../../testkit/server.ts'
import { configure, device } from '../../testkit/site.ts'
import { type StoredPart, storedParts } from '../config-parts.ts'
import { configView, configViewOf } from '../config-views.ts'
import type { ChangeCall } from '../serve.ts'
import { scopes } from '../tables.ts'
import { differences, fieldsView, listView, valueView } from '../versioned/rules.ts'
import {
  type AnyPart,
  configParts,
  countsOf,
  faultOf,
  gatewayConfigOf,
  hashedOf,
  listOf,
  overCapacity,
  readConfig,
  reduced,
} from './rules.ts'
import { save } from './save.ts'

type Script = { id: number; signalId: number; name: string }
const scriptsOf = (config: EquipmentConfig) => listOf(config, { key: 'scripts' }) as readonly Script[]
const withScripts = (config: object, ...scripts: Script[]) => ({ ...config, scripts }) as unknown as EquipmentConfig

const scriptPart: AnyPart = {
  key: 'scripts',
  schema: z.array(z.object({ id: z.number(), signalId: z.number(), name: z.string() })),
  capacity: { limit: 2, error: 'reportCapacity' },
  isLater: true,
  faultOf: (config) =>
    scriptsOf(config).some(({ name }) => name === '') ? fail('inUse', { reason: 'no name' }) : undefined,
  reduced(next) {
    const kept = new Set(next.signals.map(({ id }) => id as number))
    return withScripts(next, ...scriptsOf(next).filter(({ signalId }) => kept.has(signalId)))
  },
  gateway: (config) => ({ scripts: scriptsOf(config).map(({ id, signalId }) => ({ id, signalId })) }) as object,
}
const parts = [...configParts, scriptPart]
const empty = readConfig(null)
const of = { equipmentId: 1, language: 'en', indexOf: () => -1 } as const
const script = (id: number, name = `Script ${id}`, signalId = 1): Script => ({ id, name, signalId })

test('every list of a configuration is a part, with the schema of the contract', () => {
  expect(configParts.map(({ key }) => key)).toEqual(Object.keys(EquipmentConfig.shape))
  for (const { key, schema } of configParts)
    expect(schema).toBe((EquipmentConfig.shape as Record<string, z.ZodType>)[key])
})

test('the room of every part brings what it keeps in tables, and how its differences are shown', () => {
  expect(storedParts.map(({ key, replace }) => [key, typeof replace])).toEqual(
    configParts.map(({ key }) => [key, 'function']),
  )
  const first = withScripts({
    drivers: [{ id: 1, name: 'A' }],
    signals: [{ id: 2, name: 'B' }],
    reports: [],
    alarms: [],
  })
  const lists = differences(configView, empty, first, 'en').map(({ steps }) => steps[0]?.name)
  expect(lists).toEqual(['Drivers', 'Variables'])
})

test('a version from before it has none of it, and keeps its hash until there is one', () => {
  const read = readConfig({ drivers: [], signals: [] }, parts)
  expect(scriptsOf(read)).toEqual([])
  expect(configHash(hashedOf(read, parts))).toBe(configHash(hashedOf(empty)))
  expect(configHash(hashedOf(withScripts(empty, script(1)), parts))).not.toBe(configHash(hashedOf(empty)))
})

test('its room and its faults are asked for, after those before it', () => {
  expect(overCapacity(withScripts(empty, script(1), script(2)), parts)).toBeUndefined()
  expect(overCapacity(withScripts(empty, script(1), script(2), script(3)), parts)).toMatchObject({ limit: 2 })
  expect(faultOf(withScripts(empty, script(1, '')), of, parts)).toMatchObject({ message: 'inUse' })
  expect(faultOf(withScripts(empty, script(1)), of, parts)).toBeUndefined()
  expect(countsOf(withScripts(empty, script(1)), parts)).toMatchObject({ drivers: 0, scripts: 1 })
})

test('what hangs on things of other parts goes with them', () => {
  const next = withScripts({ ...empty, signals: [{ id: 1 }] }, script(1), script(2, 'Lost', 9))
  expect(scriptsOf(reduced(next, next, 'en', parts)).map(({ id }) => id)).toEqual([1])
})

test('a gateway gets what it makes of itself, beside the others', () => {
  expect(gatewayConfigOf(withScripts(empty, script(5)), 'UTC', EquipmentId.parse(1), parts)).toEqual({
    ...{ zone: 'UTC', drivers: [], scripts: [{ id: 5, signalId: 1 }] },
  })
})

test('its differences are told as its view says', () => {
  const label = (text: string) => ({ en: text, 'zh-cn': text })
  const scripts = listView<Script>({
    label: label('Scripts'),
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    item: fieldsView<Script>(label('Script'), {
      id: valueView(label('Number')),
      signalId: valueView(label('Variable')),
      name: valueView(label('Name')),
    }),
  })
  const [before, after] = [
    withScripts(empty, script(1, 'High')),
    withScripts(empty, script(1, 'High'), script(2, 'Low')),
  ]
  const told = differences(configViewOf({ scripts }), before, after, 'en')
  expect(told.map(({ kind, steps }) => [kind, ...steps.map(({ name }) => name)])).toEqual([['added', 'Scripts', 'Low']])
})

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

test('saving walks it: checked, kept in the version, projected, followed, counted for the log', async () => {
  const equipmentId = await device(server.admin, 'Scripted')
  const { version } = await configure(server.admin, equipmentId, [
    { name: 'Level', address: '40001', dataType: 'uint16' },
  ])
  const { platform } = server
  const projected: [number, number][] = []
  const followed: [number, number][] = []
  const stored: StoredPart[] = [
    ...storedParts,
    {
      ...scriptPart,
      replace: async (_sight, id, config) => void projected.push([id, scriptsOf(config).length]),
      saved: (_call, id, config) => void followed.push([id, scriptsOf(config).length]),
    },
  ]
  const put = (at: { equipmentId: EquipmentId; version: number }, ...scripts: Script[]) =>
    platform.db.transaction().execute((db) => {
      const sight = writableSight(db, { orgId: OrgId.parse(1), devices: 'all', scopes })
      const user = { accountId: 1, name: 'admin' }
      const call = { ...platform, sight, user, language: 'en' } as unknown as ChangeCall
      return save(call, at, 'saveReports', async ({ config }) => ({ config: withScripts(config, ...scripts) }), stored)
    })
  const saved = await put({ equipmentId, version }, script(1))
  expect(saved).toMatchObject({
    before: { version, scripts: 0 },
    after: { version: version + 1, signals: 1, scripts: 1 },
  })
  expect(scriptsOf(saved.data.config)).toEqual([script(1)])
  expect([projected, followed]).toEqual([[[equipmentId, 1]], []])
  await saved.afterwards?.()
  expect(followed).toEqual([[equipmentId, 1]])
  const next = { equipmentId, version: version + 1 }
  await expect(put(next, script(1, ''))).rejects.toMatchObject({ message: 'inUse' })
  await expect(put(next, script(1), script(2), script(3))).rejects.toMatchObject({ message: 'reportCapacity' })
  await expect(put({ equipmentId, version }, script(2))).rejects.toMatchObject({ message: 'staleVersion' })
  expect(projected).toHaveLength(1)
  const again = await put(next, script(1), script(2))
  expect(again).toMatchObject({ before: { scripts: 1 }, after: { scripts: 2 } })
})
