import { randomBytes } from 'node:crypto'

/** Generates a secret of 256 random bits, in characters that need no escaping in an address, a header or a cookie. */
export const drawToken = (): string => randomBytes(32).toString('base64url')
