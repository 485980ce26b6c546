// The broker's interface for the platform. It has two implementations, `embedded-broker` and `external-broker`, and no
// other code distinguishes them.
import type { Down, DownName } from '../../contract/topics.ts'
import type { Intake } from './intake.ts'

/** The credential with which a gateway connects. */
export type GatewayCredential = {
  sn: string
  /** SHA-256 hash of the secret. */
  secretHash: Buffer
  /** The box that owns the SN; null until the first one connects. */
  boxId: string | null
}

/** Functions of the platform that a link requires. */
export type LinkNeeds = {
  /** The credential of an SN, or nothing. Called for each connection of the embedded broker. */
  credential(sn: string): Promise<GatewayCredential | undefined>
  /** A message from a gateway whose SN the broker has verified. */
  onMessage(topic: string, payload: Buffer): void
  /**
   * A connection was refused or closed: wrong secret, second box, forbidden topic, oversized packet, too many
   * connections.
   */
  onRefused(sn: string | null, reason: RefusalReason): void
  /** A gateway sends faster than allowed, and is not read for `ms`. */
  onPaced?(ms: number): void
  /** Stops reading under load; an external broker reads independently. */
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
   * Resolves when the broker has accepted the message. Rejects if the broker is unreachable, and for a command also if
   * the broker knows that its gateway is not connected. Never retained, never queued.
   */
  publish<N extends DownName>(sn: string, name: N, payload: Down[N]): Promise<void>
  /** Allows a gateway to connect with this secret. */
  admit(sn: string, secret: string): Promise<void>
  /** Limits the SN to this box; null removes the limit. True if this closed the box's own connection. */
  pinBox(sn: string, boxId: string | null): Promise<boolean>
  /** Disconnects the gateway and refuses it from now on. */
  expel(sn: string): Promise<void>
  /** Closes the gateway's connection, if any. */
  drop(sn: string): Promise<void>
  /** False while the broker is unreachable. */
  isUp(): boolean
  /** Open connections, and how many of them are not authenticated yet; unavailable for an external broker. */
  counts?(): { connections: number; strangers: number }
}
