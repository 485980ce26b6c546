// CPU of the main thread per stage of a record's path, µs per message: `npx tsx bench/ingest-stages.ts [values]`.
// Single-threaded, without broker, sockets and database: measures our code only.
import { EquipmentId, GatewayId } from '../contract/fields.ts'
import { lanes, type Up } from '../contract/topics.ts'
import { accept } from '../signal/cloud/accept.ts'
import type { RecordBatch } from '../signal/cloud/batch.ts'
import { readMessage } from '../signal/cloud/ingest.ts'
import { JudgedDevice } from '../signal/cloud/judged-device.ts'
import { Judging } from '../signal/cloud/judging.ts'
import { LiveTable } from '../signal/cloud/live-table.ts'
import type { Owner } from '../signal/cloud/owner-book.ts'
import { readRecords } from '../signal/cloud/read-records.ts'
import { toRecordBatch } from '../signal/cloud/record-batch.ts'
import { remember } from '../signal/cloud/remember.ts'
import { encodeBatch } from '../signal/history/frame.ts'

const gateways = 50
const rounds = 400

/**
 * The values of one poll: 60 % random walks with two decimals, 10 % full doubles, 20 % integers, 10 % booleans; jitter
 * up to 40 ms.
 */
function messageOf(gateway: number, seq: number, values: number): Up['record'] {
  const word = '0123456789abcdef'
  const first = gateway * values + 1
  const sampleOf = (i: number) => {
    const kind = i % 10
    if (kind < 6) return Math.round((50 + 10 * Math.sin(seq / 10 + i)) * 100) / 100
    if (kind === 6) return Math.random()
    return kind === 9 ? seq % 2 === 0 : (seq * 7 + i) % 1000
  }
  const at = 1_790_000_000_000 + seq * 1000
  const list = Array.from({ length: values }, (_, i) => i)
  return {
    session: word,
    epoch: word,
    lane: lanes[1],
    seq,
    equipmentId: EquipmentId.parse(gateway + 1),
    bindingId: gateway + 1,
    configHash: 'a'.repeat(64),
    sentAt: at,
    at,
    ids: list.map((i) => first + i),
    values: list.map(sampleOf),
    times: list.map((i) => (i * 7) % 40),
  }
}

function ownerOf(gateway: number, values: number): Owner {
  const first = gateway * values + 1
  const columns = new Map(Array.from({ length: values }, (_, i) => [first + i, first + i + 1_000_000]))
  return {
    since: 0,
    until: null,
    bindingId: gateway + 1,
    gatewayId: GatewayId.parse(gateway + 1),
    orgId: 1,
    equipmentId: EquipmentId.parse(gateway + 1),
    columns,
  }
}

const encode = ({ columnIds, isGood, codes, ...batch }: RecordBatch) =>
  encodeBatch({ ...batch, ids: columnIds, codes: isGood ? null : codes })

type Stage = [name: string, work: (i: number) => unknown]

function measure([name, work]: Stage, messages: number, values: number): void {
  for (let i = 0; i < messages; i += 1) work(i)
  const before = process.cpuUsage()
  for (let round = 0; round < 3; round += 1) for (let i = 0; i < messages; i += 1) work(i)
  const { user, system } = process.cpuUsage(before)
  const us = (user + system) / (3 * messages)
  console.log(
    `${name.padEnd(22)} ${us.toFixed(2).padStart(8)} µs a message ${(us / values).toFixed(3).padStart(8)} µs a value`,
  )
}

/** Measures devices without rules on the platform, and devices with a rule for one in five of their variables. */
async function judgeStages(batches: readonly RecordBatch[], values: number): Promise<Stage[]> {
  let at = batches[0]!.receivedAt
  const nothing = new Judging({
    load: async () => ({ runs: '', here: undefined }),
    ...{ all: async () => [], happened: () => true, draw: () => '', now: () => at },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  nothing.take(batches[0]!)
  await nothing.idle()
  const ruled = batches.slice(0, gateways).map(({ equipmentId, ids }) => {
    const rules = ids
      .filter((_, i) => i % 5 === 0)
      .map((id) => {
        const of = `\${${equipmentId}.${id}}`
        return { id, raise: `${of} > 58`, stay: `${of} > 57`, onMs: 2000 }
      })
    const known = { since: 0, standing: [], turnedAt: new Map(), readings: [] }
    const ends = { draw: () => '', tell: () => undefined, onFault: () => undefined }
    return new JudgedDevice({ equipmentId, rules, ...known, ...ends }, at)
  })
  const times = new Array<number>(values).fill(at)
  return [
    ['judge, no rule here', (i) => nothing.take(batches[i % batches.length]!)],
    [
      'judge, a rule of five',
      (i) => {
        if (i % gateways === 0) at += 1000
        times.fill(at)
        const { ids, values: read, codes } = batches[i % batches.length]!
        ruled[i % gateways]!.take({ ids, values: read, codes, times, receivedAt: at })
      },
    ],
  ]
}

async function bench(values: number): Promise<void> {
  const payloads: Buffer[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (let g = 0; g < gateways; g += 1) payloads.push(Buffer.from(JSON.stringify(messageOf(g, round + 1, values))))
  }
  const owners = Array.from({ length: gateways }, (_, g) => ownerOf(g, values))
  const parsed = payloads.slice(0, gateways * 20).map((payload) => JSON.parse(payload.toString()) as Up['record'])
  const at = (i: number) => parsed[i % parsed.length]!
  const receivedAt = 1_790_000_000_000
  const batch = (i: number) =>
    toRecordBatch(at(i), owners[i % gateways]!, 'SN', receivedAt + Math.floor(i / gateways) * 1000)
  const batches = parsed
    .map((_, i) => batch(i))
    .map((each) => {
      if (typeof each === 'string') throw new Error(each)
      return each
    })
  const table = new LiveTable(() => receivedAt)
  const [take, keep] = [accept(table), remember({ land: () => 'taken' }, () => undefined)]
  console.log(`\n${values} values a message, ${Math.round(payloads[0]!.length)} bytes, ${gateways} gateways`)
  const stages: Stage[] = [
    ['JSON.parse', (i) => JSON.parse(payloads[i]!.toString('utf8'))],
    ['parse and check', (i) => readMessage('record', payloads[i]!)],
    ['check alone', (i) => readRecords(at(i))],
    ['own, correct times', batch],
    ['accept', (i) => take(batches[i % batches.length]!)],
    ['remember', (i) => keep(batches[i % batches.length]!)],
    ['encode for landing', (i) => encode(batches[i % batches.length]!)],
    ...(await judgeStages(batches, values)),
  ]
  for (const stage of stages) measure(stage, payloads.length, values)
}

const asked = Number(process.argv[2])
for (const values of asked > 0 ? [asked] : [20, 100, 500]) await bench(values)
