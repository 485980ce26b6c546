// A configuration part made up for this test works everywhere: saving, capacity, faults, differences, hashes, gateway.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { configHash } from '../../../contract/config-hash.ts'
import { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { fail } from '../../../contract/errors.ts'
import { EquipmentId, OrgId } from '../../../contract/fields.ts'
import { writableSight } from '../../../db/sight.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, device } from '../../../testkit/site.ts'
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
} from '../../frame/config.ts'
import { type StoredPart, storedParts } from '../../frame/config-parts.ts'
import { configView, configViewOf } from '../../frame/config-views.ts'
import type { ChangeCall } from '../../frame/serve.ts'
import { scopes } from '../../frame/tables.ts'
import { differences, fieldsView, listView, valueView } from '../../platform/versioned/rules.ts'
import { save } from './part-save.ts'

type Recipe = { id: number; signalId: number; name: string }
const recipesOf = (config: EquipmentConfig) => listOf(config, { key: 'recipes' }) as readonly Recipe[]
const withRecipes = (config: object, ...recipes: Recipe[]) => ({ ...config, recipes }) as unknown as EquipmentConfig

const recipePart: AnyPart = {
  key: 'recipes',
  schema: z.array(z.object({ id: z.number(), signalId: z.number(), name: z.string() })),
  capacity: { limit: 2, error: 'reportCapacity' },
  isLater: true,
  faultOf: (config) =>
    recipesOf(config).some(({ name }) => name === '') ? fail('inUse', { reason: 'no name' }) : undefined,
  reduced(next) {
    const kept = new Set(next.signals.map(({ id }) => id as number))
    return withRecipes(next, ...recipesOf(next).filter(({ signalId }) => kept.has(signalId)))
  },
  gateway: (config) => ({ recipes: recipesOf(config).map(({ id, signalId }) => ({ id, signalId })) }) as object,
}
const parts = [...configParts, recipePart]
const empty = readConfig(null)
const of = { equipmentId: 1, language: 'en', indexOf: () => -1 } as const
const recipe = (id: number, name = `Recipe ${id}`, signalId = 1): Recipe => ({ id, name, signalId })

test('every list of a configuration is a part, with the schema of the contract', () => {
  expect(configParts.map(({ key }) => key)).toEqual(Object.keys(EquipmentConfig.shape))
  for (const { key, schema } of configParts)
    expect(schema).toBe((EquipmentConfig.shape as Record<string, z.ZodType>)[key])
})

test('the room of every part provides its tables and its view of differences', () => {
  expect(storedParts.map(({ key, replace }) => [key, typeof replace])).toEqual(
    configParts.map(({ key }) => [key, 'function']),
  )
  const first = withRecipes({
    drivers: [{ id: 1, name: 'A' }],
    signals: [{ id: 2, name: 'B' }],
    reports: [],
    alarms: [],
  })
  const lists = differences(configView, empty, first, 'en').map(({ steps }) => steps[0]?.name)
  expect(lists).toEqual(['Drivers', 'Variables'])
})

test('an old version has an empty list, and keeps its hash until an item is added', () => {
  const read = readConfig({ drivers: [], signals: [] }, parts)
  expect(recipesOf(read)).toEqual([])
  expect(configHash(hashedOf(read, parts))).toBe(configHash(hashedOf(empty)))
  expect(configHash(hashedOf(withRecipes(empty, recipe(1)), parts))).not.toBe(configHash(hashedOf(empty)))
})

test('its capacity and faults are checked, after the parts before it', () => {
  expect(overCapacity(withRecipes(empty, recipe(1), recipe(2)), parts)).toBeUndefined()
  expect(overCapacity(withRecipes(empty, recipe(1), recipe(2), recipe(3)), parts)).toMatchObject({ limit: 2 })
  expect(faultOf(withRecipes(empty, recipe(1, '')), of, parts)).toMatchObject({ message: 'inUse' })
  expect(faultOf(withRecipes(empty, recipe(1)), of, parts)).toBeUndefined()
  expect(countsOf(withRecipes(empty, recipe(1)), parts)).toMatchObject({ drivers: 0, recipes: 1 })
})

