// How a box of our own making connects: who it is, and the will that speaks when the wire is cut.
import { randomBytes } from 'node:crypto'
import type { IClientOptions } from 'mqtt'
import { clientIdOf, upTopic } from '../contract/topics.ts'

/** Sixteen hex digits that nobody has drawn: a box, a session, an epoch. */
export const word = (): string => randomBytes(8).toString('hex')

export type BoxIdentity = { sn: string; secret: string; boxId: string; session: string }

/** It never connects again by itself. */
export const boxLink = ({ sn, secret, boxId, session }: BoxIdentity): IClientOptions => ({
  clientId: clientIdOf(sn, boxId),
  username: sn,
  password: secret,
  protocolVersion: 4,
  clean: true,
  keepalive: 20,
  reconnectPeriod: 0,
  connectTimeout: 5000,
  will: { topic: upTopic(sn, 'bye'), payload: Buffer.from(JSON.stringify({ session })), qos: 1, retain: false },
})
