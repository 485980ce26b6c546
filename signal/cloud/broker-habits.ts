// Behaviour that an external broker must not have, besides mixing gateways: accepting messages of any size, retaining
// messages, or queueing messages for an absent gateway. Tested with a temporary gateway, since no broker reports its
// settings.
import { connect, type IClientOptions, type MqttClient } from 'mqtt'
import { limits } from '../../contract/limits.ts'
import { downFilter, downTopic, upTopic } from '../../contract/topics.ts'

export type ProbeGateway = { sn: string; secret: string; clientId: string }

/** Larger than any valid message with its topic and header. */
const tooLargeBytes = limits.mqttPayloadBytes + 65_536
const packetBytes = 1_050_000
const patienceMs = 8_000

type Heard = { text: string; bytes: number; isRetained: boolean }
type Scene = { origin: string; platform: MqttClient; probe: ProbeGateway }

/** Rejects with the reason, and the setting that fixes it. */
export async function probeHabits(scene: Scene): Promise<void> {
  await probeSize(scene)
  await probeRetained(scene)
  await probeSessions(scene)
}

async function probeSize(scene: Scene): Promise<void> {
  const heard = await listening(scene, async (messages) => {
    await withBox(scene, {}, async (box) => {
      box.publish(beat(scene), Buffer.alloc(limits.mqttPayloadBytes, ' '), { qos: 0 })
      await sooner(box, () => messages.some(({ bytes }) => bytes === limits.mqttPayloadBytes))
      box.publish(beat(scene), Buffer.alloc(tooLargeBytes, ' '), { qos: 0 })
      box.publish(beat(scene), 'after', { qos: 0 })
      await sooner(box, () => messages.some(({ text }) => text === 'after'))
    })
  })
  const sizes = heard.map(({ bytes }) => bytes)
  if (sizes.includes(tooLargeBytes))
    throw new Error(`it takes messages of any size: set max_packet_size ${packetBytes}`)
  if (!sizes.includes(limits.mqttPayloadBytes))
    throw new Error(`it refuses messages of ${limits.mqttPayloadBytes} bytes: set max_packet_size ${packetBytes}`)
}

async function probeRetained(scene: Scene): Promise<void> {
  const { platform } = scene
  // A broker without retained messages may treat it as a normal one, or close the connection.
  await withBox(scene, {}, async (box) => {
    await sooner(box, acknowledged(box, beat(scene), 'kept', true))
  })
  const heard = await listening(scene, async (messages) => {
    await platform.subscribeAsync(beat(scene), { qos: 1 })
    await withBox(scene, {}, async (box) => {
      box.publish(beat(scene), 'after', { qos: 0 })
      await sooner(box, () => messages.some(({ text }) => text === 'after'))
    })
    await platform.unsubscribeAsync(beat(scene))
  })
  if (!heard.some(({ isRetained }) => isRetained)) return
  await withBox(scene, {}, (box) => sooner(box, acknowledged(box, beat(scene), '', true)))
  throw new Error('it keeps retained messages: set retain_available false')
}

async function probeSessions(scene: Scene): Promise<void> {
  const { platform, probe } = scene
  const topic = downTopic(probe.sn, 'open')
  const keeping = { clean: false }
  await withBox(scene, keeping, async (box) => void (await box.subscribeAsync(downFilter(probe.sn), { qos: 1 })))
  await platform.publishAsync(topic, 'while away', { qos: 0 })
  const heard: string[] = []
  await withBox(
    scene,
    keeping,
    async (box) => {
      await box.subscribeAsync(downFilter(probe.sn), { qos: 1 })
      await platform.publishAsync(topic, 'after', { qos: 0 })
      await sooner(box, () => heard.includes('after'))
    },
    (_, payload) => void heard.push(payload.toString()),
  )
  // A connection with a clean session ends the persistent session.
  await withBox(scene, { clean: true }, async () => undefined)
  if (heard.includes('while away'))
    throw new Error('it keeps commands for gateways that are away: set queue_qos0_messages false')
}

const beat = ({ probe }: Scene): string => upTopic(probe.sn, 'beat')

/** Returns the messages of the temporary gateway that the platform receives while `act` runs. */
async function listening(scene: Scene, act: (heard: readonly Heard[]) => Promise<void>): Promise<readonly Heard[]> {
  const heard: Heard[] = []
  const listen = (topic: string, payload: Buffer, { retain }: { retain: boolean }) => {
    const text = payload.length < 100 ? payload.toString() : ''
    if (topic === beat(scene)) heard.push({ text, bytes: payload.length, isRetained: retain })
  }
  scene.platform.on('message', listen)
  try {
    await act(heard)
    return heard
  } finally {
    scene.platform.off('message', listen)
  }
}

/** Connects as the gateway while `act` runs; `onMessage` also receives messages sent on connection. */
async function withBox(
  { origin, probe }: Scene,
  options: IClientOptions,
  act: (box: MqttClient) => Promise<void>,
  onMessage: (topic: string, payload: Buffer) => void = () => undefined,
): Promise<void> {
  const { sn, secret, clientId } = probe
  const link = { username: sn, password: secret, clientId, reconnectPeriod: 0, connectTimeout: 5000, ...options }
  const box = connect(origin, link)
  box.on('message', onMessage)
  // A broker closes the connection on a packet that it rejects.
  box.on('error', () => undefined)
  try {
    await new Promise<void>((resolve, reject) => {
      box.once('connect', () => resolve())
      box.once('close', () => reject(new Error('it does not admit a gateway that it was told of')))
    })
    await act(box)
  } finally {
    await box.endAsync(options.clean !== false)
  }
}

/** Publishes; the returned function tests whether the broker has confirmed the message. */
function acknowledged(box: MqttClient, topic: string, payload: string, retain: boolean): () => boolean {
  let isDone = false
  box.publish(topic, payload, { qos: 1, retain }, () => {
    isDone = true
  })
  return () => isDone
}

/** Resolves when `holds` is true, or when the broker closes the connection; rejects after a timeout. */
function sooner(box: MqttClient, holds: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (act: () => void) => {
      clearInterval(look)
      clearTimeout(timer)
      act()
    }
    const look = setInterval(() => (holds() || !box.connected) && end(resolve), 10)
    const timer = setTimeout(() => end(() => reject(new Error('it does not deliver what it must'))), patienceMs)
  })
}
