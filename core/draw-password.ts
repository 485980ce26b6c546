// Generates a password to be typed once, from paper or from a message: without characters that look alike.
const alphabets = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789'] as const

/** A uniform random number from 0 to bound - 1: a byte beyond the last whole multiple is discarded. */
function drawBelow(bound: number): number {
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < 256 - (256 % bound)) return byte % bound
  }
}

/** Twelve characters, upper case, lower case and digits in turn, so that none is repeated. */
export const drawPassword = (): string =>
  Array.from({ length: 12 }, (_, i) => {
    const alphabet = alphabets[i % alphabets.length]!
    return alphabet[drawBelow(alphabet.length)]
  }).join('')
