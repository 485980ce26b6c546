// The broker as the platform sees it. Two implementations: `embedded-broker` and `external-broker`; nobody else knows
// which one is behind it.
import type { Down, DownName } from '../../contract/topics.ts'
import type { Intake } from './intake.ts'

/** Who may connect as a gateway, and with what. */
export type GatewayCredential = {
  sn: string
  /** SHA-256 of the secret. */
  secretHash: Buffer
  /** The box that owns the SN; null until the first one connects. */
  boxId: string | null
}

/** What a link asks of the rest of the platform. */
export type LinkNeeds = {
  /** The credential of an SN, or nothing. Called for each connection of the embedded broker. */
  credential(sn: string): Promise<GatewayCredential | undefined>
  /** A message from a gateway whose SN the broker vouches for. */
  onMessage(topic: string, payload: Buffer): void
  /** A connection was refused or cut: wrong secret, second box, forbidden topic, oversized packet, too many at once. */
  onRefused(sn: string | null, reason: RefusalReason): void
  /** A gateway sends faster than it may, and is not read for so long. */
  onPaced?(ms: number): void
  /** Holds back reading; an external broker reads for itself. */
  intake?: Pick<Intake, 'isHeld' | 'whenFree'>
  now?(): number
  log: LinkLog
}

export type RefusalReason =
  | 'badCredentials'
  | 'secondBox'
  | 'forbiddenTopic'
  | 'tooLarge'
  | 'badSession'
  | 'garbage'
  | 'tooMany'
  | 'tooSlow'
  | 'tooOften'
  | 'flood'

export type LinkLog = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export type GatewayLink = {
  start(): Promise<void>
  stop(): Promise<void>
  /**
   * Resolves when handed to the broker. Rejects when the broker cannot be reached, and a command also where the broker
   * knows that its gateway is not connected. Never retained, never queued.
   */
  publish<N extends DownName>(sn: string, name: N, payload: Down[N]): Promise<void>
  /** A gateway may connect from now on, with this secret. */
  admit(sn: string, secret: string): Promise<void>
  /** From now on only this box may use the SN; null frees it. True if the box's own connection was cut for it. */
  pinBox(sn: string, boxId: string | null): Promise<boolean>
  /** Cuts the gateway off: it may not connect any more. */
  expel(sn: string): Promise<void>
  /** Cuts the gateway's connection, if any. */
  drop(sn: string): Promise<void>
  /** False while the broker cannot be reached. */
  isUp(): boolean
  /** Connections open, and how many of them nobody has admitted yet; an external broker keeps that to itself. */
  counts?(): { connections: number; strangers: number }
}
