// Start-up probe of an external broker: temporary gateways must not see each other's topics, and the broker must store
// nothing.
import { randomBytes } from 'node:crypto'
import { connectAsync, type MqttClient } from 'mqtt'
import { clientIdOf, downFilter, downTopic, upTopic } from '../../contract/topics.ts'
import type { BrokerAccess } from './broker-access.ts'
import { type ProbeGateway, probeHabits } from './broker-habits.ts'

const newProbe = (name: string): ProbeGateway => {
  const sn = `PROBE-${name}-${randomBytes(4).toString('hex').toUpperCase()}`
  return { sn, secret: randomBytes(18).toString('base64url'), clientId: clientIdOf(sn, randomBytes(8).toString('hex')) }
}

const quietMs = 400

/** Rejects with the reason if the broker cannot be used with its settings. */
export async function probeBroker(origin: string, platform: MqttClient, access: BrokerAccess): Promise<void> {
  await probeIsolation(origin, platform, access)
  const probe = newProbe('C')
  try {
    await access.admit([probe])
    await probeHabits({ origin, platform, probe })
  } finally {
    await access.remove(probe.sn)
  }
}

/** Rejects if a gateway of this broker can read or write another gateway's topics. */
async function probeIsolation(origin: string, platform: MqttClient, access: BrokerAccess): Promise<void> {
  const probes = [newProbe('A'), newProbe('B')]
  const clients: MqttClient[] = []
  try {
    await access.admit(probes)
    for (const { sn, secret, clientId } of probes) {
      const options = { username: sn, password: secret, clientId, reconnectPeriod: 0, connectTimeout: 5000 }
      clients.push(await connectAsync(origin, options, false))
    }
    await checkRights(platform, clients as [MqttClient, MqttClient], probes as [ProbeGateway, ProbeGateway])
  } finally {
    await Promise.all(clients.map((client) => client.endAsync(true)))
    for (const { sn } of probes) await access.remove(sn)
  }
}

async function checkRights(
  platform: MqttClient,
  [a, b]: [MqttClient, MqttClient],
  [own, other]: [ProbeGateway, ProbeGateway],
): Promise<void> {
  const heardByA: string[] = []
  const heardByB: string[] = []
  const heardByPlatform: string[] = []
  const listen = (topic: string) => void heardByPlatform.push(topic)
  a.on('message', (topic) => heardByA.push(topic))
  b.on('message', (topic) => heardByB.push(topic))
  platform.on('message', listen)
  try {
    await b.subscribeAsync(downFilter(other.sn), { qos: 0 })
    // Only delivered messages count as access: a broker may refuse, disconnect, or accept a subscription and deliver
    // nothing.
    await a.subscribeAsync([downFilter(other.sn), '#'], { qos: 0 }).catch(() => [])
    await a.publishAsync(upTopic(other.sn, 'beat'), '{}', { qos: 0 }).catch(() => undefined)
    await b.publishAsync(upTopic(other.sn, 'beat'), '{"own":true}', { qos: 0 })
    await platform.publishAsync(downTopic(other.sn, 'open'), '{}', { qos: 0 })
    await new Promise((resolve) => setTimeout(resolve, quietMs))
  } finally {
    platform.off('message', listen)
  }
  if (heardByA.length > 0)
    throw new Error(`it lets a gateway read the topics of another (${own.sn} read ${heardByA[0]})`)
  const heard = heardByPlatform.filter((topic) => topic === upTopic(other.sn, 'beat')).length
  if (heard > 1) throw new Error('it lets a gateway write to the topics of another')
  if (heard < 1 || heardByB.length < 1) throw new Error('it does not deliver what it must')
}
