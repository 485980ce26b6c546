// Browsing an address space over HTTP, with a simulated gateway; secrets reach only that gateway.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { abilities } from '../../../contract/abilities.ts'
import type { Language } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { openSealed } from '../../../contract/sealed.ts'
import type { Command } from '../../../contract/topics.ts'
import { adminPassword, type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite, type Site } from '../../../testkit/site.ts'
import { startSync } from '../../gateway/gateway/contract.ts'
import { queryConfig } from '../config/contract.ts'
import { saveDriver } from '../driver/contract.ts'
import { saveSignals } from '../signal/contract.ts'
import { browseNodes, browseResult, probePoint } from './contract.ts'

const clock = { at: Date.UTC(2026, 2, 1) }
const password = 'Sesam-oeffne-dich'
let server: TestServer
let plant: Site
let driverId: number
beforeAll(async () => {
  server = await testServer({ now: () => clock.at, loginsPerMinute: 1000 })
  plant = await liveSite(server, 'Press')
  const params = { endpointUrl: 'opc.tcp://192.0.2.30:4840', userName: 'operator', password: { text: password } }
  const { version } = plant
  const driver = { name: 'Server', type: 'opc-ua', params }
  const saved = await server.admin.call(saveDriver, { equipmentId: plant.equipmentId, version, driver })
  driverId = saved.config.drivers.at(-1)!.id
})
afterAll(async () => {
  await plant.box[Symbol.asyncDispose]()
  await server.stop()
})
const nodes = [
  {
    address: 'ns=1;s=A',
    name: 'A',
    nodeClass: 'variable' as const,
    dataType: 'int16' as const,
    value: 3,
    hasChildren: false,
  },
]
beforeEach(async () => {
  plant.box.answer = () => ({ page: { nodes, next: 100 }, tookMs: 12 })
  plant.box.commands.length = 0
  clock.at += 60_001
  await plant.box.hello()
})

const ask = (change: object = {}, language: Language = 'en') =>
  server.admin.ask(browseNodes, { equipmentId: plant.equipmentId, driverId, ...change }, language)
async function browse(change: object = {}) {
  const { code, msg, data } = await ask(change)
  if (!data || code !== 200) throw new Error(`${code} ${msg}`)
  await expect.poll(async () => (await server.admin.call(browseResult, { uuid: data.uuid })).status).not.toBe('waiting')
  return { uuid: data.uuid, ...(await server.admin.call(browseResult, { uuid: data.uuid })) }
}
const secretsOf = (command: Command | undefined) => {
  const sealed = command && 'sealed' in command ? command.sealed : undefined
  return sealed ? openSealed({ sn: plant.sn, secret: plant.secret }, sealed) : undefined
}

