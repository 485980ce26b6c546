// The gateway's own settings over HTTP: reports, orders and rejections.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BoxOrder, Northbound } from '../../../contract/box.ts'
import { writeHash } from '../../../contract/config-hash.ts'
import { openSealed } from '../../../contract/sealed.ts'
import type { Command } from '../../../contract/topics.ts'
import { toldByBox } from '../../../testkit/box-told.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { person } from '../../../testkit/people.ts'
import { adminPassword, type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, liveSite, type Site, settled, site } from '../../../testkit/site.ts'
import { equipmentInfo } from '../../device/equipment/contract.ts'
import { liveGatewayInfo } from '../../device/live/contract.ts'
import { gatewayConfigOf, readConfig } from '../../frame/config.ts'
import { addGrant } from '../../people/grant/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { boxInfo, editSaving, orderBox, orderMappings, orderMqtt, orderTamper, placeEquipment } from './contract.ts'

const clock = { at: Date.UTC(2026, 2, 1) }
let server: TestServer
beforeAll(async () => {
  server = await testServer({ now: () => clock.at })
})
afterAll(() => server.stop())

const info = (id: Site['gatewayId']) => server.admin.call(boxInfo, { id })
/** Sends a report of the gateway, and waits until the platform has it. */
async function tell({ box, gatewayId }: Site, change: Partial<typeof toldByBox> = {}) {
  await box.say('box', { at: clock.at, box: { ...toldByBox, ...change } })
  await eventually(async () => expect((await info(gatewayId)).box).toMatchObject({ ...toldByBox, ...change }))
}
async function told(name: string, change: Partial<typeof toldByBox> = {}): Promise<Site> {
  const made = await liveSite(server, name)
  await tell(made, change)
  return made
}
const orderOf = (command: Command | undefined): BoxOrder => {
  if (command?.kind !== 'box') throw new Error('no order came')
  return command.order
}
const lastOrder = ({ box }: Site) => orderOf(box.commands.at(-1))
const restart = { act: 'restart' } as const

describe('the report of a gateway', () => {
  test('is returned with its time, and with the newest order of each kind', async () => {
    const made = await liveSite(server, 'Told')
    expect(await info(made.gatewayId)).toMatchObject({ isAble: true, box: null, boxAt: null, orders: [] })
    await tell(made)
    expect(await info(made.gatewayId)).toMatchObject({
      ...{ box: toldByBox, boxAt: clock.at, economizeOpen: true, smartSaving: true, equipmentId: made.equipmentId },
      signals: expect.arrayContaining([expect.objectContaining({ name: 'Setpoint', canWrite: true, isNumber: true })]),
    })
    clock.at += 5000
    const { uuid } = await server.admin.call(orderBox, { id: made.gatewayId, order: { act: 'mode', mode: 'router' } })
    expect(await settled(server.admin, uuid)).toMatchObject({ status: 'success', code: 200 })
    made.box.answer = () => ({ status: 'failure', code: 1338 })
    clock.at += 1000
    const second = await server.admin.call(orderBox, { id: made.gatewayId, order: restart })
    expect(await settled(server.admin, second.uuid)).toMatchObject({ status: 'failure', code: 1338 })
    expect((await info(made.gatewayId)).orders).toEqual([
      expect.objectContaining({ act: 'restart', code: 1338, msg: expect.stringContaining('reporting') }),
      expect.objectContaining({ act: 'mode', status: 'success', code: 200, msg: '' }),
    ])
    const { rows } = await server.admin.call(queryOperations, { keyword: made.sn })
    expect(rows.map(({ act }) => act).slice(0, 2)).toEqual(['boxRestart', 'boxMode'])
  })

  test('is ignored in another session', async () => {
    const made = await told('Stale')
    await made.box.say('box', { session: '0'.repeat(16), at: clock.at, box: { ...toldByBox, uptimeS: 1 } })
    await made.box.hello()
    expect((await info(made.gatewayId)).box?.uptimeS).toBe(toldByBox.uptimeS)
  })
})

