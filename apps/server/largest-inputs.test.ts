// The largest valid input of each call that accepts large input: the event loop stays free while it is read, checked,
// saved and answered. event-loop.test.ts sends the hostile inputs.
import exceljs from 'exceljs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { DriverId, EquipmentId, SignalId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { saveAlarmRule, saveAlarmRules } from '../../features/device/alarm-rules/contract.ts'
import { queryConfig } from '../../features/device/config/contract.ts'
import { addEquipment } from '../../features/device/equipment/contract.ts'
import {
  cancelFleetJob,
  exportEquipments,
  lookAtImport,
  queryFleetJobs,
  startImport,
} from '../../features/device/fleet/contract.ts'
import { saveReport } from '../../features/device/report/contract.ts'
import { saveScript } from '../../features/device/script/contract.ts'
import { importSignals, saveSignals } from '../../features/device/signal/contract.ts'
import { addTemplate, copyTemplate, exportTemplate, importTemplate } from '../../features/device/template/contract.ts'
import { bindTemplate, planTemplate, unbindTemplate } from '../../features/device/template-binding/contract.ts'
import { orderMappings, orderMqtt } from '../../features/gateway/box/contract.ts'
import { addFirmware } from '../../features/gateway/firmware/contract.ts'
import { talkCamera } from '../../features/page/camera/contract.ts'
import { pageInfo, savePage, watchPage } from '../../features/page/page/contract.ts'
import { copyPage, exportPage, importPage } from '../../features/page/page-list/contract.ts'
import {
  addScene,
  checkSceneModel,
  editScene,
  saveSceneConfig,
  sceneConfig,
} from '../../features/page/scene/contract.ts'
import { glbFile } from '../../features/page/scene/glb.ts'
import { setAvatar } from '../../features/people/info/contract.ts'
import { addPicture } from '../../features/platform/picture/contract.ts'
import { loadTranslations, queryNames, saveTranslations } from '../../features/platform/translation/contract.ts'
import { planMove, saveMove } from '../../features/project/rebinding/contract.ts'
import { addCustomReport, editCustomReport, validStatistics } from '../../features/project/report/contract.ts'
import { projectOver } from '../../testkit/projects.ts'
import { adminPassword, type Caller, type TestServer } from '../../testkit/server.ts'
import { formOf, jsonOf, measuredServer, shortTurns } from '../../testkit/short-turns.ts'
import { rooms } from './rooms.ts'

let server: TestServer
let person: Caller
let turns: ReturnType<typeof shortTurns>
/** A device at the maximum of all its limits. */
let full: { equipmentId: EquipmentId; driverId: DriverId; signalIds: SignalId[] }
beforeAll(async () => {
  server = await measuredServer()
  await server.addAccount({ loginname: 'ordinary', roleType: 'enterprise' })
  person = await server.as('ordinary', adminPassword)
  turns = shortTurns(server)
  full = await fullDevice(person, 'Full')
})
afterAll(async () => {
  await turns.stop()
  await server.stop()
})

const many = <T>(count: number, made: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => made(at))
const base64 = (file: Uint8Array | string) => Buffer.from(file).toString('base64')
const filled = (length: number, start: string) => start.padEnd(length, ' text')
const measuredPaths = new Set<string>()

let made = 0
/** Generates a unique name. */
function newName(kind: string): string {
  made += 1
  return `${kind} ${made}`
}

/** Sends an input as an ordinary account of the company, and checks the longest turn. */
async function mustBeShort(
  endpoint: Endpoint,
  body: Parameters<typeof turns.mustBeShort>[2],
  codes?: readonly (number | null)[],
) {
  measuredPaths.add(endpoint.path)
  return turns.mustBeShort(person, endpoint, body, codes)
}

const versionOf = async (equipmentId = full.equipmentId) => (await person.call(queryConfig, { equipmentId })).version

/** A variable with all that can be entered: texts for its values, or a range. */
const signalDraft = (at: number, driverId: DriverId) => ({
  ...{ driverId, name: filled(limits.signalNameLength, `V${at}_`).replaceAll(' ', '_'), address: `${40_001 + 2 * at}` },
  ...{ title: filled(limits.titleLength, `Title ${at}`), access: 'rw' as const, unit: 'm3/h', periodMs: 1000 },
  ...{ min: 0, max: 100, normalLow: 10, normalHigh: 90, group: `Group ${at % 20}`, registerType: 'holding' },
  ...(at % 2 === 0
    ? { dataType: 'int16' as const, texts: many(50, (value) => `${value}=State number ${value}`).join('; ') }
    : { dataType: 'float32' as const, rawLow: 0, rawHigh: 27_648, valueLow: 0, valueHigh: 100, clamp: true }),
})

