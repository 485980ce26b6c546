// Templates over HTTP: visible as devices to calls for templates, and invisible to all others.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rooms } from '../../../apps/server/rooms.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { person } from '../../../testkit/people.ts'
import { inputSchema, sample } from '../../../testkit/sample.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { device, registered, site } from '../../../testkit/site.ts'
import { pumpConfig, pumpTemplate } from '../../../testkit/templates.ts'
import { bindGateway } from '../../gateway/binding/contract.ts'
import { pageInfo, savePage } from '../../page/page/contract.ts'
import { queryPages } from '../../page/page-list/contract.ts'
import { addGrant } from '../../people/grant/contract.ts'
import { follow } from '../../project/monitor/contract.ts'
import { addProject, addProjectEquips } from '../../project/project/contract.ts'
import { queryConfig } from '../config/contract.ts'
import { saveDriver } from '../driver/contract.ts'
import { deleteEquipment, editEquipment, equipmentInfo } from '../equipment/contract.ts'
import { openMonitoring } from '../live/contract.ts'
import {
  addTemplate,
  asDevice,
  copyTemplate,
  deleteTemplate,
  editTemplate,
  exportTemplate,
  importTemplate,
  queryTemplates,
  queryTemplatesForManage,
  templateDetail,
} from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
})
afterAll(() => server.stop())

const configOf = async (id: ReturnType<typeof asDevice>) =>
  (await server.admin.call(queryConfig, { equipmentId: id })).config

async function exported(id: Parameters<typeof asDevice>[0], caller: Caller = server.admin) {
  const response = await caller.raw(exportTemplate.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  })
  return response.text()
}

describe('adding', () => {
  test('a template is listed with its counts, and edited by the calls for devices', async () => {
    const { id, equipmentId } = await pumpTemplate(server.admin, 'Pump station', { series: 'GH', remark: 'two pumps' })
    const row = await server.admin.call(templateDetail, { id })
    expect(row).toMatchObject({
      ...{ name: 'Pump station', series: 'GH', model: null, remark: 'two pumps', createdBy: 'admin' },
      ...{ drivers: 1, signals: 2, reports: 1, alarms: 1, pages: 1, devices: 0, differing: 0, version: 4 },
    })
    expect(await server.admin.call(equipmentInfo, { id: equipmentId })).toMatchObject({
      ...{ isTemplate: true, name: 'Pump station', signalCount: 2, sn: null },
    })
    const { rows } = await server.admin.call(queryTemplatesForManage, { keyword: 'two pumps' })
    expect(rows).toEqual([row])
    expect(await server.admin.call(queryTemplates, { keyword: 'pump st' })).toEqual([
      { id, name: 'Pump station', series: 'GH', model: null },
    ])
  })

  test('a template is listed with the picture of its start page', async () => {
    await pumpTemplate(server.admin, 'With a page')
    await server.admin.call(addTemplate, { name: 'Without a page' })
    const pictureOf = async (keyword: string) =>
      (await server.admin.call(queryTemplatesForManage, { keyword, pictures: true })).rows[0]?.picture
    expect(await pictureOf('With a page')).toEqual({
      con: { width: 800, height: 600, bgColor: '' },
      parts: [{ type: 'DataText', x: 0, y: 0, width: 100, height: 30 }],
    })
    expect(await pictureOf('Without a page')).toBeNull()
  })

  test('from a device takes its configuration and pages, but no passwords', async () => {
    const equipmentId = await device(server.admin, 'Model machine')
    const { config } = await pumpConfig(server.admin, equipmentId)
    const head = await server.admin.call(queryConfig, { equipmentId })
    const params = { endpointUrl: 'opc.tcp://192.0.2.1:4840', userName: 'op', password: { text: 'secret-word' } }
    await server.admin.call(saveDriver, {
      ...{ equipmentId, version: head.version },
      driver: { name: 'OPC', type: 'opc-ua', params },
    })
    const { id } = await server.admin.call(addTemplate, { name: 'Of a device', equipmentId })
    const made = await configOf(asDevice(id))
    expect(made.signals.map(({ name }) => name)).toEqual(config.signals.map(({ name }) => name))
    expect(made.signals.some(({ id: each }) => config.signals.some((own) => own.id === each))).toBe(false)
    expect(made.signals.every(({ origin }) => origin === undefined)).toBe(true)
    expect(made.drivers[1]!.params).not.toHaveProperty('password')
    const [page] = await server.admin.call(queryPages, { equipmentId: asDevice(id) })
    const { content } = await server.admin.call(pageInfo, { id: page!.id })
    expect(content.bind).toMatchObject({ equips: [id], signals: [made.signals[0]!.id] })
    expect(await server.admin.call(templateDetail, { id })).toMatchObject({ devices: 0 })
  })

  test('a name is unique among templates; devices may have the same name', async () => {
    await server.admin.call(addTemplate, { name: 'Named' })
    await device(server.admin, 'Named')
    expect((await server.admin.ask(addTemplate, { name: 'Named' })).code).toBe(10003)
    const { id } = await server.admin.call(addTemplate, { name: 'Other' })
    expect((await server.admin.ask(editTemplate, { id, name: 'Named' })).code).toBe(10003)
    await server.admin.call(editTemplate, { id, name: 'Other', model: 'GH-1', remark: 'r' })
    expect(await server.admin.call(templateDetail, { id })).toMatchObject({ model: 'GH-1', remark: 'r' })
  })
})

