// Devices that follow templates, over HTTP on a real database.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EquipmentId } from '../../../contract/fields.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, device, registered, site } from '../../../testkit/site.ts'
import { pumpConfig, pumpTemplate } from '../../../testkit/templates.ts'
import { gatewayInfo } from '../../gateway/gateway/contract.ts'
import { registerGateway } from '../../gateway/registry/contract.ts'
import { pageInfo, savePage } from '../../page/page/contract.ts'
import { deletePage, queryPages, renamePage } from '../../page/page-list/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { queryConfig } from '../config/contract.ts'
import { saveDriver } from '../driver/contract.ts'
import { equipmentInfo } from '../equipment/contract.ts'
import { saveSignals } from '../signal/contract.ts'
import { deleteTemplate, editTemplate, queryTemplatesForManage } from '../template/contract.ts'
import {
  applyTemplate,
  bindGatewayAndTemplate,
  bindTemplate,
  planTemplate,
  queryFollowers,
  queryTemplateMarks,
  saveTemplateOwn,
  unbindTemplate,
} from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const configOf = async (equipmentId: EquipmentId) => server.admin.call(queryConfig, { equipmentId })
const markOf = async (equipmentId: EquipmentId) =>
  (await server.admin.call(queryTemplateMarks, { equipmentIds: [equipmentId] }))[0]

/** Changes variables of a device or template by name. */
async function change(equipmentId: EquipmentId, fields: Record<string, object | null>) {
  const { version, config } = await configOf(equipmentId)
  const named = (name: string) => config.signals.find((each) => each.name === name)!
  const save = Object.entries(fields).flatMap(([name, more]) => (more ? [{ ...named(name), ...more }] : []))
  const remove = Object.entries(fields).flatMap(([name, more]) => (more ? [] : [named(name).id]))
  return server.admin.call(saveSignals, { equipmentId, version, save, remove })
}

async function bound(name: string) {
  const template = await pumpTemplate(server.admin, `T ${name}`)
  const equipmentId = await device(server.admin, name)
  await server.admin.call(bindTemplate, { equipmentId, templateId: template.id })
  return { template, equipmentId }
}

