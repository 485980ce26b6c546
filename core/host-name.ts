// Names and addresses of machines on a network. Pure.
import { ipv4Number } from './ipv4.ts'

const letters = /^[A-Za-z0-9._:-]+$/

/** Whether a text is a host name or an address. Digits and dots alone must be a valid IPv4 address. */
export const isHostName = (text: string): boolean =>
  letters.test(text) && (!/^\d+(\.\d+)*$/.test(text) || ipv4Number(text) !== undefined)
