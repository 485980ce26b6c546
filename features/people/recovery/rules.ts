// What a recovery shows: of an account what it has, of an unknown name something made up that is the same each time.
import type { Channel } from '../../platform/verification/contract.ts'
import { maskEmail, maskTel } from '../../platform/verification/rules.ts'
import { type QuestionKey, questionKeys } from '../security/contract.ts'
import type { Recovery, RecoveryWay } from './contract.ts'

/** What an account, or who is taken for one, can be asked for. */
export type Identity = { tel: string | null; email: string | null; questions: readonly QuestionKey[] }

/** What the platform can send at all. */
export type Able = Record<Channel, boolean>

/** Every set of ways that an account may have set up, the usual ones more often; one in sixteen has none. */
const usual: readonly (readonly RecoveryWay[])[] = [
  ...Array.from({ length: 5 }, () => ['tel'] as const),
  ...Array.from({ length: 4 }, () => ['email'] as const),
  ...Array.from({ length: 3 }, () => ['tel', 'email'] as const),
  ['question'],
  ['tel', 'email', 'question'],
  ['email', 'question'],
  [],
]
const letters = 'abcdefghijklmnoprstwyz'
const prefixes = ['130', '135', '136', '137', '138', '139', '150', '158', '159', '180', '186', '188']

/** Of at least 16 bytes that only this platform makes of a name. */
export function madeUp(bytes: Uint8Array): Identity {
  const pick = <T>(from: ArrayLike<T>, at: number): T => from[(bytes[at] ?? 0) % from.length]!
  const ways = pick(usual, 0)
  const digits = Array.from({ length: 8 }, (_, at) => String((bytes[at + 2] ?? 0) % 10)).join('')
  // No two names share an address: what bounds one of them must not be felt at the other.
  const own = Array.from(bytes, (byte) => byte.toString(36))
    .join('')
    .slice(0, 40)
  const first = (bytes[12] ?? 0) % questionKeys.length
  const step = 1 + ((bytes[13] ?? 0) % 3)
  return {
    tel: ways.includes('tel') ? pick(prefixes, 1) + digits : null,
    email: ways.includes('email')
      ? `${pick(letters, 10)}${own}@${pick(letters, 11)}x.${(bytes[14] ?? 0) % 4 === 0 ? 'cn' : 'com'}`
      : null,
    questions: ways.includes('question')
      ? [0, 1, 2].map((place) => questionKeys[(first + place * step) % questionKeys.length]!)
      : [],
  }
}

/** The ways of an identity as the platform can send messages, addresses masked. */
export function waysOf({ tel, email, questions }: Identity, able: Able): Recovery['ways'] {
  return [
    ...(tel !== null && able.sms ? [{ way: 'tel' as const, to: maskTel(tel) }] : []),
    ...(email !== null && able.email ? [{ way: 'email' as const, to: maskEmail(email) }] : []),
    ...(questions.length > 0 ? [{ way: 'question' as const, to: null }] : []),
  ]
}