const ruleDraft = (at: number, signalIds: readonly SignalId[], equipmentId: EquipmentId) => ({
  ...{ name: filled(limits.titleLength, `Rule ${at}`), level: 'severe' as const, onDelayS: 5, offDelayS: 5 },
  condition: { kind: 'expression' as const, expression: expressionOver(equipmentId, signalIds, at) },
  ...{ content: filled(limits.alarmContentLength, 'Content'), advice: filled(limits.alarmAdviceLength, 'Advice') },
  ...{ setPointIds: signalIds.slice(0, limits.alarmSetPoints), methods: ['push' as const, 'email' as const] },
})

/** Shorter than the maximum, because device numbers may be longer than in this test. */
const formulaLength = limits.formulaLength - 100

/** A formula over the maximum number of variables. */
function expressionOver(equipmentId: EquipmentId, signalIds: readonly SignalId[], from: number): string {
  const terms: string[] = []
  for (let at = 0; ; at += 1) {
    terms.push(`\${${equipmentId}.${signalIds[(from + at) % signalIds.length]}} > ${at}`)
    if (terms.join(' && ').length > formulaLength) return terms.slice(0, -1).join(' && ')
  }
}

const reportDraft = (at: number, signalIds: readonly SignalId[], equipmentId: EquipmentId) => ({
  ...{ name: filled(limits.titleLength, `Report ${at}`), type: 'normal' as const, mode: 'conditional' as const },
  ...{ period: { every: 10, unit: 'second' as const } },
  condition: { expression: expressionOver(equipmentId, signalIds, at) },
  columns: many(limits.columnsPerReport, (column) => ({ signalId: signalIds[(at + column) % signalIds.length]! })),
})

const scriptDraft = (at: number) => ({
  ...{ name: `Script ${at}`, trigger: { kind: 'start' as const } },
  source: 'const a = 1\n'.repeat(Math.floor(limits.scriptLength / 12)),
})

/** Imports a template file: one call instead of one for each report and script. */
async function fullDevice(caller: Caller, name: string) {
  const equipmentId = EquipmentId.parse(1)
  const driver = { id: DriverId.parse(1), name: 'PLC', type: 'modbus-tcp', params: { host: '192.0.2.10' } }
  const withIds = <T extends object>(drafts: readonly T[]) => drafts.map((draft, at) => ({ ...draft, id: at + 1 }))
  const signals = withIds(many(limits.signalsPerEquipment, (at) => signalDraft(at, driver.id)))
  const signalIds = signals.map(({ id }) => SignalId.parse(id))
  const reports = many(limits.reportsPerEquipment, (at) => reportDraft(at, signalIds, equipmentId))
  const config = {
    ...{ drivers: [driver], signals },
    reports: withIds(reports).map((report, at) => ({
      ...report,
      columns: report.columns.map((column, place) => ({ ...column, id: at * limits.columnsPerReport + place + 1 })),
    })),
    alarms: withIds(many(limits.alarmRulesPerEquipment, (at) => ruleDraft(at, signalIds, equipmentId))),
    scripts: withIds(many(limits.scriptsPerEquipment, scriptDraft)),
  }
  const file = { format: 'gatehouse.template', version: 1, template: { name }, equipmentId, config, pages: {} }
  const { id: templateId } = await caller.call(importTemplate, { json: JSON.stringify(file) })
  const { id } = await caller.call(addEquipment, { name })
  await caller.call(bindTemplate, { equipmentId: id, version: 0, templateId })
  await caller.call(unbindTemplate, { equipmentId: id })
  const saved = (await caller.call(queryConfig, { equipmentId: id })).config
  return { equipmentId: id, driverId: saved.drivers[0]!.id, signalIds: saved.signals.map((signal) => signal.id) }
}

