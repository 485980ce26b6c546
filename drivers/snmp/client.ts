// Requests of SNMP by the library, each answered once, with its faults as codes. The library identifies answers by the
// number of the request and checks the identifiers in them; it is loaded with the first session.
import type * as Library from 'net-snmp'
import { DriverFault } from '../driver.ts'
import { timeoutFault, unreachableFault } from '../modbus-tcp/faults.ts'
import { timeoutsUntilBroken } from '../modbus-tcp/session.ts'
import { isTyped, type SecretParam } from '../secret.ts'
import { loginFault, outOfStep, statusFault } from './faults.ts'
import type { SnmpParams } from './params.ts'
import { isUsable } from './security.ts'
import { openSocket, type SnmpSocket } from './socket.ts'
import type { Varbind } from './value.ts'

/** An answer with an error status: `oid` is the object that it concerns, where the agent names it. */
export type ErrorStatus = { status: number; oid: string | undefined }

type Callback = (error: Error | null, varbinds: unknown) => void
/** The parts of a session of the library that are used, some of which its types lack. */
type LibrarySession = {
  community: string
  timeout: number
  get(oids: readonly string[], done: Callback): void
  getNext(oids: readonly string[], done: Callback): void
  getBulk(oids: readonly string[], nonRepeaters: number, repetitions: number, done: Callback): void
  set(varbinds: readonly Varbind[], done: Callback): void
  cancelRequests(error: Error): void
  on(event: 'error', listener: (error: unknown) => void): void
  close(): void
}

/** Messages of one request in v3: the engine, its time, the request itself; and one to spare. */
const mostExchanges = 4

const textOf = (secret: SecretParam | null): string | undefined => {
  if (secret === null) return undefined
  if (!isTyped(secret)) throw loginFault('a password is missing on the gateway')
  return secret.text
}

export class SnmpClient {
  readonly #library: typeof Library
  readonly #session: LibrarySession
  #isOpen = true
  #isClosed = false
  #timeouts = 0
  /** Ends the request that is under way. */
  #fail: ((fault: DriverFault) => void) | undefined

  private constructor(library: typeof Library, session: LibrarySession, socket: SnmpSocket) {
    this.#library = library
    this.#session = session
    // A datagram that is no message of SNMP is dropped; its request times out.
    session.on('error', () => undefined)
    // The host of the device reports that no program receives at the port, or the library cannot decode a message.
    socket.onError((error) => {
      this.#isOpen = false
      const fault = unreachableFault(error.message)
      session.cancelRequests(fault)
      this.#fail?.(fault)
    })
  }

