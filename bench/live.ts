// From a reading on the gateway to the browser's socket: gateways stream, sockets receive, both in one process
// so that one clock measures the delay. The age travels as the value.
//   npm run bench -- live --sockets 500 --tags 100 --gateways 5 --perSecond 1
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { WebSocket } from 'ws'
import { limits } from '../contract/limits.ts'
import type { SignalVal } from '../contract/sockets.ts'
import { type FleetGateway, insertFleet } from './fleet.ts'
import { machineLine, numbers, quantile, residentMib, table } from './machine.ts'
import { type Box, connectBox, topicBytes } from './mqtt-box.ts'
import { startPlatform } from './platform.ts'
import { openSocket, signIn } from './watcher.ts'

const given = numbers({ sockets: 500, tags: 100, gateways: 5, perSecond: 1, seconds: 30 })

type Plan = { url: string; mqttPort: number; password: string; fleet: FleetGateway[] }
type Result = { ages: number[]; expected: number; cpuSeconds: number }

/** The child process: connects everything, streams, and reports the age of each received message. */
async function measure(plan: Plan): Promise<Result> {
  let cookie = await signIn(plan.url, plan.password)
  const boxes: { box: Box; gateway: FleetGateway; topic: Buffer }[] = []
  for (const gateway of plan.fleet) {
    const box = await connectBox({
      ...{ host: '127.0.0.1', port: plan.mqttPort, sn: gateway.sn, secret: gateway.secret },
      ...{ hello: { bindingId: gateway.bindingId }, onAck: () => undefined, onClose: () => undefined },
    })
    boxes.push({ box, gateway, topic: topicBytes(gateway.sn, 'live') })
  }
  const ages: number[] = []
  let isMeasuring = false
  const sockets: WebSocket[] = []
  for (let i = 0; i < given.sockets; i += 1) {
    const { equipmentId } = plan.fleet[i % plan.fleet.length]!
    if (i > 0 && i % limits.socketsPerSession === 0) cookie = await signIn(plan.url, plan.password)
    const take = (message: SignalVal) => {
      if (isMeasuring) ages.push(performance.now() - Number(message.values[0]))
    }
    sockets.push(await openSocket(plan.url, cookie, equipmentId, take))
  }
  // A socket is subscribed shortly after it opens.
  await new Promise((resolve) => setTimeout(resolve, 500))
  isMeasuring = true
  const cpu = process.cpuUsage()
  const sent = await stream(boxes)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const { user, system } = process.cpuUsage(cpu)
  for (const socket of sockets) socket.terminate()
  for (const { box } of boxes) box.end()
  const expected = (sent / plan.fleet.length) * given.sockets
  return { ages: ages.sort((a, b) => a - b), expected, cpuSeconds: (user + system) / 1e6 }
}

/** Streams for the given time; returns how many messages were sent. */
async function stream(boxes: { box: Box; gateway: FleetGateway; topic: Buffer }[]): Promise<number> {
  const rounds = given.seconds * given.perSecond
  let sent = 0
  for (let round = 0; round < rounds; round += 1) {
    for (const { box, gateway, topic } of boxes) {
      const values = gateway.signalIds.map((_, i) => performance.now() + i / 1e6)
      const { equipmentId, bindingId, signalIds } = gateway
      const body = { session: box.session, equipmentId, bindingId, at: Date.now(), ids: signalIds, values }
      box.publish(topic, JSON.stringify(body), 0)
      sent += 1
    }
    await new Promise((resolve) => setTimeout(resolve, 1000 / given.perSecond))
  }
  return sent
}

async function main(): Promise<void> {
  const platform = await startPlatform()
  try {
    const fleet = await insertFleet(platform.database, given.gateways, given.tags)
    const child: ChildProcess = fork(fileURLToPath(import.meta.url), ['measure', ...process.argv.slice(2)], {
      serialization: 'advanced',
    })
    const before = platform.cpu()
    const url = `http://127.0.0.1:${platform.port}`
    child.send({ url, mqttPort: platform.mqttPort, password: platform.password, fleet } satisfies Plan)
    const result = await new Promise<Result>((resolve, reject) => {
      child.once('message', (message) => resolve(message as Result))
      child.once('exit', (code) => code !== 0 && reject(new Error(`the sockets ended with ${code}`)))
    })
    const cpu = platform.cpu()
    const { ages, expected } = result
    const ms = (part: number) => quantile(ages, part).toFixed(1)
    const seconds = cpu.server - before.server
    console.log(machineLine())
    console.log(
      table(
        ['what', 'figure'],
        [
          ['sockets', `${given.sockets} × ${given.tags} tags, ${given.perSecond}/s, ${given.gateways} gateways`],
          ['read → socket', `p50 ${ms(0.5)} ms, p95 ${ms(0.95)} ms, p99 ${ms(0.99)} ms`],
          ['messages', `${ages.length} of ${expected}`],
          [
            'server',
            `${((seconds * 1e6) / ages.length).toFixed(1)} µs a message, ${residentMib(platform.server.pid!)} MiB`,
          ],
        ],
      ),
    )
  } finally {
    await platform.stop()
  }
}

if (process.argv[2] === 'measure') {
  process.once('message', async (plan) => {
    const result = await measure(plan as Plan)
    process.send!(result, () => process.exit(0))
  })
} else await main()