describe('copies and files', () => {
  test('a copy has the same content under new ids; another series is rejected', async () => {
    const { id, equipmentId } = await pumpTemplate(server.admin, 'Original', { series: 'GH' })
    const copy = await server.admin.call(copyTemplate, { id, name: 'Copy', series: 'GH' })
    const [of, made] = [await configOf(equipmentId), await configOf(asDevice(copy.id))]
    expect(made.signals.map(({ name, title, address }) => [name, title, address])).toEqual(
      of.signals.map(({ name, title, address }) => [name, title, address]),
    )
    expect(made.reports[0]).toMatchObject({
      condition: { expression: `\${${copy.id}.${made.signals[1]!.id}} == true` },
    })
    const refused = await server.admin.ask(copyTemplate, { id, name: 'For others', series: 'XX' })
    expect(refused).toMatchObject({ code: 1105, data: { field: 'series' } })
  })

  test('a file transfers the content to another company', async () => {
    const { id } = await pumpTemplate(server.admin, 'Travelling', { series: 'GH' })
    const json = await exported(id)
    expect(JSON.parse(json)).toMatchObject({ format: 'gatehouse.template', version: 1 })
    const other = await server.otherCompany()
    const made = await other.call(importTemplate, { json })
    expect(made).toMatchObject({ name: 'Travelling', drivers: 1, signals: 2, reports: 1, alarms: 1, pages: 1 })
    const { config } = await other.call(queryConfig, { equipmentId: asDevice(made.id) })
    expect(config.alarms[0]).toMatchObject({ content: `{${config.signals[0]!.id}} is high` })
    const [page] = await other.call(queryPages, { equipmentId: asDevice(made.id) })
    const { content } = await other.call(pageInfo, { id: page!.id })
    expect(content.bind).toMatchObject({ equips: [made.id], signals: [config.signals[0]!.id] })
    expect(JSON.parse(await exported(made.id, other)).config.signals).toHaveLength(2)
  })

  test('an invalid file is rejected with the fault', async () => {
    const { id } = await pumpTemplate(server.admin, 'Broken', { series: 'GH' })
    const file = JSON.parse(await exported(id))
    const ask = (change: object, more: object = {}) =>
      server.admin.ask(importTemplate, { name: 'From a file', json: JSON.stringify({ ...file, ...change }), ...more })
    expect(await server.admin.ask(importTemplate, { json: '{' })).toMatchObject({ code: 3103 })
    const unstorable = JSON.stringify(file).replace('"name":"', '"name":"\\u0000')
    expect(await server.admin.ask(importTemplate, { json: unstorable })).toMatchObject({ code: 3103 })
    expect(await ask({ format: 'something' })).toMatchObject({ code: 3103 })
    expect(await ask({ version: 2 })).toMatchObject({ code: 3104 })
    const [signal] = file.config.signals
    const unknownType = await ask({ config: { ...file.config, signals: [{ ...signal, dataType: 'number' }] } })
    expect(unknownType.code).toBe(3103)
    expect(unknownType.msg).toContain('signals.0.dataType')
    const address = await ask({
      config: { ...file.config, signals: [{ ...signal, address: 'nowhere' }], reports: [], alarms: [] },
    })
    expect(address).toMatchObject({ code: 10006, data: [{ name: 'Level', field: 'address' }] })
    expect(await ask({}, { series: 'XX' })).toMatchObject({ code: 1106, data: { field: 'series' } })
    const twice = { ...file.config, signals: [signal, signal] }
    expect((await ask({ config: twice })).code).not.toBe(200)
    expect(await server.admin.call(queryTemplates, { keyword: 'From a file' })).toEqual([])
  })
})

