// Real servers that renumber their namespaces after a restart, and servers that accept few operations per call.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { type OpcUaPlant, type PlantOptions, startOpcUaPlant } from '../../testkit/peers/opcua-plant.ts'
import type { ConfiguredDriver, DriverFault, Point, TagReading, WatchingSession } from '../driver.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'

const [press, oven] = ['urn:press;line 1', 'http://oven/100%']
const machines = [
  { uri: press, temp: 21 },
  { uri: oven, temp: 180 },
]
const escaped = { press: 'nsu=urn:press%3Bline 1;', oven: 'nsu=http://oven/100%25;' }

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
async function plantOf(options: Partial<PlantOptions> = {}): Promise<OpcUaPlant> {
  const plant = await startOpcUaPlant({ machines, ...options })
  ends.push(() => plant.end())
  return plant
}
async function homeOf(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'opc-ua-plant-'))
  ends.push(() => rm(home, { recursive: true }))
  return home
}
const point = (address: string, id = 1): Point => ({ id, address, dataType: 'float64', access: 'rw' })
const driverOf = (...points: Point[]): ConfiguredDriver[] => [{ id: 7, points }]

type Opened = { session: WatchingSession; params: object }
async function open({ url }: { url: string }, home: string, drivers: ConfiguredDriver[]): Promise<Opened> {
  const params = about.params.parse({ endpointUrl: url, securityMode: 'None', timeoutMs: 10_000 })
  const session = await opener.open(params, new AbortController().signal, home, drivers)
  ends.push(() => session.close())
  return { session, params }
}
const heldOf = (reading: TagReading | undefined) => reading && ('fault' in reading ? reading.fault.code : reading.value)
const readOne = async ({ session, params }: Opened, of: Point) => heldOf((await session.read([of], params))[0])
async function watchAll({ session, params }: Opened, points: readonly Point[]) {
  const told = new Map<number, TagReading>()
  const ended: DriverFault[] = []
  const refused = await session.watch(
    points.map((each) => ({ point: each, periodMs: 100 })),
    params,
    { onReading: (id, reading) => void told.set(id, reading), onEnd: (fault) => void ended.push(fault) },
  )
  return { told, refused, ended }
}

