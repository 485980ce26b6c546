// Intermediate variables of projects over HTTP, a web socket and a real database.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MvarId, PageId, ProjectId } from '../../../contract/fields.ts'
import type { MvarVal, ServerMessage } from '../../../contract/sockets.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { person } from '../../../testkit/people.ts'
import { addReport } from '../../../testkit/reports.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite, type Site } from '../../../testkit/site.ts'
import { watchPage } from '../../../testkit/watch.ts'
import { queryLiveSignals } from '../../device/live/contract.ts'
import { pageInfo, savePage, watchPage as watchedPage } from '../../page/page/contract.ts'
import { addGrant, addProjectGrant } from '../../people/grant/contract.ts'
import { projectToken } from '../../project/live/contract.ts'
import { addProject, addProjectEquips, deleteProjectEquip } from '../../project/project/contract.ts'
import {
  addMvar,
  deleteMvar,
  editMvar,
  queryAllMvars,
  queryMvarHistory,
  queryMvars,
  validFormulaVar,
} from './contract.ts'

let server: TestServer
let intake: Site
let works: Site
/** A device of the same company that is not in the project. */
let other: Site
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
  intake = await liveSite(server, 'Intake')
  works = await liveSite(server, 'Works')
  other = await liveSite(server, 'Other')
})
afterAll(async () => {
  for (const { box } of [intake, works, other]) await box[Symbol.asyncDispose]()
  await server.stop()
})

let count = 0
let projectId: ProjectId
beforeEach(async () => {
  count += 1
  projectId = (await server.admin.call(addProject, { name: `Town ${count}`, note: null })).id
  await server.admin.call(addProjectEquips, { projectId, equipmentIds: [intake.equipmentId, works.equipmentId] })
})

const named = (site: Site, name = 'Level') => `\${${site.equipmentId}.${site.id(name)}}`
const both = () => `${named(intake)}, ${named(works)}`
const total = (title = 'Water in store') => ({
  ...{ title, unit: 'm', decimals: 1 },
  formula: { calcType: 'sum' as const, text: both() },
})
const add = (entry: object = {}) => server.admin.call(addMvar, { projectId, ...total(), ...entry })
async function levels(...values: [ofIntake: number, ofWorks: number]) {
  for (const [i, site] of [intake, works].entries()) {
    const [signalId, value] = [site.id('Level'), values[i]!]
    await site.box.live({ [signalId]: value })
    await eventually(async () => {
      const signals = await server.admin.call(queryLiveSignals, { equipmentId: site.equipmentId })
      expect(signals.find(({ id }) => id === signalId)?.value).toBe(value)
    })
  }
}

describe('a formula', () => {
  test('is checked with the result of the last readings', async () => {
    await levels(2, 3)
    const formula = { calcType: 'sum' as const, text: both() }
    const { inputs, ...result } = await server.admin.call(validFormulaVar, { projectId, formula })
    expect(result).toMatchObject({ value: 5, code: 200 })
    expect(inputs).toMatchObject([
      { equipmentId: intake.equipmentId, subTitle: 'Intake' },
      { equipmentId: works.equipmentId, subTitle: 'Works' },
    ])
  })

  test('with a syntax error or an unknown variable is refused at its field', async () => {
    const ask = (text: string) =>
      server.admin.ask(validFormulaVar, { projectId, formula: { calcType: 'custom', text } })
    expect(await ask(`${named(intake)} +`)).toMatchObject({ code: 2003, data: { field: 'formula.text' } })
    expect(await ask(named(other))).toMatchObject({ code: 2004, data: { field: 'formula.text' } })
    expect(
      (await server.admin.ask(addMvar, { projectId, ...total(), formula: { calcType: 'sum', text: '1' } })).code,
    ).toBe(2003)
  })
})

test('an intermediate variable can be added, changed, listed and deleted; titles are unique', async () => {
  const { id } = await add()
  expect((await server.admin.ask(addMvar, { projectId, ...total() })).code).toBe(10003)
  const formula = { calcType: 'custom' as const, text: `${named(intake)} * 2` }
  await server.admin.call(editMvar, { id, ...total('Twice'), formula })
  const [mvar] = await server.admin.call(queryMvars, { projectId })
  expect(mvar).toMatchObject({ id, title: 'Twice', formula, inputs: [{ signalId: intake.id('Level') }] })
  await server.admin.call(deleteMvar, { id })
  expect(await server.admin.call(queryMvars, { projectId })).toEqual([])
})

