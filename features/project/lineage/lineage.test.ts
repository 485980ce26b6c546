// Lineage of values and its visibility, over HTTP and a real database.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MvarId, PageId, ProjectId } from '../../../contract/fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { person } from '../../../testkit/people.ts'
import { addReport } from '../../../testkit/reports.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite, type Site } from '../../../testkit/site.ts'
import { saveAlarmRule } from '../../device/alarm-rules/contract.ts'
import { queryConfig } from '../../device/config/contract.ts'
import { editEquipment } from '../../device/equipment/contract.ts'
import { saveSignals } from '../../device/signal/contract.ts'
import { savePage } from '../../page/page/contract.ts'
import { savePagePassword } from '../../page/page-password/contract.ts'
import { addGrant, addProjectGrant } from '../../people/grant/contract.ts'
import { addMvar } from '../../watch/mvar/contract.ts'
import { addProject, addProjectEquips } from '../project/contract.ts'
import { pageLineage, signalLineage } from './contract.ts'

let server: TestServer
let intake: Site
let works: Site
let projectId: ProjectId
let pageId: PageId
let mvarId: MvarId
const clock = { at: Date.UTC(2026, 2, 1) }
const position = { x: 0, y: 0, width: 100, height: 40 }
const shows = (site: Site, name: string, id = name) => ({
  ...{ id, widgetType: 'DataText', position },
  data: { type: 'signal', signalId: site.id(name), equipId: site.equipmentId },
})
const of = (site: Site, name: string) => ({ equipmentId: site.equipmentId, signalId: site.id(name) })
const ref = (site: Site, name: string) => `\${${site.equipmentId}.${site.id(name)}}`
const head = (site: Site) => server.admin.call(queryConfig, { equipmentId: site.equipmentId })

beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000, now: () => clock.at })
  intake = await liveSite(server, 'Intake')
  works = await liveSite(server, 'Works')
  projectId = (await server.admin.call(addProject, { name: 'Town', note: null })).id
  await server.admin.call(addProjectEquips, { projectId, equipmentIds: [intake.equipmentId, works.equipmentId] })
  const formula = { calcType: 'sum' as const, text: `${ref(intake, 'Setpoint')},${ref(works, 'Level')}` }
  mvarId = (await server.admin.call(addMvar, { projectId, title: 'Both', unit: 'm', formula })).id
  const both = { id: 'm', widgetType: 'DataText', position, data: { type: 'mvar', mvarId } }
  const widgets = [shows(intake, 'Level'), shows(works, 'Pump'), both]
  pageId = (await server.admin.call(savePage, { projectId, title: 'Overview', json: JSON.stringify({ widgets }) })).id
  await intake.box.live({ [intake.id('Level')]: 4.5, [intake.id('Setpoint')]: 40 })
  await works.box.live({ [works.id('Level')]: 2 })
  await eventually(() =>
    expect(server.platform.live.get(works.equipmentId, works.id('Level'))).toMatchObject({ value: 2 }),
  )
})
afterAll(async () => {
  for (const { box } of [intake, works]) await box[Symbol.asyncDispose]()
  await server.stop()
})

let count = 0
/** An account that sees the project, and the devices of these sites. */
async function customer(auths: Permission[], ...sites: Site[]): Promise<Caller> {
  count += 1
  const someone = await person(server, `customer-${count}`, { auths: ['monitor:view', ...auths] })
  const given = { accountId: someone.accountId, loginname: null, mayWrite: false }
  await server.admin.call(addProjectGrant, { projectId, ...given })
  for (const { equipmentId } of sites)
    await server.admin.call(addGrant, { equipmentId, groupId: null, roleId: null, ...given })
  return someone
}