describe('a device at all its limits', () => {
  test('is returned, and each part of it saved', async () => {
    const { equipmentId, driverId, signalIds } = full
    await mustBeShort(queryConfig, jsonOf({ equipmentId }))
    const { config } = await person.call(queryConfig, { equipmentId })
    const at = async () => ({ equipmentId, version: await versionOf() })
    const signals = config.signals.map((signal, place) => ({ ...signalDraft(place, driverId), id: signal.id }))
    await mustBeShort(saveSignals, async () => jsonOf({ ...(await at()), save: signals, remove: [] }))
    const rules = config.alarms.map((rule, place) => ({ ...ruleDraft(place, signalIds, equipmentId), id: rule.id }))
    await mustBeShort(saveAlarmRules, async () => jsonOf({ ...(await at()), save: rules, remove: [] }))
    await mustBeShort(saveAlarmRule, async () => jsonOf({ ...(await at()), rule: rules[0] }))
    const report = { ...reportDraft(0, signalIds, equipmentId), id: config.reports[0]!.id }
    await mustBeShort(saveReport, async () => jsonOf({ ...(await at()), report }))
    const script = { ...scriptDraft(0), id: config.scripts[0]!.id }
    await mustBeShort(saveScript, async () => jsonOf({ ...(await at()), script }))
  })

  test('its variables are imported from a file', async () => {
    const { equipmentId, driverId } = full
    const rows: Record<string, unknown>[] = many(limits.signalsPerEquipment, (at) => signalDraft(at, driverId))
    const keys = ['name', 'title', 'address', 'dataType', 'access', 'unit', 'group', 'texts'] as const
    const lines = rows.map((row: Record<string, unknown>) => keys.map((key) => `"${row[key] ?? ''}"`).join(','))
    const csv = [keys.join(','), ...lines].join('\n').slice(0, limits.csvLength)
    await mustBeShort(importSignals, async () => jsonOf({ equipmentId, version: await versionOf(), driverId, csv }))
  })

  test('becomes a template, is copied, exported and imported', async () => {
    const { equipmentId } = full
    const next = () => newName('Template')
    await mustBeShort(addTemplate, () => jsonOf({ name: next(), equipmentId }))
    const { id } = await person.call(addTemplate, { name: next(), equipmentId })
    await mustBeShort(planTemplate, jsonOf({ equipmentId, templateId: id }))
    await mustBeShort(copyTemplate, () => jsonOf({ id, name: next() }))
    await mustBeShort(exportTemplate, jsonOf({ id }), [null])
    const answer = await person.raw(exportTemplate.path, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ id }) },
    })
    const file = await answer.text()
    await mustBeShort(importTemplate, () => jsonOf({ json: file, name: next() }))
  })
})

describe('a workbook of devices', () => {
  test('with the maximum number of rows and columns', async () => {
    const book = new exceljs.Workbook()
    const sheet = book.addWorksheet('Devices')
    sheet.addRow(['Device name', 'Device number', 'Manufacturer', 'Address', 'Remark', 'Sort number'])
    for (let at = 0; at < limits.fleetRows; at += 1) {
      const texts = [`Number ${at}`, `Manufacturer ${at}`, `Street ${at}`, filled(limits.remarkLength, `Remark ${at}`)]
      sheet.addRow([`Device ${at}`, ...texts, at + 1])
    }
    const content = base64(new Uint8Array((await book.xlsx.writeBuffer()) as ArrayBuffer))
    await mustBeShort(lookAtImport, jsonOf({ name: 'a.xlsx', content }))
    await mustBeShort(startImport, async () => {
      for (const { id, status } of await person.call(queryFleetJobs, {}))
        if (status === 'running') await person.call(cancelFleetJob, { id })
      return jsonOf({ name: 'a.xlsx', content })
    })
    for (const { id, status } of await person.call(queryFleetJobs, {}))
      if (status === 'running') await person.call(cancelFleetJob, { id })
    await mustBeShort(exportEquipments, jsonOf({ format: 'xlsx' }), [null])
  })
})

