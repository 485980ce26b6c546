// The parameters of Omron FINS: validation, defaults and form.
import { z } from 'zod'
import type { Field, Words } from '../driver.ts'
import { usualField, whole, wordFields, wordShape } from '../usual-params.ts'

const transports = ['tcp', 'udp'] as const
const bitWrites = ['bit', 'read'] as const
// A frame has at most 2012 bytes, as that of a write of 997 words.
const mostWords = 997

export const FinsParams = z.object({
  ...wordShape,
  port: whole(1, 65_535).default(9600),
  transport: z.enum(transports).default('tcp'),
  /** UDP: the gateway's port; 0: the system chooses a free one. Some PLCs answer to a fixed port only. */
  localPort: whole(0, 65_535).default(0),
  /** Network, node and unit of the PLC. Node 0: as the handshake of TCP says, else the last byte of its IPv4 address. */
  network: whole(0, 127).default(0),
  node: whole(0, 254).default(0),
  unit: whole(0, 255).default(0),
  /** Our network and node. Node 0: as the PLC assigns it by TCP, else the last byte of our IPv4 address. */
  localNetwork: whole(0, 127).default(0),
  localNode: whole(0, 254).default(0),
  /** How a bit of a word is written: as a bit, or by read-modify-write for PLCs that cannot. */
  bitWrite: z.enum(bitWrites).default('bit'),
  /** Maximum words per read. */
  maxWords: whole(1, mostWords).default(500),
})
export type FinsParams = z.output<typeof FinsParams>

export const initialFins: FinsParams = FinsParams.parse({ host: '192.168.250.1' })

/** Drivers of one PLC share a connection if they use the same node, or the same port, of the gateway. */
export function connectionKey({ transport, host, port, localNode, localPort }: FinsParams): string {
  return `fins-${transport}:${host.toLowerCase()}:${port}:${transport === 'udp' ? localPort : localNode}`
}

const number = (key: keyof FinsParams, en: string, zh: string, help?: Words): Field => ({
  key,
  label: { en, 'zh-cn': zh },
  input: 'number',
  section: 'connection',
  ...(help && { help }),
})

/** The fields of the parameter form, in order. */
export const finsFields: readonly Field[] = [
  usualField('host'),
  usualField('port'),
  {
    key: 'transport',
    label: { en: 'Transport', 'zh-cn': '传输方式' },
    input: 'select',
    options: [
      { value: 'tcp', label: { en: 'FINS/TCP', 'zh-cn': 'FINS/TCP' } },
      { value: 'udp', label: { en: 'FINS/UDP', 'zh-cn': 'FINS/UDP' } },
    ],
    section: 'connection',
    help: {
      en: 'TCP: the PLC assigns the node of the gateway. A PLC accepts a limited number of TCP connections',
      'zh-cn': 'TCP 方式由 PLC 分配网关的节点号；PLC 的 TCP 连接数有限',
    },
  },
  {
    ...number('localPort', 'Local UDP port', '本地 UDP 端口', {
      en: '0: the system chooses a free port. 9600 if the PLC always answers to its own port number',
      'zh-cn': '0 表示由系统分配空闲端口；若 PLC 固定应答到自身端口号，请填 9600',
    }),
    shownIf: { key: 'transport', value: 'udp' },
  },
  number('network', 'Destination network (DNA)', '目标网络号（DNA）', {
    en: '0: the network of the PLC itself',
    'zh-cn': '0 表示本网络',
  }),
  number('node', 'Destination node (DA1)', '目标节点号（DA1）', {
    en: '0: automatic. TCP: as the PLC reports it. UDP: the last part of its IP address',
    'zh-cn': '0 表示自动：TCP 由握手得到，UDP 为 PLC IP 地址末段',
  }),
  number('unit', 'Destination unit (DA2)', '目标单元号（DA2）', { en: '0: the CPU unit', 'zh-cn': '0 表示 CPU 单元' }),
  number('localNetwork', 'Source network (SNA)', '源网络号（SNA）', {
    en: '0: the network of the gateway itself',
    'zh-cn': '0 表示本网络',
  }),
  number('localNode', 'Source node (SA1)', '源节点号（SA1）', {
    en: '0: automatic. TCP: assigned by the PLC. UDP: the last part of the IP address of the gateway',
    'zh-cn': '0 表示自动：TCP 由 PLC 分配，UDP 为网关 IP 地址末段',
  }),
  {
    key: 'bitWrite',
    label: { en: 'Writing a bit of a word', 'zh-cn': '字内位的写入方式' },
    input: 'select',
    options: [
      { value: 'bit', label: { en: 'as a bit', 'zh-cn': '按位写入' } },
      { value: 'read', label: { en: 'read-modify-write', 'zh-cn': '先读后写' } },
    ],
    section: 'format',
    help: {
      en: 'Read-modify-write for a PLC that refuses bits of D or E (end code 1101)',
      'zh-cn': '若 PLC 拒绝 D 或 E 区的位写入（结束码 1101），请选择先读后写',
    },
  },
  ...wordFields({ en: `At most ${mostWords}`, 'zh-cn': `最大 ${mostWords}` }, 'AB'),
]
