// Siemens S7, the pure half: parameters, addresses, block planning, conversion between bytes and values. Used by the form,
// the server and the gateway.
import { dataTypes } from '../../core/data-type.ts'
import type { Block, BlockAbout, Point } from '../driver.ts'
import { addressExamples, isWordArea, parseS7Address, type S7Address } from './address.ts'
import { checkPoint, maxReadBytes } from './check.ts'
import { initialS7, S7Params, s7Fields } from './params.ts'
import { bytesOf } from './pdu.ts'
import { planBlocks } from './plan.ts'
import { tsapsOf } from './tsap.ts'
import { decode, encode, place, rawBytes } from './value.ts'

export const about: BlockAbout<S7Params, S7Address> = {
  kind: 'blocks',
  type: 'siemens-s7',
  transport: 'tcp',
  verified: 'peer',
  names: { en: 'Siemens S7', 'zh-cn': '西门子 S7' },
  peers: ['python-snap7', 'snap7'],
  family: 'plc',
  models: {
    en: 'Siemens S7-200 SMART, S7-300, S7-400, S7-1200, S7-1500, LOGO!',
    'zh-cn': '西门子 S7-200 SMART、S7-300、S7-400、S7-1200、S7-1500、LOGO!',
  },
  params: S7Params,
  initial: initialS7,
  fields: s7Fields,
  examples: addressExamples,
  dataTypes,
  parseAddress: (address) => parseS7Address(address),
  checkPoint,
  covers,
  plan,
  bytesOf,
  decode,
  rawBytes,
  encode,
  connectionKey,
  timing: ({ collectMs, waitMs, timeoutMs, retries }) => ({ collectMs, waitMs, timeoutMs, retries }),
  at: (host, port) => ({ host, port }),
}

/** In bits; of timers and counters in words of 16. */
function covers(point: Point): { area: string; from: number; to: number } {
  const { address, size } = place(point)
  const { area, start, bit } = address
  const unit = isWordArea(area) ? 16 : 8
  const from = start * unit + (bit ?? 0)
  return { area, from, to: bit === undefined ? from + size * unit - 1 : from }
}

function plan(points: readonly Point[], { maxGap, blockCollection }: S7Params): Block<S7Address>[] {
  const placed = points.filter(({ access }) => access !== 'w').map(place)
  return planBlocks(placed, { maxBytes: maxReadBytes, maxGap, join: blockCollection })
}

/** Drivers of one CPU share a connection if their TSAPs are equal. */
function connectionKey(params: S7Params): string {
  const { local, remote } = tsapsOf(params)
  return `s7:${params.host.toLowerCase()}:${params.port}:${local.toString(16)}:${remote.toString(16)}`
}