describe('an order', () => {
  test.each([
    [{ act: 'lan', lan: { ip: '10.0.0.5', mask: '255.0.255.0' } }, 'order.lan.mask'],
    [{ act: 'lan', lan: { ip: '10.0.0.255', mask: '255.255.255.0' } }, 'order.lan.ip'],
    [
      {
        act: 'lan',
        lan: {
          ip: '10.0.0.5',
          mask: '255.255.255.0',
          route: { target: '10.9.0.0', mask: '255.255.0.0', nextHop: '10.0.1.1' },
        },
      },
      'order.lan.route.nextHop',
    ],
    [
      {
        act: 'lan',
        lan: {
          ip: '10.0.0.5',
          mask: '255.255.255.0',
          route: { target: '10.0.0.0', mask: '255.255.255.0', nextHop: '10.0.0.1' },
        },
      },
      'order.lan.route.target',
    ],
    [
      { act: 'serial', line: { port: 'COM1', baud: 9601, dataBits: 8, parity: 'none', stopBits: 1 } },
      'order.line.baud',
    ],
    [{ act: 'serial', line: { port: 'tty', baud: 9600, dataBits: 8, parity: 'none', stopBits: 1 } }, 'order.line.port'],
    [{ act: 'mode', mode: 'bridge' }, 'order.mode'],
    [{ act: 'power', power: { isLowPower: true, reportEveryMin: 0, sleepDelayS: 60 } }, 'order.power.reportEveryMin'],
  ])('%j is rejected with its field %s', async (order, field) => {
    const id = 1 as Site['gatewayId']
    const answer = await server.admin.ask(orderBox, { id, order: order as never })
    expect(answer).toMatchObject({ code: 10001, data: { field } })
  })

  test('is rejected offline 1304, asleep 1337, in remote download 1331 except orders that end it', async () => {
    const made = await site(server, 'Away')
    const ask = async (order: object) =>
      (await server.admin.ask(orderBox, { id: made.gatewayId, order: order as never })).code
    expect(await ask(restart)).toBe(1304)
    await made.box.connect()
    await made.box.hello({ mode: 'download' })
    const before = made.box.commands.length
    expect(await ask({ act: 'location', isOn: true })).toBe(1331)
    expect(made.box.commands).toHaveLength(before)
    expect(await ask({ act: 'mode', mode: 'standard' })).toBe(200)
    expect(await ask(restart)).toBe(200)
    await made.box.bye(true)
    await eventually(async () => expect(await ask(restart)).toBe(1337))
  })

  test('for an old agent is 1354 in words; for missing hardware the answer names it', async () => {
    const made = await told('Old box', { can: ['restart'], power: null, location: null, lan: null })
    const ask = (order: object, language: 'en' | 'zh-cn' = 'en') =>
      server.admin.ask(orderBox, { id: made.gatewayId, order: order as never }, language)
    expect(await ask({ act: 'mode', mode: 'router' })).toMatchObject({
      code: 1353,
      msg: expect.stringContaining('modes'),
    })
    expect((await ask({ act: 'mode', mode: 'router' }, 'zh-cn')).msg).toContain('模式切换')
    const power = { act: 'power', power: { isLowPower: true, reportEveryMin: 60, sleepDelayS: 60 } }
    expect((await ask(power)).code).toBe(1349)
    expect((await ask({ act: 'locate' })).code).toBe(1344)
    await made.box.hello({ abilities: ['probe'] })
    expect(await ask(restart)).toMatchObject({ code: 1354, msg: expect.stringContaining('its own settings') })
    expect((await info(made.gatewayId)).isAble).toBe(false)
  })

  test('for a gateway that reports what it lacks is answered with that, in both languages', async () => {
    const lacks = { lan: 'lanForeign', power: 'wakeClock', locate: 'position', restart: 'of a later agent' }
    const made = await told('Lacking box', { can: [], lacks, power: null, location: null, lan: null })
    const ask = (order: object, language: 'en' | 'zh-cn' = 'en') =>
      server.admin.ask(orderBox, { id: made.gatewayId, order: order as never }, language)
    const lan = { act: 'lan', lan: { ip: '192.168.1.9', mask: '255.255.255.0' } }
    expect(await ask(lan)).toMatchObject({ code: 1359, msg: expect.stringContaining('Other software') })
    expect((await ask(lan, 'zh-cn')).msg).toContain('由其他软件配置')
    const power = { act: 'power', power: { isLowPower: true, reportEveryMin: 60, sleepDelayS: 60 } }
    expect((await ask(power)).code).toBe(1349)
    expect(await ask({ act: 'locate' })).toMatchObject({ code: 1359, msg: expect.stringContaining('no coordinates') })
    const line = { port: 'COM1', baud: 9600, dataBits: 8, parity: 'none', stopBits: 1 }
    expect(await ask({ act: 'serial', line })).toMatchObject({ code: 1353 })
    expect((await info(made.gatewayId)).box?.lacks).toEqual(lacks)
    expect((await ask(restart)).code).toBe(1353)
  })

  test.each([
    ['as long as the time between reports', { isLowPower: true, reportEveryMin: 1, sleepDelayS: 60 }, {}, 1350],
    [
      'while remote download is ordered',
      { isLowPower: true, reportEveryMin: 60, sleepDelayS: 60 },
      { mode: { now: 'standard', next: 'download' } } as const,
      1351,
    ],
  ])('low power %s is rejected', async (name, power, change, code) => {
    const made = await told(`Power ${name}`.slice(0, 25), change)
    expect((await server.admin.ask(orderBox, { id: made.gatewayId, order: { act: 'power', power } })).code).toBe(code)
  })

  test('needs the permission to edit; another company can neither see nor order anything', async () => {
    const made = await told('Ours')
    const other = await server.otherCompany()
    expect((await other.ask(boxInfo, { id: made.gatewayId })).code).toBe(10002)
    expect((await other.ask(orderBox, { id: made.gatewayId, order: restart })).code).toBe(10002)
  })
})