describe('a server that restarts with its namespaces in another order', () => {
  // Index 2 is the first namespace that a machine registers: 0 is the standard's, 1 the server's own.
  it.each([
    ['by index', 'ns=2;s=Temp'],
    ['by URI', `${escaped.press}s=Temp`],
  ])('shows and writes the same machine, addressed %s', async (_, address) => {
    const plant = await plantOf()
    const home = await homeOf()
    const temp = point(address)
    const before = await open(plant, home, driverOf(temp))
    expect(await readOne(before, temp)).toBe(21)
    const { ended } = await watchAll(before, [temp])
    await plant.restart([oven, press])
    await expect.poll(() => ended.length).toBe(1)
    expect(before.session.isOpen).toBe(false)
    const after = await open(plant, home, driverOf(temp))
    const { told, refused } = await watchAll(after, [temp])
    expect(refused.size).toBe(0)
    await expect.poll(() => heldOf(told.get(1))).toBe(21)
    expect(await readOne(after, temp)).toBe(21)
    expect(await after.session.write(temp, 35, after.params)).toEqual({ kind: 'done' })
    expect([plant.get(press), plant.get(oven)]).toEqual([35, 180])
  })

  it('makes only the variables of a missing namespace bad, and rejects writes to them', async () => {
    const plant = await plantOf()
    const home = await homeOf()
    const points = [point('ns=2;s=Temp', 1), point(`${escaped.press}s=Temp`, 2), point('ns=3;s=Temp', 3)]
    await (await open(plant, home, driverOf(...points))).session.close()
    await plant.restart([oven])
    const after = await open(plant, home, driverOf(...points))
    const { told, refused } = await watchAll(after, points)
    expect([...refused].map(([id, { code, details }]) => [id, code, details])).toEqual([
      [1, 1751, { namespace: press }],
      [2, 1751, { namespace: press }],
    ])
    await expect.poll(() => heldOf(told.get(3))).toBe(180)
    expect((await after.session.read(points, after.params)).map(heldOf)).toEqual([1751, 1751, 180])
    for (const each of points.slice(0, 2))
      expect(await after.session.write(each, 1, after.params)).toMatchObject({ kind: 'unsent', fault: { code: 1751 } })
    expect(plant.get(oven)).toBe(180)
    expect(after.session.isOpen).toBe(true)
  })

  it('is not written by an index without a stored URI', async () => {
    const plant = await plantOf()
    const { session, params } = await open(plant, await homeOf(), [])
    const answer = await session.write(point('ns=2;s=Temp'), 1, params)
    expect(answer).toMatchObject({ kind: 'unsent', fault: { code: 1751 } })
    expect(plant.get(press)).toBe(21)
  })

  test('an address added while its index means another machine is bad until the order returns', async () => {
    const plant = await plantOf()
    const home = await homeOf()
    const [first, second] = [point('ns=2;s=Temp', 1), point('ns=2;s=Set', 2)]
    await (await open(plant, home, driverOf(first))).session.close()
    await plant.restart([oven, press])
    const swapped = await open(plant, home, driverOf(first, second))
    expect((await swapped.session.read([first, second], swapped.params)).map(heldOf)).toEqual([21, 1751])
    const refused = await swapped.session.write(second, 5, swapped.params)
    expect(refused).toMatchObject({ kind: 'unsent', fault: { code: 1751 } })
    await swapped.session.close()
    await plant.restart([press, oven])
    const back = await open(plant, home, driverOf(first, second))
    await back.session.close()
    const { uris, indices } = JSON.parse(await readFile(join(home, 'namespaces-7.json'), 'utf8'))
    expect([uris, indices]).toEqual([{ 'ns=2;s=Temp': press, 'ns=2;s=Set': press }, { 2: press }])
  })

  test('an address removed and added again while its index means another machine is bad', async () => {
    const plant = await plantOf()
    const home = await homeOf()
    const [temp, other] = [point('ns=2;s=Temp', 1), point(`${escaped.oven}s=Temp`, 2)]
    await (await open(plant, home, driverOf(temp))).session.close()
    await (await open(plant, home, driverOf(other))).session.close()
    await plant.restart([oven, press])
    expect(await readOne(await open(plant, home, driverOf(temp, other)), temp)).toBe(1751)
  })

  test('a damaged file of URIs makes addresses by index bad rather than guessed, and no others', async () => {
    const plant = await plantOf()
    const home = await homeOf()
    await writeFile(join(home, 'namespaces-7.json'), '{"endpointUrl":')
    const points = [point('ns=2;s=Temp', 1), point(`${escaped.oven}s=Temp`, 2)]
    const opened = await open(plant, home, driverOf(...points))
    expect((await opened.session.read(points, opened.params)).map(heldOf)).toEqual([1751, 180])
  })

  test('browsing returns nodes by URI, and such a node can be opened after a restart', async () => {
    const plant = await plantOf()
    const home = await homeOf()
    const before = await open(plant, home, [])
    const { nodes } = await before.session.browse(undefined, 0, before.params)
    const addresses = nodes.map(({ address }) => address)
    expect(addresses).toEqual(expect.arrayContaining([`${escaped.press}s=Machine`, `${escaped.oven}s=Machine`]))
    await before.session.close()
    await plant.restart([oven, press])
    const after = await open(plant, home, [])
    const page = await after.session.browse(`${escaped.press}s=Machine`, 0, after.params)
    expect(page.nodes).toMatchObject([{ address: `${escaped.press}s=Temp`, indexed: 'ns=3;s=Temp', value: 21 }])
  })
})

