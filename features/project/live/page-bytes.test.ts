// The bytes per variable that a page of 2000 variables transfers; columns have the same fields as rows.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageId } from '../../../contract/fields.ts'
import { rowsOf } from '../../../contract/row-columns.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { person } from '../../../testkit/people.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { type Draft, liveSite, type Site } from '../../../testkit/site.ts'
import { type LiveSignal, queryLiveColumns, queryLiveSignals } from '../../device/live/contract.ts'
import { savePage } from '../../page/page/contract.ts'
import { addProjectGrant } from '../../people/grant/contract.ts'
import { addProject, addProjectEquips } from '../project/contract.ts'
import { type ProjectSignal, queryProjectSignals, querySignalColumns } from './contract.ts'

const perDevice = 500
const mostBytes = 120

/** Measurements, states and setpoints; every second title is Chinese. */
const draftOf = (device: number, i: number): Draft => {
  const n = device * perDevice + i
  const title = n % 2 ? `Pump ${n} discharge pressure` : `${n}号泵出口压力`
  const common = { name: `P${n}_PT_${i}`, title, group: `Line ${i % 12}`, address: `${40001 + 2 * i}` }
  if (i % 5 === 3) return { ...common, dataType: 'bool', address: `${1 + i}`.padStart(5, '0'), texts: '0=off; 1=on' }
  if (i % 5 === 4) return { ...common, dataType: 'int16', access: 'rw', min: 0, max: 100 + (i % 7), scale: 0.1 }
  return { ...common, dataType: 'float32', unit: i % 3 ? 'bar' : 'm³/h', decimals: 2, normalLow: 1, normalHigh: 8 }
}
const reading = (i: number): number | boolean => (i % 5 === 3 ? i % 2 === 0 : i % 5 === 4 ? i : Math.fround(i * 1.37))

const clock = { at: Date.UTC(2026, 2, 1) }
let server: TestServer
const sites: Site[] = []
let pageId: PageId
let dataSignal: number[]
/** An account that sees the project but no device. */
let customer: Caller
beforeAll(async () => {
  server = await testServer({ now: () => clock.at })
  for (let d = 0; d < 4; d += 1) {
    const drafts = Array.from({ length: perDevice }, (_, i) => draftOf(d, i))
    sites.push(await liveSite(server, `Line ${d}`, server.admin, drafts))
  }
  for (let turn = 0; turn < 3; turn += 1) {
    clock.at += 10_000
    for (const { box, config } of sites)
      await box.live(Object.fromEntries(config.signals.map(({ id }, i) => [id, reading(i + turn)])))
    const last = sites.at(-1)!
    const lastId = last.config.signals.at(-1)!.id
    await eventually(() => expect(server.platform.live.get(last.equipmentId, lastId)?.at).toBe(clock.at))
  }
  dataSignal = sites.flatMap(({ config }) => config.signals.map(({ id }) => id))
  const { id: projectId } = await server.admin.call(addProject, { name: 'Works', note: null })
  await server.admin.call(addProjectEquips, { projectId, equipmentIds: sites.map(({ equipmentId }) => equipmentId) })
  const widgets = sites.flatMap(({ equipmentId, config }) =>
    config.signals.map(({ id }, i) => ({
      ...{ id: `w${id}`, widgetType: 'DataText', position: { x: i, y: 0, width: 9, height: 9 } },
      data: { type: 'signal', signalId: id, equipId: equipmentId },
    })),
  )
  pageId = (await server.admin.call(savePage, { projectId, title: 'All', json: JSON.stringify({ widgets }) })).id
  const someone = await person(server, 'customer', { auths: ['monitor:view'] })
  customer = someone
  const given = { projectId, accountId: someone.accountId, loginname: null, mayWrite: false }
  await server.admin.call(addProjectGrant, given)
})
afterAll(async () => {
  for (const { box } of sites) await box[Symbol.asyncDispose]()
  await server.stop()
})

const bytesOf = (answer: unknown) => Buffer.byteLength(JSON.stringify(answer))

test('a variable of a device page costs at most 120 bytes', async () => {
  let bytes = 0
  for (const { equipmentId } of sites) {
    const asked = { equipmentId, isColumnar: true } as const
    bytes += bytesOf(await server.admin.ask(queryLiveColumns, { ...asked, hasTrends: false }))
    const rows = await server.admin.call(queryLiveSignals, { equipmentId })
    expect(rows.map(({ trend }) => trend.length)).toEqual(rows.map(() => 3))
    const whole = await server.admin.call(queryLiveColumns, { ...asked, hasTrends: true })
    expect(rowsOf<LiveSignal>(whole)).toEqual(rows)
  }
  expect(bytes / dataSignal.length).toBeLessThanOrEqual(mostBytes)
})

test.each([
  ['for a user who sees the devices', () => server.admin],
  ['for a user who sees only the project', () => customer],
])('a variable of a project page costs at most 120 bytes, %s', async (_, who) => {
  const asked = { pageId, dataSignal, isColumnar: true } as const
  const answer = await who().ask(querySignalColumns, { ...asked, hasTrends: false })
  expect(bytesOf(answer) / dataSignal.length).toBeLessThanOrEqual(mostBytes)
  const rows = await who().call(queryProjectSignals, { pageId, dataSignal })
  expect(rows).toHaveLength(dataSignal.length)
  const whole = await who().call(querySignalColumns, { ...asked, hasTrends: true })
  expect(rowsOf<ProjectSignal>(whole)).toEqual(rows)
  expect(rowsOf<ProjectSignal>(answer.data!).map(({ trend }) => trend)).toEqual(rows.map(() => []))
})
