// The cost of a line of the operation log with its link and without: a change with its line, one transaction each, on a
// private PostgreSQL with production settings; then the duration of verifying the chain. `npm run bench --
// operation-log`.
import { chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AccountId, OrgId } from '../contract/fields.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { connectDatabase, type Database } from '../db/pool.ts'
import { writableSight } from '../db/sight.ts'
import { scopes } from '../features/frame/tables.ts'
import { walkChains } from '../features/platform/operation-log/chain-store.ts'
import { insertOperation } from '../features/platform/operation-log/store.ts'
import { childrenOf, cpuSecondsOf, machineLine, numbers, parentOf } from './machine.ts'

const organisations = 8
const { rounds, changes: perRound, lines: walked } = numbers({ rounds: 4, changes: 1500, lines: 100_000 })

const who = { accountId: AccountId.parse(1), loginname: 'operator', ip: '192.168.1.20' }
const before = { name: 'North works', sort: 3, address: 'Lake road 5', remark: null }

/** Writes a line as a call of `kind: 'change'` does. */
const change = ({ sights }: Database, orgId: OrgId, turn: number) =>
  writableSight(sights(orgId, true), { orgId, devices: 'all', scopes }).transaction(async (sight) => {
    await sight.update('deviceGroup', { sort: turn }).execute()
    const object = { type: 'group', id: orgId, name: 'North works' } as const
    await insertOperation(sight, who, { act: 'edit', object, before, after: { ...before, sort: turn } }, Date.now())
  })

async function run(database: Database, writers: number, orgOf: (writer: number) => number): Promise<void> {
  let turn = 0
  const write = async (_: unknown, writer: number) => {
    while (turn < perRound) {
      turn += 1
      await change(database, OrgId.parse(orgOf(writer)), turn)
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
}

const ways: [string, number, (writer: number) => number][] = [
  ['one after the other', 1, () => 1],
  ['6 at once, one organisation', 6, () => 1],
  ['8 at once, 8 organisations', 8, (writer) => 1 + writer],
]

async function main(): Promise<void> {
  console.log(machineLine())
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
  chmodSync(folder, 0o711)
  const embedded = await startEmbedded({ dataDir: join(folder, 'pg'), log: () => undefined })
  const database = await connectDatabase({ ...embedded, setting: 'DATA_DIR', log: () => undefined })
  const owner = await connectDatabase({ url: embedded.migrateUrl, setting: 'DATA_DIR', log: () => undefined })
  try {
    await migrate(database)
    await owner.pool.query(`insert into organisation (name, created_at) select 'Works ' || n, 0 from generate_series(1, ${organisations}) n;
      insert into device_group (org_id, name, created_at) select n, 'North works', 0 from generate_series(1, ${organisations}) n`)
    const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    const postmaster = parentOf(rows[0]!.pid)
    const cpu = () => [postmaster, ...childrenOf(postmaster)].reduce((sum, pid) => sum + cpuSecondsOf(pid), 0)
    for (const [name, writers, orgOf] of ways) {
      const sums = { with: { cpu: 0, ms: 0 }, without: { cpu: 0, ms: 0 } }
      await run(database, writers, orgOf)
      for (let round = 0; round < rounds; round += 1) {
        for (const way of ['without', 'with'] as const) {
          await owner.pool.query(`alter table operation_log ${way === 'with' ? 'enable' : 'disable'} trigger user`)
          const [from, start] = [cpu(), performance.now()]
          await run(database, writers, orgOf)
          sums[way].cpu += cpu() - from
          sums[way].ms += performance.now() - start
        }
      }
      const count = rounds * perRound
      const told = ({ cpu: seconds, ms }: { cpu: number; ms: number }) =>
        `${((seconds * 1e6) / count).toFixed(0)} µs of PostgreSQL CPU, ${((count * 1000) / ms).toFixed(0)} changes/s`
      console.log(`${name}: without links ${told(sums.without)}; with ${told(sums.with)}`)
    }
    await walk(database, owner)
  } finally {
    await owner.stop()
    await database.stop()
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Lines by the hundred thousand in an organisation of their own: one transaction, then the verification. */
async function walk(database: Database, owner: Database): Promise<void> {
  await owner.pool.query("insert into organisation (name, created_at) values ('Large', 0)")
  const portion = 500
  const start = performance.now()
  for (let done = 0; done < walked; done += portion)
    await owner.pool.query(
      `insert into operation_log (org_id, at, loginname, act, object_type, object_name, before, after, result, code)
       select ${organisations + 1}, n, 'operator', 'edit', 'group', 'North works', $1, $1, 'success', 200 from generate_series(1, ${portion}) n`,
      [JSON.stringify(before)],
    )
  console.log(`chaining: ${(((performance.now() - start) * 1000) / walked).toFixed(0)} µs a line`)
  const size = await database.pool.query(
    `select pg_total_relation_size('operation_log') as log, pg_total_relation_size('operation_link') as link,
      (select count(*) from operation_link) as n`,
  )
  const { log, link, n } = size.rows[0] as { log: number; link: number; n: number }
  console.log(`stored: ${(link / n).toFixed(0)} bytes a link, ${(log / n).toFixed(0)} a line, indexes and all`)
  const [begun, heap] = [performance.now(), process.memoryUsage().rss]
  let entries = 0
  await walkChains(database.kysely, { fault: () => undefined, end: ({ head }) => (entries += head.seq) })
  const seconds = (performance.now() - begun) / 1000
  const grown = (process.memoryUsage().rss - heap) / 1e6
  console.log(
    `walk: ${entries} entries in ${seconds.toFixed(1)} s, ${(entries / seconds).toFixed(0)} a second; ${grown.toFixed(0)} MB more memory`,
  )
}

await main()
