// Faulty messages, a database outage, a second writer, damage, and retention.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../db/pool.ts'
import { connectionLost } from '../../testkit/breaking.ts'
import { asOwner } from '../../testkit/database.ts'
import { eventually } from '../../testkit/eventually.ts'
import {
  batchOf,
  dayMs,
  expectSame,
  gapOf,
  type HistoryWorld,
  historyWorld,
  monday,
  outbox,
  ownedDatabase,
  owner,
  quarantineOf,
  seedOwner,
} from '../../testkit/history.ts'
import { maxDecoded } from './bounded.ts'

let database: Database
let world: HistoryWorld

const scope = { ...owner, gatewayIds: [7, 8], columnIds: [1] }

beforeEach(async () => {
  database = await ownedDatabase()
  world = await historyWorld(database)
})
afterEach(async () => {
  await world.stop()
  await database.stop()
})

function land(seq: number, { gatewayId = 7, at = monday + seq * 1000, columnId = 1, to = owner } = {}) {
  return world.land({ ...outbox(gatewayId), seq }, [{ columnId, at, value: seq }], to)
}

const query = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await database.pool.query<R>(text, values)).rows

/** Makes a table refuse rows that match the condition, like a check or a full disk quota. */
const refuse = (table: string, condition: string) =>
  asOwner(
    database,
    `
    create or replace function refuse_${table}() returns trigger language plpgsql as $$
    begin if ${condition} then raise 'not this one'; end if; return new; end $$;
    create trigger refusing before insert on ${table} for each row execute function refuse_${table}()`,
  )

describe('a faulty message', () => {
  test('goes to quarantine, and the rest of its commit is stored', async () => {
    // The frame contains the value 5 as its eight bytes.
    await refuse('history_landing_0', "position('\\x0000000000001440'::bytea in new.frame) > 0")
    for (let seq = 1; seq <= 9; seq++) expect(land(seq)).toBe('taken')
    world.historian.drop(gapOf({ ...outbox(8), seq: 4 }, owner, 1))
    await world.historian.settled()
    const rows = await query('select seq, reason from history_quarantine')
    expect(rows).toEqual([{ seq: 5, reason: 'not this one' }])
    expect(world.historian.committed(outbox(7))).toBe(9)
    expect(world.historian.committed(outbox(8))).toBe(4)
    expect(await query('select to_seq from history_gap')).toEqual([{ to_seq: 4 }])
    expect(world.historian.counters()).toMatchObject({ landedBatches: 8, quarantined: 1, gaps: 1, pendingBytes: 0 })
    const found = await world.historian.count({ ...scope, from: 0, to: monday + dayMs })
    expect(found).toEqual([{ columnId: 1, n: 8 }])
  })

  test('a faulty gap or quarantined message is stored in another form, or at least its number is', async () => {
    expect(world.historian.drop({ ...gapOf({ ...outbox(7), seq: 1 }, owner, 1), orgId: 99 })).toBe('taken')
    expect(world.historian.quarantine({ ...quarantineOf({ ...outbox(7), seq: 2 }, 'a'), reason: 'no\0good' })).toBe(
      'taken',
    )
    await world.historian.settled()
    expect((await query<{ seq: number }>('select seq from history_quarantine')).map(({ seq }) => seq)).toEqual([1, 2])
    await refuse('history_quarantine', 'true')
    expect(world.historian.quarantine(quarantineOf({ ...outbox(7), seq: 3 }, 'a'))).toBe('taken')
    expect(land(4)).toBe('taken')
    await world.historian.settled()
    expect(world.log.join('\n')).toContain('message 3 of gateway 7 cannot even be quarantined')
    await world.takeOver()
    expect(world.historian.committed(outbox(7))).toBe(4)
    await world.expectSame(scope)
  })
})

