// Publishes values to the customer's own MQTT server, in addition to the platform, and subscribes to nothing there.
// Topics and payloads are described in docs/edge.md. [S3 MQTT settings]
import { X509Certificate } from 'node:crypto'
import { isIP, connect as tcp } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as tls } from 'node:tls'
import { MqttClient } from 'mqtt'
import type { BoxOrder, BoxTold, CertificateFacts } from '../../../contract/box.ts'
import type { Ending } from '../poll/write.ts'
import type { OpenSealed } from '../unseal.ts'
import type { KeptSecret, OwnMqtt } from './own.ts'
import { type BoxDeps, done } from './part.ts'

type Told = NonNullable<BoxTold['mqtt']>
type Order = Extract<BoxOrder, { act: 'mqtt' }>
type Facts = { subject: string; until: number }

/** With this many messages unacknowledged, a round is skipped and its values go with the next. */
const mostUnacknowledged = 10
const againS = 5

type NorthboundDeps = BoxDeps & { sn: string; open: OpenSealed }

/** The connection to the customer's server; it begins with `start`. */
export class Northbound {
  readonly #deps: NorthboundDeps
  readonly #ignore: () => void
  readonly #changed = new Set<number>()
  /** Published variables: names by id. */
  #names = new Map<number, string>()
  #client: MqttClient | undefined
  #timer: NodeJS.Timeout | undefined
  #status: Pick<Told, 'status' | 'reason'> = { status: 'connecting', reason: null }
  #published = 0
  #unacknowledged = 0

