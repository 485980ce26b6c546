// Ten thousand alarms that are raised and cleared in a minute, while users have the list open: gateways send each event as
// a separate message, each rule again and again. Measures how long the list takes to answer, the messages of the accounts,
// and the server's memory.
//   npm run bench -- alarm --flood 1 --alarms 10000 --gateways 50 --rules 10 --seconds 60 --rounds 3
import type { Events } from '../contract/topics.ts'
import { countAlarms, queryAlarms } from '../features/watch/alarm/contract.ts'
import { alarmCountsOf, insertRules } from './alarm-rows.ts'
import { type Ask, addAccounts, askAs, listenForMessages } from './alarm-watch.ts'
import { type FleetGateway, insertFleet } from './fleet.ts'
import { machineLine, numbers, quantile, residentMib, table } from './machine.ts'
import { type Box, connectBox, topicBytes } from './mqtt-box.ts'
import { type BenchPlatform, startPlatform } from './platform.ts'

const given = numbers({ alarms: 10_000, gateways: 50, rules: 10, seconds: 60, rounds: 3, accounts: 20, lookers: 5 })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const settleMs = 120_000

type Gateway = { box: Box; ruleIds: number[]; say(event: Told): void }
type Told = Omit<Events['events'][number], 't'>

let drawn = 0
const draw = () => (++drawn).toString(16).padStart(16, '0')

/** Spreads the alarms evenly over the time: each alarm is active for half of the interval of its rule. */
async function flood(gateways: readonly Gateway[]): Promise<void> {
  const rules = gateways.flatMap(({ say, ruleIds }) => ruleIds.map((ruleId) => ({ say, ruleId, alarm: '' })))
  const ticks = (given.alarms * 2 * 10) / (given.seconds * 1000)
  const begin = performance.now()
  for (let sent = 0; sent < given.alarms * 2; ) {
    const due = Math.min(given.alarms * 2, ((performance.now() - begin) / 10) * ticks)
    for (; sent < due; sent += 1) {
      const rule = rules[sent % rules.length]!
      const isRaise = rule.alarm === ''
      const alarm = isRaise ? draw() : rule.alarm
      rule.alarm = isRaise ? alarm : ''
      rule.say({ ruleId: rule.ruleId, alarm, kind: isRaise ? 'raised' : 'cleared' })
    }
    await pause(10)
  }
}

/** Loads the list and its counts, as open pages do, until the flood is over; ms of each answer. */
async function lookAt(ask: Ask, isOver: () => boolean, list: number[], counts: number[]): Promise<void> {
  while (!isOver()) {
    const begin = performance.now()
    await ask(queryAlarms, { view: 'open', pageSize: 50 })
    list.push(performance.now() - begin)
    const then = performance.now()
    await ask(countAlarms, {})
    counts.push(performance.now() - then)
    await pause(500 + Math.random() * 1000)
  }
}

/** Connects a gateway with an outbox that loses no alarm: each alarm is a message of its own. */
async function connectOne({ mqttPort }: BenchPlatform, gateway: FleetGateway): Promise<Omit<Gateway, 'ruleIds'>> {
  const { sn, secret, equipmentId, bindingId } = gateway
  const box = await connectBox({
    ...{ host: '127.0.0.1', port: mqttPort, sn, secret, hello: { bindingId } },
    ...{ onAck: () => undefined, onClose: () => undefined },
  })
  const topic = topicBytes(sn, 'event')
  const place = { session: box.session, epoch: box.session, lane: 'event', equipmentId, bindingId }
  let seq = 0
  return {
    box,
    say(event) {
      seq += 1
      const at = Date.now()
      const owner = { ...place, seq, configHash: '0'.repeat(64), sentAt: at, at }
      box.publish(topic, JSON.stringify({ ...owner, events: [{ ...event, t: 0 }] }))
    },
  }
}

async function connectGateways(platform: BenchPlatform): Promise<Gateway[]> {
  const gateways: Gateway[] = []
  for (const one of await insertFleet(platform.database, given.gateways, 1)) {
    const { equipmentId, signalIds } = one
    const ruleIds = await insertRules(platform.database, { equipmentId, signalId: signalIds[0]!, count: given.rules })
    gateways.push({ ...(await connectOne(platform, one)), ruleIds })
  }
  return gateways
}

type Round = { list: number[]; counts: number[]; untilAllMs: number; peakMib: number }

async function round(
  platform: BenchPlatform,
  asks: readonly Ask[],
  gateways: readonly Gateway[],
  nth: number,
): Promise<Round> {
  const list: number[] = []
  const counts: number[] = []
  let peakMib = 0
  let isOver = false
  const weigh = setInterval(() => {
    peakMib = Math.max(peakMib, residentMib(platform.server.pid!))
  }, 200)
  const looking = asks.slice(0, given.lookers).map((ask) => lookAt(ask, () => isOver, list, counts))
  await flood(gateways)
  const sentAt = performance.now()
  while (performance.now() - sentAt < settleMs) {
    const { all, cleared } = await alarmCountsOf(platform.database)
    if (all === given.alarms * nth && cleared === all) break
    await pause(50)
  }
  const untilAllMs = performance.now() - sentAt
  isOver = true
  await Promise.all(looking)
  clearInterval(weigh)
  return { list, counts, untilAllMs, peakMib }
}

export async function alarmFlood(): Promise<void> {
  const platform = await startPlatform()
  try {
    const accounts = await addAccounts(platform, given.accounts)
    const asks = accounts.map((account) => askAs(platform, account))
    const gateways = await connectGateways(platform)
    const told = accounts.map(() => 0)
    const close = await listenForMessages(platform, accounts, (_, account) => {
      told[account] = told[account]! + 1
    })
    await pause(2000)
    const rows: (string | number)[][] = []
    for (let nth = 1; nth <= given.rounds; nth += 1) {
      const [before, restMib, toldBefore] = [platform.cpu(), residentMib(platform.server.pid!), [...told]]
      const { list, counts, untilAllMs, peakMib } = await round(platform, asks, gateways, nth)
      const after = platform.cpu()
      const spread = (times: number[]) => {
        times.sort((a, b) => a - b)
        return [0.5, 0.95, 1].map((part) => quantile(times, part).toFixed(0)).join(' / ')
      }
      const own = told.map((count, index) => count - toldBefore[index]!)
      await pause(20_000)
      rows.push([
        ...[nth, spread(list), spread(counts), untilAllMs.toFixed(0), `${Math.min(...own)}–${Math.max(...own)}`],
        `${restMib} → ${peakMib} → ${residentMib(platform.server.pid!)}`,
        ...[after.server - before.server, after.postgres - before.postgres].map((seconds) => seconds.toFixed(1)),
      ])
    }
    const { all, cleared, messages } = await alarmCountsOf(platform.database)
    console.log(
      `${given.alarms} alarms in ${given.seconds} s, ${given.gateways * given.rules} rules of ${given.gateways} gateways, ${given.accounts} accounts, ${given.lookers} look; ${machineLine()}`,
    )
    const times = ['list p50 / p95 / worst ms', 'counts', 'sent → all in the list ms', 'messages an account']
    console.log(
      table(['minute', ...times, 'memory MiB: before → most → after', 'server CPU s', 'PostgreSQL CPU s'], rows),
    )
    console.log(`${all} alarms in the list, ${cleared} cleared, ${messages} messages stored`)
    close()
    for (const { box } of gateways) box.end()
  } finally {
    await platform.stop()
  }
}
