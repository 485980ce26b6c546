// The whole path of a record under load, by the method of DESIGN 8: open loop, real MQTT, JSON, compaction on, with
// watchers; afterwards every acknowledged value must be in history exactly once.
//   npm run bench -- ingest --gateways 500 --values 100 --rate 500000 --seconds 60 The gateways cannot judge: with --rule 5 the platform judges one alarm rule per five signals, of which one in 50 is near its limit (--alarming 50).
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Historian } from '../signal/history/historian.ts'
import { type FleetGateway, insertFleet, insertRules } from './fleet.ts'
import { type LoadPlan, type LoadResult, runLoad } from './load.ts'
import { machineLine, numbers, quantile, residentMib, table } from './machine.ts'
import { poolSize, valuePool } from './plant-values.ts'
import { type BenchPlatform, startPlatform } from './platform.ts'

const given = numbers({
  gateways: 500,
  signals: 100,
  values: 100,
  rate: 500_000,
  seconds: 60,
  streaming: 10,
  rule: 0,
  alarming: 50,
})

const warmUpS = 20

/** Runs the load in its own process, so that its CPU time is not counted as the platform's. */
function load(plan: LoadPlan): Promise<LoadResult> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), ['load'], { serialization: 'advanced' })
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as LoadResult))
    child.once('exit', (code) => code !== 0 && reject(new Error(`the load ended with ${code}`)))
    child.send(plan)
  })
}

/** Sealed segments and memory, once a second. */
function observe({ server, port }: BenchPlatform) {
  const seen = { sealed: 0, rssMib: 0, full: 0, rejected: '' }
  const timer = setInterval(async () => {
    seen.rssMib = Math.max(seen.rssMib, residentMib(server.pid!))
    const text = await fetch(`http://127.0.0.1:${port}/metrics`)
      .then((answer) => answer.text())
      .catch(() => '')
    seen.sealed = Math.max(seen.sealed, Number(/^gatehouse_history_sealed_segments (\d+)/m.exec(text)?.[1] ?? 0))
    seen.full = Number(/^gatehouse_history_refused_full_total (\d+)/m.exec(text)?.[1] ?? 0)
    seen.rejected = text.match(/^gatehouse_messages_rejected_total\{.*$/gm)?.join(' ') ?? seen.rejected
  }, 1000)
  return { seen, stop: () => clearInterval(timer) }
}

type Verified = {
  points: number
  wrongCounts: number
  comparedValues: number
  wrongValues: number
  bytesPerPoint: number
}

const groups = Math.max(1, Math.floor(given.signals / given.values))

/** Checks that every column has all acknowledged readings, and the values of a sample. */
async function verify({ database }: BenchPlatform, fleet: FleetGateway[], result: LoadResult): Promise<Verified> {
  const historian = new Historian({
    database,
    now: Date.now,
    log: console.error,
    onCommitted: () => undefined,
  })
  await historian.start()
  await historian.turn()
  const verified: Verified = { points: 0, wrongCounts: 0, comparedValues: 0, wrongValues: 0, bytesPerPoint: 0 }
  const { rows } = await database.pool.query<{ id: number }>('select id from organisation order by id limit 1')
  for (const gateway of fleet) {
    const { equipmentId, gatewayId } = gateway
    const scope = { orgId: rows[0]!.id, equipmentId, gatewayIds: [gatewayId] }
    await countColumns(historian, scope, gateway, result.acked[gateway.sn]!, verified)
    if (gatewayId % 25 === 0) await compareValues(historian, scope, gateway, verified)
  }
  const { rows: sizes } = await database.pool.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(oid))::bigint as bytes from pg_class
     where relname like 'history\\_%' and relkind = 'r'`,
  )
  verified.bytesPerPoint = sizes[0]!.bytes / verified.points
  await historian.stop()
  return verified
}

type Owner = { orgId: number; equipmentId: number; gatewayIds: number[] }

const aDayAround = () => ({ from: Date.now() - 86_400_000, to: Date.now() + 86_400_000 })

async function countColumns(
  historian: Historian,
  scope: Owner,
  { columnIds }: FleetGateway,
  acked: number,
  verified: Verified,
): Promise<void> {
  const counts = await historian.count({ ...scope, columnIds, ...aDayAround() })
  for (const [index, { n }] of counts.entries()) {
    const group = Math.floor(index / given.values) % groups
    const expected = Math.floor((acked - group) / groups) + (group === 0 ? 0 : 1)
    if (n !== expected) verified.wrongCounts += 1
    verified.points += n
  }
}

const pool = valuePool()

/** The value that the load sent for a column of the first group in its turn. */
function sentValue(gatewayId: number, column: number, turn: number): number {
  const seq = (turn + 1) * groups
  const text = pool[column % pool.length]![(seq + column * 131 + gatewayId) % poolSize]!
  return text === 'true' ? 1 : text === 'false' ? 0 : Number(text)
}

async function compareValues(
  historian: Historian,
  scope: Owner,
  gateway: FleetGateway,
  verified: Verified,
): Promise<void> {
  const columnIds = gateway.columnIds.slice(0, Math.min(10, given.values))
  const { data } = await historian.curves({ ...scope, columnIds, ...aDayAround(), points: 200_000, reduce: 'latest' })
  for (const [column, { series }] of data.entries()) {
    for (let turn = 0; turn < series.times.length; turn += 1) {
      verified.comparedValues += 1
      if (Number(series.values[turn]) !== sentValue(gateway.gatewayId, column, turn)) verified.wrongValues += 1
    }
  }
}

async function main(): Promise<void> {
  const platform = await startPlatform()
  try {
    const fleet = await insertFleet(platform.database, given.gateways, given.signals)
    if (given.rule > 0)
      await insertRules(platform.database, fleet, { everySignals: given.rule, alarming: given.alarming })
    const before = platform.cpu()
    const observed = observe(platform)
    const messagesPerSecond = given.rate / given.values
    // The initial cost of a device, at its first message, is over by then.
    let warm = before
    const warming = setTimeout(() => {
      warm = platform.cpu()
    }, warmUpS * 1000)
    const result = await load({
      ...{ port: platform.mqttPort, fleet, messagesPerSecond, valuesPerMessage: given.values },
      ...{ seconds: given.seconds, streaming: Math.min(given.streaming, given.gateways) },
      watch: { url: `http://127.0.0.1:${platform.port}`, password: platform.password },
    })
    observed.stop()
    clearTimeout(warming)
    const after = platform.cpu()
    await platform.stopServer()
    const { rows: alarms } = await platform.database.pool.query<{ n: number; standing: number }>(
      'select count(*)::int as n, (count(*) filter (where cleared_at is null))::int as standing from alarm',
    )
    const verified = await verify(platform, fleet, result)
    report(result, verified, observed.seen, {
      server: after.server - before.server,
      postgres: after.postgres - before.postgres,
    })
    const later = messagesPerSecond * (given.seconds - warmUpS)
    const each = (seconds: number) => `${((seconds * 1e6) / later).toFixed(1)} µs a message`
    if (later > 0)
      console.log(
        `from second ${warmUpS} on: server ${each(after.server - warm.server)}, PostgreSQL ${each(after.postgres - warm.postgres)}`,
      )
    if (given.rule > 0) console.log(`alarms raised: ${alarms[0]!.n}, of which stand: ${alarms[0]!.standing}`)
  } finally {
    await platform.stop()
  }
}