describe('binding', () => {
  test('gives an empty device everything that the template has, and both match', async () => {
    const { template, equipmentId } = await bound('Empty')
    const { config } = await configOf(equipmentId)
    const of = await configOf(template.equipmentId)
    expect(config.signals.map(({ name, origin }) => [name, origin])).toEqual(
      of.config.signals.map(({ name, id }) => [name, id]),
    )
    expect(config.signals.map(({ id }) => id)).not.toEqual(of.config.signals.map(({ id }) => id))
    const [level, pump] = config.signals
    expect(config.reports[0]).toMatchObject({ condition: { expression: `\${${equipmentId}.${pump!.id}} == true` } })
    expect(config.alarms[0]).toMatchObject({ content: `{${level!.id}} is high`, condition: { signalId: level!.id } })
    const [page] = await server.admin.call(queryPages, { equipmentId })
    expect(page).toMatchObject({ title: 'Overview', startup: true })
    const { content } = await server.admin.call(pageInfo, { id: page!.id })
    expect(content.widgets[0]!.data).toMatchObject({
      ...{ signalId: level!.id, equipId: equipmentId, title: 'Level', subTitle: 'Empty' },
    })
    expect(await markOf(equipmentId)).toMatchObject({ templateName: 'T Empty', isSame: true, templateId: template.id })
  })

  test('adopts variables of the same name and kind with their ids, and reports losses', async () => {
    const template = await pumpTemplate(server.admin, 'Adopting')
    const equipmentId = await device(server.admin, 'Grown')
    const { config: grown, pageId } = await pumpConfig(server.admin, equipmentId, [
      { name: 'LEVEL', title: 'Own title', address: '40099', dataType: 'float32' },
      { name: 'Pump', title: 'Pump', address: '40050', dataType: 'uint16', access: 'rw' },
    ])
    const plan = await server.admin.call(planTemplate, { equipmentId, templateId: template.id })
    expect(plan).toMatchObject({ isSame: false, appliedVersion: null })
    expect(plan.losses).toContainEqual({ kind: 'column', report: 'Levels', variable: 'Pump' })
    expect(plan.pages).toEqual([{ kind: 'changed', title: 'Overview', id: expect.any(Number) }])
    const before = await configOf(equipmentId)
    expect(plan.version).toBe(before.version)
    await server.admin.call(bindTemplate, { equipmentId, templateId: template.id, version: plan.version })
    const { config } = await configOf(equipmentId)
    expect(config.signals[0]).toMatchObject({ id: grown.signals[0]!.id, name: 'Level', title: 'Level' })
    expect(config.signals[1]!.id).not.toBe(grown.signals[1]!.id)
    expect(config.reports[0]!.columns[0]!.id).toBe(grown.reports[0]!.columns[0]!.id)
    // The page with the same title is adopted too.
    const pages = await server.admin.call(queryPages, { equipmentId })
    expect(pages).toMatchObject([{ id: pageId, title: 'Overview', startup: true, version: 2 }])
    expect(await markOf(equipmentId)).toMatchObject({ isSame: true })
  })

  test('rejects the same template, and can replace it by another', async () => {
    const { template, equipmentId } = await bound('Twice')
    expect((await server.admin.ask(bindTemplate, { equipmentId, templateId: template.id })).code).toBe(1110)
    const other = await pumpTemplate(server.admin, 'Other one')
    const before = (await configOf(equipmentId)).config
    await server.admin.call(bindTemplate, { equipmentId, templateId: other.id })
    const { config } = await configOf(equipmentId)
    expect(config.signals.map(({ id }) => id)).toEqual(before.signals.map(({ id }) => id))
    expect(await markOf(equipmentId)).toMatchObject({ templateId: other.id, isSame: true })
  })

  test('can end: configuration and pages stay, and are no longer compared', async () => {
    const { equipmentId } = await bound('Unbound')
    const before = await configOf(equipmentId)
    await server.admin.call(unbindTemplate, { equipmentId })
    expect(await configOf(equipmentId)).toEqual(before)
    expect(await server.admin.call(queryPages, { equipmentId })).toHaveLength(1)
    expect(await markOf(equipmentId)).toBeUndefined()
    expect((await server.admin.ask(unbindTemplate, { equipmentId })).code).toBe(1109)
    expect((await server.admin.ask(applyTemplate, { equipmentId })).code).toBe(1109)
    expect((await server.admin.ask(planTemplate, { equipmentId })).code).toBe(1109)
  })

  test('is not possible for a template, nor to a device', async () => {
    const template = await pumpTemplate(server.admin, 'No device')
    const other = await pumpTemplate(server.admin, 'No device either')
    const equipmentId = template.equipmentId
    expect((await server.admin.ask(bindTemplate, { equipmentId, templateId: other.id })).code).toBe(1101)
    const plain = await device(server.admin, 'Plain')
    const templateId = plain as number as typeof template.id
    expect((await server.admin.ask(bindTemplate, { equipmentId: plain, templateId })).code).toBe(10002)
  })

  test('together with a gateway binds both or neither', async () => {
    const template = await pumpTemplate(server.admin, 'Both', { series: 'GH' })
    const equipmentId = await device(server.admin, 'Both')
    const { sn, code } = await registered(server.admin)
    const made = await server.admin.call(bindGatewayAndTemplate, { equipmentId, sn, code, templateId: template.id })
    expect(made.version).toBeGreaterThan(0)
    expect(await server.admin.call(gatewayInfo, { equipmentId })).toMatchObject({ sn, consistency: 'unknown' })
    expect(await markOf(equipmentId)).toMatchObject({ isSame: true })

    const next = await device(server.admin, 'Neither')
    const other = await server.admin.call(registerGateway, { sn: 'OTHER-SERIES', series: 'XX' })
    const refused = { equipmentId: next, sn: other.sn, code: other.code, templateId: template.id }
    expect((await server.admin.ask(bindGatewayAndTemplate, refused)).code).toBe(1107)
    expect((await server.admin.call(equipmentInfo, { id: next })).sn).toBeNull()
    expect(await markOf(next)).toBeUndefined()
  })

  test('rejects a gateway of another series, whichever is bound first', async () => {
    const template = await pumpTemplate(server.admin, 'Series', { series: 'ZZ' })
    const made = await site(server, 'Of series GH')
    const { equipmentId } = made
    expect((await server.admin.ask(bindTemplate, { equipmentId, templateId: template.id })).code).toBe(1107)
    await server.admin.call(editTemplate, { id: template.id, name: 'Series', series: null })
    await server.admin.call(bindTemplate, { equipmentId, templateId: template.id })
    expect((await server.admin.ask(editTemplate, { id: template.id, name: 'Series', series: 'ZZ' })).code).toBe(1107)
  })
})

