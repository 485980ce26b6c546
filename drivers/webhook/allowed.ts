// The source addresses that may post: `192.168.1.0/24, 10.0.0.7`. Pure; IPv4 and IPv6.
import { ipv4Number, maskOf } from '../../core/ipv4.ts'

/** Bits of an address: 32 or 128. */
type Net = { bits: bigint; width: 32 | 128; length: number }

/** An IPv6 address as a number; undefined if invalid. */
function ipv6Number(text: string): bigint | undefined {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const groupsOf = (half = '') => (half === '' ? [] : half.split(':'))
  const [head, tail] = [groupsOf(halves[0]), groupsOf(halves[1])]
  const gap = 8 - head.length - tail.length
  if (halves.length === 1 ? gap !== 0 : gap < 1) return undefined
  const groups = [...head, ...Array.from({ length: gap }, () => '0'), ...tail]
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined
  return groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
}

function addressOf(text: string): Omit<Net, 'length'> | undefined {
  const plain = text.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  const short = ipv4Number(plain)
  if (short !== undefined) return { bits: BigInt(short), width: 32 }
  const long = ipv6Number(plain)
  return long === undefined ? undefined : { bits: long, width: 128 }
}

/** The networks of a list separated by commas; undefined if one is none. An empty list: none. */
export function parseAllowed(text: string): readonly Net[] | undefined {
  const nets: Net[] = []
  for (const part of text.split(/[,，;\s]+/).filter((each) => each !== '')) {
    const [, address = '', length] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(part) ?? []
    const parsed = addressOf(address)
    if (!parsed) return undefined
    const bits = length === undefined ? parsed.width : Number(length)
    if (bits > parsed.width || (parsed.width === 32 && maskOf(bits) === undefined)) return undefined
    nets.push({ ...parsed, length: bits })
  }
  return nets
}

/** Whether an address is in one of the networks; any address is in an empty list. */
export function isAllowed(nets: readonly Net[], address: string): boolean {
  if (nets.length === 0) return true
  const own = addressOf(address)
  if (!own) return false
  return nets.some(({ bits, width, length }) => {
    const rest = BigInt(width - length)
    return width === own.width && bits >> rest === own.bits >> rest
  })
}
