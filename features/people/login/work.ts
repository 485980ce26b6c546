// A proof of work: a number that makes a hash start with a number of zero bits, found by trial and cheap to check.
// Thousands of password guesses then cost hours of machine time; a person solves one while typing. Pure JavaScript,
// because `crypto.subtle` is missing on plain http.

export type Work = { challenge: string; bits: number }

const text = new TextEncoder()

/** The input of the hash for one try. */
export const workText = (challenge: string, nonce: number): Uint8Array => text.encode(`${challenge}:${nonce}`)

/** Number of zero bits at the start. */
export function zeroBits(hash: Uint8Array): number {
  let bits = 0
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24
    bits += 8
  }
  return bits
}

/** Tries per slice: some milliseconds on a phone. */
const slice = 500

/** The first number with enough zero bits. Yields to the page between slices. Rejects when aborted. */
export async function solveWork(
  { challenge, bits }: Work,
  sha256: (data: Uint8Array) => Uint8Array,
  signal?: AbortSignal,
): Promise<string> {
  for (let nonce = 0; ; nonce += 1) {
    if (zeroBits(sha256(workText(challenge, nonce))) >= bits) return String(nonce)
    if (nonce % slice !== slice - 1) continue
    await new Promise((resolve) => setTimeout(resolve))
    signal?.throwIfAborted()
  }
}
