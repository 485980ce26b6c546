// Node ids in the notation of OPC UA: `nsu=urn:press;s=Machine.Temp`, `ns=2;s=Machine.Temp`, `i=2258`. Pure.
import type { Refusal, Words } from '../driver.ts'

/** Kinds of ids: i number, s string, g GUID, b bytes. */
type IdKind = 'i' | 's' | 'g' | 'b'
/** The address of a node. `namespace`: its URI, or the index as written. `id`: as written, a GUID in capitals. */
export type NodeAddress = { namespace: number | string; kind: IdKind; id: string }

/** The URI of namespace 0, in which every server has the nodes of the standard. */
export const standardUri = 'http://opcfoundation.org/UA/'

const written = /^(?:ns=(\d{1,5});|nsu=([^;]*);)?([isgb])=(.+)$/s
const guid = /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const maxNamespace = 65_535
const maxNumber = 4_294_967_295

const refuse = (en: string, zh: string): Refusal => ({ field: 'address', reason: { en, 'zh-cn': zh } })

export const isGuid = (text: string): boolean => guid.test(text.toUpperCase())

/** The standard escapes these two characters of a URI, and no others. */
const escapedUri = (uri: string): string => uri.replace(/%/g, '%25').replace(/;/g, '%3B')
const plainUri = (text: string): string => text.replace(/%(25|3B)/gi, (_, hex: string) => (hex === '25' ? '%' : ';'))

/** The parsed node id, or why it is refused. Without a namespace it is in namespace 0, that of the standard. */
export function parseNodeAddress(text: string): NodeAddress | Refusal {
  const match = written.exec(text.trim())
  if (!match) {
    return refuse(
      'Write it as nsu=urn:press;s=Machine.Temp, ns=2;s=Machine.Temp, ns=2;i=1001, i=2258, ns=2;g=… or ns=2;b=…',
      '请写成 nsu=urn:press;s=Machine.Temp、ns=2;s=Machine.Temp、ns=2;i=1001、i=2258、ns=2;g=… 或 ns=2;b=…',
    )
  }
  const namespace = match[2] === undefined ? Number(match[1] ?? 0) : namespaceOf(plainUri(match[2].trim()))
  if (namespace === '') return refuse('After nsu= comes the URI of the namespace', 'nsu= 后为命名空间 URI')
  if (typeof namespace === 'number' && namespace > maxNamespace)
    return refuse('The namespace is 0 to 65535', '命名空间为 0 到 65535')
  const kind = match[3] as IdKind
  const id = kind === 'g' ? match[4]!.toUpperCase() : match[4]!
  return faultOf(kind, id) ?? { namespace, kind, id }
}

const namespaceOf = (uri: string): number | string => (uri === standardUri ? 0 : uri)

function faultOf(kind: IdKind, id: string): Refusal | undefined {
  if (kind === 'i' && !(/^\d{1,10}$/.test(id) && Number(id) <= maxNumber))
    return refuse('After i= comes a number from 0 to 4294967295', 'i= 后为 0 到 4294967295 的整数')
  if (kind === 'g' && !guid.test(id))
    return refuse(
      'After g= comes a GUID such as 09087e75-8e5e-499b-954f-f2a9603db28a',
      'g= 后为 GUID，例如 09087e75-8e5e-499b-954f-f2a9603db28a',
    )
  if (kind === 'b' && !base64.test(id)) return refuse('After b= comes base64', 'b= 后为 Base64 编码')
  return undefined
}

/** The canonical text of a node id: with the URI, in the ExpandedNodeId form of the standard. */
export const addressText = ({ namespace, kind, id }: NodeAddress): string => `${prefixOf(namespace)}${kind}=${id}`

function prefixOf(namespace: number | string): string {
  if (typeof namespace === 'string') return `nsu=${escapedUri(namespace)};`
  return namespace === 0 ? '' : `ns=${namespace};`
}

export const addressExamples: readonly { address: string; about: Words }[] = [
  { address: 'i=2258', about: { en: 'the time of the server', 'zh-cn': '服务器时间' } },
  {
    address: 'nsu=urn:press;s=Machine.Temp',
    about: {
      en: 'a node with a name, in the namespace urn:press (write %3B for ; and %25 for % in a URI)',
      'zh-cn': '命名空间 urn:press 中的字符串节点（URI 中的 ; 写作 %3B，% 写作 %25）',
    },
  },
  {
    address: 'nsu=http://www.siemens.com/simatic-s7-opcua;s="Motor"."Speed"',
    about: {
      en: 'a Siemens S7-1500: variable Speed of block Motor',
      'zh-cn': '西门子 S7-1500：数据块 Motor 的变量 Speed',
    },
  },
  {
    address: 'ns=2;s=Machine.Temp',
    about: {
      en: 'namespace 2 by its index; the gateway notes its URI at the first connection',
      'zh-cn': '按索引指定命名空间 2，网关首次连接时记录其 URI',
    },
  },
  { address: 'ns=4;i=1001', about: { en: 'a node with a number', 'zh-cn': '数字节点' } },
  {
    address: 'ns=1;g=09087E75-8E5E-499B-954F-F2A9603DB28A',
    about: { en: 'a node with a GUID', 'zh-cn': 'GUID 节点' },
  },
  {
    address: 'ns=1;b=M/RbKBsRVkePCePcx24oRA==',
    about: { en: 'a node with bytes, as base64', 'zh-cn': '字节串节点（Base64）' },
  },
]
