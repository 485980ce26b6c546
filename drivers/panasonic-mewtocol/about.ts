// Panasonic MEWTOCOL-COM over TCP, the pure half: parameters, addresses, block planning, values.
import { dataTypes } from '../../core/data-type.ts'
import type { BlockAbout, Point, Refusal } from '../driver.ts'
import { type WordAddress, wordHalf } from '../word-memory.ts'
import { addressExamples, areaOf, isBitArea, parseMewtocolAddress } from './address.ts'
import { initialMewtocol, MewtocolParams, mewtocolFields, mostWords } from './params.ts'

export const about: BlockAbout<MewtocolParams, WordAddress> = {
  kind: 'blocks',
  type: 'panasonic-mewtocol',
  transport: 'tcp',
  // Tested with published frames only: a test with a PLC or a program of another maker is missing.
  verified: 'vectors',
  peers: [],
  names: { en: 'Panasonic MEWTOCOL over TCP', 'zh-cn': '松下 MEWTOCOL（以太网/串口服务器）' },
  family: 'plc',
  models: {
    en: 'Panasonic FP0, FP0R, FP-X, FP-XH, FP-Σ, FP2',
    'zh-cn': '松下 FP0、FP0R、FP-X、FP-XH、FP-Σ、FP2',
  },
  params: MewtocolParams,
  initial: initialMewtocol,
  fields: mewtocolFields,
  examples: addressExamples,
  dataTypes,
  ...wordHalf<MewtocolParams, WordAddress>({
    parse: (address) => parseMewtocolAddress(address),
    isBitArea,
    // Contacts are read by the words that contain them, one more than their number fills.
    limits: (params) => ({ words: mostWords(params), bits: Math.max(1, (mostWords(params) - 1) * 16) }),
    check,
    bitExample: 'DT100.5',
  }),
  // Drivers of one line share its connection if their frames are the same.
  connectionKey: ({ host, port, frame }) => `mewtocol:${host.toLowerCase()}:${port}:${frame}`,
  timing: ({ collectMs, waitMs, timeoutMs, retries }) => ({ collectMs, waitMs, timeoutMs, retries }),
  at: (host, port) => ({ host, port }),
}

const refuse = (field: Refusal['field'], en: string, zh: string): Refusal => ({ field, reason: { en, 'zh-cn': zh } })

function check({ access }: Point, { area, start }: WordAddress, size: number): Refusal | undefined {
  const { last, isReadOnly } = areaOf(area)
  if (start + size - 1 > last)
    return refuse('address', `The value ends beyond ${area}${last}`, `超出地址上限 ${area}${last}`)
  return access !== 'r' && isReadOnly ? refuse('access', `${area} is read-only`, `${area} 只读`) : undefined
}
