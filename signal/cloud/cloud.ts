// Assembles the platform's half of the spine: link, ingest, pipeline, presence, watchers. `apps/` passes the stores.
import { randomBytes, randomUUID } from 'node:crypto'
import { errorCode, errorText } from '../../contract/errors.ts'
import type { EquipmentId, GatewayId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { GatewayAlarm } from '../../contract/sockets.ts'
import type { Command, Hold, Open, Up } from '../../contract/topics.ts'
import type { Historian } from '../history/historian.ts'
import type { Committed } from '../history/history.ts'
import { createAcks } from './acks.ts'
import type { Batch } from './batch.ts'
import { createGatewayBook, type GatewayBook, type GatewaySession } from './gateway-book.ts'
import { createIngest, type IngestNeeds, type Rejection } from './ingest.ts'
import { Intake } from './intake.ts'
import { type JudgedEvent, Judging, type JudgingNeeds } from './judging.ts'
import type { GatewayLink, LinkLog, LinkNeeds, RefusalReason } from './link.ts'
import type { LiveTable } from './live-table.ts'
import { MvarJudging, type MvarJudgingNeeds } from './mvar-judging.ts'
import { createOwnerBook, type Owner, type OwnerBook } from './owner-book.ts'
import { pipeline, run } from './pipeline.ts'
import { createPresence, leaseMs, type PresenceChange, type PresenceStore } from './presence.ts'
import { createRecords } from './records.ts'
import { createRelands, type Relands } from './reland.ts'
import { createRivals } from './rivals.ts'
import { createScriptWords, type ScriptWordsTable } from './script-words.ts'
import { createStreams } from './streams.ts'
import { createTunnels, type Tunnels, type TunnelsNeeds } from './tunnels.ts'
import { WatcherHub } from './watchers.ts'

type HelloTimes = { at: number; leaseUntil: number; clockOffsetMs: number }

export type CloudStore = {
  standing(sn: string): Promise<GatewaySession | undefined>
  /** The device and columns of a binding, including bindings that have ended. */
  owner(bindingId: number): Promise<Owner | undefined>
  /** A binding under which the gateway has served the device. */
  bindingOf(gatewayId: GatewayId, equipmentId: EquipmentId): Promise<number | undefined>
  credential: LinkNeeds['credential']
  /** Nothing if another box owns the SN. */
  takeHello(sn: string, hello: Up['hello'], times: HelloTimes): Promise<{ change: PresenceChange | null } | undefined>
  /** True if this box became the owner of an SN without one. */
  claimBox(sn: string, boxId: string): Promise<boolean>
  presence: PresenceStore
  /** Stores the state that the box of a gateway reported. */
  takeBox(sn: string, box: Up['box']['box'], at: number): Promise<void>
  /** Bytes of the file of an upgrade in progress on this gateway; nothing if there is none. */
  pieceOf(piece: { sn: string; upgrade: string; from: number; bytes: number }): Promise<Buffer | undefined>
  /** The public key that verifies firmware. */
  firmwareKey(): Promise<string>
  /** The gateway of this session reported the loss of its supply. */
  losePower(sn: string, session: string, at: number): Promise<void>
}

/** Receives alarms of gateways and of the platform's own evaluation. */
export type AlarmSink = {
  /** Raised or cleared alarms have been committed. */
  happened(): void
  /** All active alarms of a device's gateway at `at`; everything that it sent earlier is committed. */
  standing(of: ActiveAlarms): void
  /** Alarms were raised or cleared here; false if too many wait, and they are rejected. */
  judged(events: readonly JudgedEvent[]): boolean
}
export type ActiveAlarms = {
  orgId: number
  equipmentId: EquipmentId
  bindingId: number
  at: number
  alarms: Up['standing']['alarms']
}

export type CloudNeeds = {
  store: CloudStore
  live: LiveTable
  historian: Pick<Historian, 'land' | 'drop' | 'quarantine' | 'event' | 'committed' | 'settled' | 'waitingBytes'>
  openLink(needs: LinkNeeds): GatewayLink
  /** Resolves to true if the gateway runs another configuration now. */
  onResult(sn: string, result: Up['result']): Promise<boolean>
  /** Alarms of gateways. */
  alarms: AlarmSink
  /** Rules evaluated here, because the gateway cannot. */
  judging: Pick<JudgingNeeds, 'load' | 'all'>
  mvarJudging: Pick<MvarJudgingNeeds, 'rules' | 'begin'>
  /** The topics of rooms. */
  topics: IngestNeeds['topics']
  /** A remote download has ended. */
  onTunnelOver: TunnelsNeeds['onOver']
  /** Default `limits.tunnelSilentMs`. */
  tunnelSilentMs?: number
  /** A second box connected with an SN. */
  onSecondBox(sn: string): void
  /** Two agents with the identity of one box alternate. */
  onRivals(sn: string): void
  count: {
    rejected(reason: Rejection): void
    refused(reason: RefusalReason): void
    values(count: number): void
    paced(ms: number): void
  }
  now(): number
  log: LinkLog
}

export type Cloud = {
  link: GatewayLink
  book: GatewayBook
  owners: OwnerBook
  /** Called by the historian: acknowledges committed messages. */
  onCommitted(committed: Committed): void
  judging: Judging
  mvarJudging: MvarJudging
  /** Checks quarantined messages again and lands them. */
  reland: Relands['reland']
  hub: WatcherHub
  tunnels: Tunnels
  scriptWords: ScriptWordsTable
  /** Opens the ports. Messages of gateways are not read before `read`. */
  start(): Promise<void>
  /** Starts reading gateways, once this process is the writer of history. */
  read(): void
  stop(): Promise<void>
  command(sn: string, command: Command): Promise<void>
  open(sn: string, open: Open): Promise<void>
  hold(sn: string, hold: Hold): Promise<void>
  /**
   * The gateway serves no device any more and must delete its configuration. If it is away, its next hello triggers
   * this.
   */
  release(sn: string): Promise<void>
  idle(): Promise<void>
  /** Renews and expires leases immediately. */
  turn(): Promise<void>
}

export function createCloud(needs: CloudNeeds): Cloud {
  const { store, live, historian, now, log, count } = needs
  const book = createGatewayBook(store.standing)
  const hub = new WatcherHub(now, live)
  const owners = createOwnerBook(store.owner, now)
  const relands = createRelands({ owners, bindingOf: store.bindingOf, historian })
  const acks = createAcks({
    mark: (place) => historian.committed(place),
    send: (sn, ack) => link.publish(sn, 'ack', ack),
    // The gateway repeats messages without acknowledgement, and is acknowledged then.
    onLost: (error) => log.info({ error: String(error) }, 'an acknowledgement was lost'),
  })
  const judging = new Judging({
    ...needs.judging,
    happened: (events) => needs.alarms.judged(events),
    draw: () => randomBytes(8).toString('hex'),
    now,
    log,
  })
  const mvarJudging = new MvarJudging({
    ...needs.mvarJudging,
    live,
    happened: (events) => needs.alarms.judged(events),
    draw: () => randomBytes(8).toString('hex'),
    now,
    log,
  })
  const steps = pipeline({ live, watchers: hub, historian, onLanding: acks.landed, judging, mvarJudging })
  const send = (batch: Batch) => run(steps, batch)
  // Open streams, so that a gateway that reconnects is opened again while a viewer watches.
  const streams = createStreams(now)
  const rivals = createRivals()

  const announce = ({ equipmentId, state, vpn, at }: PresenceChange) => {
    if (equipmentId === null) return
    mvarJudging.presence(equipmentId, state === 'online')
    const message: GatewayAlarm = { type: 'gatewayAlarm', equipmentId, state, online: state === 'online', vpn, at }
    hub.announce(message)
  }
  const scriptWords = createScriptWords()
  const tunnels = createTunnels({
    send: (sn, bytes) => link.publish(sn, 'tunnel', bytes as Up['tunnel']),
    onOver: needs.onTunnelOver,
    now,
    ...(needs.tunnelSilentMs === undefined ? {} : { silentMs: needs.tunnelSilentMs }),
  })
  const presence = createPresence({
    store: store.presence,
    onChange(change) {
      if (change.state !== 'online') {
        tunnels.gone(change.sn)
        endDownload(change.sn)
      }
      announce(change)
    },
    now,
    log,
  })

  /** The device that a gateway in remote download made unreadable, by SN: it may be unbound meanwhile. */
  const downloading = new Map<string, EquipmentId>()
  function endDownload(sn: string): void {
    const equipmentId = downloading.get(sn)
    if (equipmentId !== undefined) live.setUnreadable(equipmentId, 0, undefined)
    downloading.delete(sn)
  }

  /**
   * Remote download stops streaming: marks the values unreadable, so that old readings do not look current. [S4]
   * [S8 1331]
   */
  async function setReadable(sn: string, isInDownload: boolean): Promise<void> {
    const { equipmentId = null, orgId = null } = (await book.get(sn)) ?? {}
    if (!isInDownload || downloading.get(sn) !== equipmentId) endDownload(sn)
    if (equipmentId === null || orgId === null) return
    if (isInDownload) downloading.set(sn, equipmentId)
    const isNews = live.setUnreadable(equipmentId, orgId, isInDownload ? errorCode('remoteDownload') : undefined)
    const known = isNews && isInDownload ? live.standing(equipmentId) : undefined
    if (!known || known.ids.length === 0) return
    const { ids, values, times, codes } = known
    hub.send(equipmentId, { type: 'signalVal', equipmentId, receivedAt: now(), ids, values, times, codes })
  }

  async function acceptedWelcome(sn: string, { run, hasFirmwareKey }: Up['hello']) {
    const areTwo = run !== undefined && rivals.isRival(sn, run)
    if (areTwo) needs.onRivals(sn)
    return {
      accepted: true,
      ...(areTwo ? { reason: errorText(errorCode('agentTwice'), 'en') } : {}),
      ...(hasFirmwareKey === false ? { firmwareKey: await store.firmwareKey() } : {}),
    }
  }

  async function onHello(sn: string, hello: Up['hello'], receivedAt: number): Promise<void> {
    if (await takesNewSn(sn, hello.boxId)) return
    const times = { at: receivedAt, leaseUntil: receivedAt + leaseMs, clockOffsetMs: hello.at - receivedAt }
    const taken = await store.takeHello(sn, hello, times)
    const { session, at: echo } = hello
    if (!taken) {
      needs.onSecondBox(sn)
      await link.publish(sn, 'welcome', {
        session,
        echo,
        at: now(),
        accepted: false,
        reason: 'another box owns this SN',
      })
      return
    }
    if (taken.change) book.forget(sn)
    if (taken.change) announce(taken.change)
    judging.hello(sn, hello)
    await setReadable(sn, hello.vpn || hello.mode === 'download')
    await link.publish(sn, 'welcome', { ...(await acceptedWelcome(sn, hello)), session, echo, at: now() })
    const standing = await book.get(sn)
    if (standing?.bindingId != null) return reopen(sn)
    streams.forget(sn)
    if (hello.bindingId !== null) await release(sn)
  }

  /**
   * Gives an unowned SN to the first box that connects. True if pinning it closed the connection: its next hello
   * continues.
   */
  async function takesNewSn(sn: string, boxId: string): Promise<boolean> {
    if ((await book.get(sn))?.boxId !== null) return false
    const isOwner = await store.claimBox(sn, boxId)
    book.forget(sn)
    return isOwner && link.pinBox(sn, boxId)
  }

  /** Makes a gateway that serves no device delete its configuration. Does not wait for the answer. */
  async function release(sn: string): Promise<void> {
    endDownload(sn)
    streams.forget(sn)
    const order = { kind: 'release', uuid: randomUUID(), expiresAt: now() + limits.syncTtlMs } as const
    await link.publish(sn, 'command', order).catch((error: unknown) => {
      log.warn({ sn, error: String(error) }, 'a gateway could not be released, its next hello will tell')
    })
  }

  async function reopen(sn: string): Promise<void> {
    for (const open of streams.of(sn)) await link.publish(sn, 'open', open)
  }

  /**
   * Accepts the list only if everything that the gateway sent earlier is committed; otherwise alarms in transit would
   * be taken for over. The gateway repeats the list.
   */
  function takeStanding(
    { gatewayId, sn, orgId, equipmentId }: GatewaySession,
    told: Up['standing'],
    receivedAt: number,
  ): void {
    if (orgId === null || equipmentId === null) return
    const { epoch, seq, bindingId, alarms } = told
    if (epoch !== null && historian.committed({ gatewayId, sn, epoch, lane: 0 }) < seq) return
    needs.alarms.standing({ orgId, equipmentId, bindingId, at: Math.min(told.at, receivedAt), alarms })
  }

  const ingest = createIngest({
    book,
    topics: needs.topics,
    records: createRecords({
      owners,
      historian,
      acks,
      pipeline: send,
      count: count.rejected,
      countValues: count.values,
      now,
    }),
    pipeline: send,
    onHello,
    async onBye(sn, { session, sleeping, powerOff }) {
      if (powerOff) await store.losePower(sn, session, now())
      await presence.left(sn, session, sleeping ?? false)
    },
    async onResult(sn, result) {
      // An applied configuration decides where rules are evaluated.
      if (await needs.onResult(sn, result)) judging.changed(sn)
    },
    onDrivers: (message) => hub.tell(message),
    onPiece: async (sn, { upgrade, from }) => {
      const data = await store.pieceOf({ sn, upgrade, from, bytes: limits.firmwareChunkBytes })
      await link.publish(sn, 'bytes', { upgrade, from, data: data?.toString('base64') ?? '' })
    },
    onBox: (sn, { box }, receivedAt) => store.takeBox(sn, box, receivedAt),
    onTunnel: (sn, bytes) => tunnels.take(sn, bytes),
    onScripts({ equipmentId }, words, receivedAt) {
      if (equipmentId !== null) scriptWords.take(equipmentId, words, receivedAt)
    },
    onStanding: takeStanding,
    onSeen: presence.seen,
    count: count.rejected,
    countValues: count.values,
    onAbuse(sn) {
      count.refused('garbage')
      link.drop(sn).catch((error: unknown) => log.warn({ sn, error: String(error) }, 'a gateway could not be cut'))
    },
    now,
    log,
  })

  const intake = new Intake({
    waitingBytes: () => ingest.waitingBytes() + historian.waitingBytes(),
    now: () => performance.now(),
  })
  const link = needs.openLink({
    intake,
    credential: store.credential,
    onMessage: ingest.take,
    onRefused(sn, reason) {
      count.refused(reason)
      if (sn && reason === 'secondBox') needs.onSecondBox(sn)
    },
    onPaced: count.paced,
    now,
    log,
  })

  return {
    link,
    book,
    owners,
    judging,
    mvarJudging,
    onCommitted(place) {
      if (!relands.isOwn(place)) acks.committed(place)
      if (place.lane === 0) needs.alarms.happened()
    },
    reland: relands.reland,
    hub,
    tunnels,
    scriptWords,
    async start() {
      await judging.start()
      await mvarJudging.changed()
      await link.start()
      presence.start()
    },
    read: () => intake.open(),
    async stop() {
      hub.stop()
      tunnels.stop()
      intake.stop()
      await link.stop()
      await ingest.idle()
      await judging.idle()
      await presence.stop()
    },
    command: (sn, command) => link.publish(sn, 'command', command),
    async open(sn, open) {
      streams.add(sn, open)
      await link.publish(sn, 'open', open)
    },
    hold: (sn, hold) => link.publish(sn, 'hold', hold),
    release,
    async idle() {
      await ingest.idle()
      await judging.idle()
    },
    turn: presence.turn,
  }
}