describe('a server that accepts little', () => {
  const variables = 60
  const points = Array.from({ length: variables }, (_, index) => point(`${escaped.press}s=V${index}`, index + 1))
  const values = points.map((_, index) => index)

  it.each<[string, Partial<PlantOptions>]>([
    ['publishes its limits', {}],
    ['hides its limits', { hidesLimits: true }],
  ])('and %s: everything is watched, read and browsed', async (_, more) => {
    const plant = await plantOf({
      variables,
      ...more,
      capabilities: {
        operationLimits: { maxNodesPerRead: 7, maxNodesPerBrowse: 5, maxMonitoredItemsPerCall: 10 },
      } as never,
    })
    const opened = await open(plant, await homeOf(), driverOf(...points))
    const { told, refused } = await watchAll(opened, points)
    expect(refused.size).toBe(0)
    await expect.poll(() => points.map(({ id }) => heldOf(told.get(id)))).toEqual(values)
    expect((await opened.session.read(points, opened.params)).map(heldOf)).toEqual(values)
    const page = await opened.session.browse(`${escaped.press}s=Machine`, 0, opened.params)
    expect(page.nodes.filter(({ value, hasChildren }) => value !== undefined && !hasChildren)).toHaveLength(61)
    expect(plant.subscriptions()).toEqual([variables])
    const isHidden = more.hidesLimits === true
    expect([plant.largest('createMonitoredItems') > 10, plant.largest('browse') > 5]).toEqual([isHidden, isHidden])
  })

  it.each<[string, Partial<PlantOptions>]>([
    ['publishes its limits', {}],
    ['hides its limits', { hidesLimits: true }],
  ])('in a subscription and %s: further ones are opened', async (_, more) => {
    const plant = await plantOf({ variables, ...more, capabilities: { maxMonitoredItemsPerSubscription: 25 } as never })
    const opened = await open(plant, await homeOf(), driverOf(...points))
    const { told, refused } = await watchAll(opened, points)
    expect(refused.size).toBe(0)
    await expect.poll(() => points.map(({ id }) => heldOf(told.get(id)))).toEqual(values)
    expect(plant.subscriptions()).toEqual([25, 25, 10])
  })

  it('and has no room at all refuses everything, and no timer watches subscriptions that do not exist', async () => {
    const plant = await plantOf({ variables, capabilities: { maxMonitoredItems: variables } as never })
    const first = await open(plant, await homeOf(), driverOf(...points))
    expect((await watchAll(first, points)).refused.size).toBe(0)
    const second = await open(plant, await homeOf(), driverOf(...points))
    const timers = vi.spyOn(globalThis, 'setInterval')
    ends.push(async () => timers.mockRestore())
    expect((await watchAll(second, points)).refused.size).toBe(points.length)
    expect(timers.mock.calls.filter(([, ms]) => ms === undefined)).toEqual([])
  })

  it('in all watches as much as fits, refuses the rest, and the session continues', async () => {
    const plant = await plantOf({
      variables,
      capabilities: {
        ...{ maxMonitoredItemsPerSubscription: 25, maxSubscriptionsPerSession: 2 },
        operationLimits: { maxNodesPerRead: 1 },
      } as never,
    })
    const opened = await open(plant, await homeOf(), driverOf(...points))
    const { told, refused } = await watchAll(opened, points)
    expect([refused.size, new Set([...refused.values()].map(({ code }) => code))]).toEqual([10, new Set([1711])])
    await expect.poll(() => told.size).toBe(50)
    const again = points.filter(({ id }) => refused.has(id))
    expect((await watchAll(opened, again)).refused.size).toBe(10)
    expect([opened.session.isOpen, plant.subscriptions()]).toEqual([true, [25, 25]])
    const temp = point(`${escaped.press}s=Temp`, 99)
    expect(await opened.session.write(temp, 35, opened.params)).toEqual({ kind: 'done' })
    expect(plant.get(press)).toBe(35)
  })
})
