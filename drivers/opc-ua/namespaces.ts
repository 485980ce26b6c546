// The namespaces of a server at one connection. A server may number them differently after each start, so a node is
// identified by the URI of its namespace, and the index is looked up at every connection.
import { DriverFault, isRefusal, type Point } from '../driver.ts'
import { addressText, parseNodeAddress } from './address.ts'

/** The fields of the library's NodeId that are used here. */
type RawNodeId = { namespace: number; toString(): string }

/** URIs for addresses written with an index, by `learntKey` and by address alone. */
export type LearntUris = ReadonlyMap<string, string>
/** The key of a point in `LearntUris`. */
export const learntKey = ({ id, address }: Pick<Point, 'id' | 'address'>): string => `${id} ${address}`

export class Namespaces {
  readonly uris: readonly string[]
  readonly #learnt: LearntUris

  constructor(uris: readonly string[], learnt: LearntUris) {
    this.uris = uris
    this.#learnt = learnt
  }

  /** The node id of a configured point, for the library. Throws 1715, or 1751 if the server lacks the namespace. */
  nodeIdOf(point: Pick<Point, 'id' | 'address'>): string {
    return this.#nodeId(point.address, this.#learnt.get(learntKey(point)) ?? this.#learnt.get(point.address))
  }

  /**
   * The node id of a configured point that is to be written. Rejects an address by index without a stored URI, because
   * it is unknown which namespace the index meant when the address was configured.
   */
  writableNodeIdOf(point: Pick<Point, 'id' | 'address'>): string {
    const uri = this.#learnt.get(learntKey(point))
    const parsed = parseNodeAddress(point.address)
    if (!isRefusal(parsed) && typeof parsed.namespace === 'number' && parsed.namespace > 0 && uri === undefined)
      throw missing(`ns=${parsed.namespace}`)
    return this.#nodeId(point.address, uri)
  }

  /** The node id of a browsed node, or of one that is not configured. */
  browsedNodeIdOf(address: string): string {
    return this.#nodeId(address, undefined)
  }

  isMissing(point: Pick<Point, 'id' | 'address'>): boolean {
    try {
      this.nodeIdOf(point)
      return false
    } catch (error) {
      return error instanceof DriverFault && error.code === 1751
    }
  }

  /** The address of a node as it is stored: with the URI of its namespace. */
  addressOf(nodeId: RawNodeId): string {
    const text = nodeId.toString().replace(/^ns=\d+;/, '')
    const uri = this.uris[nodeId.namespace]
    return nodeId.namespace === 0 || uri === undefined
      ? nodeId.toString().replace(/^ns=0;/, '')
      : `${addressText({ namespace: uri, kind: 'i', id: '' }).slice(0, -2)}${text}`
  }

  /** The address of the node by namespace index, unless a stored URI gives that address another meaning. */
  indexedOf(nodeId: RawNodeId): string | undefined {
    if (nodeId.namespace === 0) return undefined
    const text = nodeId.toString()
    const learnt = this.#learnt.get(text)
    return learnt === undefined || learnt === this.uris[nodeId.namespace] ? text : undefined
  }

  #nodeId(address: string, learnt: string | undefined): string {
    const parsed = parseNodeAddress(address)
    if (isRefusal(parsed)) throw new DriverFault(1715, parsed.reason.en)
    const { namespace, ...rest } = parsed
    const node = addressText({ ...rest, namespace: 0 })
    if (namespace === 0) return `ns=0;${node}`
    const uri = typeof namespace === 'string' ? namespace : (learnt ?? this.uris[namespace])
    const index = uri === undefined ? -1 : this.uris.indexOf(uri)
    if (index < 0) throw missing(uri ?? `ns=${namespace}`)
    return `ns=${index};${node}`
  }
}

const missing = (namespace: string) =>
  new DriverFault(1751, `the server has no namespace ${namespace}`, { namespace: namespace.slice(0, 190) })
