// Services of the signal path for rooms: links of gateways, live values and sessions.
import type { EquipmentId } from '../../contract/fields.ts'
import type { Hold, Open } from '../../contract/topics.ts'
import type { Kept, Relanded } from '../../signal/cloud/reland.ts'
import type { ScriptWordsTable } from '../../signal/cloud/script-words.ts'
import type { Tunnels } from '../../signal/cloud/tunnels.ts'
import type { User, Visitor } from './asker.ts'
import { token } from './token.ts'

/** A change of a gateway: its binding, its secret, or the box behind its SN. */
export type GatewayChange =
  | { kind: 'registered' | 'secretRenewed'; sn: string; secret: string }
  | { kind: 'boxFreed' | 'bound' | 'unbound' | 'removed'; sn: string }

/** Where gateways connect, according to the settings. */
export type BrokerAddress = {
  /** The broker's host; null: the host name by which the browser reaches the platform. */
  host: string | null
  port: number
  secure: boolean
  /** PEM of the authority that signed the certificate, where no public one did. */
  ca: string | null
  /** A private authority signed the certificate, and its own certificate is not among the settings. */
  isCaMissing: boolean
  /** True if only programs on the platform's own machine can reach the broker. */
  isLocal: boolean
}

/** Returns the address of the broker. */
export const brokerAddressOf = token<() => BrokerAddress>('broker address')

/** Clears caches of a gateway and informs its link after a change. */
export const gatewayChanged = token<(change: GatewayChange) => Promise<void>>('gateway changes')

/** Opens live streaming on a gateway. */
export const openStream = token<(sn: string, open: Open) => Promise<void>>('live streams')

/** Sends a gateway the message that a momentary button is still pressed. */
export const holdKey = token<(sn: string, hold: Hold) => Promise<void>>('key holds')

/** The remote downloads that are open on this node. */
export const openTunnels =
  token<Pick<Tunnels, 'find' | 'end' | 'extend' | 'hasRoom' | 'list' | 'turn'>>('remote downloads')

/** The latest output of scripts of watched devices, on this node. */
export const scriptOutput = token<Pick<ScriptWordsTable, 'of'>>('script output')

/** Checks messages in quarantine again and stores those that pass; repeated calls store each once. */
export const relandMessages = token<(kept: readonly Kept[]) => Promise<Relanded[]>>('quarantine')

/** Loads the stored last values of devices into the live table, unless they are there. */
export const recallValues = token<(orgId: number, equipmentIds: readonly EquipmentId[]) => Promise<void>>('last values')

/** Reloads formulas, devices of projects and alarm rules over intermediate variables after a change. */
export const mvarRulesChanged = token<() => Promise<void>>('rules of intermediate variables')

/** The user of a valid session, by the hash of its cookie. */
export const sessionUser = token<(sessionHash: Buffer) => Promise<User | undefined>>('sessions')

/** The visitor of a valid visit, by the hash of its token. */
export const visitorOf = token<(visitHash: Buffer) => Promise<Visitor | undefined>>('visits')

/** The login that the demonstration shows to everyone; null elsewhere. */
export const demoLogin = token<{ loginname: string; password: string } | null>('demonstration')
