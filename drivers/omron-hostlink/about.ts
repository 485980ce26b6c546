// Omron Host Link over a serial server, the pure half: addresses and values are those of FINS.
import { dataTypes } from '../../core/data-type.ts'
import type { BlockAbout, Point, Refusal } from '../driver.ts'
import { checkFinsPoint } from '../omron-fins/about.ts'
import { addressExamples, parseFinsAddress } from '../omron-fins/address.ts'
import { isBitArea } from '../omron-fins/areas.ts'
import { type WordAddress, wordHalf } from '../word-memory.ts'
import { lastInCMode } from './c-mode.ts'
import { HostLinkParams, hostLinkFields, initialHostLink, mostWords } from './params.ts'

export const about: BlockAbout<HostLinkParams, WordAddress> = {
  kind: 'blocks',
  type: 'omron-hostlink',
  transport: 'tcp',
  // Tested with published frames only: a test with a PLC or a program of another maker is missing.
  verified: 'vectors',
  peers: [],
  names: { en: 'Omron Host Link over TCP', 'zh-cn': '欧姆龙 Host Link（串口服务器）' },
  family: 'plc',
  models: {
    en: 'Omron CS, CJ, CP, C200H, CQM1, CPM1, CPM2',
    'zh-cn': '欧姆龙 CS、CJ、CP、C200H、CQM1、CPM1、CPM2',
  },
  params: HostLinkParams,
  initial: initialHostLink,
  fields: hostLinkFields,
  examples: addressExamples,
  dataTypes,
  ...wordHalf<HostLinkParams, WordAddress>({
    parse: (address) => parseFinsAddress(address),
    isBitArea,
    limits: (params) => ({ words: mostWords(params), bits: mostWords(params) }),
    check,
    bitExample: 'D100.05',
  }),
  // Drivers of one line share its connection, whatever their units.
  connectionKey: ({ host, port }) => `hostlink:${host.toLowerCase()}:${port}`,
  timing: ({ collectMs, waitMs, timeoutMs, retries }) => ({ collectMs, waitMs, timeoutMs, retries }),
  at: (host, port) => ({ host, port }),
}

function check(point: Point, address: WordAddress, size: number, { protocol }: HostLinkParams): Refusal | undefined {
  return checkFinsPoint(point, address, size) ?? (protocol === 'c-mode' ? checkCMode(address, size) : undefined)
}

function checkCMode({ area, start }: WordAddress, size: number): Refusal | undefined {
  const last = lastInCMode(area)
  if (last !== undefined && start + size - 1 <= last) return undefined
  const reason =
    last === undefined
      ? { en: `C-mode cannot access ${area}`, 'zh-cn': `C-mode 不能访问 ${area} 区` }
      : { en: `In C-mode ${area} ends at ${last}`, 'zh-cn': `C-mode 中 ${area} 的最大编号为 ${last}` }
  return { field: 'address', reason }
}
