// The needs of the platform's half of the signal path: the stores of the rooms, and the receivers of messages of
// gateways.
import type { EquipmentId, GatewayId } from '../../contract/fields.ts'
import type { Up } from '../../contract/topics.ts'
import type { Historian } from '../history/historian.ts'
import type { GatewaySession } from './gateway-book.ts'
import type { IngestNeeds, Rejection } from './ingest.ts'
import type { JudgedEvent, JudgingNeeds } from './judging.ts'
import type { GatewayLink, LinkLog, LinkNeeds, RefusalReason } from './link.ts'
import type { LiveTable } from './live-table.ts'
import type { MvarJudgingNeeds } from './mvar-judging.ts'
import type { Owner } from './owner-book.ts'
import type { PresenceChange, PresenceStore } from './presence.ts'
import type { TunnelsNeeds } from './tunnels.ts'

type HelloTimes = { at: number; leaseUntil: number; clockOffsetMs: number }

type CloudStore = {
  /** The session of the gateway with this SN; undefined for an unknown one. */
  sessionOf(sn: string): Promise<GatewaySession | undefined>
  /** The device and columns of a binding, including bindings that have ended. */
  owner(bindingId: number): Promise<Owner | undefined>
  /** A binding under which the gateway has served the device. */
  bindingOf(gatewayId: GatewayId, equipmentId: EquipmentId): Promise<number | undefined>
  credential: LinkNeeds['credential']
  /** Handles a hello; returns undefined if another box owns the SN. */
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
  activeAlarms(of: ActiveAlarms): void
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
  /** Receives the alarms that gateways report. */
  alarms: AlarmSink
  /** Rules evaluated here, because the gateway cannot. */
  judging: Pick<JudgingNeeds, 'load' | 'all'>
  mvarJudging: Pick<MvarJudgingNeeds, 'rules' | 'begin'>
  /** The topics that rooms consume. */
  topics: IngestNeeds['topics']
  /** A remote download has ended. */
  onTunnelOver: TunnelsNeeds['onOver']
  /** Default `limits.tunnelSilentMs`. */
  tunnelSilentMs?: number
  /** A second box connected with an SN. */
  onSecondBox(sn: string): void
  /** Called when two agents with the identity of one box connect alternately. */
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
