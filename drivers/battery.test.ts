// Tests that run over every driver, including a newly added folder.
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TortureCase, tortureDriver } from '../testkit/lateness/torture.ts'
import { occupiedPort, type SilentPeer, silentPeer, unusedPort } from '../testkit/peers/silent-peer.ts'
import { aboutOf, abouts } from './abouts.ts'
import { type About, DriverFault, isRefusal, type Point, type Session, type TagSession } from './driver.ts'
import { openers } from './openers.ts'

const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

describe('the lists of drivers', () => {
  it('name every folder, and nothing else', () => {
    expect(abouts.map(({ type }) => type).sort()).toEqual([...folders].sort())
    expect(Object.keys(openers).sort()).toEqual([...folders].sort())
  })

  it.each(folders)('%s has both halves', (folder) => {
    for (const half of ['about.ts', 'driver.ts']) {
      expect(existsSync(new URL(`./${folder}/${half}`, import.meta.url))).toBe(true)
    }
  })

  it('have nothing for an unknown type', () => {
    expect(aboutOf('abacus')).toBeUndefined()
  })
})

/** `withoutLine`: why the line of the torture fits no driver of this type; its folder has a torture of its own. */
type TorturePeer = { tortureCases: readonly TortureCase[]; withoutLine?: string }
const torturePeers = import.meta.glob<TorturePeer>('./*/torture-peer.ts', { eager: true })
const casesOf = (type: string): readonly TortureCase[] => torturePeers[`./${type}/torture-peer.ts`]?.tortureCases ?? []
const reasonOf = (type: string): string | undefined => torturePeers[`./${type}/torture-peer.ts`]?.withoutLine

const chinese = /[\u4e00-\u9fff]/

/** A point of any documented example with any type that its address may have. */
const pointOf = (about: About) =>
  fc
    .record({
      example: fc.constantFrom(...about.examples.map(({ address }) => address)),
      shift: fc.integer({ min: 0, max: 400 }),
      dataType: fc.constantFrom(...about.dataTypes),
      access: fc.constantFrom('r', 'w', 'rw'),
      length: fc.integer({ min: 1, max: 250 }),
    })
    .map(({ example, shift, dataType, access, length }): Omit<Point, 'id'> => {
      // Shifts the first number of the address: another address of the same area in most grammars.
      const address = example.replace(/\d+(?=\.|$)/, (digits) =>
        String(Number(digits) + shift).padStart(digits.length, '0'),
      )
      return { address, dataType, access: access as Point['access'], ...(dataType === 'string' ? { length } : {}) }
    })

