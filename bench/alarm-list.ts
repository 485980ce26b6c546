// A list with a hundred thousand open of half a million alarms: how long its views, its counts and the figures of a day take,
// over HTTP.
//   npm run bench -- alarm --list 1 --stored 500000 --open 100000 --days 5
import type { Endpoint, InputOf } from '../contract/endpoint.ts'
import { alarmInfo, countAlarms, queryAlarms } from '../features/watch/alarm/contract.ts'
import { alarmStatistics } from '../features/watch/alarm-statistics/contract.ts'
import { insertAlarms, insertRules } from './alarm-rows.ts'
import { addAccounts, askAs } from './alarm-watch.ts'
import { insertFleet } from './fleet.ts'
import { machineLine, median, numbers, table } from './machine.ts'
import { startPlatform } from './platform.ts'

const given = numbers({ stored: 500_000, open: 100_000, days: 5, gateways: 100, rules: 20, repeat: 7 })
const dayMs = 24 * 3600_000

export async function alarmList(): Promise<void> {
  const platform = await startPlatform()
  try {
    const { database } = platform
    const ask = askAs(platform, (await addAccounts(platform, 1))[0]!)
    const fleet = await insertFleet(database, given.gateways, 1)
    for (const { equipmentId, signalIds } of fleet)
      await insertRules(database, { equipmentId, signalId: signalIds[0]!, count: given.rules })
    const now = Date.now()
    await insertAlarms(database, { alarms: given.stored, open: given.open, days: given.days, now })
    const rows: (string | number)[][] = []
    const measure = async <E extends Endpoint>(name: string, endpoint: E, input: InputOf<E>) => {
      const walls: number[] = []
      const before = platform.cpu()
      for (let i = 0; i < given.repeat; i += 1) {
        const begin = performance.now()
        await ask(endpoint, input)
        walls.push(performance.now() - begin)
      }
      const after = platform.cpu()
      const cpu = (of: 'server' | 'postgres') => (((after[of] - before[of]) * 1000) / given.repeat).toFixed(0)
      rows.push([name, median(walls).toFixed(0), Math.max(...walls).toFixed(0), cpu('server'), cpu('postgres')])
    }
    const equipmentId = fleet[0]!.equipmentId as never
    await measure('open, first page of 50', queryAlarms, { view: 'open', pageSize: 50 })
    await measure('open, page 20', queryAlarms, { view: 'open', pageNo: 20, pageSize: 50 })
    await measure('open, of one device', queryAlarms, { view: 'open', equipmentId, pageSize: 50 })
    await measure('open, with a word', queryAlarms, { view: 'open', keyword: 'Rule 7', pageSize: 50 })
    await measure('not acknowledged', queryAlarms, { view: 'unacknowledged', pageSize: 50 })
    await measure('cleared today', queryAlarms, { view: 'cleared', pageSize: 50 })
    await measure('history', queryAlarms, { view: 'history', pageSize: 50 })
    await measure('history, of one device', queryAlarms, { view: 'history', equipmentId, pageSize: 50 })
    await measure('counts of the status bar', countAlarms, {})
    await measure('one alarm', alarmInfo, { alarmId: given.stored as never })
    await measure('figures of a day', alarmStatistics, { from: now - dayMs, to: now })
    await measure('figures of a day, one device', alarmStatistics, { from: now - dayMs, to: now, equipmentId })
    await measure('figures of all days', alarmStatistics, { from: now - given.days * dayMs, to: now })
    console.log(
      `${given.open} open of ${given.stored} alarms of ${given.days} days, ${given.gateways * given.rules} rules; ${machineLine()}`,
    )
    console.log(table(['what', 'median ms', 'worst', 'server CPU ms', 'PostgreSQL CPU ms'], rows))
  } finally {
    await platform.stop()
  }
}
