// Browses the metrics of an edge node and of its devices, as their births name them; a slash in a name opens a folder.
import { type BrowsedNode, type BrowsedPage, DriverFault } from '../driver.ts'
import { metricAddress } from './address.ts'
import type { Tag } from './device.ts'
import type { EdgeNode } from './edge-node.ts'
import { metricType, metricValue } from './metric-value.ts'

const pageSize = 100
const longestText = 200
/** Nodes with a longer address cannot become a variable. */
const longestAddress = 500

/** A page of children. `node`: nothing for the edge node; else `device#` or a folder such as `device#Inputs/`. */
export function browsePage(edge: EdgeNode, node: string | undefined, from: number): BrowsedPage {
  const all =
    node === undefined ? [...edge.deviceNames.map(deviceNode), ...childrenOf(edge, '', '')] : openedNodes(edge, node)
  const nodes = all.slice(from, from + pageSize)
  return all.length > from + pageSize ? { nodes, next: from + pageSize } : { nodes }
}

function openedNodes(edge: EdgeNode, node: string): BrowsedNode[] {
  const at = node.indexOf('#')
  if (at < 0) throw new DriverFault(1715, `${node} is no device or folder`)
  return childrenOf(edge, node.slice(0, at), node.slice(at + 1))
}

const deviceNode = (name: string): BrowsedNode => ({
  ...{ address: `${name}#`, name: name.slice(0, longestText) },
  ...{ nodeClass: 'object', hasChildren: true },
})

function childrenOf(edge: EdgeNode, deviceName: string, prefix: string): BrowsedNode[] {
  const device = edge.device(deviceName)
  if (device instanceof DriverFault) throw device
  const nodes = new Map<string, BrowsedNode>()
  for (const tag of device.tags) {
    if (!tag.name.startsWith(prefix) || tag.name.length + deviceName.length >= longestAddress) continue
    const rest = tag.name.slice(prefix.length)
    const end = rest.indexOf('/')
    const folder = `${prefix}${rest.slice(0, end + 1)}`
    if (end < 0) nodes.set(tag.name, variableNode(deviceName, tag, rest))
    else if (!nodes.has(folder))
      nodes.set(folder, {
        ...{
          address: metricAddress({ device: deviceName, metric: folder }),
          name: rest.slice(0, end).slice(0, longestText),
        },
        ...{ nodeClass: 'object', hasChildren: true },
      })
  }
  return [...nodes.values()]
}

function variableNode(device: string, tag: Tag, name: string): BrowsedNode {
  const { name: typeName, dataType } = metricType(tag.type)
  const node: BrowsedNode = {
    ...{ address: metricAddress({ device, metric: tag.name }), name: name.slice(0, longestText) },
    ...{ nodeClass: 'variable', hasChildren: false, typeName, ...(dataType && { dataType }) },
  }
  if (!dataType || tag.value instanceof DriverFault) return node
  try {
    const value = metricValue(tag.type, tag.value, dataType)
    return { ...node, value: typeof value === 'string' ? value.slice(0, longestText) : value }
  } catch (error) {
    if (error instanceof DriverFault) return node
    throw error
  }
}