describe.each(abouts.map((about) => [about.type, about] as const))('driver %s', (type, about) => {
  let silent: SilentPeer
  let home: string
  beforeAll(async () => {
    silent = await silentPeer(about.transport)
    home = await mkdtemp(join(tmpdir(), 'driver-'))
  })
  afterAll(async () => {
    await silent.close()
    await rm(home, { recursive: true })
  })
  const open = async (params: object) => (await openers[type]!()).open(params, new AbortController().signal, home, [])

  it('starts with valid parameters, each on the form', () => {
    expect(about.params.parse(about.initial)).toEqual(about.initial)
    expect(about.fields.map(({ key }) => key).sort()).toEqual(Object.keys(about.initial).sort())
  })

  it('has texts in both languages', () => {
    for (const { label, help, options } of about.fields) {
      expect(label.en && label['zh-cn']).toMatch(chinese)
      if (help) expect(help['zh-cn']).toMatch(chinese)
      for (const option of options ?? []) expect(option.label.en && option.label['zh-cn']).toBeTruthy()
    }
    expect(about.names.en && about.names['zh-cn']).toBeTruthy()
    for (const example of about.examples) expect(example.about.en && example.about['zh-cn']).toMatch(chinese)
  })

  it.each(about.examples.map(({ address }) => [address]))('parses its example %s', (address) => {
    expect(isRefusal(about.parseAddress(address, about.initial))).toBe(false)
  })

  it('offers an example that every data type can use', () => {
    for (const dataType of about.dataTypes) {
      const fit = about.examples.filter(
        ({ address }) => !about.checkPoint({ id: 1, address, dataType, access: 'r', length: 2 }, about.initial),
      )
      expect(fit, dataType).not.toEqual([])
    }
  })

  it.each(['', ' ', '?', '\u0000', 'x'.repeat(100)])('refuses the address %j in both languages', (address) => {
    const answer = about.parseAddress(address, about.initial)
    expect(isRefusal(answer) && answer.reason.en).toBeTruthy()
    expect(isRefusal(answer) && answer.reason['zh-cn']).toMatch(chinese)
  })

  if (about.kind === 'blocks')
    it('plans every readable point exactly once, inside its block', () => {
      fc.assert(
        fc.property(fc.array(pointOf(about), { maxLength: 60 }), (drafts) => {
          const points = drafts
            .map((draft, index) => ({ id: index + 1, ...draft }))
            .filter((point) => !about.checkPoint(point, about.initial))
          const blocks = about.plan(points, about.initial)
          const planned = blocks.flatMap((block) => block.points.map(({ point }) => point.id))
          const readable = points.filter(({ access }) => access !== 'w').map(({ id }) => id)
          expect([...planned].sort((a, b) => a - b)).toEqual(readable)
          for (const block of blocks) expect(block.count).toBeGreaterThan(0)
          // A complete answer of zeros is long enough for every point: none lies outside its block.
          for (const block of blocks) {
            const zeros = new Uint8Array(about.bytesOf(block))
            for (const { point } of block.points) about.decode(point, block, zeros, about.initial)
          }
        }),
        { numRuns: 60 },
      )
    })

  it('has a timing that polls', () => {
    const { collectMs, waitMs, timeoutMs, retries } = about.timing(about.initial)
    expect([collectMs > 0, waitMs >= 0, timeoutMs > 0, retries >= 0]).toEqual([true, true, true, true])
    expect(about.connectionKey(about.initial)).toContain(':')
  })

  /** The fault of opening the session or of the first read; without a fault, the answer. */
  const outcomeAt = (port: number): Promise<unknown> => {
    const params = about.params.parse({ ...about.initial, ...about.at('127.0.0.1', port), timeoutMs: 60 })
    const fits = ({ address }: { address: string }) =>
      !about.checkPoint({ id: 1, address, dataType: about.dataTypes[0]!, access: 'r', length: 2 }, params)
    const { address } = about.examples.find(fits)!
    const point = { id: 1, address, dataType: about.dataTypes[0]!, access: 'r', length: 2 } as const
    // A driver with a handshake fails in `open`, one without in `read`.
    return open(params)
      .then(async (session) => {
        const block = about.kind === 'blocks' ? about.plan([point], params)[0]! : undefined
        const asked = block ? (session as Session).read(block, params) : (session as TagSession).read([point], params)
        const answer = await asked.catch((error: unknown) => error)
        await session.close()
        await session.close()
        return answer
      })
      .catch((error: unknown) => error)
  }

  /** Values that the gateway calculates have no peer, and no line that could fail. */
  const isSimulated = about.transport === 'none'

  if (isSimulated)
    it('returns values without a peer, and may be closed twice', async () => {
      expect(await outcomeAt(await unusedPort('tcp'))).toEqual([expect.objectContaining({ value: expect.anything() })])
    })
  else
    it('fails with a fault if the peer never answers, and may be closed twice', async () => {
      expect(await outcomeAt(silent.port)).toBeInstanceOf(DriverFault)
    })

  if (isSimulated)
    it('says in both languages that its values are simulated', () => {
      const texts = [about.names, about.models, about.fields.find(({ help }) => help)!.help!]
      for (const text of texts) expect([text.en, text['zh-cn']].join()).toMatch(/simulated.*仿真/)
      expect([about.verified, about.family]).toEqual(['simulated', 'simulation'])
    })
  else if (about.transport === 'udp')
    it('fails with 1722 or 1714 when nothing receives', async () => {
      const fault = await outcomeAt(await unusedPort('udp'))
      expect([1714, 1722]).toContain((fault as DriverFault).code)
    })
  else
    it(`fails with 1722 when ${about.transport === 'listen' ? 'its port is taken' : 'nothing listens'}`, async () => {
      await using taken = about.transport === 'listen' ? await occupiedPort() : undefined
      const port = taken?.port ?? (await unusedPort('tcp'))
      const params = about.params.parse({ ...about.initial, ...about.at('127.0.0.1', port) })
      await expect(open(params)).rejects.toMatchObject({ code: 1722 })
    })

  if (!isSimulated)
    it('has a simulated device for the torture, or a torture of its own', () => {
      const hasOwn = existsSync(new URL(`./${type}/torture.test.ts`, import.meta.url)) && reasonOf(type) !== undefined
      if (!hasOwn) expect(casesOf(type).map(({ name }) => name)).not.toEqual([])
    })

  it.each(casesOf(type).map((of) => [of.name, of] as const))(
    'returns only true values over a line that delays, duplicates, cuts and mixes answers: %s',
    async (_, of) => {
      const outcome = await tortureDriver(about, await openers[type]!(), of)
      expect(outcome.wrong).toEqual([])
      expect(outcome.lost).toEqual([])
      expect(outcome.good).toBeGreaterThan(of.points.length)
      expect(outcome.done).toMatchObject({
        lost: expect.any(Number),
        twice: expect.any(Number),
        cut: expect.any(Number),
      })
    },
  )
})
