// The MC protocol (SLMP) of Mitsubishi and of PLCs compatible with it, the pure half: parameters, addresses, block
// planning, conversion between bytes and values.
import { dataTypes } from '../../core/data-type.ts'
import type { BlockAbout, Point, Refusal } from '../driver.ts'
import { isByte } from '../modbus-tcp/registers.ts'
import { wordHalf } from '../word-memory.ts'
import { addressExamples, examplesOfSeries, lastOf, type McAddress, parseMcAddress, refusalOfEnd } from './address.ts'
import { isBitArea } from './devices.ts'
import { initialMc, limitsOf, McParams, mcFields } from './params.ts'

export const about: BlockAbout<McParams, McAddress> = {
  kind: 'blocks',
  type: 'mitsubishi-mc',
  transport: 'tcp',
  // 3E and 4E. Frame 1E was compared with published and recorded frames only.
  verified: 'peer',
  names: { en: 'Mitsubishi MC (SLMP)', 'zh-cn': '三菱 MC 协议（SLMP）' },
  peers: ['virtual-plc', 'pymcprotocol'],
  family: 'plc',
  models: {
    en: 'Mitsubishi iQ-R, Q, L, FX5U, FX3U; Keyence KV; Inovance H5U, Easy; Panasonic FP7, FP0H',
    'zh-cn': '三菱 iQ-R、Q、L、FX5U、FX3U；基恩士 KV；汇川 H5U、Easy；松下 FP7、FP0H',
  },
  params: McParams,
  initial: initialMc,
  fields: mcFields,
  examples: addressExamples,
  examplesFor: examplesOfSeries,
  dataTypes: dataTypes.filter((type) => !isByte(type)),
  ...wordHalf<McParams, McAddress>({
    parse: parseMcAddress,
    isBitArea,
    limits: limitsOf,
    check,
    bitExample: 'D100.5',
  }),
  connectionKey: ({ host, port }) => `mc:${host.toLowerCase()}:${port}`,
  timing: ({ collectMs, waitMs, timeoutMs, retries }) => ({ collectMs, waitMs, timeoutMs, retries }),
  at: (host, port) => ({ host, port }),
}

function check(
  { address: text }: Point,
  { area, start }: McAddress,
  size: number,
  params: McParams,
): Refusal | undefined {
  if (start + size - 1 <= lastOf(area, params)) return refusalOfEnd(text, start, size, params)
  return { field: 'address', reason: { en: 'The value ends beyond the area', 'zh-cn': '超出地址上限' } }
}
