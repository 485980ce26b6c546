import { randomBytes } from 'node:crypto'

/** 256 bits that nobody guesses, of characters that need no escaping in an address, a header or a cookie. */
export const drawToken = (): string => randomBytes(32).toString('base64url')
