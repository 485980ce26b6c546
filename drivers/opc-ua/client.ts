// Opens a secure channel and a session with a server whose certificate is accepted. Converts library errors to faults.
import type {
  OPCUAClient as Client,
  ClientSession,
  EndpointDescription,
  OPCUAClientOptions,
  UserTokenType as TokenType,
  UserIdentityInfo,
} from 'node-opcua-client'
import { DriverFault } from '../driver.ts'
import { isReference, isTyped } from '../secret.ts'
import { withTimeout } from './bounded.ts'
import { applicationName, type Identity, identityIn, sha1Of, sha256Of } from './identity.ts'
import { type OpcUaParams, securityPolicies } from './params.ts'
import { type Status, statusFault } from './status.ts'

// Loaded with the first connection, so that programs without OPC UA do not load it.
const {
  coerceMessageSecurityMode,
  MessageSecurityMode,
  OPCUAClient,
  SecurityPolicy,
  StatusCodes,
  setDebugLogger,
  setErrorLogger,
  setWarningLogger,
  UserTokenType,
} = await import('node-opcua-client')

// The library reports problems as errors; its own log would expose addresses and certificates.
for (const set of [setDebugLogger, setErrorLogger, setWarningLogger]) set(() => undefined)

// Signing in takes several requests, each with its own timeout, so the total limit is this many times as long.
const stepsAtOnce = 2

export type OpcUaConnection = { client: Client; session: ClientSession }

/** Connects, checks the server's certificate, signs in. Aborting closes the sockets. Throws a `DriverFault`. */
export async function connect(params: OpcUaParams, signal: AbortSignal, home: string): Promise<OpcUaConnection> {
  for (const secret of [params.password, params.serverCertificate]) {
    if (isReference(secret)) throw new DriverFault(1750, `secret ${secret.secret} is not there`)
  }
  const identity = await identityIn(home)
  const endpoint = chosen(await endpointsOf(params, identity, signal), params)
  const certificate = params.securityMode === 'None' ? undefined : accepted(endpoint, params)
  const client = clientOf(params, identity, certificate)
  return closing(client, signal, params, async () => {
    try {
      await client.connect(params.endpointUrl)
      return { client, session: await client.createSession(userOf(params)) }
    } catch (error) {
      throw ownCertificateFault(error, identity) ?? loginFault(error) ?? faultOf(error)
    }
  })
}

/** The endpoints of the server, requested without security: untrusted until the certificate is checked. */
async function endpointsOf(params: OpcUaParams, identity: Identity, signal: AbortSignal) {
  const client = clientOf({ ...params, securityMode: 'None' }, identity, undefined)
  try {
    return await closing(client, signal, params, async () => {
      await client.connect(params.endpointUrl)
      return client.getEndpoints({ endpointUrl: params.endpointUrl })
    })
  } catch (error) {
    throw faultOf(error)
  } finally {
    await hungUp(client)
  }
}

const hungUp = (client: Client) => withTimeout(client.disconnect(), 1000).catch(() => undefined)

