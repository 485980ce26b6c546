// From the PLC to the message on the screen: a simulated PLC over Modbus, the gateway agent and the platform in processes of
// their own, and sockets of messages like those of browsers. PLC and sockets are in this process, so that one clock measures:
// from the PLC's first answer with a fault to the message about it. Polling is thereby excluded; the time that a fault waits
// for the poll is printed separately.
//   npm run bench -- alarm --samples 200 --accounts 20
// `--flood 1`: ten thousand alarms in a minute instead (bench/alarm-flood.ts). `--list 1`: a long list (bench/alarm-list.ts).
import { randomBytes } from 'node:crypto'
import { acknowledgeAlarms, queryAlarms } from '../features/watch/alarm/contract.ts'
import { alarmFlood } from './alarm-flood.ts'
import { alarmList } from './alarm-list.ts'
import { type AlarmPlant, startAlarmPlant } from './alarm-plant.ts'
import { addAccounts, askAs, listenForMessages } from './alarm-watch.ts'
import { machineLine, numbers, quantile, table } from './machine.ts'
import { type BenchPlatform, startPlatform } from './platform.ts'

const given = numbers({ samples: 200, accounts: 20, flood: 0, list: 0 })

/** Longer than any poll, and random, so that the pauses never coincide with a periodic task of the platform. */
const pauseMs = () => 120 + Math.random() * 160
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Delays in ms: of each sample at each socket, and of each sample at its last socket. */
type Ages = { each: number[]; last: number[]; waited: number[] }

/** Raises one alarm after the other; each is sent to every socket. */
async function raise(plant: AlarmPlant, from: number, samples: number, heard: Map<string, number[]>, sockets: number) {
  const ages: Ages = { each: [], last: [], waited: [] }
  for (let fault = from; fault < from + samples; fault += 1) {
    const name = plant.nameOf(fault)
    const changedAt = performance.now()
    const answeredAt = await plant.show(fault)
    ages.waited.push(answeredAt - changedAt)
    for (let tries = 0; (heard.get(name)?.length ?? 0) < sockets; tries += 1) {
      if (tries > 6000) throw new Error(`${name} was told to ${heard.get(name)?.length ?? 0} of ${sockets} sockets`)
      await pause(5)
    }
    const own = heard.get(name)!.map((at) => at - answeredAt)
    ages.each.push(...own)
    ages.last.push(Math.max(...own))
    await pause(pauseMs())
  }
  return ages
}

/** Where the time goes, from the rows: ms from one step to the next, medians. */
async function steps({ database }: BenchPlatform, equipmentId: number): Promise<string> {
  const { rows } = await database.pool.query<{ road: number; told: number }>(
    `select percentile_cont(0.5) within group (order by a.received_at - a.raised_at) as road,
       percentile_cont(0.5) within group (order by m.created_at - a.received_at) as told
     from alarm a join message m on m.alarm_id = a.id where a.equipment_id = $1`,
    [equipmentId],
  )
  const { road = 0, told = 0 } = rows[0] ?? {}
  return `judged → at the platform ${Number(road).toFixed(0)} ms, there → message written ${Number(told).toFixed(0)} ms`
}

async function acknowledgeAll(ask: ReturnType<typeof askAs>, equipmentId: number): Promise<void> {
  for (;;) {
    const { rows } = await ask(queryAlarms, {
      view: 'unacknowledged',
      equipmentId: equipmentId as never,
      pageSize: 200,
    })
    if (rows.length === 0) return
    await ask(acknowledgeAlarms, { alarmIds: rows.map(({ id }) => id), comment: null })
  }
}

async function latency(): Promise<void> {
  const platform = await startPlatform()
  let plant: AlarmPlant | undefined
  try {
    const accounts = await addAccounts(platform, given.accounts)
    const ask = askAs(platform, accounts[0]!)
    plant = await startAlarmPlant(platform, ask, { rules: given.samples, run: randomBytes(2).toString('hex') })
    const rows: string[][] = []
    for (const count of [1, given.accounts]) {
      const heard = new Map<string, number[]>()
      const close = await listenForMessages(platform, accounts.slice(0, count), (title) => {
        const name = title.slice(title.indexOf(': ') + 2)
        heard.set(name, [...(heard.get(name) ?? []), performance.now()])
      })
      const before = platform.cpu()
      const { each, last, waited } = await raise(plant, 1, given.samples, heard, count)
      const after = platform.cpu()
      await plant.show(0)
      close()
      for (const list of [each, last, waited]) list.sort((a, b) => a - b)
      const ms = (list: number[]) => [0.5, 0.95, 0.99, 1].map((part) => quantile(list, part).toFixed(0)).join(' / ')
      const cpu = (of: 'server' | 'postgres') => (((after[of] - before[of]) * 1000) / given.samples).toFixed(0)
      rows.push([
        ...[`${count} of ${given.accounts}`, ms(each), ms(last), ms(waited)],
        `${cpu('server')} + ${cpu('postgres')} ms`,
      ])
      await acknowledgeAll(ask, plant.equipmentId)
    }
    console.log(`${given.samples} alarms one after the other; ${machineLine()}`)
    const heads = ['sockets of accounts', 'answer → message p50 / p95 / p99 / worst ms', 'the same, last socket']
    console.log(table([...heads, 'changed → answered (poll)', 'CPU an alarm: server + PostgreSQL'], rows))
    console.log(await steps(platform, plant.equipmentId))
  } finally {
    await plant?.stop()
    await platform.stop()
  }
}

await (given.flood ? alarmFlood() : given.list ? alarmList() : latency())
process.exit(0)
