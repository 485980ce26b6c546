// Browses the children of a node, with the facts that a user needs to choose variables.
import type { NodeClass as Class, ClientSession, DataValue, ReferenceDescription } from 'node-opcua-client'
import type { BrowsedNode, BrowsedPage } from '../driver.ts'
import type { Limits } from './limits.ts'
import type { Namespaces } from './namespaces.ts'
import { isGood, statusFault } from './status.ts'
import { builtIn, dataTypeOf, ourValueOf, type RawVariant } from './variant.ts'

// Loaded with the first connection, so that programs without OPC UA do not load it.
const { AttributeIds, BrowseDirection, NodeClass } = await import('node-opcua-client')

/** The server to browse. `ask` limits the time of one call. */
type Server = {
  session: ClientSession
  limits: Limits
  namespaces: Namespaces
  ask: <T>(act: () => Promise<T>) => Promise<T>
}

const objectsFolder = 'i=85'
// The limits of the contract between gateway and platform: nodes per page, and in all.
const pageSize = 100
const most = 10_000
const writableBit = 2
const longestText = 200
// Nodes with a longer address can neither be opened nor become a variable, so they are left out.
const longestAddress = 1000

/**
 * A page of children from a position on. Browsing starts from the first child each time: servers drop old positions.
 */
export async function browsePage(server: Server, node: string | undefined, from: number): Promise<BrowsedPage> {
  const { namespaces } = server
  const nodeId = node === undefined ? objectsFolder : namespaces.browsedNodeIdOf(node)
  const all = await childrenOf(server, nodeId, from + pageSize + 1)
  const children = all.slice(from, from + pageSize)
  const variables = children.filter(({ nodeClass }) => nodeClass === NodeClass.Variable)
  const read = await readAll(server, variables)
  const nested = await nestedAmong(server, variables)
  const nodes = children.map((child) => nodeOf(namespaces, child, read.get(child), nested.has(child)))
  return all.length > from + pageSize ? { nodes, next: from + pageSize } : { nodes }
}

async function childrenOf(
  { session, ask, namespaces }: Server,
  nodeId: string,
  wanted: number,
): Promise<ReferenceDescription[]> {
  const first = await ask(() =>
    session.browse({
      nodeId,
      browseDirection: BrowseDirection.Forward,
      referenceTypeId: 'HierarchicalReferences',
      includeSubtypes: true,
      nodeClassMask: NodeClass.Object | NodeClass.Variable | NodeClass.Method,
      resultMask: 63,
    }),
  )
  if (!isGood(first.statusCode)) throw statusFault(first.statusCode, true)
  const found = new Map<string, ReferenceDescription>()
  const take = (references: readonly ReferenceDescription[] | null) => {
    for (const each of references ?? []) {
      const address = namespaces.addressOf(each.nodeId)
      if (address.length <= longestAddress) found.set(address, each)
    }
  }
  take(first.references)
  let point = first.continuationPoint
  while (point && point.length > 0 && found.size < Math.min(wanted, most)) {
    const held = point
    const next = await ask(() => session.browseNext(held, false))
    take(next.references)
    point = next.continuationPoint
  }
  if (point && point.length > 0) {
    const held = point
    await ask(() => session.browseNext(held, true))
  }
  return [...found.values()].slice(0, most)
}

type Read = { value: DataValue; access: DataValue; type: DataValue }
const attributes = [AttributeIds.Value, AttributeIds.UserAccessLevel, AttributeIds.DataType]

async function readAll({ session, limits, ask }: Server, variables: readonly ReferenceDescription[]) {
  const nodes = variables.flatMap(({ nodeId }) => attributes.map((attributeId) => ({ nodeId, attributeId })))
  const read = await limits.split('read', nodes, (part) => ask(() => session.read(part)))
  const of = (index: number): Read => {
    const [value, access, type] = read.slice(index * attributes.length)
    return { value: value!, access: access!, type: type! }
  }
  return new Map(variables.map((each, index) => [each, of(index)]))
}

/** The variables that have components, as structures do; if the server does not answer, any variable may. */
async function nestedAmong({ session, limits, ask }: Server, variables: readonly ReferenceDescription[]) {
  if (variables.length === 0) return new Set<ReferenceDescription>()
  const questions = variables.map(({ nodeId }) => ({
    nodeId,
    browseDirection: BrowseDirection.Forward,
    referenceTypeId: 'HasComponent',
    includeSubtypes: true,
    nodeClassMask: NodeClass.Variable,
    resultMask: 0,
  }))
  const answers = await limits
    .split('browse', questions, (part) => ask(() => session.browse(part)))
    .catch(() => undefined)
  return new Set(variables.filter((_, index) => answers?.[index]?.references?.length !== 0))
}

function nodeOf(
  namespaces: Namespaces,
  child: ReferenceDescription,
  read: Read | undefined,
  isNested: boolean,
): BrowsedNode {
  const { nodeId, nodeClass, displayName, browseName } = child
  const name = displayName.text || browseName.name || nodeId.toString()
  const indexed = namespaces.indexedOf(nodeId)
  const base = {
    address: namespaces.addressOf(nodeId),
    ...(indexed !== undefined && { indexed }),
    name: name.slice(0, longestText),
    nodeClass: classOf(nodeClass),
    // An object may turn out to have no children when it is opened.
    hasChildren: nodeClass === NodeClass.Object || isNested,
  }
  return read ? { ...base, ...variableOf(read) } : base
}

const classOf = (nodeClass: Class): BrowsedNode['nodeClass'] =>
  nodeClass === NodeClass.Variable
    ? 'variable'
    : nodeClass === NodeClass.Method
      ? 'method'
      : nodeClass === NodeClass.Object
        ? 'object'
        : 'other'

const typeNames = new Map<number, string>(Object.entries(builtIn).map(([name, type]) => [type, name]))

function variableOf({ value: { value, statusCode }, access, type }: Read): Partial<BrowsedNode> {
  const isWritable = (Number(access.value?.value ?? 0) & writableBit) !== 0
  const isKnown = isGood(statusCode) && value && value.dataType !== 0
  const number = isKnown ? value.dataType : standardType(type)
  const typeName = typeNames.get(number)
  const isArray = value !== null && value.arrayType !== 0
  const dataType = isArray ? undefined : dataTypeOf(number)
  return {
    isWritable,
    ...(typeName && { typeName: isArray ? `${typeName}[]` : typeName }),
    ...(dataType && { dataType, ...(isKnown && shown(value as unknown as RawVariant, dataType)) }),
  }
}

/** The number of a data type of the standard; 0 for others, whose base type only a value shows. */
function standardType({ value }: DataValue): number {
  const id = value?.value as { namespace: number; value: unknown } | null | undefined
  return id?.namespace === 0 && typeof id.value === 'number' ? id.value : 0
}

function shown(variant: RawVariant, dataType: NonNullable<BrowsedNode['dataType']>): Pick<BrowsedNode, 'value'> {
  try {
    const value = ourValueOf(variant, dataType)
    return { value: typeof value === 'string' ? value.slice(0, longestText) : value }
  } catch {
    return {}
  }
}
