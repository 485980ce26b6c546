// Every call that names an object × accounts whose data range is their department or their own: an object outside the
// range answers like a missing one, an object in the range is found.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Endpoint, Envelope, ObjectKind } from '../../contract/endpoint.ts'
import { inputWith, refusalOf, type Who } from '../../testkit/call-walk.ts'
import {
  beyondRange,
  type InRange,
  type Manager,
  narrowManagers,
  rangedKinds,
  withinRange,
} from '../../testkit/narrow-managers.ts'
import { type TestServer, testServer } from '../../testkit/server.ts'
import { snapshotOf } from '../../testkit/snapshot.ts'
import { rooms } from './rooms.ts'

let server: TestServer
let world: InRange
let managers: ReadonlyMap<string, Manager>
let beyond: ReadonlyMap<ObjectKind, number>
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 100_000, callsPerMinute: 100_000 })
  const { admin } = server
  const narrow = await narrowManagers(server, admin)
  managers = narrow.managers
  beyond = await beyondRange(server, admin)
  const shared = new Map([...beyond].filter(([kind]) => !rangedKinds.has(kind)))
  world = { server, admin, departmentId: narrow.departmentId, shared }
})
afterAll(() => server.stop())

/**
 * True if the call acts on an object of a kind that data ranges limit; fields that only refer to such an object do not
 * count.
 */
const isNamed = ({ on = {}, refers = [] }: Endpoint, kind: ObjectKind): boolean =>
  rangedKinds.has(kind) && [on[kind] ?? []].flat().some((field) => !refers.includes(field))

const ranged = rooms
  .flat()
  .map(({ endpoint }): [string, Endpoint] => [endpoint.path, endpoint])
  .filter(([, endpoint]) => [...rangedKinds].some((kind) => isNamed(endpoint, kind)))

/** The envelope; a stream has one only if it fails. */
async function answerOf({ caller }: Who, endpoint: Endpoint, input: object): Promise<Envelope<unknown>> {
  const { path, accepts, answers } = endpoint
  if (answers !== 'stream' || !accepts.includes('json')) return caller.ask(endpoint, input as never)
  const headers = { 'content-type': 'application/json' }
  const response = await caller.raw(path, { method: 'POST', headers, body: JSON.stringify(input) })
  const text = await response.text()
  return text.startsWith('{"code":') ? JSON.parse(text) : { code: 200, msg: '', data: null }
}

const notThere = [1101, 10_002]
const refused = [1006, 1101, 1121, 90_002, 90_007]

/** An id that belongs to no object. */
const nothing = 2_000_000_000

describe('outside the data range an object answers like a missing one', () => {
  let before: string
  beforeAll(async () => {
    before = await snapshotOf(server.platform.db, 1)
  })

  it.each(ranged)('%s', async (_, endpoint) => {
    const absent = new Map([...beyond].map(([kind, id]) => [kind, isNamed(endpoint, kind) ? nothing : id]))
    const asked = [...managers].filter(([, manager]) => !refusalOf(endpoint, manager))
    const answers = await Promise.all(
      asked.map(async ([name, manager]) => ({
        name,
        answer: await answerOf(manager, endpoint, inputWith(endpoint, beyond)),
        ofNothing: await answerOf(manager, endpoint, inputWith(endpoint, absent)),
      })),
    )
    for (const { name, answer, ofNothing } of answers) {
      expect(notThere, `${name}: ${answer.msg}`).toContain(answer.code)
      expect([name, answer]).toEqual([name, ofNothing])
    }
  })

  test('and nothing was changed, for any kind with a range', async () => {
    expect([...beyond.keys()].filter((kind) => rangedKinds.has(kind)).sort()).toEqual([...rangedKinds].sort())
    expect(await snapshotOf(server.platform.db, 1)).toBe(before)
  })
})

describe('within the data range an object is found', () => {
  it.each(ranged)('%s', async (path, endpoint) => {
    const kinds = Object.keys(endpoint.on ?? {}) as ObjectKind[]
    const fields = new Set(Object.values(endpoint.on ?? {}).flat())
    const roleType = path.includes('xternal') ? ('external' as const) : ('internal' as const)
    const of = { roleType, isOfProject: path.includes('/project/') }
    for (const [name, manager] of managers) {
      if (refusalOf(endpoint, manager)) continue
      const own = await withinRange(world, manager, new Set(kinds), of)
      const { code, msg, data } = await answerOf(manager, endpoint, inputWith(endpoint, own))
      const isMissing = code === 10_002 && fields.has((data as { field?: string } | null)?.field ?? '')
      expect([name, code, isMissing || refused.includes(code), msg]).toEqual([name, code, false, msg])
    }
  })
})
