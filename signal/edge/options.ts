// The options of the gateway agent.
import type { ReportPace } from './box/teller.ts'
import type { Hardware } from './hardware.ts'
import type { LinkPace } from './link/link.ts'
import type { DeliveryPace } from './outbox/delivery.ts'
import type { Pace } from './schedule.ts'
import type { Installer } from './upgrade/loader.ts'

/** How an agent is started; `H`: its box. */
export type EdgeOptions<H extends Hardware> = {
  sn: string
  /** The MQTT password of this SN. */
  secret: string
  /** mqtt://host:port or mqtts://host:port. */
  url: string
  /** PEM text of a private authority. */
  ca?: string
  /** The agent's own folder: box id, configuration, journal, outbox. One agent per folder. */
  dataDir: string
  /** Maximum size of the outbox; default `limits.outboxBytes`. */
  outboxBytes?: number
  hardware: H
  /** Installs newer agents; without it the agent cannot be upgraded remotely. */
  installer?: Installer | undefined
  /**
   * The public key by which the platform signs firmware; without it the first one that the platform offers is trusted.
   */
  firmwareKey?: string | undefined
  /** The box's wall clock, epoch ms; may be wrong. */
  now?: () => number
  log: (message: string) => void
  /** Waiting times, which tests shorten. */
  pace?: {
    poll?: Pace
    link?: LinkPace
    delivery?: DeliveryPace
    writesToldMs?: number
    saveMs?: number
    /** Intervals of the gateway settings: `secondMs` is the length of a second. */
    box?: { teller?: ReportPace; secondMs?: number; pieceMs?: number }
  }
}
