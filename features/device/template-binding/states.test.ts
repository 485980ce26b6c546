// Every action on templates in every state of a device: the answer, and the state afterwards. [S4] [S8 1105-1116] [S8
// 3101-3109]
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { device, registered, site } from '../../../testkit/site.ts'
import { type PumpTemplate, pumpTemplate } from '../../../testkit/templates.ts'
import { unbindGateway } from '../../gateway/binding/contract.ts'
import { queryConfig } from '../config/contract.ts'
import { saveSignals } from '../signal/contract.ts'
import { copyTemplate, deleteTemplate } from '../template/contract.ts'
import {
  applyTemplate,
  bindGatewayAndTemplate,
  bindTemplate,
  planTemplate,
  queryTemplateMarks,
  saveTemplateOwn,
  unbindTemplate,
} from './contract.ts'

let server: TestServer
let own: PumpTemplate
let other: PumpTemplate
let ofOtherSeries: PumpTemplate
beforeAll(async () => {
  server = await testServer()
  own = await pumpTemplate(server.admin, 'Own', { series: 'GH' })
  other = await pumpTemplate(server.admin, 'Other')
  ofOtherSeries = await pumpTemplate(server.admin, 'Of other series', { series: 'XX' })
})
afterAll(() => server.stop())

let made = 0
const fresh = () => {
  made += 1
  return device(server.admin, `State ${made}`)
}

/** Devices in each possible state. */
const states = {
  'bound to nothing': fresh,
  'with a gateway': async () => {
    made += 1
    return (await site(server, `State ${made}`)).equipmentId
  },
  'following, the same': async () => {
    const equipmentId = await fresh()
    await server.admin.call(bindTemplate, { equipmentId, templateId: own.id })
    return equipmentId
  },
  'following, different': async () => {
    const equipmentId = await fresh()
    await server.admin.call(bindTemplate, { equipmentId, templateId: own.id })
    const { version, config } = await server.admin.call(queryConfig, { equipmentId })
    const save = [{ ...config.signals[0]!, title: 'Different' }]
    await server.admin.call(saveSignals, { equipmentId, version, save, remove: [] })
    return equipmentId
  },
  'following, unbound again': async () => {
    const equipmentId = await fresh()
    await server.admin.call(bindTemplate, { equipmentId, templateId: own.id })
    await server.admin.call(unbindTemplate, { equipmentId })
    return equipmentId
  },
  'a template itself': async () => (await pumpTemplate(server.admin, `Itself ${++made}`)).equipmentId,
  'not there': async () => 2_000_000 as EquipmentId,
} satisfies Record<string, () => Promise<EquipmentId>>
type State = keyof typeof states

const ask = <E extends Endpoint>(endpoint: E, input: Parameters<TestServer['admin']['ask']>[1]) =>
  server.admin.ask(endpoint, input as never)

/** The actions that are tried on a device. */
const acts = {
  'plan its own': (equipmentId: EquipmentId) => ask(planTemplate, { equipmentId }),
  'plan another': (equipmentId: EquipmentId) => ask(planTemplate, { equipmentId, templateId: other.id }),
  'bind the first': (equipmentId: EquipmentId) => ask(bindTemplate, { equipmentId, templateId: own.id }),
  'bind another': (equipmentId: EquipmentId) => ask(bindTemplate, { equipmentId, templateId: other.id }),
  'bind one of another series': (equipmentId: EquipmentId) =>
    ask(bindTemplate, { equipmentId, templateId: ofOtherSeries.id }),
  'bind with a gateway': async (equipmentId: EquipmentId) => {
    const { sn, code } = await registered(server.admin)
    return ask(bindGatewayAndTemplate, { equipmentId, sn, code, templateId: other.id })
  },
  synchronise: (equipmentId: EquipmentId) => ask(applyTemplate, { equipmentId }),
  'synchronise an old plan': (equipmentId: EquipmentId) => ask(applyTemplate, { equipmentId, version: 999 }),
  'say what is its own': (equipmentId: EquipmentId) => ask(saveTemplateOwn, { equipmentId, own: [] }),
  unbind: (equipmentId: EquipmentId) => ask(unbindTemplate, { equipmentId }),
} satisfies Record<string, (equipmentId: EquipmentId) => Promise<{ code: number }>>
type Act = keyof typeof acts

type Row = Record<Act, number>
const nothing: Row = {
  ...{ 'plan its own': 1109, 'plan another': 200, 'bind the first': 200, 'bind another': 200 },
  ...{ 'bind one of another series': 200, 'bind with a gateway': 200, synchronise: 1109 },
  ...{ 'synchronise an old plan': 1109, 'say what is its own': 1109, unbind: 1109 },
}
const following: Row = {
  ...{ 'plan its own': 200, 'plan another': 200, 'bind the first': 1110, 'bind another': 200 },
  ...{ 'bind one of another series': 200, 'bind with a gateway': 200, synchronise: 200 },
  ...{ 'synchronise an old plan': 10004, 'say what is its own': 200, unbind: 200 },
}
const unknown = Object.fromEntries(Object.keys(nothing).map((act) => [act, 1101])) as Row
const expected: Record<State, Row> = {
  'bound to nothing': nothing,
  'with a gateway': { ...nothing, 'bind one of another series': 1107, 'bind with a gateway': 1108 },
  'following, the same': following,
  'following, different': following,
  'following, unbound again': nothing,
  'a template itself': unknown,
  'not there': unknown,
}

const cases = Object.entries(expected).flatMap(([state, row]) =>
  Object.entries(row).map(([act, code]) => [state as State, act as Act, code] as const),
)

test.each(cases)('%s: %s answers %i', async (state, act, code) => {
  const equipmentId = await states[state]()
  const before = (await server.admin.ask(queryConfig, { equipmentId })).data
  expect((await acts[act](equipmentId)).code).toBe(code)
  const after = (await server.admin.ask(queryConfig, { equipmentId })).data
  const isKept = code !== 200 || ['plan its own', 'plan another', 'say what is its own', 'unbind'].includes(act)
  if (isKept) expect(after).toEqual(before)
  const marks = await server.admin.ask(queryTemplateMarks, { equipmentIds: [equipmentId] })
  const binds = act.startsWith('bind') || act === 'synchronise'
  if (code === 200 && binds) expect(marks.data).toMatchObject([{ isSame: true }])
  if (act === 'unbind' && code === 200) expect(marks.data).toEqual([])
})

test('a template can be deleted only without followers, and copied only for its own series', async () => {
  const template = await pumpTemplate(server.admin, 'To delete', { series: 'GH' })
  const equipmentId = await fresh()
  await server.admin.call(bindTemplate, { equipmentId, templateId: template.id })
  expect((await server.admin.ask(deleteTemplate, { id: template.id })).code).toBe(3102)
  expect((await server.admin.ask(copyTemplate, { id: template.id, name: 'No', series: 'XX' })).code).toBe(1105)
  expect((await server.admin.ask(unbindGateway, { equipmentId })).code).toBe(1102)
  await server.admin.call(unbindTemplate, { equipmentId })
  expect((await server.admin.ask(deleteTemplate, { id: template.id })).code).toBe(200)
  expect((await server.admin.ask(deleteTemplate, { id: template.id })).code).toBe(10002)
})