describe('tamper-proof', () => {
  const settings = (made: Site) => ({
    ...{ formula: '6*X+10', everyS: 5, offlineMin: 60 },
    ...{ readId: made.id('Level') as number, writeId: made.id('Setpoint') as number },
  })

  test('is sent to the gateway with the meaning of the written variable', async () => {
    const made = await told('Leased')
    const { uuid } = await server.admin.call(orderTamper, { id: made.gatewayId, tamper: settings(made) })
    expect(await settled(server.admin, uuid)).toMatchObject({ status: 'success' })
    const sent = gatewayConfigOf(readConfig(made.config), 'UTC', made.equipmentId)
    expect(lastOrder(made)).toEqual({
      act: 'tamper',
      tamper: { ...settings(made), hash: writeHash(sent, made.id('Setpoint')) },
    })
  })

  test('without one is 1343, and wrong fields are named', async () => {
    const made = await told('Not leased')
    const ask = (change: object | null) =>
      server.admin.ask(orderTamper, { id: made.gatewayId, tamper: change && { ...settings(made), ...change } })
    expect((await ask(null)).code).toBe(1343)
    expect(await ask({ formula: '6*Y' })).toMatchObject({
      code: 10001,
      data: { field: 'tamper.formula', reason: expect.stringContaining('only X') },
    })
    expect(await ask({ readId: made.id('Name') })).toMatchObject({ data: { field: 'tamper.readId' } })
    expect(await ask({ writeId: made.id('Level') })).toMatchObject({ data: { field: 'tamper.writeId' } })
    expect(await ask({ offlineMin: 0 })).toMatchObject({ data: { field: 'tamper.offlineMin' } })
  })
})

describe('mappings', () => {
  test('join two drivers; an invalid one is reported with its row, a 101st is 1726', async () => {
    const made = await told('Mapped')
    const drafts = [
      { name: 'Copy', address: '40300', dataType: 'float32', access: 'rw' },
      { name: 'Other', address: '40310', dataType: 'float32', access: 'rw' },
    ] as const
    const more = await configure(server.admin, made.equipmentId, drafts, 'Second')
    const copy = more.config.signals.find(({ name }) => name === 'Copy')!.id as number
    const other = more.config.signals.find(({ name }) => name === 'Other')!.id as number
    const level = made.id('Level') as number
    const setpoint = made.id('Setpoint') as number
    const mapping = { from: level, to: copy, when: 'change', everyS: 1 } as const
    const ask = (mappings: object[]) =>
      server.admin.ask(orderMappings, { id: made.gatewayId, mappings: mappings as never })
    expect(await ask([mapping])).toMatchObject({ code: 200 })
    expect(lastOrder(made)).toMatchObject({ act: 'mappings', mappings: [{ ...mapping, hash: expect.any(String) }] })
    const wrong = [
      [[{ ...mapping, to: level }], 'mappings.0.to'],
      [[mapping, { ...mapping, from: setpoint }], 'mappings.1.to'],
      [[{ ...mapping, from: copy, to: other }], 'mappings.0.to'],
      [[{ ...mapping, from: made.id('Name') }], 'mappings.0.to'],
      [[{ ...mapping, from: 999_999 }], 'mappings.0.from'],
      [[mapping, { ...mapping, from: copy, to: setpoint }, { ...mapping, from: setpoint, to: other }], undefined],
      [
        [
          { ...mapping, from: setpoint },
          { ...mapping, from: copy, to: setpoint },
        ],
        'mappings.0.to',
      ],
    ] as const
    for (const [mappings, field] of wrong)
      expect((await ask([...mappings])).data).toMatchObject(field ? { field } : { online: true })
    expect((await ask(Array.from({ length: 101 }, () => mapping))).code).toBe(1726)
  })
})

