// IPv4 addresses as numbers: segments, masks and host addresses. Pure.

/**
 * The address as a whole number; undefined if invalid. Leading zeros are invalid, since some programs read them as
 * octal.
 */
export function ipv4Number(text: string): number | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)
  if (!match) return undefined
  const parts = match.slice(1)
  if (parts.some((part) => Number(part) > 255 || (part.length > 1 && part.startsWith('0')))) return undefined
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0)
}

/** Whether the text is a mask with room for at least two hosts: ones, then at least two zeros. */
export function isMask(text: string): boolean {
  const mask = ipv4Number(text)
  if (mask === undefined || mask === 0) return false
  const hosts = 0xffffffff - mask
  // A mask consists of ones followed by zeros, so the number of its host addresses is a power of two.
  return hosts >= 3 && Number.isInteger(Math.log2(hosts + 1))
}

/** The first address of the segment; undefined if either text is invalid. */
export function segmentOf(ip: string, mask: string): number | undefined {
  const [address, ones] = [ipv4Number(ip), ipv4Number(mask)]
  return address === undefined || ones === undefined ? undefined : (address & ones) >>> 0
}

export const isSameSegment = (one: string, other: string, mask: string): boolean => {
  const segment = segmentOf(one, mask)
  return segment !== undefined && segment === segmentOf(other, mask)
}

/** Whether a machine may have the address: not the first or last of its segment, no loopback, no multicast. */
export function isHost(ip: string, mask: string): boolean {
  const [address, ones, segment] = [ipv4Number(ip), ipv4Number(mask), segmentOf(ip, mask)]
  if (address === undefined || ones === undefined || segment === undefined) return false
  const first = Math.floor(address / 2 ** 24)
  return address !== segment && address !== segment + (0xffffffff - ones) && first > 0 && first !== 127 && first < 224
}

/** Number of one bits in a network mask. */
export const maskLength = (mask: string): number => 32 - Math.log2(2 ** 32 - (ipv4Number(mask) ?? 0))

/** The subnet mask with this prefix length, e.g. 24; undefined outside 0 to 32. */
export function maskOf(length: number): string | undefined {
  if (!Number.isInteger(length) || length < 0 || length > 32) return undefined
  const mask = 2 ** 32 - 2 ** (32 - length)
  return [24, 16, 8, 0].map((shift) => Math.floor(mask / 2 ** shift) % 256).join('.')
}