describe('a database outage', () => {
  test('loses no accepted message', async () => {
    let isAway = false
    const pool = {
      query: (async (...args: unknown[]) => {
        if (isAway) throw connectionLost()
        return Reflect.apply(database.pool.query as (...all: unknown[]) => unknown, database.pool, args)
      }) as Database['pool']['query'],
    }
    await world.takeOver({ database: { pool, url: database.url }, pace: { pendingBytes: 500 } })
    land(1)
    await world.historian.settled()
    isAway = true
    let last = 1
    while (land(last + 1) === 'taken') last += 1
    expect(world.historian.counters().pendingBytes).toBeGreaterThanOrEqual(500)
    await eventually(() => expect(world.log.join('\n')).toContain('the database is away'))
    expect(world.historian.committed(outbox(7))).toBe(1)
    isAway = false
    await world.historian.settled()
    expect(world.historian.committed(outbox(7))).toBe(last)
    expect(land(last + 1)).toBe('taken')
    await world.historian.settled()
    await world.expectSame(scope)
  })
})

describe('two writers', () => {
  test('the older one notices at its next commit and stops; nothing is doubled', async () => {
    const before = world.historian
    land(1)
    await before.settled()
    const second = await world.takeOver()
    expect(before.land(batchOf({ ...outbox(7), seq: 2 }, owner, [{ columnId: 1, at: monday, value: -1 }]))).toBe(
      'taken',
    )
    await expect(before.settled()).rejects.toThrow('taken over')
    expect(before.land(batchOf({ ...outbox(7), seq: 3 }, owner, []))).toBe('full')
    expect(before.committed(outbox(7))).toBe(1)
    await expect(before.turn()).rejects.toThrow('taken over')
    expect(second.committed(outbox(7))).toBe(1)
    expect(land(2)).toBe('taken')
    await second.turn()
    await expectSame(second, world.memory, scope)
  })

  test('of two compactions of the same segment only one has an effect', async () => {
    for (const seq of [1, 2, 3]) land(seq)
    await world.historian.settled()
    const before = world.historian
    await world.takeOver()
    await Promise.all([world.historian.turn(), before.turn()])
    await world.expectSame(scope)
    expect(await query('select sum(n)::int as n from history_chunk')).toEqual([{ n: 3 }])
  })
})

describe('a compactor that falls behind', () => {
  test('pauses commits until a segment is free', async () => {
    const held = {
      compact: () => Promise.reject(new Error('busy')),
      merge: never,
      retain: never,
      stop: async () => undefined,
    }
    await world.takeOver({ compactor: held, pace: { sealPoints: 1, upkeepMs: 600_000 } })
    for (let seq = 1; seq <= 3; seq++) {
      land(seq)
      await world.historian.settled()
    }
    land(4)
    await eventually(() => expect(world.historian.counters().sealedSegments).toBe(3))
    expect(world.historian.committed(outbox(7))).toBe(3)
    await world.takeOver({ pace: { upkeepMs: 10 } })
    expect(land(4)).toBe('taken')
    await world.historian.settled()
    await eventually(() => expect(world.historian.counters().sealedSegments).toBe(0))
  })
})

const never = () => Promise.reject(new Error('not now'))

test('more readings of one time than fit into memory are reported as a gap, and the rest is answered', async () => {
  land(1)
  await world.historian.turn()
  land(2)
  await world.historian.turn()
  // The number of readings that gateways are supposed to have sent.
  const many = maxDecoded - 1
  await database.pool.query(
    `update history_chunk set n = ${many}, t0 = ${monday}, t1 = ${monday + 5000} where first_value = 1`,
  )
  const span = { from: monday, to: monday + dayMs - 1 }
  const hole = [{ columnId: 1, from: monday, to: monday + 5000, points: many }]
  await database.pool.query('update history_chunk set n = 2 where first_value = 2')
  const latest = { columnId: 1, from: monday + 2000, to: monday + 2000, points: 2 }
  const { data, damaged } = await world.historian.curves({ ...scope, ...span, points: 100, reduce: 'minmax' })
  expect([damaged, [...data[0]!.series.values]]).toEqual([[latest], [1]])
  await database.pool.query(`update history_chunk set n = ${maxDecoded + 1} where first_value = 1`)
  const after = await world.historian.curves({ ...scope, ...span, points: 100, reduce: 'minmax' })
  expect(after.damaged).toEqual([{ ...hole[0], points: maxDecoded + 1 }])
  expect([...after.data[0]!.series.values]).toEqual([2])
  for await (const slice of world.historian.scan({ ...scope, ...span, order: 'ascending' })) {
    expect(slice.damaged.every(({ points }) => points > maxDecoded)).toBe(true)
  }
})

