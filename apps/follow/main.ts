// The command `npm run follow -- <device> <variable>`: prints the path of a value on a running platform, hop by hop.
import { queryLiveSignals } from '../../features/device/live/contract.ts'
import { signalLineage } from '../../features/project/lineage/contract.ts'
import { queryMonitored } from '../../features/project/monitor/contract.ts'
import { signIn } from '../demo/client.ts'
import { hopLines } from './hops.ts'

const usage = `Say which: npm run follow -- "Intake station 1" wellLevel
GATEHOUSE_URL (default http://127.0.0.1:8080), GATEHOUSE_LOGIN and GATEHOUSE_PASSWORD (default those of the demonstration)
name the platform and an account that may monitor the device.`

/** The only entry with one of these names; throws with the names that exist. */
function only<T>(what: string, wanted: string, all: readonly T[], namesOf: (each: T) => readonly string[]): T {
  const found = all.filter((each) => namesOf(each).includes(wanted))
  const [one] = found.length > 0 ? found : all.length === 1 ? all : []
  if (one && found.length < 2) return one
  const names = all.map((each) => namesOf(each)[0]).slice(0, 20)
  throw new Error(`${found.length > 1 ? 'Several' : 'No'} ${what} "${wanted}". There are: ${names.join(', ')}`)
}

async function main([deviceName, signalName]: readonly string[]): Promise<void> {
  if (!deviceName || !signalName) throw new Error(usage)
  const {
    GATEHOUSE_URL = 'http://127.0.0.1:8080',
    GATEHOUSE_LOGIN = 'admin',
    GATEHOUSE_PASSWORD = 'Waterworks1',
  } = process.env
  const call = await signIn(GATEHOUSE_URL, GATEHOUSE_LOGIN, GATEHOUSE_PASSWORD)
  const { rows } = await call(queryMonitored, { keyword: deviceName, pageSize: 50 })
  const device = only('device', deviceName, rows, ({ name, sn, id }) => [name, sn ?? '', String(id)])
  const signals = await call(queryLiveSignals, { equipmentId: device.id })
  const signal = only('variable', signalName, signals, ({ name, title }) => [name, title])
  const lineage = await call(signalLineage, { equipmentId: device.id, signalId: signal.id })
  console.log([`${device.name}, ${signal.title} (${signal.name})`, ''].join('\n'))
  for (const line of hopLines({ device, signal, lineage, now: Date.now() })) console.log(line)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