describe('a value of a page', () => {
  const all: Permission[] = ['equipment:view', 'gateway:view', 'project:view', 'history:view', 'alarm:view']

  test.each<[string, Permission[], boolean]>([
    ['a viewer of the project', [], false],
    ['a viewer of the project with all permissions', all, false],
    ['a viewer of the project and the device', [], true],
  ])('%s gets its value and time, and nothing about invisible devices', async (_, auths, isOwn) => {
    const caller = await customer(auths, ...(isOwn ? [intake] : []))
    const { page, variable, mvar } = await caller.call(pageLineage, { pageId, ...of(intake, 'Level') })
    expect(page).toEqual({ id: pageId, title: 'Overview', version: 1, saved: null })
    expect(mvar).toBeNull()
    expect(variable).toEqual({
      ...{ equipmentId: intake.equipmentId, signalId: intake.id('Level'), title: 'Tank level', unit: 'm' },
      ...{ decimals: null, texts: null, dataType: 'float32', value: 4.5, code: 200, state: 'online', isOwn },
      ...{ time: expect.any(Number), heardAt: expect.any(Number), device: isOwn ? 'Intake' : null },
      zone: 'Asia/Shanghai',
    })
    const asked = of(intake, 'Level')
    expect((await caller.ask(signalLineage, asked)).code).toBe(isOwn ? 200 : 1101)
  })

  test('has the zone of its device, independently of the organisation’s zone', async () => {
    await server.admin.call(editEquipment, { id: works.equipmentId, name: 'Works', zone: 'Europe/Berlin' })
    const asked = of(works, 'Pump')
    const seen = await (await customer([])).call(pageLineage, { pageId, ...asked })
    expect(seen.variable?.zone).toBe('Europe/Berlin')
    expect((await server.admin.call(signalLineage, asked)).device.zone).toBe('Europe/Berlin')
    expect((await server.admin.call(signalLineage, of(intake, 'Level'))).device.zone).toBe('Asia/Shanghai')
  })

  test('is refused if the page does not show it', async () => {
    const caller = await customer(all, works)
    const refused = await caller.ask(pageLineage, { pageId, ...of(intake, 'Setpoint') })
    expect(refused).toMatchObject({ code: 10002, data: { field: 'signalId' } })
    const mixed = { pageId, equipmentId: works.equipmentId, signalId: intake.id('Level') }
    expect((await caller.ask(pageLineage, mixed)).code).toBe(10002)
    // Variables of visible devices can be chosen by page parameters.
    expect((await caller.ask(pageLineage, { pageId, ...of(works, 'Setpoint') })).code).toBe(200)
  })

  test('request names exactly one variable', async () => {
    for (const both of [{}, { ...of(intake, 'Level'), mvarId }])
      expect((await server.admin.ask(pageLineage, { pageId, ...both })).code).toBe(10001)
  })

  test('on a page with a password is refused before the password is entered', async () => {
    const caller = await customer([])
    const widgets = JSON.stringify({ widgets: [shows(intake, 'Level')] })
    const { id } = await server.admin.call(savePage, { projectId, title: 'Closed', json: widgets })
    await server.admin.call(savePagePassword, { id, password: 'Harbour1' })
    expect((await caller.ask(pageLineage, { pageId: id, ...of(intake, 'Level') })).code).toBe(10002)
  })

  test('includes the author of the page for callers who may list versions', async () => {
    const { page } = await server.admin.call(pageLineage, { pageId, ...of(intake, 'Level') })
    expect(page.saved).toEqual({ savedAt: clock.at, savedBy: expect.any(String) })
  })
})

describe('an intermediate variable', () => {
  const ask = (who: Caller) => who.call(pageLineage, { pageId, mvarId })

  test('includes formula and inputs for callers who can see them', async () => {
    const { mvar } = await ask(server.admin)
    expect(mvar).toMatchObject({ title: 'Both', unit: 'm', value: 42, code: 200 })
    expect(mvar?.inputs.map(({ title, value, device }) => [title, value, device])).toEqual([
      ['Setpoint', 40, 'Intake'],
      ['Tank level', 2, 'Works'],
    ])
    expect(mvar?.formula).toEqual([
      { text: 'sum(', input: null },
      { text: null, input: 0 },
      { text: ',', input: null },
      { text: null, input: 1 },
      { text: ')', input: null },
    ])
  })

  test.each<[string, Permission[], 'works' | undefined, { formula: boolean; inputs: string[] }]>([
    ['neither formula nor inputs to a viewer', [], undefined, { formula: false, inputs: [] }],
    ['no formula to a viewer of one of its devices', [], 'works', { formula: false, inputs: [] }],
    ['no inputs to a viewer of the project only', ['project:view'], undefined, { formula: true, inputs: [] }],
    ['the inputs on visible devices', ['project:view'], 'works', { formula: true, inputs: ['Tank level'] }],
  ])('returns %s', async (_, auths, own, { formula, inputs }) => {
    const { mvar, page } = await ask(await customer(auths, ...(own ? [works] : [])))
    expect(mvar).toMatchObject({ value: 42, code: 200 })
    expect(mvar?.inputs.map(({ title }) => title)).toEqual(inputs)
    expect(mvar?.formula !== null).toBe(formula)
    expect(JSON.stringify(mvar?.formula)).not.toContain('$')
    expect(page.saved).toBeNull()
  })
})