describe('a browsing', () => {
  test('sends the saved driver to the gateway, and returns the page of nodes', async () => {
    expect(await browse({ node: 'ns=1;s=Machine', from: 100 })).toMatchObject({ code: 200, nodes, next: 100 })
    expect(plant.box.commands).toMatchObject([
      { kind: 'browse', type: 'opc-ua', node: 'ns=1;s=Machine', from: 100, params: { userName: 'operator' } },
    ])
  })

  test('is logged with the device for the root, and with the address for other nodes', async () => {
    await browse()
    await browse({ node: 'ns=1;s=Machine' })
    const { db } = server.platform
    const rows = await db.selectFrom('operationLog').select('objectName').where('act', '=', 'probe').execute()
    const names = rows.map(({ objectName }) => objectName)
    expect(names).toContain('Press')
    expect(names).toContain('Press / ns=1;s=Machine')
    expect(names.filter((name) => /\/ ?$|undefined/.test(name ?? ''))).toEqual([])
  })

  test('gives the reason of a failure in both languages', async () => {
    plant.box.answer = () => ({ status: 'failure', code: 1744, details: { fingerprint: 'A3F0', thumbprint: '0B5E' } })
    const english = await browse()
    expect(english).toMatchObject({ status: 'failure', code: 1744, nodes: [], next: null })
    expect(english.msg).toContain('A3F0')
    const chinese = await server.admin.ask(browseResult, { uuid: english.uuid }, 'zh-cn')
    expect(chinese.data?.msg).toMatch(/\p{Script=Han}.*A3F0/u)
  })

  test.each([
    ['a driver that cannot be browsed', () => ({ driverId: plant.driverId }), 10001],
    ['a node that is none', () => ({ node: '40001' }), 10001],
    ['an unknown driver', () => ({ driverId: 999_999 }), 10002],
    ['an unknown device', () => ({ equipmentId: 999_999 }), 1101],
  ])('of %s is rejected', async (_, change, code) => {
    expect((await ask(change())).code).toBe(code)
    expect((await ask(change(), 'zh-cn')).msg).toMatch(/\p{Script=Han}/u)
    expect(plant.box.commands).toEqual([])
  })

  test('names the missing driver of an old gateway: 1354; so do its synchronisation and a test', async () => {
    await plant.box.hello({ abilities })
    expect(await ask()).toMatchObject({
      code: 1354,
      msg: 'The software of the gateway is too old for this, update it: driver opc-ua',
    })
    const point = { address: 'i=2258', dataType: 'string' }
    expect(
      (await server.admin.ask(probePoint, { equipmentId: plant.equipmentId, driverId, point } as never)).code,
    ).toBe(1354)
    const { version } = await server.admin.call(queryConfig, { equipmentId: plant.equipmentId })
    const row = { name: 'Clock', title: 'Clock', address: 'i=2258', dataType: 'string', driverId }
    const at = { equipmentId: plant.equipmentId, version }
    await server.admin.call(saveSignals, { ...at, save: [row], remove: [] })
    expect((await server.admin.ask(startSync, { id: plant.gatewayId })).code).toBe(1354)
    expect(plant.box.commands).toEqual([])
  })

  test('cannot be started or read by other companies and guests', async () => {
    const { uuid } = await browse()
    const other = await server.otherCompany()
    expect((await other.ask(browseNodes, { equipmentId: plant.equipmentId, driverId })).code).toBe(1101)
    expect((await other.ask(browseResult, { uuid })).code).toBe(10002)
    await server.addAccount({ loginname: 'viewer', roleType: 'external' })
    const viewer = await server.as('viewer', adminPassword)
    expect((await viewer.ask(browseNodes, { equipmentId: plant.equipmentId, driverId })).code).toBe(90002)
    expect((await viewer.ask(browseResult, { uuid })).code).toBe(90002)
  })

  test('is limited per minute: 90003', async () => {
    for (let count = 0; count < limits.browsesPerMinute; count++) await ask()
    expect((await ask()).code).toBe(90003)
  })
})

describe('a secret', () => {
  const point = { address: 'i=2258', dataType: 'string' }
  const typed = { type: 'opc-ua', params: { endpointUrl: 'opc.tcp://192.0.2.30:4840', userName: 'operator' } }

  test('is sealed for the gateway, whether saved or just typed', async () => {
    plant.box.answer = () => ({ value: 'now' })
    await browse()
    const driver = { ...typed, params: { ...typed.params, password: { text: 'typed-now' } } }
    const asked = { equipmentId: plant.equipmentId, driver, point }
    await server.admin.call(probePoint, asked as never)
    await expect.poll(() => plant.box.commands.length).toBe(2)
    const [kept, own] = plant.box.commands
    expect([...secretsOf(kept)!.values()]).toEqual([password])
    expect([...secretsOf(own)!.values()]).toEqual(['typed-now'])
    for (const command of [kept!, own!]) {
      const { params } = command as unknown as { params: { password: { secret: number } } }
      expect(secretsOf(command)!.has(params.password.secret)).toBe(true)
      expect(JSON.stringify(command)).not.toMatch(/typed-now|Sesam/)
    }
    expect(openSealed({ sn: plant.sn, secret: 'another' }, (kept as { sealed: string }).sealed)).toBeUndefined()
    const { db } = server.platform
    const rows = await db.selectFrom('command').select('payload').execute()
    expect(JSON.stringify(rows)).not.toMatch(/typed-now|Sesam/)
  })

  test('of another device is rejected, and so is the stored form', async () => {
    const { config } = await server.admin.call(queryConfig, { equipmentId: plant.equipmentId })
    const known = config.drivers.find(({ id }) => id === driverId)!.params.password
    const other = await liveSite(server, 'Other press')
    const using = (equipmentId: number, value: unknown) => {
      const driver = { ...typed, params: { ...typed.params, password: value } }
      return server.admin.ask(probePoint, { equipmentId, driver, point } as never)
    }
    expect((await using(plant.equipmentId, known)).code).toBe(200)
    expect(await using(other.equipmentId, known)).toMatchObject({ code: 10001, data: { field: 'params.password' } })
    expect(await using(plant.equipmentId, { sealed: 'AAAA' })).toMatchObject({ code: 10001 })
    await other.box[Symbol.asyncDispose]()
  })
})
