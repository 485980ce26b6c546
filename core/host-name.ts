// Names and addresses of machines on a network. Pure.
import { ipv4Number } from './ipv4.ts'

const letters = /^[A-Za-z0-9._:-]+$/

/** A name or an address. What is written as four numbers has to be an IP address. */
export const isHostName = (text: string): boolean =>
  letters.test(text) && (!/^\d+(\.\d+)*$/.test(text) || ipv4Number(text) !== undefined)