describe('templates are invisible as devices', () => {
  const isOfDevices = ({ path }: Endpoint) => !path.startsWith('/lfscada/template/')

  test('every list is the same with and without a template in the organisation', async () => {
    const other = await server.otherCompany()
    await site(server, 'Real', other)
    await pumpConfig(other, await device(other, 'Real too'))
    const lists = rooms.flat().filter(({ kind, endpoint }) => {
      const input = sample(inputSchema(endpoint)) as object
      return (
        kind === 'read' &&
        endpoint.method === 'POST' &&
        endpoint.answers !== 'stream' &&
        !endpoint.on &&
        isOfDevices(endpoint) &&
        Object.keys(input).length === 0
      )
    })
    const answers = async () => {
      const found = new Map<string, string>()
      for (const { endpoint } of lists) {
        const { code, data } = await other.ask(endpoint, {} as never)
        found.set(endpoint.path, JSON.stringify([code, data]))
      }
      return found
    }
    // Answers that include counts of calls or the time differ between calls.
    const [first, second] = [await answers(), await answers()]
    const steady = [...first.keys()].filter((path) => first.get(path) === second.get(path))
    await pumpTemplate(other, 'Unseen')
    // The log has a line about the template, and its name can be translated.
    const told = ['operationlog', '/translation/']
    const third = await answers()
    for (const path of steady.filter((each) => !told.some((part) => each.includes(part))))
      expect([path, third.get(path)]).toEqual([path, first.get(path)])
    expect(steady.length).toBeGreaterThan(30)
  })

  test('calls for devices only do not find it', async () => {
    const { equipmentId } = await pumpTemplate(server.admin, 'Hidden')
    const { sn, code } = await registered(server.admin)
    const { id: projectId } = await server.admin.call(addProject, { name: 'With devices' })
    const asked: [string, Promise<{ code: number }>][] = [
      ['bind', server.admin.ask(bindGateway, { equipmentId, sn, code })],
      ['follow', server.admin.ask(follow, { equipmentId })],
      ['watch', server.admin.ask(openMonitoring, { equipmentId, interval: 1, delay: 600 })],
      ['grant', server.admin.ask(addGrant, { equipmentId, loginname: 'nobody' })],
      ['edit', server.admin.ask(editEquipment, { id: equipmentId, name: 'x' })],
      ['delete', server.admin.ask(deleteEquipment, { id: equipmentId })],
      ['project', server.admin.ask(addProjectEquips, { projectId, equipmentIds: [equipmentId] })],
    ]
    for (const [what, answer] of asked) expect([what, (await answer).code]).toEqual([what, 1101])
  })

  test('every call about a device answers 1101 for it, except those marked for templates', async () => {
    const { equipmentId } = await pumpTemplate(server.admin, 'Walked')
    const walked = rooms
      .flat()
      .filter(({ kind, endpoint: { on, templates } }) => kind !== 'public' && on?.equipment && templates !== true)
    expect(walked.length).toBeGreaterThan(40)
    for (const { endpoint } of walked) {
      const fields = [endpoint.on!.equipment!].flat()
      const lists = inputSchema(endpoint).properties ?? {}
      const own = Object.fromEntries(
        fields.map((field) => [field, lists[field]?.type === 'array' ? [equipmentId] : equipmentId]),
      )
      const input = { ...(sample(inputSchema(endpoint)) as object), json: '{"widgets":[]}', ...own }
      const { code } = await server.admin.ask(endpoint, input as never)
      // The other objects of the request do not exist either.
      const codes = Object.keys(endpoint.on!)[0] === 'equipment' ? [1101] : [1101, 10002]
      expect(codes, endpoint.path).toContain(code)
    }
  })
})