describe('a device that follows', () => {
  test('differs after a change of either side, and matches after applying', async () => {
    const { template, equipmentId } = await bound('Either')
    await change(template.equipmentId, { Level: { title: 'Water level', unit: 'cm' } })
    expect(await markOf(equipmentId)).toMatchObject({ isSame: false })
    const plan = await server.admin.call(planTemplate, { equipmentId })
    const titles = (config: typeof plan.before) => config.signals.map(({ title }) => title)
    expect([titles(plan.before), titles(plan.after)]).toEqual([
      ['Level', 'Pump on'],
      ['Water level', 'Pump on'],
    ])
    expect(plan.pages).toEqual([{ kind: 'changed', title: 'Overview', id: expect.any(Number) }])
    const { version, templateVersion } = plan
    await server.admin.call(applyTemplate, { equipmentId, version, templateVersion })
    expect(await markOf(equipmentId)).toMatchObject({ isSame: true, appliedVersion: templateVersion })

    await change(equipmentId, { Pump: { title: 'Mine' } })
    expect(await markOf(equipmentId)).toMatchObject({ isSame: false })
    await server.admin.call(applyTemplate, { equipmentId })
    expect((await configOf(equipmentId)).config.signals[1]!.title).toBe('Pump on')
    expect(await markOf(equipmentId)).toMatchObject({ isSame: true })
  })

  test('gets changed, renamed, removed and added pages', async () => {
    const { template, equipmentId } = await bound('Pages')
    const json = JSON.stringify({ con: { width: 500, height: 400, bgColor: '' }, widgets: [], bind: {} })
    const of = template.equipmentId
    const { id: second } = await server.admin.call(savePage, { equipmentId: of, title: 'Second', json })
    expect(await markOf(equipmentId)).toMatchObject({ isSame: false })
    await server.admin.call(applyTemplate, { equipmentId })
    const pages = async () => (await server.admin.call(queryPages, { equipmentId })).map(({ title }) => title)
    expect(await pages()).toEqual(['Overview', 'Second'])
    // A new page and a changed variable in the same step.
    await server.admin.call(savePage, { equipmentId: of, title: 'Added', json })
    await change(of, { Level: { title: 'Other level' } })
    await server.admin.call(applyTemplate, { equipmentId })
    expect(await pages()).toEqual(['Overview', 'Added', 'Second'])
    const added = (await server.admin.call(queryPages, { equipmentId: of })).find(({ title }) => title === 'Added')!
    await server.admin.call(deletePage, { id: added.id })
    await server.admin.call(applyTemplate, { equipmentId })
    await server.admin.call(renamePage, { id: second, title: 'Pumps' })
    expect(await markOf(equipmentId)).toMatchObject({ isSame: false })
    await server.admin.call(applyTemplate, { equipmentId })
    expect(await pages()).toEqual(['Overview', 'Pumps'])
    await server.admin.call(deletePage, { id: second })
    const { pages: planned, losses } = await server.admin.call(planTemplate, { equipmentId })
    expect(planned).toEqual([{ kind: 'removed', title: 'Pumps', id: expect.any(Number) }])
    expect(losses).toContainEqual({ kind: 'removedPage', page: 'Pumps' })
    await server.admin.call(applyTemplate, { equipmentId })
    expect(await pages()).toEqual(['Overview'])
    expect(await markOf(equipmentId)).toMatchObject({ isSame: true })
    // An additional page of the device makes no difference.
    await server.admin.call(savePage, { equipmentId, title: 'Own', json })
    expect(await markOf(equipmentId)).toMatchObject({ isSame: true })
  })

  test('may keep the address of its driver, and other chosen fields', async () => {
    const { template, equipmentId } = await bound('Addressed')
    const { version, config } = await configOf(equipmentId)
    const driver = { ...config.drivers[0]!, params: { ...config.drivers[0]!.params, host: '192.0.2.77' } }
    await server.admin.call(saveDriver, { equipmentId, version, driver })
    expect(await markOf(equipmentId)).toMatchObject({ isSame: true })
    await change(equipmentId, { Level: { max: 6 } })
    expect(await markOf(equipmentId)).toMatchObject({ isSame: false })
    const { own, ownable } = await server.admin.call(planTemplate, { equipmentId })
    const max = ownable.find(({ part, field }) => part === 'signals' && field === 'max')!
    await server.admin.call(saveTemplateOwn, { equipmentId, own: [...own, max] })
    expect(await markOf(equipmentId)).toMatchObject({ isSame: true })
    await change(template.equipmentId, { Level: { max: 20, decimals: 1 } })
    await server.admin.call(applyTemplate, { equipmentId })
    const now = (await configOf(equipmentId)).config
    expect(now.signals[0]).toMatchObject({ max: 6, decimals: 1 })
    expect(now.drivers[0]!.params.host).toBe('192.0.2.77')
    const wrong = { part: 'signals', origin: max.origin, field: 'title' }
    expect((await server.admin.ask(saveTemplateOwn, { equipmentId, own: [wrong] })).code).toBe(10001)
  })

  test('is not changed by a plan of an old version', async () => {
    const { template, equipmentId } = await bound('Stale')
    const { version, templateVersion } = await server.admin.call(planTemplate, { equipmentId })
    await change(equipmentId, { Pump: { title: 'Meanwhile' } })
    expect((await server.admin.ask(applyTemplate, { equipmentId, version })).code).toBe(10004)
    await change(template.equipmentId, { Pump: { title: 'Of the template' } })
    expect((await server.admin.ask(applyTemplate, { equipmentId, templateVersion })).code).toBe(10004)
    expect((await configOf(equipmentId)).config.signals[1]!.title).toBe('Meanwhile')
  })

  test('gets a list of losses: columns, active alarms, pages', async () => {
    const { template, equipmentId } = await bound('Losing')
    const { config } = await configOf(equipmentId)
    const pump = config.signals[1]!
    const position = { x: 0, y: 0, width: 9, height: 9, rotate: 0 }
    const data = { type: 'signal', signalId: pump.id, equipId: equipmentId, title: 'x' }
    const widgets = [{ id: 'a', widgetType: 'DataText', position, data }]
    await server.admin.call(savePage, { equipmentId, title: 'Own', json: JSON.stringify({ widgets }) })
    // The report's condition uses the variable, so the report is changed first.
    const of = await configOf(template.equipmentId)
    const { saveReport } = await import('../report/contract.ts')
    const [report] = of.config.reports
    const level = of.config.signals[0]!.id
    await server.admin.call(saveReport, {
      ...{ equipmentId: template.equipmentId, version: of.version },
      report: { ...report!, mode: 'interval', condition: undefined, columns: [{ signalId: level }] },
    })
    await change(template.equipmentId, { Pump: null })
    const { losses } = await server.admin.call(planTemplate, { equipmentId })
    expect(losses).toEqual([
      { kind: 'column', report: 'Levels', variable: 'Pump on' },
      { kind: 'page', page: 'Own', of: null, bindings: 1 },
    ])
    await server.admin.call(applyTemplate, { equipmentId })
    expect((await configOf(equipmentId)).config.signals).toHaveLength(1)
  })
})