describe('a damaged chunk', () => {
  test('is reported and skipped, the rest is answered; merging leaves it in place', async () => {
    land(1)
    await world.historian.turn()
    land(2)
    await world.historian.turn()
    await database.pool.query(
      'update history_chunk set data = set_byte(data, length(data) - 1, get_byte(data, length(data) - 1) # 1) where first_value = 1',
    )
    const span = { from: monday, to: monday + dayMs - 1 }
    const damaged = [{ columnId: 1, from: monday + 1000, to: monday + 1000, points: 1 }]
    const expectTold = async () => {
      const curves = await world.historian.curves({ ...scope, ...span, points: 100, reduce: 'minmax' })
      expect(curves.damaged).toEqual(damaged)
      expect([...curves.data[0]!.series.values]).toEqual([2])
      const edges = [monday, monday + 1500, monday + dayMs]
      // The chunk cannot be opened, but its header still answers the query.
      const { data } = await world.historian.aggregate({ ...scope, edges })
      expect([...data[0]!.sum]).toEqual([1, 2])
      const at = await world.historian.at({ ...scope, at: monday + 1500, lookbackMs: 5000 })
      expect(at).toEqual({ data: [null], damaged })
    }
    await expectTold()
    world.clock.now += 2 * dayMs
    await world.historian.turn()
    expect(world.historian.counters().damagedChunks).toBe(1)
    await expectTold()
    land(3)
    await world.historian.turn()
    expect(world.historian.counters().damagedChunks).toBe(1)
    expect(await query('select level, n from history_chunk order by level')).toEqual([
      { level: 0, n: 1 },
      { level: 2, n: 2 },
    ])
  })

  test('or frame loses only its own batches, and is kept for inspection', async () => {
    land(1)
    await world.historian.settled()
    land(2)
    await world.historian.settled()
    await asOwner(
      database,
      'update history_landing_0 set frame = set_byte(frame, length(frame) - 1, 77) where ctid = (select min(ctid) from history_landing_0)',
    )
    await world.historian.turn()
    expect(await world.historian.count({ ...scope, from: 0, to: monday + dayMs })).toEqual([{ columnId: 1, n: 1 }])
    expect(await query('select gateway_id, reason from history_quarantine')).toEqual([
      { gateway_id: 7, reason: 'a landed frame is damaged' },
    ])
    expect(world.historian.counters().damagedChunks).toBe(1)
  })
})

describe('without a request', () => {
  const levels = () => query<{ level: number; n: number }>('select level, n from history_chunk order by t0, id')

  test('a segment is sealed by its age, compacted, and eight chunks of a day are merged', async () => {
    await world.takeOver({ pace: { upkeepMs: 5, sealMs: 1000, firstNightMs: 1e12 } })
    for (let seq = 1; seq <= 8; seq++) {
      expect(land(seq)).toBe('taken')
      await world.historian.settled()
      expect(world.historian.counters().sealedSegments).toBe(0)
      world.clock.now += 1000
      await eventually(() => expect(world.historian.counters().compactedPoints).toBe(seq))
    }
    await eventually(async () => expect(await levels()).toEqual([{ level: 1, n: 8 }]))
    await world.expectSame(scope)
    expect(world.log).toEqual([])
  })

  test('a segment is sealed by its size', async () => {
    await world.takeOver({ pace: { upkeepMs: 5, sealPoints: 3 } })
    for (let seq = 1; seq <= 4; seq++) {
      land(seq)
      await world.historian.settled()
    }
    await eventually(() => expect(world.historian.counters().compactedPoints).toBe(3))
    await world.expectSame(scope)
  })

  test('a day is merged after its midnight, and again when late readings arrive', async () => {
    await world.takeOver({ pace: { upkeepMs: 5, sealMs: 0, firstNightMs: 1e12 } })
    land(1)
    await eventually(async () => expect(await levels()).toEqual([{ level: 0, n: 1 }]))
    // The first nightly work of a process follows its start, the next follows the clock.
    await world.takeOver({ pace: { upkeepMs: 5, sealMs: 0, firstNightMs: 0 } })
    world.clock.now = monday + dayMs + 3_600_000
    await eventually(async () => expect(await levels()).toEqual([{ level: 2, n: 1 }]))
    land(2)
    // The nightly run may still be in progress and include the new readings.
    await eventually(() => expect(world.historian.counters().compactedPoints).toBe(1))
    world.clock.now += dayMs
    await eventually(async () => expect(await levels()).toEqual([{ level: 2, n: 2 }]))
    await world.expectSame(scope)
  })
})

