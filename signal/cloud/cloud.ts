// Assembles the platform's half of the signal path: link, ingest, pipeline, presence, watchers. `apps/` passes the
// stores.
import { randomBytes } from 'node:crypto'
import { limits } from '../../contract/limits.ts'
import type { GatewayAlarm } from '../../contract/sockets.ts'
import type { Command, Hold, Open, Up } from '../../contract/topics.ts'
import type { Committed } from '../history/history.ts'
import { createAcks } from './acks.ts'
import type { Batch } from './batch.ts'
import type { CloudNeeds } from './cloud-needs.ts'
import { createGatewayBook, type GatewayBook, type GatewaySession } from './gateway-book.ts'
import { Greeter } from './greeter.ts'
import { createIngest } from './ingest.ts'
import { Intake } from './intake.ts'
import { type JudgedEvent, Judging } from './judging.ts'
import type { GatewayLink } from './link.ts'
import { MvarJudging } from './mvar-judging.ts'
import { createOwnerBook, type OwnerBook } from './owner-book.ts'
import { pipeline, run } from './pipeline.ts'
import { createPresence, type PresenceChange } from './presence.ts'
import { createRecords } from './records.ts'
import { createRelands, type Relands } from './reland.ts'
import { createScriptWords, type ScriptWordsTable } from './script-words.ts'
import { createTunnels, type Tunnels } from './tunnels.ts'
import { WatcherHub } from './watchers.ts'

const drawAlarm = (): string => randomBytes(8).toString('hex')

/** The platform's half of the signal path. `stop` leaves no timer and no port. */
export class Cloud {
  readonly link: GatewayLink
  readonly book: GatewayBook
  readonly owners: OwnerBook
  readonly judging: Judging
  readonly mvarJudging: MvarJudging
  readonly hub: WatcherHub
  readonly tunnels: Tunnels
  readonly scriptWords: ScriptWordsTable = createScriptWords()
  readonly #needs: CloudNeeds
  readonly #relands: Relands
  readonly #acks: ReturnType<typeof createAcks>
  readonly #greeter: Greeter
  readonly #presence: ReturnType<typeof createPresence>
  readonly #ingest: ReturnType<typeof createIngest>
  readonly #intake: Intake