describe('a page with the maximum of widgets and values', () => {
  const when = { symbol: '>=', value: 1 }
  /** Each widget has about 120 values and keys: bindings, texts for states, and a click action. */
  const widget = (
    at: number,
    states: number,
    { signalIds, equipmentId }: Pick<typeof full, 'signalIds' | 'equipmentId'>,
  ) => {
    const bound = (place: number) => ({
      ...{ type: 'signal', signalId: signalIds[(at + place) % signalIds.length]!, equipId: equipmentId },
    })
    return {
      ...{ id: `w${at}`, textId: `w${at}`, widgetType: 'DataText', widgetName: `Value ${at}` },
      position: { x: at % 1000, y: 1, width: 100, height: 30, rotate: 0 },
      style: { color: '#fff', fontSize: 14, bold: false, align: 'left', bg: '', border: 1, radius: 2, padding: 4 },
      items: many(states, (from) => ({ from, to: from + 1, color: '#f00', text: 'low' })),
      data: { ...bound(0), title: 'Level', subTitle: 'Loop' },
      animation: { hide: { ...bound(1), ...when }, blink: { ...bound(2), ...when }, rotate: { ...bound(3), ...when } },
      clickEvent: { type: 'write', data: bound(4), value: 1 },
    }
  }
  const whole = (states = 2, of: Parameters<typeof widget>[2] = full) =>
    JSON.stringify({ con: {}, widgets: many(limits.pageWidgets, (at) => widget(at, states, of)), bind: {} })

  test('is saved, opened, copied, exported and imported', async () => {
    const of = { equipmentId: String(full.equipmentId), title: 'Large' }
    expect(whole().length).toBeLessThan(limits.fileBodyBytes)
    await mustBeShort(savePage, formOf({ ...of, json: whole() }))
    const { id } = await person.call(savePage, {
      ...{ equipmentId: full.equipmentId, title: 'Own', json: whole() },
    } as never)
    await mustBeShort(pageInfo, jsonOf({ id }))
    await mustBeShort(watchPage, jsonOf({ id }))
    await mustBeShort(copyPage, jsonOf({ id, equipmentId: full.equipmentId }))
    await mustBeShort(exportPage, jsonOf({ id }), [null])
    // A file names variables by strings, which count as values too, so this page has fewer of its own.
    const smaller = { equipmentId: full.equipmentId, title: 'Smaller', json: whole(0) }
    const { id: exported } = await person.call(savePage, smaller as never)
    const answer = await person.raw(exportPage.path, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ id: exported }) },
    })
    await mustBeShort(importPage, formOf({ ...of, json: await answer.text() }))
  })

  test('several of a template are compared with those of a device, hashed and exported', async () => {
    const templateName = newName('Template')
    const { id: templateId } = await person.call(addTemplate, { name: templateName, equipmentId: full.equipmentId })
    const asDevice = EquipmentId.parse(Number(templateId))
    const { config } = await person.call(queryConfig, { equipmentId: asDevice })
    const json = whole(2, { equipmentId: asDevice, signalIds: config.signals.map(({ id }) => id) })
    for (const title of ['First', 'Second']) await person.call(savePage, { templateId: asDevice, title, json } as never)
    await mustBeShort(exportTemplate, jsonOf({ id: templateId }), [null])
    const next = async () => (await person.call(addEquipment, { name: newName('Follower') })).id
    const equipmentId = await next()
    await mustBeShort(planTemplate, jsonOf({ equipmentId, templateId }))
    await mustBeShort(bindTemplate, async () => jsonOf({ equipmentId: await next(), version: 0, templateId }))
    await person.call(bindTemplate, { equipmentId, version: 0, templateId })
    await mustBeShort(planTemplate, jsonOf({ equipmentId, templateId }))
  })
})

describe('a 3D scene with the maximum of nodes, values and bytes', () => {
  test('is added, replaced, checked and bound', async () => {
    const nodes = many(limits.sceneNodes, (at) => ({
      ...{ name: `Node number ${at}`, mesh: 0, translation: [at, 0, 1], extras: many(65, (place) => place) },
    }))
    const json = { asset: { version: '2.0' }, nodes, meshes: [{ primitives: [] }] }
    const head = glbFile(json)
    const rest = Buffer.alloc(Math.floor((limits.sceneBytes - head.length - 8) / 4) * 4, 7)
    const model = base64(glbFile(json, rest))
    await mustBeShort(addScene, () => jsonOf({ name: newName('Scene'), model }))
    const { id } = await person.call(addScene, { name: 'Model', model })
    await mustBeShort(editScene, jsonOf({ id, name: 'Model', model }))
    await mustBeShort(checkSceneModel, jsonOf({ id, model }))
    const { equipmentId, signalIds } = full
    const content = {
      nodes: many(limits.sceneBindings, (at) => ({
        ...{ name: `Node number ${at}`, title: `Node ${at}`, isTitled: true },
        bindings: [{ type: 'signal', signalId: signalIds[at]!, equipId: equipmentId, act: 'colour' }],
      })),
      views: [],
    }
    await mustBeShort(saveSceneConfig, jsonOf({ id, content }))
    await mustBeShort(sceneConfig, jsonOf({ id }))
  })
})