  static async open(params: SnmpParams, signal: AbortSignal): Promise<SnmpClient> {
    const library = (await import('net-snmp')).default as unknown as typeof Library
    const socket = await openSocket(params, (message) => isUsable(message, params), signal)
    try {
      return new SnmpClient(library, sessionOf(library, params, socket), socket)
    } catch (error) {
      socket.library.close()
      throw error
    }
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  close(): void {
    this.#isOpen = false
    if (!this.#isClosed) this.#session.close()
    this.#isClosed = true
  }

  /** The objects in the order of `oids`, or the error status of the agent. Throws 1712, 1714, 1722, 1748. */
  async get(oids: readonly string[], params: SnmpParams): Promise<Varbind[] | ErrorStatus> {
    return this.#ask(params, false, (done) => this.#session.get(oids, done)) as Promise<Varbind[] | ErrorStatus>
  }

  /** The objects that follow an identifier, at least one; `many`: as many as the version permits. */
  async following(oid: string, many: number, params: SnmpParams): Promise<Varbind[] | ErrorStatus> {
    if (params.version === 'v1')
      return this.#ask(params, false, (done) => this.#session.getNext([oid], done)) as Promise<Varbind[] | ErrorStatus>
    const answer = await this.#ask(params, false, (done) => this.#session.getBulk([oid], 0, many, done))
    return 'status' in answer ? answer : (answer as unknown as Varbind[][]).flat()
  }

  /** Writes one object. Throws the fault of the agent. */
  async set(varbind: Varbind, params: SnmpParams): Promise<void> {
    const answer = await this.#ask(params, true, (done) => this.#session.set([varbind], done))
    if ('status' in answer) throw statusFault(answer.status)
  }

  /** Ends a request that the agent answers with reports only. */
  #abandon(): void {
    this.#fail?.(timeoutFault(true))
    this.close()
  }

  #ask(params: SnmpParams, isWrite: boolean, send: (done: Callback) => void): Promise<unknown[] | ErrorStatus> {
    const session = this.#session
    session.timeout = params.timeoutMs
    if (params.version !== 'v3') {
      const read = textOf(params.community) ?? 'public'
      session.community = isWrite ? (textOf(params.writeCommunity) ?? read) : read
    }
    return new Promise((resolve, reject) => {
      if (!this.#isOpen) return reject(unreachableFault('the connection was closed'))
      // Each report of an agent restarts the time of the library.
      const timer = setTimeout(() => this.#abandon(), params.timeoutMs * mostExchanges)
      this.#fail = reject
      send((error, varbinds) => {
        clearTimeout(timer)
        if (isTimeout(error)) return reject(timeoutFault(++this.#timeouts >= timeoutsUntilBroken))
        this.#timeouts = 0
        if (!error) return resolve(varbinds as unknown[])
        if (error instanceof this.#library.RequestFailedError) return resolve(refusedOf(error))
        reject(faultOf(error, this.#library))
      })
    })
  }
}

/** The library names the digest that it has calculated with the password. */
const withoutDigests = (reason: string): string =>
  reason.startsWith('Authentication digest') ? 'an answer with a wrong digest' : reason

/** The types of the library lack the class of this error. */
const isTimeout = (error: Error | null): boolean => error?.name === 'RequestTimedOutError'

function refusedOf(error: Error & { status?: number }): ErrorStatus {
  return { status: error.status ?? 5, oid: /: ([\d.]+)$/.exec(error.message)?.[1] }
}

function faultOf(error: Error & { code?: unknown }, library: typeof Library): DriverFault {
  if (error instanceof DriverFault) return error
  if (error instanceof library.ResponseInvalidError) {
    const { EAuthFailure, EUnexpectedReport, ECouldNotDecrypt } = library.ResponseInvalidCode as Record<string, unknown>
    if (error.code === EAuthFailure || error.code === ECouldNotDecrypt || error.code === EUnexpectedReport)
      return loginFault(withoutDigests(error.message))
    return outOfStep(error.message)
  }
  return unreachableFault(error.message)
}

function sessionOf(
  library: typeof Library,
  params: SnmpParams,
  { family, library: socket }: SnmpSocket,
): LibrarySession {
  const transport: 'udp4' | 'udp6' = family === 6 ? 'udp6' : 'udp4'
  const options = {
    ...{ port: params.port, retries: 0, timeout: params.timeoutMs, transport, context: params.context },
    ...{ reportOidMismatchErrors: true, backwardsGetNexts: false },
    dgramModule: { createSocket: () => socket },
  }
  const { version, userName, authProtocol, privProtocol } = params
  if (version !== 'v3') {
    const number = version === 'v1' ? library.Version1 : library.Version2c
    return library.createSession(params.host, 'public', { ...options, version: number }) as unknown as LibrarySession
  }
  const level = authProtocol === 'none' ? 'noAuthNoPriv' : privProtocol === 'none' ? 'authNoPriv' : 'authPriv'
  const user = {
    name: userName,
    level: library.SecurityLevel[level],
    ...(authProtocol !== 'none' && {
      authProtocol: library.AuthProtocols[authProtocol],
      authKey: textOf(params.authPassword),
    }),
    ...(privProtocol !== 'none' && {
      privProtocol: library.PrivProtocols[privProtocol],
      privKey: textOf(params.privPassword),
    }),
  }
  return library.createV3Session(params.host, user as never, options) as unknown as LibrarySession
}