  constructor(deps: NorthboundDeps) {
    this.#deps = deps
    this.#ignore = deps.values.listen((id) => {
      if (this.#names.has(id)) this.#changed.add(id)
    })
  }

  start(): void {
    this.leave()
    const { mqtt } = this.#deps.own.get()
    this.#names = new Map(mqtt?.variables.map(({ id, name }) => [id, name]))
    this.#status = { status: 'connecting', reason: null }
    this.#published = 0
    if (!mqtt) return
    const secret = (kept: KeptSecret | undefined) => kept && this.#deps.open(kept.sealed).get(kept.number)
    const [password, key] = [secret(mqtt.password), secret(mqtt.key)]
    if ((mqtt.password && !password) || (mqtt.key && !key))
      return this.#set('failed', 'the password or key was sealed for another secret of this gateway: enter it again')
    this.#client = this.#connect(mqtt, password, key)
    this.#timer = setInterval(() => this.#publish(mqtt), mqtt.settings.everyS * this.#deps.secondMs)
  }

  /** Disconnects until `start`. */
  leave(): void {
    clearInterval(this.#timer)
    const old = this.#client
    this.#client = undefined
    this.#unacknowledged = 0
    if (!old) return
    old.removeAllListeners()
    // A client that has ended may still report errors of its socket.
    old.on('error', () => undefined)
    const topic = this.#deps.own.get().mqtt?.settings.topic
    if (old.connected && topic) old.publish(`${topic}/status`, 'offline', { qos: 1, retain: true })
    old.end()
  }

  /** `sealed`: the new secrets of the order, encrypted for this gateway. */
  async order(order: Order, sealed: string | undefined): Promise<Ending> {
    const mqtt = orderedMqtt(order, this.#deps.own.get().mqtt, sealed)
    this.leave()
    await this.#deps.own.change({ mqtt })
    this.start()
    this.#deps.changed()
    return done
  }

  told(): BoxTold['mqtt'] {
    const { mqtt } = this.#deps.own.get()
    if (!mqtt) return null
    const { settings, variables, ca, certificate, password, key } = mqtt
    const has = { hasPassword: password !== undefined, hasKey: key !== undefined }
    const certificates = { ca: factsOf(ca), certificate: factsOf(certificate) }
    const now = { ...this.#status, published: this.#published }
    return { settings, variables: variables.length, ...has, ...certificates, ...now }
  }

  stop(): void {
    this.#ignore()
    this.leave()
  }

  #connect(mqtt: OwnMqtt, password: string | undefined, key: string | undefined): MqttClient {
    const statusTopic = `${mqtt.settings.topic}/status`
    const client = new MqttClient(() => dial(mqtt, key), {
      ...{ protocolVersion: 4, clean: true, queueQoSZero: false, resubscribe: false, timerVariant: 'native' },
      clientId: mqtt.settings.clientId,
      username: mqtt.settings.username || undefined,
      password,
      keepalive: mqtt.settings.keepAliveS,
      connectTimeout: mqtt.settings.timeoutS * 1000,
      reconnectPeriod: againS * this.#deps.secondMs,
      will: { topic: statusTopic, payload: Buffer.from('offline'), qos: 1, retain: true },
    } as ConstructorParameters<typeof MqttClient>[1])
    client.on('connect', () => {
      this.#set('connected')
      client.publish(statusTopic, 'online', { qos: 1, retain: true })
      for (const id of this.#names.keys()) this.#changed.add(id)
      this.#unacknowledged = 0
      this.#publish(mqtt)
    })
    client.on('error', (error) =>
      this.#set('failed', error.message || (error as NodeJS.ErrnoException).code || 'no answer'),
    )
    client.on('close', () => this.#status.status === 'connected' && this.#set('connecting'))
    return client
  }

  #set(status: Told['status'], reason: string | null = null): void {
    if (this.#status.status === status && this.#status.reason === reason) return
    this.#status = { status, reason: reason?.slice(0, 200) ?? null }
    this.#deps.changed()
  }

  #publish(mqtt: OwnMqtt): void {
    if (!this.#client?.connected) return
    if (this.#deps.isPaused()) return this.#set('paused')
    this.#set('connected')
    if (this.#unacknowledged >= mostUnacknowledged || this.#changed.size === 0) return
    const values = this.#takeChanged()
    if (values.length === 0) return
    this.#unacknowledged += 1
    const payload = JSON.stringify({
      sn: this.#deps.sn,
      at: this.#deps.instant(),
      values: Object.fromEntries(values),
    })
    this.#client.publish(`${mqtt.settings.topic}/values`, payload, { qos: 1 }, (error) => {
      this.#unacknowledged -= 1
      if (error) return
      this.#published += values.length
      this.#deps.changed(true)
    })
  }

  #takeChanged(): [name: string, value: object][] {
    const taken = [...this.#changed].flatMap((id): [string, object][] => {
      const reading = this.#deps.values.get(id)
      const at = reading && this.#deps.instant(reading.at)
      return reading ? [[this.#names.get(id)!, { v: reading.value, q: reading.code, t: at }]] : []
    })
    this.#changed.clear()
    return taken
  }
}

/** The settings after an order. Secrets and files that it does not name stay; null removes them. */
function orderedMqtt(
  { settings, variables, ca, certificate, secrets }: Order,
  before: OwnMqtt | null,
  sealed: string | undefined,
): OwnMqtt | null {
  if (!settings) return null
  const secret = (name: 'password' | 'key'): KeptSecret | undefined => {
    const given = secrets[name]
    if (given === null) return undefined
    const number = (given as { secret?: unknown } | undefined)?.secret
    return typeof number === 'number' && sealed ? { number, sealed } : before?.[name]
  }
  const file = (given: string | null | undefined, old: string | undefined) =>
    given === null ? undefined : (given ?? old)
  const files = { ca: file(ca, before?.ca), certificate: file(certificate, before?.certificate) }
  return { settings, variables, ...files, password: secret('password'), key: secret('key') }
}

function dial({ settings: { host, port, auth }, ca, certificate }: OwnMqtt, key: string | undefined): Duplex {
  if (auth === 'none') return tcp({ host, port, noDelay: true })
  return tls({
    host,
    port,
    ...(ca ? { ca } : {}),
    ...(auth === 'mutual' && certificate && key ? { cert: certificate, key } : {}),
    ...(isIP(host) ? {} : { servername: host }),
  })
}

function factsOf(pem: string | undefined): typeof CertificateFacts._output | null {
  if (!pem) return null
  try {
    const { subject, validTo } = new X509Certificate(pem)
    const facts: Facts = { subject: subject.replaceAll('\n', ', ').slice(0, 300), until: Date.parse(validTo) }
    return facts
  } catch {
    // The certificate was checked before it was sent; if the file is damaged since, its facts are omitted.
    return null
  }
}