/** Runs `act`; on abort, failure or timeout closes the client. */
async function closing<T>(
  client: Client,
  signal: AbortSignal,
  { timeoutMs }: OpcUaParams,
  act: () => Promise<T>,
): Promise<T> {
  let onAbort: () => void = () => undefined
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new DriverFault(1722, 'stopped', true))
    signal.addEventListener('abort', onAbort, { once: true })
  })
  if (signal.aborted) onAbort()
  try {
    return await Promise.race([withTimeout(act(), stepsAtOnce * timeoutMs), aborted])
  } catch (error) {
    await hungUp(client)
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

const policyUri = ({ securityMode, securityPolicy }: OpcUaParams) =>
  securityMode === 'None' ? SecurityPolicy.None : SecurityPolicy[securityPolicy]

/** The endpoint with the wanted security and login. Throws 1749 with the available ones. */
function chosen(endpoints: readonly EndpointDescription[], params: OpcUaParams): EndpointDescription {
  const mode = coerceMessageSecurityMode(params.securityMode)
  const wanted = params.userName === '' ? UserTokenType.Anonymous : UserTokenType.UserName
  const fits = (endpoint: EndpointDescription) =>
    endpoint.securityMode === mode && endpoint.securityPolicyUri === policyUri(params) && mayLogIn(endpoint, wanted)
  const found = endpoints.find(fits)
  if (found) return found
  const offered = [...new Set(endpoints.flatMap(offersOf))].join('; ').slice(0, 190) || '-'
  throw new DriverFault(1749, `it offers ${offered}`, { offered })
}

/** Whether the login is possible without sending a password in clear text. */
function mayLogIn({ userIdentityTokens, securityMode }: EndpointDescription, wanted: TokenType): boolean {
  const isClear = ({ securityPolicyUri }: { securityPolicyUri: string | null }) =>
    securityPolicyUri === SecurityPolicy.None && securityMode !== MessageSecurityMode.SignAndEncrypt
  const tokens = (userIdentityTokens ?? []).filter(({ tokenType }) => tokenType === wanted)
  return wanted === UserTokenType.UserName
    ? tokens.some((token) => !isClear(token)) && !tokens.some(isClear)
    : tokens.length > 0
}

/**
 * Features of an endpoint, such as `Sign Basic256Sha256 (UserName)`; nothing for a policy that this driver does not
 * support.
 */
function offersOf({ securityMode, securityPolicyUri, userIdentityTokens }: EndpointDescription): string[] {
  const policy = securityPolicyUri?.split('#')[1] ?? ''
  const isKnown = policy === 'None' || securityPolicies.some((each) => each === policy)
  const logins = [UserTokenType.Anonymous, UserTokenType.UserName]
    .filter((type) => userIdentityTokens?.some(({ tokenType }) => tokenType === type))
    .map((type) => UserTokenType[type])
  const mode = MessageSecurityMode[securityMode]
  return isKnown ? [`${policy === 'None' ? mode : `${mode} ${policy}`} (${logins.join(', ')})`] : []
}

/** The server's certificate, if it is the accepted one. Throws 1744 with its fingerprints. */
function accepted({ serverCertificate }: EndpointDescription, params: OpcUaParams): Buffer {
  const own = firstOf(serverCertificate)
  const fingerprint = sha256Of(own)
  const known = [
    params.serverFingerprint,
    isTyped(params.serverCertificate) ? filePrint(params.serverCertificate.text) : '',
  ]
  if (own.length > 0 && known.includes(fingerprint)) return serverCertificate
  const thumbprint = sha1Of(own)
  throw new DriverFault(1744, `certificate ${fingerprint} was not accepted`, { fingerprint, thumbprint })
}

/** The first certificate of a chain, which is that of the server; its length is in the DER header. */
function firstOf(chain: Buffer): Buffer {
  if (chain.length < 4 || chain[0] !== 0x30) return chain
  const long = chain[1]! & 0x7f
  const length = chain[1]! < 0x80 ? chain[1]! + 2 : chain.readUIntBE(2, Math.min(long, 6)) + 2 + long
  return chain.subarray(0, length)
}

function filePrint(base64: string): string {
  const bytes = Buffer.from(base64, 'base64')
  const pem = /-----BEGIN CERTIFICATE-----([^-]+)-----END/.exec(bytes.toString('latin1'))?.[1]
  return sha256Of(pem === undefined ? firstOf(bytes) : Buffer.from(pem, 'base64'))
}

function userOf({ userName, password }: OpcUaParams): UserIdentityInfo {
  if (userName === '') return { type: UserTokenType.Anonymous }
  return { type: UserTokenType.UserName, userName, password: isTyped(password) ? password.text : '' }
}

function clientOf(params: OpcUaParams, identity: Identity, serverCertificate: Buffer | undefined): Client {
  const { certificate, key } = identity
  const own = { getCertificate: () => certificate, getCertificateChain: () => [certificate], getPrivateKey: () => key }
  const options: OPCUAClientOptions = {
    applicationName,
    applicationUri: identity.applicationUri,
    clientName: applicationName,
    certificateKeyPairProvider: own,
    clientCertificateManager: onlyTrusting(serverCertificate),
    ...(serverCertificate && { serverCertificate }),
    securityMode: coerceMessageSecurityMode(params.securityMode),
    securityPolicy: policyUri(params),
    endpointMustExist: false,
    keepSessionAlive: false,
    requestedSessionTimeout: 60_000,
    // The library never reconnects, because the gateway decides when to reconnect.
    connectionStrategy: { maxRetry: 0, initialDelay: 100, maxDelay: 100, randomisationFactor: 0 },
    transportTimeout: params.timeoutMs,
    defaultTransactionTimeout: params.timeoutMs,
  }
  return OPCUAClient.create(options)
}

type Asked = Buffer | Buffer[]

/** A certificate manager for the library that trusts only the accepted certificate. */
function onlyTrusting(certificate: Buffer | undefined): NonNullable<OPCUAClientOptions['clientCertificateManager']> {
  const isKnown = (asked: Asked) => {
    const one = Array.isArray(asked) ? asked[0] : asked
    return certificate !== undefined && one !== undefined && firstOf(one).equals(firstOf(certificate))
  }
  const statusOf = (asked: Asked) => (isKnown(asked) ? StatusCodes.Good : StatusCodes.BadCertificateUntrusted)
  const nothing = async () => undefined
  return {
    referenceCounter: 0,
    initialize: nothing,
    dispose: nothing,
    checkCertificate: async (asked: Asked) => statusOf(asked),
    verifyCertificate: async (asked: Asked) => statusOf(asked).name,
    getTrustStatus: async (asked: Asked) => statusOf(asked),
    trustCertificate: nothing,
    rejectCertificate: nothing,
    addIssuer: nothing,
    addRevocationList: nothing,
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The status with which a server answered, if the library provides it. */
function statusIn(error: unknown): Status | undefined {
  const told = (error as { response?: { responseHeader?: { serviceResult?: Status } } }).response?.responseHeader
  if (told?.serviceResult) return told.serviceResult
  const name = /\bBad[A-Z]\w+/.exec(messageOf(error))?.[0]
  return name === undefined ? undefined : (StatusCodes as unknown as Record<string, Status | undefined>)[name]
}

const untrusting = /BadSecurityChecksFailed|BadCertificate\w+|BadApplicationSignatureInvalid/

function ownCertificateFault(error: unknown, { certificate }: Identity): DriverFault | undefined {
  const name = statusIn(error)?.name ?? messageOf(error)
  if (!untrusting.test(name)) return undefined
  const [fingerprint, thumbprint] = [sha256Of(certificate), sha1Of(certificate)]
  return new DriverFault(1746, `the server refuses the gateway's certificate: ${name}`, {
    fingerprint,
    thumbprint,
  }).asBroken()
}

function loginFault(error: unknown): DriverFault | undefined {
  const name = statusIn(error)?.name ?? ''
  return /^(BadIdentityToken\w+|BadUserAccessDenied)$/.test(name) ? new DriverFault(1748, name, true) : undefined
}

/** Converts an error of the library into a fault of the driver. */
export function faultOf(error: unknown): DriverFault {
  if (error instanceof DriverFault) return error
  const status = statusIn(error)
  if (status) return statusFault(status)
  const text = messageOf(error).split('\n')[0]!.slice(0, 200)
  if (/timeout|timed out/i.test(text)) return new DriverFault(1714, text)
  return new DriverFault(1722, text, true)
}
