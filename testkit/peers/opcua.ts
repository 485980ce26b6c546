// A real OPC UA server in this process, on a free port: variables of every type, an operator who signs in with a
// password, all security policies. All requests pass through a real socket.
import {
  DataType,
  DataValue,
  MessageSecurityMode,
  SecurityPolicy,
  StatusCodes,
  Variant,
  VariantArrayType,
} from 'node-opcua-client'
import { OPCUAServer, type OPCUAServerOptions } from 'node-opcua-server'
import { sha256Of } from '../../drivers/opc-ua/identity.ts'
import { freePort } from '../ports.ts'
import { serverIdentity, serverOptions } from './opcua-identity.ts'

type Operator = { userName: string; password: string }

export type OpcUaPeer = {
  readonly port: number
  readonly url: string
  /** SHA-256 of its certificate, in capitals, and the certificate itself. */
  readonly fingerprint: string
  readonly certificate: Buffer
  /** Number of sessions that are open now. */
  sessions(): number
  /** The value of a variable `ns=1;s=<name>`. */
  set(
    name: string,
    value: unknown,
    change?: { status?: 'BadDeviceFailure' | 'UncertainLastUsableValue'; sourceAt?: Date },
  ): void
  get(name: string): unknown
  /** Closes the server with all connections; `start` opens it again on the same port, with the same certificate. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Stops the server permanently. */
  end(): Promise<void>
}

/** Name, type and first value of the variables; those below the line are only read. */
const variables: readonly (readonly [name: string, type: keyof typeof DataType, value: unknown, more?: object])[] = [
  ['Machine.Temp', 'Double', 21.5],
  ['Machine.Speed', 'Int32', 1450],
  ['Machine.Setpoint', 'Float', 20.1],
  ['Machine.Running', 'Boolean', true],
  ['Machine.Order', 'String', 'A-17'],
  ['Machine.Total', 'UInt64', [0x0020_0000, 1]],
  ['Machine.Balance', 'Int64', [0xffff_ffff, 0xffff_fffe]],
  ['Machine.Shift', 'SByte', -3],
  ['Machine.Since', 'DateTime', new Date('2026-03-01T12:00:00.000Z')],
  ['Machine.Label', 'LocalizedText', { text: 'Press 4' }],
  ['Machine.Ident', 'Guid', '09087E75-8E5E-499B-954F-F2A9603DB28A'],
  ['Machine.Profile', 'Double', new Float64Array([1, 2, 3]), { arrayType: VariantArrayType.Array }],
  ['Machine.Serial', 'UInt32', 4711, { readOnly: true }],
]

export async function startOpcUa({
  operator,
  children = 0,
}: {
  operator?: Operator
  children?: number
} = {}): Promise<OpcUaPeer> {
  const port = await freePort()
  const identity = await serverIdentity()
  const { certificate } = identity
  const held = new Map<string, { variant: Variant; status: string; at: Date }>()
  for (const [name, type, value, more] of variables)
    held.set(name, { variant: variantOf(type, value, more), status: 'Good', at: new Date() })
  let server: OPCUAServer | undefined

  const peer: OpcUaPeer = {
    port,
    url: `opc.tcp://127.0.0.1:${port}`,
    fingerprint: sha256Of(certificate),
    certificate,
    sessions: () => server?.currentSessionCount ?? 0,
    set(name, value, { status = 'Good' as string, sourceAt = new Date() } = {}) {
      const one = held.get(name)!
      held.set(name, { variant: new Variant({ ...one.variant, value } as never), status, at: sourceAt })
    },
    get: (name) => held.get(name)?.variant.value,
    async stop() {
      const old = server
      server = undefined
      await old?.shutdown(0)
    },
    async end() {
      await peer.stop()
      await identity.remove()
    },
    async start() {
      const options: OPCUAServerOptions = {
        ...serverOptions(port, identity),
        // Clients of the torture leave sessions behind.
        maxConnectionsPerEndpoint: 500,
        serverCapabilities: { maxSessions: 500 } as never,
        securityModes: [MessageSecurityMode.None, MessageSecurityMode.Sign, MessageSecurityMode.SignAndEncrypt],
        securityPolicies: [
          SecurityPolicy.None,
          SecurityPolicy.Basic256Sha256,
          SecurityPolicy.Aes128_Sha256_RsaOaep,
          SecurityPolicy.Aes256_Sha256_RsaPss,
        ],
        allowAnonymous: !operator,
        userManager: {
          isValidUser: (userName: string, password: string) =>
            userName === operator?.userName && password === operator.password,
        },
      }
      const next = new OPCUAServer(options)
      await next.initialize()
      fill(next, held, children)
      await next.start()
      server = next
    },
  }
  await peer.start()
  return peer
}

const variantOf = (type: keyof typeof DataType, value: unknown, more: object = {}) =>
  new Variant({ dataType: DataType[type] as never, arrayType: VariantArrayType.Scalar, value, ...more } as never)

function fill(
  server: OPCUAServer,
  held: Map<string, { variant: Variant; status: string; at: Date }>,
  children: number,
) {
  const { addressSpace } = server.engine
  const namespace = addressSpace!.getOwnNamespace()
  const machine = namespace.addObject({
    organizedBy: addressSpace!.rootFolder.objects,
    browseName: 'Machine',
    nodeId: 's=Machine',
  })
  for (const [name, type, , more] of variables) {
    const isReadOnly = (more as { readOnly?: boolean } | undefined)?.readOnly === true
    const variable = namespace.addVariable({
      componentOf: machine,
      browseName: name.split('.')[1]!,
      nodeId: `s=${name}`,
      dataType: type,
      ...(held.get(name)!.variant.arrayType === VariantArrayType.Array ? { valueRank: 1 } : {}),
      minimumSamplingInterval: 50,
      ...(isReadOnly ? { accessLevel: 'CurrentRead', userAccessLevel: 'CurrentRead' } : {}),
    })
    variable.bindVariable(
      {
        timestamped_get: () => {
          const { variant, status, at } = held.get(name)!
          const statusCode = StatusCodes[status as 'Good']
          return new DataValue({ value: variant, statusCode, sourceTimestamp: at, serverTimestamp: new Date() })
        },
        timestamped_set: async (value: { value: Variant }) => {
          held.set(name, { variant: value.value, status: 'Good', at: new Date() })
          return StatusCodes.Good
        },
      } as never,
      true,
    )
  }
  if (children === 0) return
  const many = namespace.addObject({
    organizedBy: addressSpace!.rootFolder.objects,
    browseName: 'Many',
    nodeId: 's=Many',
  })
  namespace.addObject({ componentOf: many, browseName: 'Long', nodeId: `s=${'x'.repeat(1500)}` })
  for (let index = 0; index < children; index++) {
    namespace.addVariable({
      componentOf: many,
      browseName: `V${index}`,
      nodeId: `s=Many.V${index}`,
      dataType: 'Int32',
      value: variantOf('Int32', index),
    })
  }
}