describe('a page saved under the id of its template', () => {
  const json = JSON.stringify({ widgets: [] })

  test('can use `templateId`, with permissions for templates only', async () => {
    const { id, equipmentId, pageId } = await pumpTemplate(server.admin, 'By template number')
    const templateId = equipmentId
    const editor = await person(server, 'draws', { auths: ['template:edit'] }, 'internal')
    const added = await editor.call(savePage, { templateId, title: 'Second', json })
    expect(await editor.call(pageInfo, { id: added.id })).toMatchObject({ equipmentId, title: 'Second' })
    await editor.call(savePage, { id: pageId, templateId, title: 'Overview 2', json })
    expect((await server.admin.call(queryPages, { equipmentId: asDevice(id) })).map(({ title }) => title)).toContain(
      'Overview 2',
    )
  })

  test('must not name a device or another owner too', async () => {
    const { equipmentId } = await pumpTemplate(server.admin, 'Beside another')
    const machine = await device(server.admin, 'No template')
    const { id: projectId } = await server.admin.call(addProject, { name: 'Beside a template' })
    const code = async (of: object) => (await server.admin.ask(savePage, { title: 'x', json, ...of })).code
    expect(await code({ templateId: machine })).toBe(10002)
    expect(await code({ templateId: equipmentId, equipmentId: machine })).toBe(10001)
    expect(await code({ templateId: equipmentId, projectId })).toBe(10001)
    expect(await code({ templateId: equipmentId, equipmentId })).toBe(200)
    const other = await server.otherCompany()
    expect((await other.ask(savePage, { templateId: equipmentId, title: 'x', json })).code).toBe(1101)
  })
})

describe('permissions for templates', () => {
  test('give access to templates, not to devices', async () => {
    const { id, equipmentId, pageId } = await pumpTemplate(server.admin, 'Keyed')
    const machine = await device(server.admin, 'Not keyed')
    const editor = await person(server, 'templates', { auths: ['template:edit'] }, 'internal')
    expect((await editor.call(queryTemplatesForManage, {})).total).toBeGreaterThan(0)
    const { version, config } = await editor.call(queryConfig, { equipmentId })
    const driver = { ...config.drivers[0]!, name: 'Renamed' }
    await editor.call(saveDriver, { equipmentId, version, driver })
    expect((await editor.call(pageInfo, { id: pageId })).title).toBe('Overview')
    expect((await editor.ask(queryConfig, { equipmentId: machine })).code).toBe(90002)
    expect((await editor.ask(addTemplate, { name: 'May not' })).code).toBe(90002)
    expect((await editor.ask(deleteTemplate, { id })).code).toBe(90002)
    const viewer = await person(server, 'looks', { auths: ['template:view'] }, 'internal')
    expect((await viewer.call(equipmentInfo, { id: equipmentId })).name).toBe('Keyed')
    expect((await viewer.ask(saveDriver, { equipmentId, version: version + 1, driver })).code).toBe(90002)
  })

  test('are needed to see a template', async () => {
    const { id, equipmentId, pageId } = await pumpTemplate(server.admin, 'Closed')
    const engineer = await person(
      server,
      'engineering',
      { auths: ['equipment:edit', 'page:edit'], dataRange: 'all' },
      'internal',
    )
    expect((await engineer.ask(queryConfig, { equipmentId })).code).toBe(1101)
    expect((await engineer.ask(pageInfo, { id: pageId })).code).toBe(10002)
    expect((await engineer.ask(templateDetail, { id })).code).toBe(90002)
    // Names of templates are visible for binding devices.
    expect((await engineer.call(queryTemplates, {})).map(({ name }) => name)).toContain('Closed')
  })

  test('do not include templates of other companies', async () => {
    const { id, equipmentId } = await pumpTemplate(server.admin, 'Ours')
    const other = await server.otherCompany()
    expect((await other.ask(queryConfig, { equipmentId })).code).toBe(1101)
    expect((await other.ask(templateDetail, { id })).code).toBe(10002)
    expect((await other.ask(copyTemplate, { id, name: 'Stolen' })).code).toBe(10002)
    expect((await other.call(queryTemplates, {})).map(({ name }) => name)).not.toContain('Ours')
  })
})
