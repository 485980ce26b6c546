// Browses the objects of an agent: the children of an identifier are found by asking for what follows each of them.
import { type BrowsedNode, type BrowsedPage, DriverFault, isRefusal } from '../driver.ts'
import { parseOidAddress } from './address.ts'
import type { SnmpClient } from './client.ts'
import { statusFault } from './faults.ts'
import { namedOid, oidOfName } from './names.ts'
import type { SnmpParams } from './params.ts'
import { missingFault, objectValue, typeInfo, type Varbind } from './value.ts'

// The limits of the contract between gateway and platform: nodes per page, and in all.
const pageSize = 100
const maxNodes = 10_000
const longestText = 200
/** Objects per request; an answer of 20 usual objects fits into a datagram. */
const repetitions = 20
const lastPart = 4_294_967_295

/** The branches at the top of the browser. */
const roots = ['mib-2', 'enterprises', 'snmpModules']

/** A walk through the children of one node, which later pages continue. */
type Walk = { oid: string; nodes: BrowsedNode[]; cursor: string | undefined }

export class Browser {
  readonly #client: SnmpClient
  #walk: Walk | undefined
  /** The last objects received, in the order of the agent, and the identifier that they follow. */
  #received: { after: string; objects: readonly Varbind[] } | undefined

  constructor(client: SnmpClient) {
    this.#client = client
  }

  /** A page of children from a position on. Throws 1715 for a node that is no identifier. */
  async page(node: string | undefined, from: number, params: SnmpParams): Promise<BrowsedPage> {
    if (node === undefined) return { nodes: roots.map(rootNode) }
    const oid = oidOf(node)
    if (from === 0 || this.#walk?.oid !== oid) this.#walk = { oid, nodes: [], cursor: oid }
    this.#received = undefined
    const walk = this.#walk
    const end = Math.min(from + pageSize, maxNodes)
    while (walk.cursor !== undefined && walk.nodes.length <= end) await this.#step(walk, params)
    const nodes = walk.nodes.slice(from, end)
    return walk.nodes.length > end && end < maxNodes ? { nodes, next: end } : { nodes }
  }

  /** Adds the next child of a walk. */
  async #step(walk: Walk, params: SnmpParams): Promise<void> {
    const object = await this.#following(walk.cursor!, params)
    const prefix = `${walk.oid}.`
    if (!object?.oid.startsWith(prefix)) {
      walk.cursor = undefined
      return
    }
    const rest = object.oid.slice(prefix.length)
    const child = `${prefix}${rest.split('.')[0]!}`
    if (object.oid === child) {
      walk.nodes.push(variableNode(object, params))
      walk.cursor = child
      return
    }
    // A scalar has one instance, 0: it is shown in place of its branch.
    const next = object.oid === `${child}.0` ? await this.#following(object.oid, params) : undefined
    const isScalar = object.oid === `${child}.0` && !next?.oid.startsWith(`${child}.`)
    walk.nodes.push(isScalar ? variableNode(object, params) : branchNode(child))
    walk.cursor = isScalar ? object.oid : `${child}.${lastPart}`
  }

  /** The object that follows an identifier, or nothing at the end. */
  async #following(oid: string, params: SnmpParams): Promise<Varbind | undefined> {
    const known = this.#received && nextIn(this.#received, oid)
    if (known) return known
    const answer = await this.#client.following(oid, repetitions, params)
    // In v1 the end of all objects is a name that does not exist.
    if ('status' in answer && answer.status === 2) return undefined
    if ('status' in answer) throw statusFault(answer.status)
    const objects = answer.filter((object) => !missingFault(object) || object.type === 5)
    this.#received = { after: oid, objects }
    return objects[0]
  }
}

function nextIn({ after, objects }: { after: string; objects: readonly Varbind[] }, oid: string): Varbind | undefined {
  if (compareOids(oid, after) < 0) return undefined
  return objects.find((object) => compareOids(object.oid, oid) > 0)
}

/** Orders identifiers as agents do: part by part. */
function compareOids(a: string, b: string): number {
  const [left, right] = [a.split('.'), b.split('.')]
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = Number(left[at]) - Number(right[at])
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** The identifier of a node: also that of a branch by its name. */
function oidOf(node: string): string {
  const byName = oidOfName(node)
  if (byName !== undefined) return byName
  const address = parseOidAddress(node)
  if (isRefusal(address)) throw new DriverFault(1715, address.reason.en)
  return address.oid
}

const rootNode = (name: string): BrowsedNode => ({
  address: oidOfName(name)!,
  name,
  nodeClass: 'object',
  hasChildren: true,
})

const branchNode = (oid: string): BrowsedNode => ({
  ...{ address: oid, name: namedOid(oid).slice(0, longestText) },
  ...{ nodeClass: 'object', hasChildren: true },
})

function variableNode(object: Varbind, { encoding }: SnmpParams): BrowsedNode {
  const name = namedOid(object.oid)
  const info = typeInfo(object.type)
  const node: BrowsedNode = {
    ...{ address: name, name: name.slice(0, longestText), nodeClass: 'variable', hasChildren: false },
    ...(info && { dataType: info.dataType, typeName: info.name }),
  }
  try {
    const address = parseOidAddress(name)
    if (!info || isRefusal(address)) return node
    const value = objectValue(object, info.dataType, address.form, encoding)
    return { ...node, value: typeof value === 'string' ? value.slice(0, longestText) : value }
  } catch {
    return node
  }
}