function report(
  result: LoadResult,
  verified: Verified,
  seen: { sealed: number; rssMib: number; full: number; rejected: string },
  cpu: { server: number; postgres: number },
): void {
  const { latencies, sentMessages, ackedMessages } = result
  const ms = (part: number) => quantile(latencies, part).toFixed(0)
  const watchedMs = (part: number) => quantile(result.watched, part).toFixed(0)
  const perMessage = (seconds: number) => ((seconds * 1e6) / sentMessages).toFixed(1)
  console.log(machineLine())
  console.log(
    table(
      ['what', 'figure'],
      [
        ['load', `${given.gateways} gateways × ${given.signals} signals, ${given.values} values a message`],
        ['alarm rules', given.rule > 0 ? `one per ${given.rule} signals, judged on the platform` : 'none'],
        ['sent', `${((sentMessages * given.values) / given.seconds).toFixed(0)} values/s for ${given.seconds} s`],
        ['acknowledged', `${ackedMessages} of ${sentMessages} messages, ${result.resent} resent, ${result.late} late`],
        ['acknowledgement', `p50 ${ms(0.5)} ms, p99 ${ms(0.99)} ms, p99.9 ${ms(0.999)} ms`],
        ['read → socket', `${given.streaming} watched: p50 ${watchedMs(0.5)} ms, p99 ${watchedMs(0.99)} ms`],
        ['server', `${perMessage(cpu.server)} µs a message, ${seen.rssMib} MiB`],
        ['PostgreSQL', `${perMessage(cpu.postgres)} µs a message`],
        ['load generator', `${perMessage(result.cpuSeconds)} µs a message`],
        ['most sealed segments, refused as full', `${seen.sealed}, ${seen.full}`],
        ['rejected messages', seen.rejected || 'none'],
        ['columns with a wrong number of readings', `${verified.wrongCounts} of ${given.gateways * given.signals}`],
        ['wrong values', `${verified.wrongValues} of ${verified.comparedValues} compared`],
        ['stored', `${verified.points} points, ${verified.bytesPerPoint.toFixed(2)} bytes a point`],
      ],
    ),
  )
}

if (process.argv[2] === 'load') {
  process.once('message', async (plan) => {
    const result = await runLoad(plan as LoadPlan)
    process.send!(result, () => process.exit(0))
  })
} else await main()
