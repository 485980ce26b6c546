// Groups client addresses by owner: an IPv6 network of 64 bits belongs to one household or company, so it counts as one
// caller; each IPv4 address counts separately, in any spelling.

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** The key under which the callers of an address are counted. */
export function networkOf(address: string): string {
  const plain = mapped.exec(address)?.[1] ?? address
  if (!plain.includes(':')) return plain
  const [bare = ''] = plain.toLowerCase().split('%')
  const [head = '', tail] = bare.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const parts = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return `${parts
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