describe('an MQTT server of the customer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' })
  const file = (name: string) => readFileSync(join(folder, name)).toString('base64')
  beforeAll(() => {
    for (const name of ['one', 'two'])
      openssl(
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '30',
        '-subj',
        `/CN=${name}`,
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.pem`,
      ) // prettier-ignore
    openssl('x509', '-in', 'one.pem', '-outform', 'der', '-out', 'one.der')
    openssl('pkcs8', '-topk8', '-nocrypt', '-in', 'one.key', '-outform', 'der', '-out', 'one.key.der')
  })
  const settings: Northbound = {
    ...{ host: 'mqtt.customer.example', port: 8883, clientId: 'plant-7', username: 'plant', timeoutS: 10 },
    ...{ keepAliveS: 60, auth: 'mutual', topic: 'plant/7', everyS: 10 },
  }

  test('is configured with sealed secrets, which cannot be read back', async () => {
    const made = await told('Northbound')
    const id = made.gatewayId
    const secrets = {
      password: 'hush-hush',
      certificate: file('one.der'),
      key: file('one.key.der'),
      ca: file('two.pem'),
    }
    const { uuid } = await server.admin.call(orderMqtt, { id, server: settings, ...secrets })
    expect(await settled(server.admin, uuid)).toMatchObject({ status: 'success' })
    const command = made.box.commands.at(-1) as Extract<Command, { kind: 'box' }>
    const order = orderOf(command) as Extract<BoxOrder, { act: 'mqtt' }>
    expect(order).toMatchObject({ settings, ca: expect.stringContaining('BEGIN CERTIFICATE') })
    expect(order.variables.map(({ name }) => name)).toEqual(['Level', 'Pump', 'Setpoint', 'Name', 'Total'])
    const opened = openSealed({ sn: made.sn, secret: made.secret }, command.sealed!)!
    expect([...opened.values()]).toEqual(['hush-hush', expect.stringContaining('BEGIN PRIVATE KEY')])
    const kept = await server.database.kysely.selectFrom('command').select('payload').where('uuid', '=', uuid).execute()
    const { rows } = await server.admin.call(queryOperations, { keyword: made.sn })
    for (const place of [kept, rows, await info(id), order]) {
      expect(JSON.stringify(place)).not.toContain('hush-hush')
      expect(JSON.stringify(place)).not.toContain('PRIVATE KEY')
    }
    await server.admin.call(orderMqtt, { id, server: { ...settings, port: 8884 }, signalIds: [made.id('Level')] })
    await eventually(() => expect(lastOrder(made)).toMatchObject({ settings: { port: 8884 }, secrets: {} }))
    expect(lastOrder(made)).not.toHaveProperty('ca')
    await server.admin.call(orderMqtt, { id, server: null })
    await eventually(() => expect(lastOrder(made)).toMatchObject({ settings: null, variables: [] }))
  })

  test('is rejected with the invalid field', async () => {
    const made = await told('Wrong server')
    const ask = async (change: object, files: object = {}) =>
      (await server.admin.ask(orderMqtt, { id: made.gatewayId, server: { ...settings, ...change }, ...files })).data
    const junk = Buffer.from('junk').toString('base64')
    for (const host of ['', 'a b', '300.1.1.1', 'mqtt://x', '-a.example'])
      expect(await ask({ host })).toMatchObject({ field: 'server.host' })
    expect(await ask({ topic: 'a/#' })).toMatchObject({ field: 'server.topic' })
    expect(await ask({ port: 70_000 })).toMatchObject({ field: 'server.port' })
    expect(await ask({}, { ca: junk })).toMatchObject({ field: 'ca' })
    expect(await ask({}, { certificate: file('one.pem') })).toMatchObject({ field: 'key' })
    expect(await ask({}, { key: file('one.key') })).toMatchObject({ field: 'certificate' })
    expect(await ask({}, { certificate: file('one.pem'), key: file('two.key') })).toMatchObject({ field: 'key' })
    expect(await ask({}, { certificate: file('one.key'), key: file('one.key') })).toMatchObject({
      field: 'certificate',
    })
    expect(await ask({}, { ca: Buffer.alloc(1024 * 1024 + 1).toString('base64') })).toMatchObject({ field: 'ca' })
  })
})

describe('data saving and position', () => {
  test('live monitoring uses the setting', async () => {
    const made = await told('Thrifty')
    const live = () => server.admin.call(liveGatewayInfo, { equipmentId: made.equipmentId })
    expect(await live()).toMatchObject({ economizeOpen: true, smartSaving: true })
    await server.admin.call(editSaving, { id: made.gatewayId, economizeOpen: false, smartSaving: false })
    expect(await live()).toMatchObject({ economizeOpen: false, smartSaving: false })
    const { rows } = await server.admin.call(queryOperations, { keyword: made.sn })
    expect(rows[0]).toMatchObject({ act: 'dataSaving', before: { economizeOpen: true, smartSaving: true } })
  })

  test('the location can be refreshed five times a day, whatever the gateway counts: 1341', async () => {
    const place = { isOn: true, left: 5, fix: null }
    const can = [...toldByBox.can, 'location', 'locate'] as typeof toldByBox.can
    const made = await told('Located often', { location: place, can })
    const other = await told('Located seldom', { location: place, can })
    const locate = async ({ gatewayId }: Site) => {
      const { code, data } = await server.admin.ask(orderBox, { id: gatewayId, order: { act: 'locate' } })
      return code === 200 ? (await settled(server.admin, data!.uuid)).code : code
    }
    const left = async () => (await info(made.gatewayId)).box?.location?.left
    made.box.answer = () => ({ status: 'failure', code: 1342 })
    expect(await locate(made)).toBe(1342)
    expect(await left()).toBe(5)
    made.box.answer = () => ({ status: 'success', code: 200 })
    for (let time = 0; time < 5; time++) expect(await locate(made)).toBe(200)
    expect(await left()).toBe(0)
    expect(await server.admin.ask(orderBox, { id: made.gatewayId, order: { act: 'locate' } })).toMatchObject({
      code: 1341,
      msg: expect.stringContaining('5'),
    })
    expect(await locate(other)).toBe(200)
    // A caller who sees only this device; the orders were issued while the gateway was bound to another one.
    const keeper = await person(server, 'location-keeper', { auths: ['gateway:view', 'equipment:view'] })
    const to = { accountId: keeper.accountId, loginname: null, mayWrite: true }
    await server.admin.call(addGrant, { ...to, equipmentId: made.equipmentId })
    const earlier = server.platform.db.updateTable('command').set({ equipmentId: other.equipmentId })
    await earlier.where('gatewayId', '=', made.gatewayId).execute()
    expect((await keeper.call(boxInfo, { id: made.gatewayId })).box?.location?.left).toBe(0)
    // The clock moves to the next day; the test's session has expired by then.
    clock.at += 24 * 3_600_000
    const later = await server.as('admin', adminPassword)
    expect((await later.call(boxInfo, { id: made.gatewayId })).box?.location?.left).toBe(5)
    clock.at -= 24 * 3_600_000
  })

  test('the device gets the located position, or a given one; 1345 without either', async () => {
    const made = await told('Placed')
    const where = () => server.admin.call(equipmentInfo, { id: made.equipmentId })
    expect((await server.admin.ask(placeEquipment, { id: made.gatewayId })).code).toBe(1345)
    const fix = { latitude: 31.2, longitude: 121.5, accuracyM: 500, at: clock.at }
    await tell(made, { location: { isOn: true, left: 4, fix } })
    await server.admin.call(placeEquipment, { id: made.gatewayId })
    expect(await where()).toMatchObject({ latitude: 31.2, longitude: 121.5 })
    await server.admin.call(placeEquipment, { id: made.gatewayId, latitude: 22.5, longitude: 114 })
    expect(await where()).toMatchObject({ latitude: 22.5, longitude: 114 })
    expect((await server.admin.ask(placeEquipment, { id: made.gatewayId, latitude: 91 })).code).toBe(10001)
  })
})