  constructor(needs: CloudNeeds) {
    const { store, live, historian, now, log } = needs
    this.#needs = needs
    this.book = createGatewayBook(store.sessionOf)
    this.hub = new WatcherHub(now, live)
    this.owners = createOwnerBook(store.owner, now)
    this.#relands = createRelands({ owners: this.owners, bindingOf: store.bindingOf, historian })
    this.#acks = createAcks({
      mark: (place) => historian.committed(place),
      send: (sn, ack) => this.link.publish(sn, 'ack', ack),
      // The gateway repeats messages without acknowledgement, and is acknowledged then.
      onLost: (error) => log.info({ error: String(error) }, 'an acknowledgement was lost'),
    })
    const judges = {
      happened: (events: readonly JudgedEvent[]) => needs.alarms.judged(events),
      ...{ draw: drawAlarm, now, log },
    }
    this.judging = new Judging({ ...needs.judging, ...judges })
    this.mvarJudging = new MvarJudging({ ...needs.mvarJudging, ...judges, live })
    this.tunnels = createTunnels({
      send: (sn, bytes) => this.link.publish(sn, 'tunnel', bytes as Up['tunnel']),
      onOver: needs.onTunnelOver,
      now,
      ...(needs.tunnelSilentMs === undefined ? {} : { silentMs: needs.tunnelSilentMs }),
    })
    this.#greeter = new Greeter({
      ...needs,
      ...{ book: this.book, hub: this.hub, judging: this.judging },
      link: () => this.link,
      announce: (change) => this.#announce(change),
    })
    this.#presence = createPresence({
      ...{ store: store.presence, now, log },
      onChange: (change) => this.#onPresence(change),
    })
    this.#ingest = this.#createIngest()
    this.#intake = new Intake({
      waitingBytes: () => this.#ingest.waitingBytes() + historian.waitingBytes(),
      now: () => performance.now(),
    })
    this.link = this.#openLink()
  }

  /** Opens the ports. Messages of gateways are not read before `read`. */
  async start(): Promise<void> {
    await this.judging.start()
    await this.mvarJudging.changed()
    await this.link.start()
    this.#presence.start()
  }

  /** Starts reading gateways, once this process is the writer of history. */
  read(): void {
    this.#intake.open()
  }

  async stop(): Promise<void> {
    this.hub.stop()
    this.tunnels.stop()
    this.#intake.stop()
    await this.link.stop()
    await this.#ingest.idle()
    await this.judging.idle()
    await this.#presence.stop()
  }

  /** Called by the historian: acknowledges committed messages. */
  onCommitted(place: Committed): void {
    if (!this.#relands.isOwn(place)) this.#acks.committed(place)
    if (place.lane === 0) this.#needs.alarms.happened()
  }

  /** Checks quarantined messages again and stores those that pass. */
  get reland(): Relands['reland'] {
    return this.#relands.reland
  }

  command(sn: string, command: Command): Promise<void> {
    return this.link.publish(sn, 'command', command)
  }

  /** Opens a stream of a gateway. */
  open(sn: string, open: Open): Promise<void> {
    return this.#greeter.open(sn, open)
  }

  hold(sn: string, hold: Hold): Promise<void> {
    return this.link.publish(sn, 'hold', hold)
  }

  /**
   * The gateway serves no device any more and must delete its configuration. If it is away, its next hello triggers
   * this.
   */
  release(sn: string): Promise<void> {
    return this.#greeter.release(sn)
  }

  async idle(): Promise<void> {
    await this.#ingest.idle()
    await this.judging.idle()
  }

  /** Renews and expires leases immediately. */
  turn(): Promise<void> {
    return this.#presence.turn()
  }

  #announce({ equipmentId, state, vpn, at }: PresenceChange): void {
    if (equipmentId === null) return
    this.mvarJudging.presence(equipmentId, state === 'online')
    const message: GatewayAlarm = { type: 'gatewayAlarm', equipmentId, state, online: state === 'online', vpn, at }
    this.hub.announce(message)
  }

  #onPresence(change: PresenceChange): void {
    if (change.state !== 'online') {
      this.tunnels.gone(change.sn)
      this.#greeter.endDownload(change.sn)
    }
    this.#announce(change)
  }

  #createIngest(): ReturnType<typeof createIngest> {
    const { store, live, historian, topics, count, now, log } = this.#needs
    const { hub, judging, mvarJudging, book, owners } = this
    const acks = this.#acks
    const steps = pipeline({ live, watchers: hub, historian, onLanding: acks.landed, judging, mvarJudging })
    const send = (batch: Batch) => run(steps, batch)
    const counts = { count: count.rejected, countValues: count.values }
    return createIngest({
      ...{ book, topics, now, log, ...counts },
      records: createRecords({ owners, historian, acks, pipeline: send, now, ...counts }),
      pipeline: send,
      onHello: (sn, hello, receivedAt) => this.#greeter.hello(sn, hello, receivedAt),
      onBye: async (sn, { session, sleeping, powerOff }) => {
        if (powerOff) await store.losePower(sn, session, now())
        await this.#presence.left(sn, session, sleeping ?? false)
      },
      onResult: async (sn, result) => {
        // An applied configuration decides where rules are evaluated.
        if (await this.#needs.onResult(sn, result)) judging.changed(sn)
      },
      onDrivers: (message) => hub.tell(message),
      onPiece: (sn, { upgrade, from }) => this.#sendPiece(sn, upgrade, from),
      onBox: (sn, { box }, receivedAt) => store.takeBox(sn, box, receivedAt),
      onTunnel: (sn, bytes) => this.tunnels.take(sn, bytes),
      onScripts: ({ equipmentId }, words, receivedAt) => {
        if (equipmentId !== null) this.scriptWords.take(equipmentId, words, receivedAt)
      },
      onStanding: (gateway, standing, receivedAt) => this.#takeStanding(gateway, standing, receivedAt),
      onSeen: this.#presence.seen,
      onAbuse: (sn) => {
        count.refused('garbage')
        this.link
          .drop(sn)
          .catch((error: unknown) => log.warn({ sn, error: String(error) }, 'a gateway could not be cut'))
      },
    })
  }

  #openLink(): GatewayLink {
    const { store, count, onSecondBox, now, log } = this.#needs
    return this.#needs.openLink({
      intake: this.#intake,
      credential: store.credential,
      onMessage: this.#ingest.take,
      onRefused: (sn, reason) => {
        count.refused(reason)
        if (sn && reason === 'secondBox') onSecondBox(sn)
      },
      onPaced: count.paced,
      ...{ now, log },
    })
  }

  async #sendPiece(sn: string, upgrade: string, from: number): Promise<void> {
    const data = await this.#needs.store.pieceOf({ sn, upgrade, from, bytes: limits.firmwareChunkBytes })
    await this.link.publish(sn, 'bytes', { upgrade, from, data: data?.toString('base64') ?? '' })
  }

  /**
   * Accepts the list only if everything that the gateway sent earlier is committed; otherwise alarms in transit would
   * be taken for over. The gateway repeats the list.
   */
  #takeStanding({ gatewayId, sn, orgId, equipmentId }: GatewaySession, list: Up['standing'], receivedAt: number): void {
    if (orgId === null || equipmentId === null) return
    const { historian, alarms: sink } = this.#needs
    const { epoch, seq, bindingId, alarms } = list
    if (epoch !== null && historian.committed({ gatewayId, sn, epoch, lane: 0 }) < seq) return
    sink.activeAlarms({ orgId, equipmentId, bindingId, at: Math.min(list.at, receivedAt), alarms })
  }
}