test('firmware of the maximum size is added', async () => {
  const { admin } = server
  measuredPaths.add(addFirmware.path)
  const file = base64(Buffer.alloc(limits.firmwareBytes, 7))
  const next = () => jsonOf({ model: newName('GH'), version: '1.0', fileName: 'agent.mjs', file })
  await turns.mustBeShort(admin, addFirmware, next)
})

test('translations: the maximum per call, and per organisation', async () => {
  const entry = (at: number) => ({ source: `Name ${at}`, en: `Name ${at}`, zh: `名称 ${at}` })
  for (let from = 0; from < limits.translations - limits.translationsAtOnce; from += limits.translationsAtOnce)
    await person.call(saveTranslations, { entries: many(limits.translationsAtOnce, (at) => entry(from + at)) })
  await mustBeShort(saveTranslations, jsonOf({ entries: many(limits.translationsAtOnce, entry) }))
  await mustBeShort(loadTranslations, jsonOf({}))
  await mustBeShort(queryNames, jsonOf({}))
})

describe('a project', () => {
  test('a custom report with the maximum of fields, each of the maximum length', async () => {
    const { equipmentId, signalIds } = full
    const projectId = await projectOver(person, 'Reports', [equipmentId])
    const expression = (at: number) => {
      const terms = many(8, (term) => `avg(\${${equipmentId}.${signalIds[2 * ((at + term) % 90) + 1]}})`)
      const sum = terms.join(' + ')
      return sum + ' + 1'.repeat(Math.floor((formulaLength - sum.length) / 4))
    }
    const fields = many(limits.reportFields, (at) => ({
      ...{ key: `k${at}`, title: filled(limits.titleLength, `Field ${at}`), unit: 'm3', expression: expression(at) },
    }))
    const report = { bucket: { unit: 'day' as const }, zone: null, fields }
    await mustBeShort(addCustomReport, () => jsonOf({ projectId, title: newName('Report'), ...report }))
    const { id } = await person.call(addCustomReport, { projectId, title: 'Own', ...report })
    await mustBeShort(editCustomReport, jsonOf({ id, title: 'Own', ...report }))
    const asked = fields.map(({ key, expression: text }) => ({ key, expression: text }))
    await mustBeShort(validStatistics, jsonOf({ projectId, id, bucket: report.bucket, zone: null, fields: asked }))
  })

  test('is moved to another device with the maximum number of variables', async () => {
    const { equipmentId } = full
    const other = await fullDevice(person, 'Other')
    const projectId = await projectOver(person, 'Moved', [equipmentId, other.equipmentId])
    const { signalIds } = full
    const widgets = many(limits.pageWidgets, (at) => ({
      ...{ id: `w${at}`, widgetType: 'DataText', position: { x: 0, y: 0, width: 9, height: 9, rotate: 0 } },
      data: { type: 'signal', signalId: signalIds[at % signalIds.length]!, equipId: equipmentId },
    }))
    const json = JSON.stringify({ con: {}, widgets, bind: {} })
    await person.call(savePage, { projectId, title: 'Moved', json } as never)
    const moving = { projectId, from: [equipmentId], to: [other.equipmentId], pageIds: [] }
    await mustBeShort(planMove, jsonOf(moving))
    const { pages } = await person.call(planMove, moving)
    const signals = signalIds.map((from, at) => ({ from, to: other.signalIds[at]! }))
    const versions = pages.map(({ id, version }) => ({ id, version }))
    await mustBeShort(saveMove, jsonOf({ ...moving, signals, reports: [], versions, keepOld: true }), [200, 10004])
  })
})

test('every call with a larger body than usual is measured, here or with hostile input', () => {
  const elsewhere: readonly Endpoint[] = [setAvatar, addPicture, orderMqtt, orderMappings, talkCamera]
  const large = rooms
    .flat()
    .map(({ endpoint }) => endpoint as Endpoint)
    .filter(({ bodyBytes = 0 }) => bodyBytes > limits.bodyBytes)
    .map(({ path }) => path)
  const met = new Set([...measuredPaths, ...elsewhere.map(({ path }) => path)])
  expect(large.filter((path) => !met.has(path))).toEqual([])
})
