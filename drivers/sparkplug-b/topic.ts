// Topics of Sparkplug B: `spBv1.0/group/DDATA/node/device`. Pure.

const namespace = 'spBv1.0'

/** Kinds of messages that an edge node publishes. */
const kinds = ['NBIRTH', 'NDATA', 'NDEATH', 'DBIRTH', 'DDATA', 'DDEATH'] as const
export type Kind = (typeof kinds)[number]

/** An edge node; `device` is empty for the edge node itself. */
export type NodeName = { group: string; node: string }
type SparkplugTopic = NodeName & { kind: Kind; device: string }

export const nodeKey = ({ group, node }: NodeName): string => `${group}/${node}`

/** The parts of a topic of an edge node; nothing for any other. */
export function parseTopic(topic: string): SparkplugTopic | undefined {
  const [first, group = '', kind, node = '', device = '', ...rest] = topic.split('/')
  const known = kinds.find((each) => each === kind)
  if (first !== namespace || !known || group === '' || node === '' || rest.length > 0) return undefined
  return known.startsWith('D') === (device !== '') ? { group, node, kind: known, device } : undefined
}

/** The filters of all messages of an edge node; commands, also those of the gateway, are left out. */
export const filtersOf = ({ group, node }: NodeName): string[] =>
  kinds.map((kind) => `${namespace}/${group}/${kind}/${node}${kind.startsWith('D') ? '/+' : ''}`)

/** The topic of a command to an edge node, or to one of its devices. */
export const commandTopic = ({ group, node }: NodeName, device: string): string =>
  device === '' ? `${namespace}/${group}/NCMD/${node}` : `${namespace}/${group}/DCMD/${node}/${device}`

/** The topic of a host's state; in Sparkplug 2.2 it is outside the namespace. */
export const stateTopic = (hostId: string, version: '3.0' | '2.2'): string =>
  version === '3.0' ? `${namespace}/STATE/${hostId}` : `STATE/${hostId}`
