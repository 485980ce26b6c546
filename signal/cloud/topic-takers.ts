// The upward topics, each with its condition and its consumer; `ingest` dispatches by this table. A topic is added by its
// payload in contract/topics.ts and one entry here, or by `topics.ts` of a room. Frames of remote downloads are not in
// it: they are passed on unread.
import { limits } from '../../contract/limits.ts'
import type { DriverStates } from '../../contract/sockets.ts'
import type { Up, UpName } from '../../contract/topics.ts'
import { createBuckets } from './bucket.ts'
import type { GatewaySession } from './gateway-book.ts'
import type { ReceivedMessage, Records } from './records.ts'

/** A message that has met the condition of its topic. */
type Taken<M> = { message: M; sn: string; payload: Buffer; receivedAt: number }
type OfSession<M> = Taken<M> & { session: GatewaySession }

/** The consumers of messages, by topic. */
export type TopicNeeds = {
  records: Records
  onHello(sn: string, hello: Up['hello'], receivedAt: number): Promise<void>
  onBye(sn: string, bye: Up['bye']): Promise<void>
  onResult(sn: string, result: Up['result']): Promise<void>
  onLive(taken: OfSession<Up['live']>): Promise<void>
  /** State of a device's drivers, from the gateway that serves it. */
  onDrivers(states: DriverStates): void
  /** Called with the state that a box reported. */
  onBox(sn: string, message: Up['box'], receivedAt: number): Promise<void>
  /** The gateway requests the next bytes of an upgrade. */
  onPiece(sn: string, message: Up['piece']): Promise<void>
  /** Output of a device's scripts, from the gateway that serves it. */
  onScripts(session: GatewaySession, message: Up['script'], receivedAt: number): void
  /** The active alarms of a gateway. */
  onStanding(session: GatewaySession, message: Up['standing'], receivedAt: number): void
  now(): number
}

/**
 * The condition under which a message is accepted, the weakest first: `anyone` that may publish under this SN; a
 * registered `gateway`; its current `session`; the current `binding` of its device; an `outbox`, whose messages name
 * their own binding. `pace` limits the messages of one gateway before they are parsed.
 */
type TopicTaker<M> = { pace?: ReturnType<typeof createBuckets> } & (
  | { of: 'anyone' | 'gateway'; take(taken: Taken<M>): Promise<void> | void }
  | { of: 'session' | 'binding' | 'outbox'; take(taken: OfSession<M>): Promise<void> | void }
)

/** Topics of the signal path itself; the others that the agent publishes are consumed by rooms. */
type SpineTopic = Exclude<UpName, 'tunnel' | 'writes'>

/** An entry of the table. The schema of the payload ensures the type of the message. */
type AnyTaker = TopicTaker<object>

/** A message of an outbox as the records accept it. */
const received = <M>({ message, session, payload, receivedAt }: OfSession<M>): ReceivedMessage<M> => ({
  standing: session,
  message,
  payload,
  receivedAt,
})

/** Uses the age of a fault on the gateway, so that an error of its clock does not matter. */
function driverStates({ equipmentId, at, drivers }: Up['drivers'], receivedAt: number): DriverStates {
  const dated = drivers.map(({ fault, ...driver }) => ({
    ...driver,
    fault: fault && { ...fault, at: receivedAt - Math.max(0, at - fault.at) },
  }))
  return { type: 'driverStates', equipmentId, receivedAt, drivers: dated }
}

function spineTakers(needs: TopicNeeds): { readonly [N in SpineTopic]: TopicTaker<Up[N]> } {
  const { records, now } = needs
  const live = createBuckets(limits.gatewayLivePerS, limits.gatewayLiveBurst, now)
  const hellos = createBuckets(limits.gatewayHellosPerS, limits.gatewayHellosBurst, now)
  const boxes = createBuckets(limits.boxToldPerS, limits.boxToldBurst, now)
  return {
    hello: {
      of: 'anyone',
      pace: hellos,
      take: ({ sn, message, receivedAt }) => needs.onHello(sn, message, receivedAt),
    },
    bye: { of: 'anyone', pace: hellos, take: ({ sn, message }) => needs.onBye(sn, message) },
    result: { of: 'gateway', take: ({ sn, message }) => needs.onResult(sn, message) },
    // A heartbeat has no content: a message of the current session is enough to prove that the gateway is online.
    beat: { of: 'session', take: () => undefined },
    box: { of: 'session', pace: boxes, take: ({ sn, message, receivedAt }) => needs.onBox(sn, message, receivedAt) },
    piece: { of: 'session', pace: live, take: ({ sn, message }) => needs.onPiece(sn, message) },
    live: { of: 'binding', pace: live, take: needs.onLive },
    drivers: {
      of: 'binding',
      pace: live,
      take: ({ message, receivedAt }) => needs.onDrivers(driverStates(message, receivedAt)),
    },
    script: {
      of: 'binding',
      pace: live,
      take: ({ session, message, receivedAt }) => needs.onScripts(session, message, receivedAt),
    },
    standing: {
      of: 'binding',
      take: ({ session, message, receivedAt }) => needs.onStanding(session, message, receivedAt),
    },
    record: { of: 'outbox', take: (taken) => records.record(received(taken)) },
    event: { of: 'outbox', take: (taken) => records.event(received(taken)) },
    gap: { of: 'outbox', take: (taken) => records.gap(received(taken)) },
  }
}

/** A topic of the current binding that a room consumes, at most `perS` messages a second of one gateway, in bursts. */
export type RoomTopic = {
  name: string
  perS: number
  burst: number
  take(taken: OfSession<object>): Promise<void> | void
}

/** The table of all topics. Throws if a room consumes a topic that is consumed already. */
export function topicTakers(needs: TopicNeeds, ofRooms: readonly RoomTopic[]): ReadonlyMap<string, AnyTaker> {
  const takers = new Map(Object.entries(spineTakers(needs) as unknown as Record<string, AnyTaker>))
  for (const { name, perS, burst, take } of ofRooms) {
    if (takers.has(name)) throw new Error(`the MQTT topic "${name}" is consumed twice`)
    takers.set(name, { of: 'binding', pace: createBuckets(perS, burst, needs.now), take })
  }
  return takers
}