describe('the lineage of a variable', () => {
  const level = () => of(intake, 'Level')

  test('goes from its register to its uses', async () => {
    const { admin } = server
    const { equipmentId } = intake
    await addReport(admin, equipmentId, { columns: ['Level'] })
    const { version } = await head(intake)
    const condition = { kind: 'limit' as const, signalId: intake.id('Level'), is: 'above' as const, limit: 9 }
    await admin.call(saveAlarmRule, { equipmentId, version, rule: { name: 'High', level: 'severe', condition } })
    const own = await admin.call(savePage, {
      ...{ equipmentId, title: 'Own' },
      json: JSON.stringify({ widgets: [shows(intake, 'Level')] }),
    })
    const found = await admin.call(signalLineage, level())
    expect(found).toMatchObject({
      device: { id: equipmentId, name: 'Intake' },
      signal: { address: '40001', dataType: 'float32', unit: 'm' },
      driver: { name: 'PLC', protocol: { en: expect.stringContaining('Modbus') } },
      gateway: { sn: intake.sn, state: 'online', more: { id: intake.gatewayId, consistency: 'mismatch' } },
      alarms: [{ name: 'High', level: 'severe', isEnabled: true }],
      reports: [{ isEnabled: true }],
    })
    expect(found.driver.connection?.map(({ value }) => value.en)).toContain('192.0.2.10')
    expect(found.pages?.rows.map(({ id, of }) => [id, of])).toEqual(
      expect.arrayContaining([
        [pageId, 'Town'],
        [own.id, 'Intake'],
      ]),
    )
    expect(found.mvars).toEqual({ rows: [], hasMore: false })
    const setpoint = await admin.call(signalLineage, { equipmentId, signalId: intake.id('Setpoint') })
    expect(setpoint).toMatchObject({ alarms: [], reports: [], pages: { rows: [] } })
    expect(setpoint.mvars?.rows).toEqual([{ id: mvarId, title: 'Both', projectId, projectName: 'Town' }])
  })

  test('names the version that changed it last, and the definition at a time', async () => {
    const { admin } = server
    const site = works
    const { equipmentId } = site
    const asked = { equipmentId, signalId: site.id('Level') }
    const first = await admin.call(signalLineage, asked)
    expect(first.definition?.changed).toMatchObject({ before: null, after: { name: 'Level' } })
    const before = clock.at
    const save = async (name: string, change: object) => {
      clock.at += 60_000
      const { config, version } = await head(site)
      const signal = { ...config.signals.find((each) => each.name === name)!, ...change }
      await admin.call(saveSignals, { equipmentId, version, save: [signal], remove: [], message: `${name} changed` })
    }
    await save('Level', { scale: 0.1 })
    await save('Setpoint', { unit: 'bar' })
    const { definition, signal } = await admin.call(signalLineage, asked)
    expect(signal).toMatchObject({ scale: 0.1 })
    expect(definition).toMatchObject({
      message: 'Setpoint changed',
      changed: { message: 'Level changed', savedBy: expect.any(String), after: { scale: 0.1 } },
    })
    expect(definition?.version).toBe(definition!.changed!.version + 1)
    expect(definition?.changed?.before).not.toHaveProperty('scale')
    const then = await admin.call(signalLineage, { ...asked, at: before })
    expect(then.signal).not.toHaveProperty('scale')
    expect(then.definition?.changed).toMatchObject({ before: null })
    // For a time before the first version, the current definition is returned.
    const early = await admin.call(signalLineage, { ...asked, at: 1 })
    expect(early.signal).toMatchObject({ scale: 0.1 })
  })

  test.each<[Permission, (keyof typeof parts)[]]>([
    ['monitor:view', []],
    ['equipment:view', ['connection', 'definition', 'alarms', 'reports', 'pages']],
    ['gateway:view', ['clock']],
    ['project:view', ['mvars']],
    ['history:view', ['reports']],
    ['alarm:view', ['alarms']],
  ])('with the permission %s alone contains %j', async (key, told) => {
    const found = await (await customer([key], intake)).call(signalLineage, level())
    for (const [part, read] of Object.entries(parts))
      expect([part, read(found) !== null]).toEqual([part, told.includes(part as never)])
    expect(found).toMatchObject({ signal: { address: '40001' }, gateway: { sn: intake.sn } })
  })
  const parts = {
    connection: (found: Found) => found.driver.connection,
    definition: (found: Found) => found.definition,
    alarms: (found: Found) => found.alarms,
    reports: (found: Found) => found.reports,
    pages: (found: Found) => found.pages,
    mvars: (found: Found) => found.mvars,
    clock: (found: Found) => found.gateway?.more ?? null,
  }
  type Found = Awaited<ReturnType<typeof signalLineage.output.parseAsync>>

  test('of another device, or of an unknown variable, is not found', async () => {
    const foreign = { equipmentId: works.equipmentId, signalId: intake.id('Level') }
    expect(await server.admin.ask(signalLineage, foreign)).toMatchObject({ code: 10002, data: { field: 'signalId' } })
  })
})