test('values are returned for the requested ids', async () => {
  await levels(2, 3)
  const { id } = await add()
  await add({ title: 'Mean', formula: { calcType: 'avg', text: both() } })
  expect(await server.admin.call(queryAllMvars, { projectId, ids: `${id},999999` })).toMatchObject([
    { id, title: 'Water in store', unit: 'm', decimals: 1, value: 5, code: 200 },
  ])
  expect((await server.admin.call(queryAllMvars, { projectId })).map(({ value }) => value)).toEqual([2.5, 5])
})

test('its curve is calculated from stored values, and needs the permission for history', async () => {
  const from = Date.now() - 3_600_000
  const minute = 60_000
  for (const [i, site] of [intake, works].entries()) {
    const { columnIds } = await addReport(server.admin, site.equipmentId, { mode: 'change', columns: ['Level'] })
    for (const [m, value] of [1, 2].entries())
      await site.box.record({ [columnIds[0]!]: value * 10 ** i }, { at: from + (2 * m + i) * minute })
    await eventually(() => expect(site.box.acked()).toBe(2))
  }
  const { id } = await add()
  const asked = { projectId, id, from, to: from + 5 * minute }
  const { times, values, bad, ...curve } = await server.admin.call(queryMvarHistory, asked)
  expect(curve).toEqual({ mvarId: id, unit: 'm', decimals: 1, isReduced: false, from })
  // Times at which one device is unknown are listed in `bad`.
  const all = times.map((time, i) => [time / minute, bad.some(([index]) => index === i) ? null : values[i]])
  expect(all).toEqual([
    [0, null],
    [1, 11],
    [2, 12],
    [3, 22],
  ])
  const { id: elsewhere } = await server.admin.call(addProject, { name: 'Elsewhere', note: null })
  const wrong = await server.admin.ask(queryMvarHistory, { ...asked, projectId: elsewhere })
  expect(wrong).toMatchObject({ code: 10002, data: { field: 'id' } })
  expect((await server.admin.ask(queryMvarHistory, { ...asked, to: from - 1 })).code).toBe(10010)
  const planner = await person(server, 'planner', { auths: ['project:view'] })
  const given = { projectId, accountId: planner.accountId, loginname: null, mayWrite: false }
  await server.admin.call(addProjectGrant, given)
  expect((await planner.ask(queryMvarHistory, asked)).code).toBe(90002)
})