describe('data that is too old', () => {
  const other = { orgId: 2, equipmentId: 6 }
  const weeks = async () =>
    (
      await query<{ name: string }>(
        "select relname as name from pg_class where relname like 'history\\_chunk\\_w%' and relkind = 'r' order by 1",
      )
    ).map(({ name }) => name)

  test('is deleted by the days of each organisation, and unused weeks are dropped', async () => {
    await seedOwner(database.pool, other)
    await database.pool.query('update organisation set history_days = case id when 1 then 30 else 100 end')
    for (const [i, day] of [-200, -90, -20, 0].entries()) {
      land(i + 1, { at: monday + day * dayMs })
      land(i + 1, { gatewayId: 8, at: monday + day * dayMs, to: other })
    }
    world.historian.drop({ ...gapOf({ ...outbox(7), seq: 5 }, owner, 5), toAt: monday - 40 * dayMs })
    for (const [i, day] of [-101, -99].entries())
      world.historian.quarantine({
        ...quarantineOf({ ...outbox(7), seq: 6 + i }, 'x'),
        receivedAt: monday + day * dayMs,
      })
    await world.historian.turn()
    expect(await query('select seq from history_quarantine')).toEqual([{ seq: 7 }])
    const kept = await query('select org_id, first_value from history_chunk order by 1, 2')
    expect(kept).toEqual([
      { org_id: 1, first_value: 3 },
      { org_id: 1, first_value: 4 },
      { org_id: 2, first_value: 2 },
      { org_id: 2, first_value: 3 },
      { org_id: 2, first_value: 4 },
    ])
    expect(await query('select from history_gap')).toEqual([])
    const made = await weeks()
    expect(made).toContain('history_chunk_w20260803')
    expect(made).not.toContain('history_chunk_w20260413')
    // The last partition is four weeks ahead.
    expect(made.at(-1)).toBe('history_chunk_w20261130')
    world.clock.now += 100 * dayMs
    await world.historian.turn()
    expect(await weeks()).not.toContain('history_chunk_w20260803')
  })

  test('or from a wrong clock creates no weeks, and is counted', async () => {
    land(1, { at: Date.UTC(9000, 0) })
    land(2, { at: 1000 })
    await world.historian.turn()
    expect(await query('select n from history_chunk_rest')).toHaveLength(1)
    expect(world.historian.counters().strayChunks).toBe(1)
  })

  test('of deleted devices is removed with its columns, reports and gaps', async () => {
    const gone = { orgId: 1, equipmentId: 9 }
    await seedOwner(database.pool, gone)
    for (const { equipmentId } of [owner, gone]) {
      await database.pool.query(
        `insert into history_report (id, org_id, equipment_id, position, name, type, spec, created_at)
         values ($1::int, 1, $1::int, 0, 'r', 'normal', '{}', 0)`,
        [equipmentId],
      )
      await database.pool.query(
        `insert into history_column (id, org_id, equipment_id, report_id, position, signal_id, data_type, title, created_at)
         values ($1::int, 1, $1::int, $1::int, 0, 1, 'int16', 'c', 0)`,
        [equipmentId],
      )
    }
    land(1, { columnId: 5 })
    land(1, { gatewayId: 8, columnId: 9, to: gone })
    world.historian.drop(gapOf({ ...outbox(8), seq: 2 }, gone, 2))
    await world.historian.turn()
    expect(await query('select equipment_id from history_chunk order by 1')).toHaveLength(2)
    await database.pool.query('delete from equipment where id = 9')
    await world.historian.turn()
    for (const table of ['history_chunk', 'history_column', 'history_report'])
      expect(await query(`select equipment_id from ${table}`)).toEqual([{ equipment_id: 5 }])
    expect(await query('select from history_gap')).toEqual([])
  })
})
