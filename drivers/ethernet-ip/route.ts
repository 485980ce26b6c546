// The way to a controller behind others, as pairs of a port and a link address: `1,0` is slot 0 of the backplane. Pure.
// Source: CIP volume 1, appendix C-1.4.1 (port segments).
const isPort = (text: string): boolean => /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 14
const isSlot = (text: string): boolean => /^\d{1,3}$/.test(text) && Number(text) <= 255
const isAddress = (text: string): boolean => isSlot(text) || /^\d{1,3}(\.\d{1,3}){3}$/.test(text)
/** A flag of a port segment: the link address is a text with its length in front. */
const extended = 0x10

const partsOf = (text: string): string[] => text.split(',').map((part) => part.trim())

/** Whether a text is a route: pairs of a port 1 to 14 and a slot 0 to 255 or an IPv4 address. */
export function isRoute(text: string): boolean {
  const parts = partsOf(text)
  return parts.length % 2 === 0 && parts.every((part, at) => (at % 2 === 0 ? isPort(part) : isAddress(part)))
}

/** The port segments of a route, an even number of bytes. */
export function routeBytes(text: string): Uint8Array {
  const parts = partsOf(text)
  const bytes: number[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [port, address] = [Number(parts[at]), parts[at + 1]!]
    if (isSlot(address)) bytes.push(port, Number(address))
    else {
      bytes.push(port | extended, address.length, ...new TextEncoder().encode(address))
      if (bytes.length % 2 === 1) bytes.push(0)
    }
  }
  return Uint8Array.from(bytes)
}
