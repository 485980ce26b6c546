// How a simulated gateway connects: its identity, and its MQTT will for a lost connection.
import { randomBytes } from 'node:crypto'
import type { IClientOptions } from 'mqtt'
import { clientIdOf, upTopic } from '../contract/topics.ts'

/** Sixteen unused hex digits: for a box, a session, an epoch. */
export const word = (): string => randomBytes(8).toString('hex')

type BoxIdentity = { sn: string; secret: string; boxId: string; session: string }

/** The client never reconnects automatically. */
export const boxLink = ({ sn, secret, boxId, session }: BoxIdentity): IClientOptions => ({
  clientId: clientIdOf(sn, boxId),
  username: sn,
  password: secret,
  protocolVersion: 4,
  clean: true,
  keepalive: 20,
  reconnectPeriod: 0,
  connectTimeout: 60_000,
  will: { topic: upTopic(sn, 'bye'), payload: Buffer.from(JSON.stringify({ session })), qos: 1, retain: false },
})
