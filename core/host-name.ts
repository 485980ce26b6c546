// Names and addresses of machines on a network. Pure.
import { ipv4Number } from './ipv4.ts'

const letters = /^[A-Za-z0-9._:-]+$/

/** Whether a text is a host name or an address. Digits and dots alone must be a valid IPv4 address. */
export const isHostName = (text: string): boolean =>
  letters.test(text) && (!/^\d+(\.\d+)*$/.test(text) || ipv4Number(text) !== undefined)

const loopback = /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|::1)$/

/** Whether a host name always means the local machine. */
export const isLoopback = (name: string): boolean => loopback.test(name.toLowerCase())

/** The name in a Host header, lower case, without port and brackets; undefined where the header has no valid name. */
export function nameOf(host: string | undefined): string | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i.exec(host ?? '')
  return (match?.[1] ?? match?.[2])?.toLowerCase().replace(/\.$/, '')
}