describe('a template', () => {
  test('counts followers and differing ones, and cannot be deleted while it has followers', async () => {
    const { template, equipmentId } = await bound('Counted')
    const second = await device(server.admin, 'Counted too')
    await server.admin.call(bindTemplate, { equipmentId: second, templateId: template.id })
    await change(second, { Level: { title: 'Mine' } })
    const row = async () => (await server.admin.call(queryTemplatesForManage, { keyword: 'T Counted' })).rows[0]
    expect(await row()).toMatchObject({
      devices: 2,
      differing: 1,
      signals: 2,
      drivers: 1,
      reports: 1,
      alarms: 1,
      pages: 1,
    })
    const { rows } = await server.admin.call(queryFollowers, { id: template.id })
    expect(rows.map(({ name, isSame }) => [name, isSame])).toEqual([
      ['Counted', true],
      ['Counted too', false],
    ])
    expect((await server.admin.ask(deleteTemplate, { id: template.id })).code).toBe(3102)
    for (const id of [equipmentId, second]) await server.admin.call(unbindTemplate, { equipmentId: id })
    await server.admin.call(deleteTemplate, { id: template.id })
    expect(await row()).toBeUndefined()
  })

  test('binding and applying are in the log', async () => {
    const { equipmentId } = await bound('Logged')
    await change(equipmentId, { Level: { title: 'Mine' } })
    await server.admin.call(applyTemplate, { equipmentId })
    const { rows } = await server.admin.call(queryOperations, { keyword: 'Logged' })
    const acts = rows.filter(({ objectType }) => objectType === 'equipment').map(({ act }) => act)
    expect(acts).toEqual(['applyTemplate', 'saveSignals', 'bindTemplate', 'add'])
  })
})

test('following does not change the configuration sent to a gateway', async () => {
  const equipmentId = await device(server.admin, 'Same box')
  const template = await pumpTemplate(server.admin, 'Same box')
  await configure(server.admin, equipmentId, [])
  await server.admin.call(bindTemplate, { equipmentId, templateId: template.id })
  const { config } = await configOf(equipmentId)
  const { gatewayConfigOf } = await import('../../frame/config.ts')
  expect(JSON.stringify(gatewayConfigOf(config, 'UTC', equipmentId))).not.toContain('origin')
})
