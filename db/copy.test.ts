import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase } from '../testkit/database.ts'
import { eventually } from '../testkit/eventually.ts'
import { type Connection, killConnection, openConnection } from './connection.ts'
import { copyIn, copyOut, integers, readInt8 } from './copy.ts'
import type { Database } from './pool.ts'

let database: Database
let client: Connection

beforeAll(async () => {
  database = await emptyDatabase()
  client = await openConnection({ url: database.url, name: 'copy test', statementTimeoutMs: 0 })
  await client.query('create table kept (a smallint, b int, c bigint, d double precision, e bytea)')
})
afterAll(async () => {
  await client.end()
  await database.stop()
})

/** A short form of large arrays: comparing their length and first byte is cheaper and as precise. */
const told = (bytes: Uint8Array) =>
  bytes.length < 1000 ? [...bytes] : `${bytes.length} × ${bytes[0]}: ${bytes.every((byte) => byte === bytes[0])}`

const anyRow = fc.record({
  a: fc.integer({ min: -32_768, max: 32_767 }),
  b: fc.integer(),
  c: fc.maxSafeInteger(),
  d: fc.option(fc.double({ noNaN: true })),
  e: fc.oneof(
    { weight: 9, arbitrary: fc.uint8Array({ maxLength: 300 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(65_536, 700_000).map((length) => new Uint8Array(length).fill(length % 251)),
    },
  ),
})

test('rows of any size are unchanged after a round trip', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { maxLength: 30 }), async (rows) => {
      let at = 0
      const count = await copyIn(client, 'kept', (writer) => {
        const row = rows[at++]
        if (!row) return false
        writer.row(5)
        writer.int2(row.a)
        writer.int4(row.b)
        writer.int8(row.c)
        writer.float8(row.d)
        writer.bytes(row.e)
        return true
      })
      expect(count).toBe(rows.length)
      const found: unknown[] = []
      for await (const [a, b, c, d, e] of copyOut(client, 'select * from kept order by ctid'))
        found.push({
          a: a!.readInt16BE(),
          b: b!.readInt32BE(),
          c: readInt8(c!),
          d: d?.readDoubleBE() ?? null,
          e: told(e!),
        })
      expect(found).toEqual(rows.map((row) => ({ ...row, e: told(row.e) })))
      await client.query('truncate kept')
    }),
    { numRuns: 30 },
  )
}, 60_000)

test('a rejected row throws, and the connection stays usable', async () => {
  await expect(
    copyIn(client, 'kept (a)', (writer) => {
      writer.row(2)
      writer.int2(1)
      writer.int2(2)
      return true
    }),
  ).rejects.toThrow()
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  const own = copyIn(client, 'kept (a)', () => {
    throw new Error('one’s own')
  })
  await expect(own).rejects.toThrow('one’s own')
  expect((await client.query('select count(*)::int as n from kept')).rows).toEqual([{ n: 0 }])
  await expect(async () => {
    for await (const row of copyOut(client, 'select 1 / 0')) expect(row).toBeUndefined()
  }).rejects.toThrow('division by zero')
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('the text of a statement accepts integers only', () => {
  expect(integers([1, -2, 2 ** 53 - 1])).toBe('1,-2,9007199254740991')
  for (const wrong of [1.5, Number.NaN, 2 ** 53, '1; drop table kept' as unknown as number])
    expect(() => integers([wrong])).toThrow(RangeError)
})

test('a killed connection also ends in the server', async () => {
  const other = await openConnection({ url: database.url, name: 'copy kill', statementTimeoutMs: 0 })
  const sleeping = other.query('select pg_sleep(60)').catch((error: unknown) => error)
  await killConnection(other, database.url)
  expect(await sleeping).toBeInstanceOf(Error)
  // The server answers `pg_terminate_backend` before the session has ended.
  await eventually(async () => {
    const { rows } = await client.query("select from pg_stat_activity where application_name = 'copy kill'")
    expect(rows).toEqual([])
  })
})
