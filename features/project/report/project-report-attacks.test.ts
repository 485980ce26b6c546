// Custom reports of maximum size do not block other calls.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectId } from '../../../contract/fields.ts'
import { seriesOf } from '../../../testkit/history-reader.ts'
import { projectOver } from '../../../testkit/projects.ts'
import { replaceMethods } from '../../../testkit/replace-methods.ts'
import { addReport } from '../../../testkit/reports.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { type Site, site } from '../../../testkit/site.ts'
import { longestStand } from '../../../testkit/standing.ts'
import { addMvar } from '../../watch/mvar/contract.ts'
import { addCustomReport, queryCustomRows, type ReportBucket, saveCustomRows, validStatistics } from './contract.ts'

let server: TestServer
let works: Site
let projectId: ProjectId
const at = Date.UTC(2026, 2, 1)
const dayMs = 24 * 3600_000
beforeAll(async () => {
  server = await testServer({ now: () => at })
  works = await site(server, 'Works')
  await addReport(server.admin, works.equipmentId, { columns: ['Level'] })
  projectId = await projectOver(server.admin, 'Town', [works.equipmentId])
})
afterAll(async () => {
  await works.box[Symbol.asyncDispose]()
  await server.stop()
})

/** Computed without interruption, the share would be nearly 1. */
const mostShare = 0.5
const level = () => `\${${works.equipmentId}.${works.id('Level')}}`
const hundred = (expression: (n: number) => string) =>
  Array.from({ length: 100 }, (_, n) => ({ key: `f${n}`, title: `F${n}`, expression: expression(n) }))
const report = async (title: string, bucket: Partial<ReportBucket>, fields: ReturnType<typeof hundred>) => {
  const entry = { projectId, title, zone: null, fields, bucket: { unit: 'minute' as const, ...bucket } }
  return (await server.admin.call(addCustomReport, entry)).id
}

test.each(['csv', 'xlsx'])('a hundred long columns of every minute as %s', async (format) => {
  const long = `last(${level()})`
  const fields = hundred(() => long + '+1'.repeat((500 - long.length) >> 1))
  const reportId = await report(`As ${format}`, {}, fields)
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ reportId, from: at - 2 * dayMs, to: at, format })
  let bytes = 0
  const stood = await longestStand(async () => {
    const answer = await server.admin.raw(saveCustomRows.path, { method: 'POST', headers, body })
    for await (const chunk of answer.body!) bytes += chunk.byteLength
  })
  expect(bytes).toBeGreaterThan(50_000)
  expect(stood).toBeLessThan(mostShare)
})

test('a hundred columns of long formulas over a day of readings are refused with a clear error', async () => {
  const text = Array(490).fill(level()).join('+')
  const ids: number[] = []
  for (let n = 0; n < 20; n += 1) {
    const formula = { calcType: 'custom' as const, text }
    ids.push((await server.admin.call(addMvar, { projectId, title: `M${n}`, unit: null, formula })).id)
  }
  const fields = hundred((n) => `avg(\${mvar.${ids[n % ids.length]}})`)
  const reportId = await report('Of formulas', { unit: 'day' }, fields)
  const many = Array.from({ length: 20_000 }, (_, n): [number, number] => [at - dayMs + n * 1000, n])
  async function* scan() {
    yield { data: { span: { from: at - dayMs, to: at }, columns: [seriesOf(many)] }, damaged: [] }
  }
  const restore = replaceMethods(server.platform.history, { scan })
  try {
    let code = 0
    const stood = await longestStand(async () => {
      code = (await server.admin.ask(queryCustomRows, { reportId, from: at - dayMs, to: at })).code
    })
    expect(code).toBe(10012)
    expect(stood).toBeLessThan(mostShare)
  } finally {
    restore()
  }
})

test.each<[string, string]>([
  ['brackets that do not close', 'hours('.repeat(160)],
  ['nested hours', `${'hours('.repeat(80)}1${')'.repeat(80)}`],
  ['marks of fields', '{a'.repeat(480)],
  ['beginnings of variables', '${mvar.'.repeat(140)],
  ['quotes', '"'.repeat(999)],
])('a hundred fields of %s are refused one by one', async (_, expression) => {
  const fields = hundred(() => expression).map(({ title: _title, ...field }) => field)
  const asked = { projectId, bucket: { unit: 'day' as const }, zone: null, fields }
  const answer = await server.admin.ask(validStatistics, asked)
  expect(answer.code).toBe(200)
  expect(answer.data!.fields.every(({ fault }) => fault !== null)).toBe(true)
})
