// Trends of the list after a restart of the platform: over HTTP, with gateways that stored, and the real historian.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../testkit/database.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { addReport } from '../../../testkit/reports.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite, type Site } from '../../../testkit/site.ts'
import { queryMonitored } from './contract.ts'

const minute = 60_000
const clock = { at: Date.UTC(2026, 2, 10, 12) }
const start = clock.at
let server: TestServer
let one: Site
let two: Site
let dataDir: string
let database: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
  database = await testDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-'))
  const first = await testServer({ now: () => clock.at, database }, { dataDir })
  one = await liveSite(first, 'One')
  two = await liveSite(first, 'Two')
  const unstored = await liveSite(first, 'Unstored')
  const minutes = await addReport(first.admin, one.equipmentId, { name: 'Minutes', columns: ['Level'] })
  const changes = await addReport(first.admin, two.equipmentId, { mode: 'change', columns: ['Level'] })
  for (let m = 20; m >= 0; m -= 1) await one.box.record({ [minutes.columnIds[0]!]: m }, { at: start - m * minute })
  await two.box.record({ [changes.columnIds[0]!]: 7 }, { at: start - 3 * 24 * 60 * minute })
  await eventually(() => expect([one.box.acked(), two.box.acked()]).toEqual([21, 1]))
  for (const { box } of [one, two, unstored]) await box[Symbol.asyncDispose]()
  await first.stop()
  server = await testServer({ now: () => clock.at, database }, { dataDir })
})
afterAll(async () => {
  await server.stop()
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function trends() {
  const { rows } = await server.admin.call(queryMonitored, {})
  return new Map(rows.map(({ name, pinned }) => [name, pinned[0]!.trend]))
}

test('while history fails, the list is answered without them', async () => {
  const curves = vi.spyOn(server.platform.history, 'curves').mockRejectedValue(new Error('busy'))
  expect([...(await trends()).values()]).toEqual([[], [], []])
  expect(curves).toHaveBeenCalled()
  curves.mockRestore()
})

test('with empty memory, stored values fill them for all devices of a page, by two queries for a minute', async () => {
  const curves = vi.spyOn(server.platform.history, 'curves')
  await eventually(async () => {
    const found = await trends()
    expect(new Set(found.get('One')!.map(([, value]) => value))).toEqual(new Set([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]))
    expect(new Set(found.get('Two')!.map(([, value]) => value))).toEqual(new Set([7]))
    expect(found.get('Unstored')).toEqual([])
  })
  expect(curves).toHaveBeenCalledTimes(1)
  await trends()
  expect(curves).toHaveBeenCalledTimes(1)
  curves.mockRestore()
})

test('lists that are loaded at the same time share one query', async () => {
  clock.at += 2 * minute
  const curves = vi.spyOn(server.platform.history, 'curves')
  await Promise.all([trends(), trends(), trends()])
  expect(curves).toHaveBeenCalledTimes(1)
  curves.mockRestore()
})

test('readings are held while other lists are loaded, and drawn while newer ones are not there', async () => {
  await eventually(async () => expect((await trends()).get('Two')).not.toEqual([]))
  clock.at += 2 * minute
  await server.admin.call(queryMonitored, { keyword: 'One' })
  const curves = vi.spyOn(server.platform.history, 'curves').mockRejectedValue(new Error('busy'))
  expect(new Set((await trends()).get('Two')!.map(([, value]) => value))).toEqual(new Set([7]))
  curves.mockRestore()
})

test('an export loads no trends', async () => {
  clock.at += 2 * minute
  const curves = vi.spyOn(server.platform.history, 'curves')
  const { rows } = await server.admin.call(queryMonitored, { trends: false })
  expect(rows.map(({ pinned }) => pinned[0]!.trend)).toEqual([[], [], []])
  expect(curves).not.toHaveBeenCalled()
  curves.mockRestore()
})
