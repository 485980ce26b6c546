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

/** Maximum of unacknowledged messages; beyond it a round is skipped and its values go with the next. */
const underWay = 10
const againS = 5

export function createNorthbound(deps: BoxDeps & { sn: string; open: OpenSealed }) {
  const { own, values, secondMs, sn } = deps
  let client: MqttClient | undefined
  let timer: NodeJS.Timeout | undefined
  let status: Pick<Told, 'status' | 'reason'> = { status: 'connecting', reason: null }
  let published = 0
  let waiting = 0
  const changed = new Set<number>()
  let names = new Map<number, string>()

  const ignore = values.listen((id) => {
    if (names.has(id)) changed.add(id)
  })

  function set(next: Told['status'], reason: string | null = null): void {
    if (status.status === next && status.reason === reason) return
    status = { status: next, reason: reason?.slice(0, 200) ?? null }
    deps.changed()
  }

  function publish(mqtt: OwnMqtt): void {
    if (!client?.connected) return
    if (deps.isPaused()) return set('paused')
    set('connected')
    if (waiting >= underWay || changed.size === 0) return
    const told = [...changed].flatMap((id) => {
      const reading = values.get(id)
      return reading ? [[names.get(id)!, { v: reading.value, q: reading.code, t: deps.instant(reading.at) }]] : []
    })
    changed.clear()
    if (told.length === 0) return
    waiting += 1
    const payload = JSON.stringify({ sn, at: deps.instant(), values: Object.fromEntries(told) })
    client.publish(`${mqtt.settings.topic}/values`, payload, { qos: 1 }, (error) => {
      waiting -= 1
      if (error) return
      published += told.length
      deps.changed(true)
    })
  }

  function leave(): void {
    clearInterval(timer)
    const old = client
    client = undefined
    waiting = 0
    if (!old) return
    old.removeAllListeners()
    // A client that has ended may still report errors of its socket.
    old.on('error', () => undefined)
    const topic = own.get().mqtt?.settings.topic
    if (old.connected && topic) old.publish(`${topic}/status`, 'offline', { qos: 1, retain: true })
    old.end()
  }

  function start(): void {
    leave()
    const { mqtt } = own.get()
    names = new Map(mqtt?.variables.map(({ id, name }) => [id, name]))
    status = { status: 'connecting', reason: null }
    published = 0
    if (!mqtt) return
    const statusTopic = `${mqtt.settings.topic}/status`
    const secret = (kept: KeptSecret | undefined) => kept && deps.open(kept.sealed).get(kept.number)
    if ((mqtt.password && !secret(mqtt.password)) || (mqtt.key && !secret(mqtt.key)))
      return set('failed', 'the password or key was sealed for another secret of this gateway: enter it again')
    const next = new MqttClient(() => dial(mqtt, secret(mqtt.key)), {
      ...{ protocolVersion: 4, clean: true, queueQoSZero: false, resubscribe: false, timerVariant: 'native' },
      clientId: mqtt.settings.clientId,
      username: mqtt.settings.username || undefined,
      password: secret(mqtt.password),
      keepalive: mqtt.settings.keepAliveS,
      connectTimeout: mqtt.settings.timeoutS * 1000,
      reconnectPeriod: againS * secondMs,
      will: { topic: statusTopic, payload: Buffer.from('offline'), qos: 1, retain: true },
    } as ConstructorParameters<typeof MqttClient>[1])
    client = next
    next.on('connect', () => {
      set('connected')
      next.publish(statusTopic, 'online', { qos: 1, retain: true })
      for (const id of names.keys()) changed.add(id)
      waiting = 0
      publish(mqtt)
    })
    next.on('error', (error) => set('failed', error.message || (error as NodeJS.ErrnoException).code || 'no answer'))
    next.on('close', () => status.status === 'connected' && set('connecting'))
    timer = setInterval(() => publish(mqtt), mqtt.settings.everyS * secondMs)
  }

  return {
    start,
    /** Disconnects from the server until `start` is called. */
    leave,
    async order({ settings, variables, ca, certificate, secrets }: Order, sealed: string | undefined): Promise<Ending> {
      const before = own.get().mqtt
      const kept = (name: 'password' | 'key'): KeptSecret | undefined => {
        const given = secrets[name]
        if (given === null) return undefined
        const number = (given as { secret?: unknown } | undefined)?.secret
        return typeof number === 'number' && sealed ? { number, sealed } : before?.[name]
      }
      const file = (given: string | null | undefined, old: string | undefined) =>
        given === null ? undefined : (given ?? old)
      const files = { ca: file(ca, before?.ca), certificate: file(certificate, before?.certificate) }
      const mqtt = settings && { settings, variables, ...files, password: kept('password'), key: kept('key') }
      leave()
      await own.change({ mqtt })
      start()
      deps.changed()
      return done
    },
    told(): BoxTold['mqtt'] {
      const { mqtt } = own.get()
      if (!mqtt) return null
      const { settings, variables, ca, certificate, password, key } = mqtt
      const has = { hasPassword: password !== undefined, hasKey: key !== undefined }
      const certificates = { ca: factsOf(ca), certificate: factsOf(certificate) }
      return { settings, variables: variables.length, ...has, ...certificates, ...status, published }
    },
    stop() {
      ignore()
      leave()
    },
  }
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
