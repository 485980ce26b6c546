// A broker restarts and all gateways reconnect at the same time: the time until all are online, the cost, and the delay
// of the values of a gateway that stayed connected. Gateways are in this process, the platform in its own. Refused
// gateways retry with the edge's jittered back-off.
//   npm run bench -- reconnect --gateways 5000
import { type FleetGateway, insertFleet } from './fleet.ts'
import { machineLine, numbers, quantile, residentMib, table } from './machine.ts'
import { type Box, connectBox, topicBytes } from './mqtt-box.ts'
import { type BenchPlatform, startPlatform } from './platform.ts'
import { openSocket, signIn } from './watcher.ts'

const given = numbers({ gateways: 5000 })
/** The back-off of the gateway agent (signal/edge/link `fieldPace`). */
const backOff = { firstMs: 1000, maxMs: 30_000 }
const probeMs = 50

type Storm = { wallS: number; tries: number; server: number; peakMib: number }

/** Connects a gateway until it is welcomed; returns the number of attempts. */
async function come(
  platform: BenchPlatform,
  { sn, secret, bindingId }: FleetGateway,
): Promise<{ box: Box; tries: number }> {
  for (let tries = 1; ; tries += 1) {
    const box = await new Promise<Box | undefined>((resolve) => {
      connectBox({
        ...{ host: '127.0.0.1', port: platform.mqttPort, sn, secret, hello: { bindingId } },
        ...{ onAck: () => undefined, onClose: () => resolve(undefined) },
      }).then(resolve, () => resolve(undefined))
    })
    if (box) return { box, tries }
    const ceiling = Math.min(backOff.maxMs, backOff.firstMs * 2 ** (tries - 1))
    await new Promise((resolve) => setTimeout(resolve, ceiling * (0.5 + Math.random() / 2)))
  }
}

/** Connects all gateways at the same time. */
async function storm(platform: BenchPlatform, fleet: FleetGateway[]): Promise<{ boxes: Box[]; storm: Storm }> {
  const { server } = platform
  const [before, begin] = [platform.cpu(), performance.now()]
  let peakMib = 0
  const weigh = setInterval(() => {
    peakMib = Math.max(peakMib, residentMib(server.pid!))
  }, 100)
  const came = await Promise.all(fleet.map((gateway) => come(platform, gateway)))
  clearInterval(weigh)
  const after = platform.cpu()
  const result = {
    wallS: (performance.now() - begin) / 1000,
    tries: came.reduce((sum, { tries }) => sum + tries, 0),
    server: after.server - before.server,
    peakMib,
  }
  return { boxes: came.map(({ box }) => box), storm: result }
}

/** A gateway that streams and a socket that watches it; the age of each value since the last call, ms. */
async function startProbe(platform: BenchPlatform, gateway: FleetGateway) {
  const url = `http://127.0.0.1:${platform.port}`
  let ages: number[] = []
  const socket = await openSocket(url, await signIn(url, platform.password), gateway.equipmentId, ({ values }) => {
    ages.push(performance.now() - Number(values[0]))
  })
  const { box } = await come(platform, gateway)
  const topic = topicBytes(gateway.sn, 'live')
  const { equipmentId, bindingId, signalIds } = gateway
  const timer = setInterval(() => {
    const place = { session: box.session, equipmentId, bindingId, at: Date.now() }
    box.publish(topic, JSON.stringify({ ...place, ids: [signalIds[0]], values: [performance.now()] }), 0)
  }, probeMs)
  return {
    take() {
      const taken = ages.sort((a, b) => a - b)
      ages = []
      return taken
    },
    stop() {
      clearInterval(timer)
      socket.terminate()
      box.end()
    },
  }
}

const platform = await startPlatform()
const fleet = await insertFleet(platform.database, given.gateways + 1, 1)
const [probed, ...others] = fleet
const probe = await startProbe(platform, probed!)
await new Promise((resolve) => setTimeout(resolve, 3000))
const quiet = probe.take()
const rows: (string | number)[][] = []
const row = (name: string, { wallS, tries, server, peakMib }: Storm, ages: number[]) => {
  const figures = [wallS.toFixed(1), tries, server.toFixed(1), peakMib]
  rows.push([name, ...figures, ...[0.5, 0.99, 1].map((part) => quantile(ages, part).toFixed(0))])
}
for (const name of ['first connection', 'all come back', 'and again']) {
  const { boxes, storm: result } = await storm(platform, others)
  row(name, result, probe.take())
  for (const box of boxes) box.end()
  await new Promise((resolve) => setTimeout(resolve, 8000))
  probe.take()
}
console.log(`${given.gateways} gateways at once; ${machineLine()}`)
console.log(`age of the values of another gateway before: p50 ${quantile(quiet, 0.5).toFixed(0)} ms`)
const costs = ['s until all online', 'tries', 'server CPU s', 'server peak MiB']
console.log(table(['', ...costs, 'value age p50 ms', 'p99', 'worst'], rows))
probe.stop()
await platform.stop()
process.exit(0)