test('items that depend on deleted items of other parts are deleted', () => {
  const next = withRecipes({ ...empty, signals: [{ id: 1 }] }, recipe(1), recipe(2, 'Lost', 9))
  expect(recipesOf(reduced(next, next, 'en', parts)).map(({ id }) => id)).toEqual([1])
})

test('a gateway receives its projection, beside those of other parts', () => {
  expect(gatewayConfigOf(withRecipes(empty, recipe(5)), 'UTC', EquipmentId.parse(1), parts)).toEqual({
    ...{ zone: 'UTC', drivers: [], recipes: [{ id: 5, signalId: 1 }] },
  })
})

test('its differences are described by its view', () => {
  const label = (text: string) => ({ en: text, 'zh-cn': text })
  const recipes = listView<Recipe>({
    label: label('Recipes'),
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    item: fieldsView<Recipe>(label('Recipe'), {
      id: valueView(label('Number')),
      signalId: valueView(label('Variable')),
      name: valueView(label('Name')),
    }),
  })
  const [before, after] = [
    withRecipes(empty, recipe(1, 'High')),
    withRecipes(empty, recipe(1, 'High'), recipe(2, 'Low')),
  ]
  const told = differences(configViewOf({ recipes }), before, after, 'en')
  expect(told.map(({ kind, steps }) => [kind, ...steps.map(({ name }) => name)])).toEqual([['added', 'Recipes', 'Low']])
})

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

test('saving checks, stores, projects, follows, and counts it for the log', async () => {
  const equipmentId = await device(server.admin, 'Recipe device')
  const { version } = await configure(server.admin, equipmentId, [
    { name: 'Level', address: '40001', dataType: 'uint16' },
  ])
  const { platform } = server
  const projected: [number, number][] = []
  const followed: [number, number][] = []
  const stored: StoredPart[] = [
    ...storedParts,
    {
      ...recipePart,
      replace: async (_sight, id, config) => void projected.push([id, recipesOf(config).length]),
      saved: (_call, id, config) => void followed.push([id, recipesOf(config).length]),
    },
  ]
  const put = (at: { equipmentId: EquipmentId; version: number }, ...recipes: Recipe[]) =>
    platform.db.transaction().execute((db) => {
      const sight = writableSight(db, { orgId: OrgId.parse(1), devices: 'all', scopes })
      const user = { accountId: 1, name: 'admin' }
      const call = { ...platform, sight, user, language: 'en' } as unknown as ChangeCall
      return save(call, at, 'saveReports', async ({ config }) => ({ config: withRecipes(config, ...recipes) }), stored)
    })
  const saved = await put({ equipmentId, version }, recipe(1))
  expect(saved).toMatchObject({
    before: { version, recipes: 0 },
    after: { version: version + 1, signals: 1, recipes: 1 },
  })
  expect(recipesOf(saved.data.config)).toEqual([recipe(1)])
  expect([projected, followed]).toEqual([[[equipmentId, 1]], []])
  await saved.afterwards?.()
  expect(followed).toEqual([[equipmentId, 1]])
  const next = { equipmentId, version: version + 1 }
  await expect(put(next, recipe(1, ''))).rejects.toMatchObject({ message: 'inUse' })
  await expect(put(next, recipe(1), recipe(2), recipe(3))).rejects.toMatchObject({ message: 'reportCapacity' })
  await expect(put({ equipmentId, version }, recipe(2))).rejects.toMatchObject({ message: 'staleVersion' })
  expect(projected).toHaveLength(1)
  const again = await put(next, recipe(1), recipe(2))
  expect(again).toMatchObject({ before: { recipes: 1 }, after: { recipes: 2 } })
})
