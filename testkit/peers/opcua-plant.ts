// A real OPC UA server without security whose namespaces and limits a test chooses: each namespace holds one machine with the
// same identifiers, as lines of equal machines have.
import {
  DataType,
  DataValue,
  MessageSecurityMode,
  SecurityPolicy,
  StatusCodes,
  Variant,
  VariantArrayType,
} from 'node-opcua-client'
import { OPCUAServer, type OPCUAServerOptions, type ServerSession } from 'node-opcua-server'
import { freePort } from '../ports.ts'
import { serverIdentity, serverOptions } from './opcua-identity.ts'

type Machine = { uri: string; temp: number }

export type PlantOptions = {
  machines: readonly Machine[]
  /** Variables `s=V0`, `s=V1`... in the first machine's namespace, beside `s=Temp`. */
  variables?: number
  capabilities?: OPCUAServerOptions['serverCapabilities']
  /** The server publishes 0 for its limits, and applies them all the same. */
  hidesLimits?: boolean
}

export type OpcUaPlant = {
  readonly url: string
  /** The `Temp` of a machine, by the URI of its namespace. */
  get(uri: string): number
  set(uri: string, temp: number): void
  /** Subscriptions of all sessions that are open now, each with the number of its items. */
  subscriptions(): number[]
  /** The largest number of items that a request of this kind asked for since the start. */
  largest(kind: Kind): number
  sessions(): number
  /** Restarts the server on the same port, with its namespaces in this order. */
  restart(uris: readonly string[]): Promise<void>
  end(): Promise<void>
}

type Kind = 'read' | 'browse' | 'createMonitoredItems'
const kinds: Record<string, { name: Kind; items: string }> = {
  ReadRequest: { name: 'read', items: 'nodesToRead' },
  BrowseRequest: { name: 'browse', items: 'nodesToBrowse' },
  CreateMonitoredItemsRequest: { name: 'createMonitoredItems', items: 'itemsToCreate' },
}

export async function startOpcUaPlant(plant: PlantOptions): Promise<OpcUaPlant> {
  const port = await freePort()
  const identity = await serverIdentity()
  const temps = new Map(plant.machines.map(({ uri, temp }) => [uri, temp]))
  const largest = { read: 0, browse: 0, createMonitoredItems: 0 }
  let server = await start(plant.machines.map(({ uri }) => uri))

  async function start(uris: readonly string[]): Promise<OPCUAServer> {
    const next = new OPCUAServer({
      ...serverOptions(port, identity),
      securityModes: [MessageSecurityMode.None],
      securityPolicies: [SecurityPolicy.None],
      ...(plant.capabilities && { serverCapabilities: plant.capabilities }),
    })
    await next.initialize()
    for (const [place, uri] of uris.entries()) addMachine(next, uri, temps, place === 0 ? (plant.variables ?? 0) : 0)
    if (plant.hidesLimits) hideLimits(next)
    next.on('request', (request) => {
      const kind = kinds[request.schema.name]
      if (kind) largest[kind.name] = Math.max(largest[kind.name], Object(request)[kind.items].length)
    })
    await next.start()
    return next
  }

  return {
    url: `opc.tcp://127.0.0.1:${port}`,
    get: (uri) => temps.get(uri)!,
    set: (uri, temp) => void temps.set(uri, temp),
    subscriptions: () => server.engine.getSessions().flatMap(subscriptionsOf),
    largest: (kind) => largest[kind],
    sessions: () => server.currentSessionCount,
    async restart(uris) {
      await server.shutdown(0)
      server = await start(uris)
    },
    async end() {
      await server.shutdown(0)
      await identity.remove()
    },
  }
}

function addMachine(server: OPCUAServer, uri: string, temps: Map<string, number>, variables: number): void {
  const { addressSpace } = server.engine
  const namespace = addressSpace!.registerNamespace(uri)
  const machine = namespace.addObject({
    organizedBy: addressSpace!.rootFolder.objects,
    browseName: `Machine ${uri}`,
    nodeId: 's=Machine',
  })
  const temp = namespace.addVariable({
    componentOf: machine,
    browseName: 'Temp',
    nodeId: 's=Temp',
    dataType: 'Double',
    minimumSamplingInterval: 50,
  })
  temp.bindVariable(
    {
      timestamped_get: () =>
        new DataValue({ value: double(temps.get(uri)!), statusCode: StatusCodes.Good, sourceTimestamp: new Date() }),
      timestamped_set: async ({ value }: { value: Variant }) => {
        temps.set(uri, value.value as number)
        return StatusCodes.Good
      },
    } as never,
    true,
  )
  for (let index = 0; index < variables; index++)
    namespace.addVariable({
      componentOf: machine,
      browseName: `V${index}`,
      nodeId: `s=V${index}`,
      dataType: 'Double',
      minimumSamplingInterval: 50,
      value: double(index),
    })
}

const double = (value: number) => new Variant({ dataType: DataType.Double, arrayType: VariantArrayType.Scalar, value })

/** MaxNodesPerRead, MaxNodesPerBrowse, MaxMonitoredItemsPerCall, MaxSubscriptionsPerSession, MaxMonitoredItemsPerSubscription. */
const limitNodes = [11705, 11710, 11714, 24098, 24104]

function hideLimits(server: OPCUAServer): void {
  for (const id of limitNodes) {
    const node = server.engine.addressSpace!.findNode(`i=${id}`) as {
      bindVariable?: (options: object, overwrite: boolean) => void
    } | null
    node?.bindVariable?.({ get: () => new Variant({ dataType: DataType.UInt32, value: 0 }) }, true)
  }
}

function subscriptionsOf(session: ServerSession): number[] {
  return session.publishEngine.subscriptions.map(({ monitoredItemCount }) => monitoredItemCount)
}