describe('an account that sees the project but none of its devices', () => {
  let customer: Caller
  let pageId: PageId
  let mvarId: MvarId
  beforeEach(async () => {
    mvarId = (await add()).id
    pageId = await save([mvarId])
    const someone = await person(server, `customer-${count}`, { auths: ['monitor:view'] })
    customer = someone
    await server.admin.call(addProjectGrant, {
      ...{ projectId, accountId: someone.accountId, loginname: null, mayWrite: false },
    })
  })
  const save = async (ids: number[]) => {
    const position = { x: 0, y: 0, width: 100, height: 40 }
    const widgets = ids.map((id) => ({
      ...{ id: `w${id}`, widgetType: 'DataText', position },
      data: { type: 'mvar', mvarId: id, title: 'Water in store' },
    }))
    return (await server.admin.call(savePage, { projectId, title: 'Overview', json: JSON.stringify({ widgets }) })).id
  }
  const isMvar = (message: ServerMessage): message is MvarVal => message.type === 'mvarVal'
  async function join() {
    const page = await customer.call(watchedPage, { id: pageId })
    const asked = { pageId, dataEquip: page.content.bind.equips.join(), dataSignal: '' }
    const socket = await watchPage(server.url, await customer.call(projectToken, asked))
    const told = () => socket.messages.filter(isMvar)
    return { socket, told, last: () => told().at(-1) }
  }

  test('gets the value and the devices of its inputs, but not the formula', async () => {
    const page = await customer.call(watchedPage, { id: pageId })
    const equips = [intake.equipmentId, works.equipmentId]
    expect(page).toMatchObject({
      content: { bind: { equips, signals: [], mvars: [mvarId] } },
      mvars: [{ id: mvarId, title: 'Water in store', unit: 'm', decimals: 1, equips }],
    })
    expect(JSON.stringify(page)).not.toContain('${')
    for (const call of [queryMvars, queryAllMvars]) expect((await customer.ask(call, { projectId })).code).toBe(90002)
  })

  test('gets its values as they change, and no readings of its inputs', async () => {
    await levels(2, 3)
    const { socket, last } = await join()
    await eventually(() => expect(last()).toMatchObject({ ids: [mvarId], values: [5], codes: [200] }))
    await intake.box.live({ [intake.id('Level')]: 4 })
    await eventually(() => expect(last()).toMatchObject({ values: [7] }))
    expect(socket.messages.filter(({ type }) => type === 'signalVal')).toEqual([])
    socket.close()
  })

  test('its socket closes when the formula changes; a device removed from the project provides no inputs', async () => {
    await levels(2, 3)
    const { socket } = await join()
    await server.admin.call(editMvar, { id: mvarId, ...total(), formula: { calcType: 'max', text: both() } })
    await server.turn()
    await eventually(() => expect(socket.closed).toBe(4401))
    await server.admin.call(deleteProjectEquip, { projectId, equipmentId: works.equipmentId })
    const again = await join()
    await eventually(() => expect(again.last()).toMatchObject({ values: [2], codes: [1713] }))
    again.socket.close()
  })

  test('a page that is bound to it follows its title, and is unbound when it is deleted', async () => {
    const bindings = async () => {
      const { content } = await server.admin.call(pageInfo, { id: pageId })
      return { data: content.widgets[0]?.data, mvars: content.bind.mvars }
    }
    await server.admin.call(editMvar, { id: mvarId, ...total('In store') })
    expect(await bindings()).toMatchObject({ data: { type: 'mvar', mvarId, title: 'In store' }, mvars: [mvarId] })
    await server.admin.call(deleteMvar, { id: mvarId })
    expect(await bindings()).toEqual({ data: { type: 'mvar' }, mvars: [] })
  })

  test('an intermediate variable of another project is not part of this page', async () => {
    const elsewhere = await server.admin.call(addProject, { name: `Elsewhere ${count}`, note: null })
    await server.admin.call(addProjectEquips, { projectId: elsewhere.id, equipmentIds: [intake.equipmentId] })
    const formula = { calcType: 'sum' as const, text: named(intake) }
    const { id } = await server.admin.call(addMvar, { projectId: elsewhere.id, ...total(), formula })
    pageId = await save([id])
    expect((await customer.call(watchedPage, { id: pageId })).mvars).toEqual([])
  })
})

test('an author keeps a formula over invisible devices, and cannot change it to another such formula', async () => {
  const { id } = await add()
  const author = await person(server, `author-${count}`, { auths: ['project:edit', 'monitor:view'] })
  const given = { accountId: author.accountId, loginname: null, mayWrite: true }
  await server.admin.call(addProjectGrant, { ...given, projectId })
  await server.admin.call(addGrant, { ...given, equipmentId: intake.equipmentId })
  const { formula } = total()
  expect((await author.ask(addMvar, { projectId, ...total('Mine') })).code).toBe(2004)
  const { inputs, title } = await author.call(editMvar, { id, ...total('Renamed') })
  expect(title).toBe('Renamed')
  expect(inputs.map(({ equipmentId }) => equipmentId)).toEqual([intake.equipmentId])
  await levels(2, 3)
  // The check does not reveal values of invisible devices.
  expect(await author.call(validFormulaVar, { projectId, id, formula })).toMatchObject({ value: 2, code: 1713 })
  for (const text of [named(works), `${both()}, ${named(works, 'Pump')}`]) {
    const other = { calcType: 'sum' as const, text }
    expect((await author.ask(validFormulaVar, { projectId, id, formula: other })).code).toBe(2004)
    expect((await author.ask(editMvar, { id, ...total(), formula: other })).code).toBe(2004)
  }
  await author.call(editMvar, { id, ...total(), formula: { calcType: 'sum', text: named(intake) } })
})
