// Omron FINS, the pure half: parameters, addresses, block planning, conversion between bytes and values.
import { dataTypes } from '../../core/data-type.ts'
import type { BlockAbout, Point, Refusal } from '../driver.ts'
import { type WordAddress, wordHalf } from '../word-memory.ts'
import { addressExamples, parseFinsAddress } from './address.ts'
import { areaOf, isBitArea } from './areas.ts'
import { connectionKey, FinsParams, finsFields, initialFins } from './params.ts'

export const about: BlockAbout<FinsParams, WordAddress> = {
  kind: 'blocks',
  type: 'omron-fins',
  transport: 'tcp',
  otherTransports: ['udp'],
  // gofins by UDP; by TCP reads of plctap, and recorded sessions.
  verified: 'peer',
  peers: ['gofins', 'plctap'],
  names: { en: 'Omron FINS', 'zh-cn': '欧姆龙 FINS' },
  family: 'plc',
  models: {
    en: 'Omron CS, CJ, CP, NSJ, NX, NJ',
    'zh-cn': '欧姆龙 CS、CJ、CP、NSJ、NX、NJ',
  },
  params: FinsParams,
  initial: initialFins,
  fields: finsFields,
  examples: addressExamples,
  dataTypes,
  ...wordHalf<FinsParams, WordAddress>({
    parse: (address) => parseFinsAddress(address),
    isBitArea,
    limits: ({ maxWords }) => ({ words: maxWords, bits: maxWords }),
    check: checkFinsPoint,
    bitExample: 'D100.05',
  }),
  connectionKey,
  timing: ({ collectMs, waitMs, timeoutMs, retries }) => ({ collectMs, waitMs, timeoutMs, retries }),
  at: (host, port) => ({ host, port }),
}

const refuse = (field: Refusal['field'], en: string, zh: string): Refusal => ({ field, reason: { en, 'zh-cn': zh } })

// The PLC itself writes the first part of the auxiliary area.
const firstWritableA = 448

/** Why FINS cannot have a point at an address; `size` in words, or bits in areas of bits. */
export function checkFinsPoint(
  { access, dataType }: Point,
  { area: name, start }: WordAddress,
  size: number,
): Refusal | undefined {
  const { last, isBits, isTimer } = areaOf(name)!
  if (start + size - 1 > last)
    return refuse('address', `The value ends beyond ${name}${last}`, `超出地址上限 ${name}${last}`)
  if (access !== 'r' && isBits) return refuse('access', 'Completion flags are read-only', '完成标志只读')
  if (access !== 'r' && name === 'A' && start < firstWritableA)
    return refuse('access', `A0 to A${firstWritableA - 1} are read-only`, `A0 到 A${firstWritableA - 1} 只读`)
  if (isTimer && dataType !== 'uint16' && dataType !== 'bcd16')
    return refuse(
      'dataType',
      'A present value is a uint16 or a bcd16, depending on the setting of the PLC',
      '当前值只能是 uint16 或 bcd16，以 PLC 的设置为准',
    )
  return undefined
}
